// `node deploy/try-image.mjs [FOLDER]`, as root on a Debian: runs the steps of deploy/Dockerfile in empty systems,
// without a container daemon, and then what they made, as the image's user, against a PostgreSQL of this machine. For
// machines on which no image can be built, and for whoever changes the Dockerfile. It needs debootstrap and
// postgresql-15, and installs them, and the right to mount /proc.
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { root } from '../scripts/lib/install.mjs';
import { installFromDebian, isExecutable } from '../scripts/lib/install-from-debian.mjs';
import { installNode24 } from '../scripts/lib/node24.mjs';
import { freePort, POSTGRES, run, startDatabase } from './trial-database.mjs';

const base = resolve(process.argv[2] ?? mkdtempSync(join(tmpdir(), 'skein-image-')));
const begin = Date.now();
const say = (text) => console.log(`${((Date.now() - begin) / 1000).toFixed(0).padStart(5)} s  ${text}`);

/** Node finds its own program through /proc, as it would in a container. */
const mounted = [];
function mountProc(folder) {
  const place = join(folder, 'proc');
  mkdirSync(place, { recursive: true });
  run('mount', ['-t', 'proc', 'proc', place]);
  mounted.push(place);
}
process.on('exit', () => {
  for (const place of mounted) spawnSync('umount', [place]);
});

/** One stage of the Dockerfile as its instructions, with continued lines joined. */
function readStages() {
  const text = readFileSync(join(root, 'deploy', 'Dockerfile'), 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '');
  const stages = [];
  for (const line of text.split('\n').filter(Boolean)) {
    const [, instruction, rest] = /^(\w+)\s+(\S.*)$/.exec(line);
    if (instruction === 'FROM') stages.push({ image: rest.split(' ')[0], steps: [] });
    else stages.at(-1).steps.push({ instruction, rest });
  }
  return stages;
}

/** A bare Debian with the Node of the image and its user, and this machine's way to the package registries. */
function makeSystem() {
  const folder = join(base, 'bookworm');
  if (!existsSync(join(folder, 'etc', 'debian_version')))
    run('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', folder]);
  const local = join(folder, 'usr', 'local');
  cpSync(installNode24(), join(local, 'bin', 'node'));
  const npm = join(run('npm', ['root', '-g']).trim(), 'npm');
  const copied = join(local, 'lib', 'node_modules', 'npm');
  rmSync(copied, { recursive: true, force: true });
  cpSync(npm, copied, { recursive: true, verbatimSymlinks: true });
  writeFileSync(
    join(local, 'bin', 'npm'),
    '#!/bin/sh\nexec node /usr/local/lib/node_modules/npm/bin/npm-cli.js "$@"\n',
  );
  chmodSync(join(local, 'bin', 'npm'), 0o755);
  for (const file of ['/etc/resolv.conf', '/etc/ssl/certs/ca-certificates.crt'])
    if (existsSync(file)) cpSync(file, join(folder, file), { dereference: true });
  const passwd = join(folder, 'etc', 'passwd');
  if (!readFileSync(passwd, 'utf8').includes('node:'))
    run('chroot', [folder, 'useradd', '--uid', '1000', '--user-group', '--create-home', 'node']);
  return folder;
}

const environment = {
  PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  NODE_EXTRA_CA_CERTS: '/etc/ssl/certs/ca-certificates.crt',
};

/** Runs the instructions of one stage in a system. @returns what its last instructions say about how it is run */
function runStage({ steps }, folder, systems) {
  const config = { workdir: '/', user: 'root', env: {} };
  for (const { instruction, rest } of steps) {
    say(`${instruction} ${rest.slice(0, 100)}`);
    if (instruction === 'WORKDIR') mkdirSync(join(folder, (config.workdir = rest)), { recursive: true });
    else if (instruction === 'USER') config.user = rest;
    else if (instruction === 'ENV')
      Object.assign(config.env, Object.fromEntries(rest.split(' ').map((pair) => pair.split('='))));
    else if (instruction === 'COPY') copy(rest, folder, config, systems);
    else if (instruction === 'RUN')
      run('chroot', [folder, 'sh', '-ec', `cd ${config.workdir}; ${rest.replace(/^(?:--mount=\S+\s+)+/, '')}`], {
        env: { ...environment, ...config.env },
      });
    else if (['ENTRYPOINT', 'HEALTHCHECK'].includes(instruction))
      config[instruction.toLowerCase()] = JSON.parse(rest.slice(rest.indexOf('[')));
  }
  return config;
}

function copy(rest, folder, { workdir }, systems) {
  const from = /^--from=(\w+) (\S+) (\S+)$/.exec(rest);
  if (from)
    return void cpSync(join(systems[from[1]], from[2]), join(folder, from[3]), {
      recursive: true,
      verbatimSymlinks: true,
    });
  if (rest !== '. .') throw new Error(`The trial does not know COPY ${rest}.`);
  // What git knows is what a fresh clone hands to the build.
  const archive = run('git', ['archive', 'HEAD'], { cwd: root, encoding: 'buffer' });
  run('tar', ['x', '-C', join(folder, workdir)], { input: archive });
}

