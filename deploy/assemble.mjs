// `node deploy/assemble.mjs FOLDER`: puts what runs in production into a folder of its own: the built programs and
// pages, the migrations, the two commands, and the packages that the services ask for. `npm ci && npm run build` has to
// come first. The image is made of such a folder, and a machine without containers runs one (deploy/systemd).
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * What runs, the pages that it serves, and the university's texts and videos. Signing keys, sources and tests stay
 * where the build was made.
 */
const PARTS = [
  'lerna.json',
  'package.json',
  '.env.example',
  'backend/dist',
  'backend/prisma/migrations',
  'backend/prisma/functions',
  'backend/prisma/replaced-migrations.json',
  'content',
  'dist/web',
  'scripts/start-production.mjs',
  'scripts/operator.mjs',
  'scripts/healthcheck.mjs',
  'scripts/lib/environment-file.mjs',
  'scripts/lib/install.mjs',
];

function refuse(text) {
  console.error(text);
  process.exit(1);
}

function run(program, parameters) {
  const result = spawnSync(program, parameters, { cwd: target, stdio: 'inherit', shell: process.platform === 'win32' });
  if (result.status !== 0) refuse(`${program} ${parameters.join(' ')} failed.`);
}

if (!process.argv[2]) refuse('Name the folder: node deploy/assemble.mjs /opt/skein-2026-11-23');
const target = resolve(process.argv[2]);
if (existsSync(target) && readdirSync(target).length > 0) refuse(`${target} is not empty: name a new folder.`);
for (const part of ['backend/dist/main.cjs', 'dist/web/shell/index.html'])
  if (!existsSync(join(root, part))) refuse('Skein is not built here: run "npm ci && npm run build" first.');

mkdirSync(target, { recursive: true });
for (const part of PARTS) cpSync(join(root, part), join(target, part), { recursive: true });

// The lockfile is that of all packages, so npm wants to see what each of them asks for.
const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const manifests = workspaces.flatMap((pattern) => {
  const star = pattern.indexOf('*');
  if (star === -1) return [pattern];
  const [folder, begin] = pattern.includes('/') ? [dirname(pattern), ''] : ['.', pattern.slice(0, star)];
  return readdirSync(join(root, folder))
    .filter((name) => name.startsWith(begin) && existsSync(join(root, folder, name, 'package.json')))
    .map((name) => join(folder, name));
});
for (const folder of manifests) cpSync(join(root, folder, 'package.json'), join(target, folder, 'package.json'));
for (const file of ['package-lock.json', '.npmrc']) cpSync(join(root, file), join(target, file));
run('npm', ['ci', '--omit=dev', '--workspace', 'backend', '--no-audit', '--no-fund', '--loglevel=error']);
run(process.execPath, [join(root, 'deploy', 'prune.mjs'), target]);
// npm is not asked again there, and what only it reads would look like more than there is.
for (const folder of manifests)
  if (!['backend', 'packages/contracts', 'packages/template'].includes(folder))
    rmSync(join(target, folder), { recursive: true, force: true });
for (const file of ['package-lock.json', '.npmrc', 'node_modules/.package-lock.json'])
  rmSync(join(target, file), { force: true });
console.log(`Assembled in ${target}: start it there with "node scripts/start-production.mjs".`);
