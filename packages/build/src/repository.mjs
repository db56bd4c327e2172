import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds everything. */
export const repositoryRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');

/** Every remote: its folder (`mfe-inbox`) and its manifest. A folder is a remote because it holds a manifest. */
export function listRemotes() {
  return fs
    .readdirSync(repositoryRoot)
    .filter((name) => name.startsWith('mfe-') && fs.existsSync(path.join(repositoryRoot, name, 'manifest.json')))
    .sort()
    .map((folder) => ({ folder, directory: path.join(repositoryRoot, folder), manifest: readManifest(folder) }));
}

/** A remote's manifest with the version of its package. */
export function readManifest(folder) {
  const directory = path.join(repositoryRoot, folder);
  const manifest = JSON.parse(fs.readFileSync(path.join(directory, 'manifest.json'), 'utf8'));
  const { version } = JSON.parse(fs.readFileSync(path.join(directory, 'package.json'), 'utf8'));
  if (manifest.name !== folder.replace(/^mfe-/, '')) {
    throw new Error(
      `${folder}/manifest.json names "${manifest.name}"; the name of a remote is its folder without "mfe-".`,
    );
  }
  return { ...manifest, packageVersion: version };
}

/** Somebody named a remote that is not in this checkout. */
class UnknownRemote extends Error {
  name = 'UnknownRemote';
}

/** Takes `inbox` or `mfe-inbox` and answers the folder; says which names exist when there is none. */
export function remoteFolder(name) {
  const folder = name.startsWith('mfe-') ? name : `mfe-${name}`;
  const known = listRemotes().map((remote) => remote.folder);
  if (!known.includes(folder)) throw new UnknownRemote(`There is no remote "${name}". Known: ${known.join(', ')}.`);
  return folder;
}
