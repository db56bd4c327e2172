import fs from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from './repository.mjs';

const namesOf = ({ dependencies, optionalDependencies, peerDependencies }) =>
  Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });

/** Where Node finds a package from a place in the tree; undefined when it is not in the lock file. */
function placeOf(packages, name, from) {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/')))) {
    const place = base === '' ? `node_modules/${name}` : `${base}/node_modules/${name}`;
    if (packages[place]) return place;
    if (base === '') return undefined;
  }
}

/**
 * What a lock file says of the packages that some folders of the repository need, and of what those need: the text changes when one of
 * them does, and not with the rest of the file. Packages of ours are inputs of a build by their sources and are left out.
 * @param folders from the repository's root
 */
export function lockedPackages(
  folders,
  { packages } = JSON.parse(fs.readFileSync(path.join(repositoryRoot, 'package-lock.json'), 'utf8')),
) {
  const found = new Map();
  const waiting = folders.map((folder) => [folder, packages[folder] ?? {}]);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [from, entry] = next;
    for (const name of namesOf(entry)) {
      const place = placeOf(packages, name, from);
      if (place === undefined || packages[place].link || found.has(place)) continue;
      found.set(place, packages[place].integrity ?? packages[place].version);
      waiting.push([place, packages[place]]);
    }
  }
  return [...found]
    .map(([place, version]) => `${place} ${version}`)
    .sort()
    .join('\n');
}
