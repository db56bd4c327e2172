// `node scripts/complete-lock.mjs`, after every change of a dependency. npm leaves out of package-lock.json the optional packages
// of other platforms that its registry did not have at that moment, and then its own `npm ci` refuses the file. This adds them by
// the exact versions that their parents ask for, so that one lockfile installs everywhere.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './lib/install.mjs';

const OPERATING_SYSTEMS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const PROCESSORS = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

const file = join(root, 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
const { packages } = lock;

for (const [path, entry] of Object.entries(packages)) if (entry.extraneous) delete packages[path];

const added = [];
for (const [path, entry] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isInstalledFor(path, name) || !/^\d+\.\d+\.\d+/.test(version)) continue;
    const words = name.split(/[-/]/);
    const os = words.filter((word) => OPERATING_SYSTEMS.includes(word));
    const cpu = words.filter((word) => PROCESSORS.includes(word));
    if (os.length === 0 && cpu.length === 0) continue;
    packages[`node_modules/${name}`] = {
      version,
      ...(cpu.length > 0 ? { cpu } : {}),
      ...(words.includes('musl')
        ? { libc: ['musl'] }
        : words.includes('gnu') && os.includes('linux')
          ? { libc: ['glibc'] }
          : {}),
      optional: true,
      ...(os.length > 0 ? { os } : {}),
    };
    added.push(name);
  }
}

/** Node's own way of looking: in the package's folder, then in every folder above it. */
function isInstalledFor(path, name) {
  for (let folder = path; ;) {
    if (packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true;
    if (folder === '') return false;
    const end = folder.lastIndexOf('/node_modules/');
    folder = end === -1 ? '' : folder.slice(0, end);
  }
}

/** What the registry says of a package that was added without its hash, so that `npm ci` can check it. */
function findHash(path, { version }) {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const result = spawnSync('npm', ['view', `${name}@${version}`, 'dist.integrity'], { encoding: 'utf8' });
  return /^sha512-\S+$/.exec(result.stdout?.trim() ?? '')?.[0];
}
const unchecked = [];
for (const [path, entry] of Object.entries(packages)) {
  if (!path.includes('node_modules/') || entry.link || entry.integrity) continue;
  entry.integrity = findHash(path, entry);
  if (!entry.integrity) unchecked.push(path);
}

lock.packages = Object.fromEntries(Object.entries(packages).sort(([one], [other]) => one.localeCompare(other, 'en')));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(added.length === 0 ? 'The lockfile is complete.' : `Added ${added.length} packages of other platforms.`);
if (unchecked.length > 0)
  console.log(
    `The registry knows no hash of ${unchecked.length} packages of other platforms; run this again where it does.`,
  );
