import { createHash, type KeyObject } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { SignedRelease } from './deployment-records';
import { contentsFile, type ReleaseContents } from './shell-facts';
import { signRelease } from './sign-release';

/** The entry of every remote: what the federation runtime loads. */
const entryFile = 'remoteEntry.js';

const isFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;

/** Names of all files below a folder, with slashes, sorted. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => isFile(path.join(folder, name)))
    .sort();

const hashesOf = (folder: string): string =>
  filesBelow(folder)
    .map(
      (name) =>
        `${name} ${createHash('sha256')
          .update(readFileSync(path.join(folder, name)))
          .digest('hex')}`,
    )
    .join('\n');

/** sha384 of every script and style sheet of a folder, as `integrity` attributes want it. */
export const integrityOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    filesBelow(folder)
      .filter((name) => /\.(js|css)$/.test(name))
      .map((name) => [
        name,
        `sha384-${createHash('sha384')
          .update(readFileSync(path.join(folder, name)))
          .digest('base64')}`,
      ]),
  );

/** What a built version is made of, as it says itself; undefined for one of an older build. */
export const readContents = (folder: string): ReleaseContents | undefined => {
  const file = path.join(folder, contentsFile);
  return isFile(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ReleaseContents) : undefined;
};

/**
 * What a built version lacks: its entry, a file that its own list names, or a module that its manifest promises. Null when it is whole.
 * @param folder with the files as the build left them
 */
export function incompleteness(folder: string, parts: readonly string[]): string | null {
  if (!isFile(path.join(folder, entryFile))) return `its entry ${entryFile} is missing`;
  const contents = readContents(folder);
  if (!contents) return `its list of files, ${contentsFile}, is missing`;
  const absent = ['app', ...parts].find((name) => !contents.exposes.includes(`./${name}`));
  if (absent) return `it exposes no ./${absent}`;
  const missing = contents.files.find((name) => !isFile(path.join(folder, name)));
  return missing ? `its file ${missing} is missing` : null;
}

/** The folder in which the files of a version are served. */
export const folderOfVersion = (root: string, name: string, version: string): string =>
  path.join(root, 'remotes', name, version);

/** A file that a signed release names and that is not there; undefined when all are. */
export function missingFile(root: string, { name, version, integrity }: SignedRelease): string | undefined {
  const folder = folderOfVersion(root, name, version);
  return [entryFile, ...Object.keys(integrity)].find((file) => !isFile(path.join(folder, file)));
}

/** Copies a built version to where it is served from. What is there already stays, unless it differs from what was built. */
export function publishFiles(from: string, root: string, name: string, version: string): void {
  const target = folderOfVersion(root, name, version);
  if (path.resolve(from) === path.resolve(target)) return;
  if (existsSync(target) && hashesOf(target) === hashesOf(from)) return;
  mkdirSync(path.dirname(target), { recursive: true });
  const next = folderOfVersion(root, name, `.next-${process.pid}`);
  rmSync(next, { recursive: true, force: true });
  cpSync(from, next, { recursive: true });
  rmSync(target, { recursive: true, force: true });
  renameSync(next, target);
}

/** The signed facts of a version whose files are published. */
export function releaseOf(
  root: string,
  manifest: { name: string; title: string; [fact: string]: unknown },
  version: string,
  privateKey: KeyObject,
): SignedRelease {
  const { packageVersion: _, $schema: __, ...facts } = manifest;
  const { name, title } = manifest;
  const integrity = integrityOf(folderOfVersion(root, name, version));
  const entry = `/remotes/${name}/${version}/${entryFile}`;
  return signRelease({ ...facts, name, title, version, entry, integrity }, privateKey);
}

/** Removes the files of all versions of a remote but some. */
export function removeOtherVersions(root: string, name: string, kept: readonly string[]): void {
  const folder = path.join(root, 'remotes', name);
  if (!existsSync(folder)) return;
  for (const version of readdirSync(folder))
    if (!kept.includes(version) && !version.startsWith('.next-'))
      rmSync(path.join(folder, version), { recursive: true, force: true });
}