const checks = [];
const check = (what, isRight) => {
  checks.push(isRight);
  say(`${isRight ? 'right' : 'WRONG'}: ${what}`);
};

/** Starts what the image would start, as its user, and looks at it from outside. */
async function tryRun(folder, config, database) {
  const port = await freePort();
  const key = join(folder, 'run', 'master.key');
  writeFileSync(key, `1:${run(process.execPath, ['-p', "crypto.randomBytes(32).toString('base64')"])}`, {
    mode: 0o600,
  });
  chownSync(key, 1000, 1000);
  const variables = {
    ...environment,
    ...config.env,
    HOME: '/home/node',
    PORT: String(port),
    HOST: '127.0.0.1',
    DATABASE_URL: database.url,
    SKEIN_MASTER_KEY_FILE: '/run/master.key',
    PUBLIC_URL: 'https://app.skein-trial.io',
    TRACKING_URL: 'https://go.skein-trial.io',
    SYSTEM_SMTP_URL: 'smtp://127.0.0.1:25',
    BACKUP_FOLDER: '/backups',
  };
  const inside = (command) => [
    '--userspec=node:node',
    folder,
    'sh',
    '-c',
    `cd ${config.workdir} && exec "$@"`,
    'sh',
    ...command,
  ];
  const said = [];
  const starting = Date.now();
  const child = spawn('chroot', inside(config.entrypoint), { env: variables, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => said.push(text));
  const ended = new Promise((done) => child.once('exit', (code, signal) => done(code ?? signal)));
  const healthcheck = () => spawnSync('chroot', inside(config.healthcheck), { env: variables }).status === 0;
  for (let left = 240; left > 0 && child.exitCode === null && !healthcheck(); left--)
    await new Promise((next) => setTimeout(next, 500));
  const startSeconds = ((Date.now() - starting) / 1000).toFixed(1);
  check(
    `the health check answers that it is ready, ${startSeconds} s after the start on an empty database`,
    child.exitCode === null && healthcheck(),
  );
  const version = run('chroot', inside(['node', '--version']), { env: variables }).trim();
  check(`it runs on Node 24 (${version})`, version.startsWith('v24.'));
  const changed = run('find', [join(folder, 'app'), '-newermt', `@${Math.floor(starting / 1000)}`, '-type', 'f']);
  check('its start builds and installs nothing', changed === '');
  const page = await fetch(`http://127.0.0.1:${port}/login`, { headers: { 'x-forwarded-proto': 'https' } }).catch(
    () => null,
  );
  check('the login page is served, with HSTS', page?.status === 200 && page.headers.has('strict-transport-security'));
  const backup = spawnSync('chroot', inside(['node', 'scripts/operator.mjs', 'backup', '--into', '/backups']), {
    env: variables,
    encoding: 'utf8',
  });
  check(`a backup is made (${(backup.stdout + backup.stderr).trim().slice(0, 100)})`, backup.status === 0);
  const touch = spawnSync('chroot', inside(['touch', '/app/dist/web/remotes.json']), { env: variables });
  check('the product may not change what it serves', touch.status !== 0);
  const stopping = Date.now();
  child.kill('SIGTERM');
  const code = await ended;
  check(`it ends by itself after SIGTERM (${Date.now() - stopping} ms, ${code})`, code === 0);
  if (checks.includes(false)) console.log(Buffer.concat(said).toString().slice(-4000));
}

if (!isExecutable('/usr/sbin/debootstrap') || !isExecutable(join(POSTGRES, 'postgres')))
  installFromDebian('debootstrap', 'postgresql-15');
const clean = makeSystem();
say(`a bare Debian is in ${clean}`);
const [buildStage, runStageOfImage] = readStages();
const systems = { build: join(base, 'build') };
for (const folder of [systems.build, join(base, 'image')]) {
  rmSync(folder, { recursive: true, force: true });
  run('cp', ['-a', clean, folder]);
  mountProc(folder);
}
runStage(buildStage, systems.build, systems);
const image = join(base, 'image');
const config = runStage(runStageOfImage, image, systems);
const megabytes = (path) => Number(run('du', ['-sm', path]).split('\t')[0]);
say(
  `/app is ${megabytes(join(image, 'app'))} MB, of which packages ${megabytes(join(image, 'app', 'node_modules'))} MB`,
);
check(
  'no signing key lies beside served code',
  run('find', [join(image, 'app'), '-name', '*.pem', '-o', '-name', '*.key']) === '',
);
check(
  'no development package is there',
  ['jest', 'webpack', 'typescript', 'nx', 'prisma', '@swc', 'react-dom'].every(
    (name) => !existsSync(join(image, 'app', 'node_modules', name)),
  ),
);
check('it runs as an ordinary user', config.user === 'node');
chmodSync(base, 0o755);
const database = await startDatabase(join(base, 'postgres'));
try {
  await tryRun(image, config, database);
} finally {
  database.destroy();
}
say(`${checks.filter(Boolean).length} of ${checks.length} are right.`);
if (checks.includes(false)) process.exitCode = 1;
