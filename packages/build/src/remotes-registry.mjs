import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from './repository.mjs';

/** Where the browser's files stand after a build. */
export const webFolder = path.join(repositoryRoot, 'dist/web');

/** How many earlier versions of a remote stay in its own dist folder. */
const buildsKept = 3;

/** The version of a built remote: the version of its package and a hash over what came out and what its manifest says. */
export function versionOfBuild(folder, { packageVersion, ...manifest }) {
  const hash = createHash('sha256').update(JSON.stringify(manifest));
  const names = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => !/\.(map|br|gz)$/.test(name) && fs.statSync(path.join(folder, name)).isFile())
    .sort();
  for (const name of names) hash.update(name).update(fs.readFileSync(path.join(folder, name)));
  return `${packageVersion}-${hash.digest('hex').slice(0, 10)}`;
}

/** Removes old builds from a remote's own dist folder. */
export function pruneBuilds(folder, current) {
  const versions = fs
    .readdirSync(folder)
    .filter((name) => name !== current && name !== 'next')
    .map((name) => ({ name, time: fs.statSync(path.join(folder, name)).mtimeMs }))
    .sort((a, b) => b.time - a.time);
  for (const { name } of versions.slice(buildsKept - 1))
    fs.rmSync(path.join(folder, name), { recursive: true, force: true });
}
