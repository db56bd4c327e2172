import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { listRemotes, repositoryRoot } from './repository.mjs';

/** Where the browser's files stand after a build. */
export const webFolder = path.join(repositoryRoot, 'dist/web');

/** How many earlier versions of a remote stay on disk, for pages that are open and for a way back. */
const versionsKept = 3;

const digest = (algorithm, content) => createHash(algorithm).update(content).digest(algorithm === 'sha384' ? 'base64' : 'hex');

function filesOf(folder) {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => fs.statSync(path.join(folder, name)).isFile())
    .sort();
}

/** The version of a built remote: the version of its package and a hash over what came out. */
export function versionOfBuild(folder, packageVersion) {
  const hash = createHash('sha256');
  for (const name of filesOf(folder)) if (!/\.(map|br|gz)$/.test(name)) hash.update(name).update(fs.readFileSync(path.join(folder, name)));
  return `${packageVersion}-${hash.digest('hex').slice(0, 10)}`;
}

/** sha384 of every script and style sheet of a folder, as `integrity` attributes want it. */
export function integrityOf(folder) {
  return Object.fromEntries(
    filesOf(folder)
      .filter((name) => /\.(js|css)$/.test(name))
      .map((name) => [name, `sha384-${digest('sha384', fs.readFileSync(path.join(folder, name)))}`]),
  );
}

function copyFolder(from, to) {
  fs.rmSync(to, { recursive: true, force: true });
  fs.mkdirSync(path.dirname(to), { recursive: true });
  const next = `${to}.${process.pid}`;
  fs.cpSync(from, next, { recursive: true });
  fs.renameSync(next, to);
}

/** Copies a built remote to where it is served from; the folder of a version never changes once it is there. */
export function publishRemote(remote, version) {
  const target = path.join(webFolder, 'remotes', remote.manifest.name, version);
  const entry = path.join(target, 'mf-manifest.json');
  if (!fs.existsSync(entry)) copyFolder(path.join(remote.directory, 'dist', version), target);
  pruneVersions(path.join(webFolder, 'remotes', remote.manifest.name), version);
  pruneVersions(path.join(remote.directory, 'dist'), version);
}

function pruneVersions(folder, current) {
  const versions = fs
    .readdirSync(folder)
    .filter((name) => name !== current && name !== 'next')
    .map((name) => ({ name, time: fs.statSync(path.join(folder, name)).mtimeMs }))
    .sort((a, b) => b.time - a.time);
  for (const { name } of versions.slice(versionsKept - 1)) fs.rmSync(path.join(folder, name), { recursive: true, force: true });
}

/** Writes `remotes.json`: which version of which remote is the one to load. In one step, because servers read it at any time. */
export function writeRegistry(versions) {
  const remotes = listRemotes()
    .filter(({ manifest }) => versions[manifest.name])
    .map(({ manifest }) => {
      const { packageVersion: _, $schema: __, ...facts } = manifest;
      const version = versions[manifest.name];
      const folder = path.join(webFolder, 'remotes', manifest.name, version);
      return { ...facts, version, entry: `/remotes/${manifest.name}/${version}/remoteEntry.js`, integrity: integrityOf(folder) };
    });
  const version = digest('sha256', JSON.stringify(remotes)).slice(0, 12);
  const file = path.join(webFolder, 'remotes.json');
  fs.mkdirSync(webFolder, { recursive: true });
  const text = JSON.stringify({ version, remotes });
  // The smaller twin first: for a moment some may read the earlier list, which is still true.
  for (const [name, content] of [[`${file}.br`, brotliCompressSync(text)], [file, text]]) {
    fs.writeFileSync(`${name}.${process.pid}`, content);
    fs.renameSync(`${name}.${process.pid}`, name);
  }
  return { version, remotes };
}
