import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { findFreePort } from '#platform/embedded-postgres/server-process';
import { chooseSystemUser } from '#platform/embedded-postgres/system-user';
import { prepareDatabase } from '#platform/db/prepare-database';
import { wait } from './fault';
import { databasesOn, type FaultCluster } from './fault-database';
import { startSwitchProxy } from './switch-proxy';

/** A PostgreSQL with a standby, behind one port that always leads to the primary. */
export interface StandbyPair extends FaultCluster {
  version: string;
  /**
   * Makes a standby of the primary and waits until it streams; with `isSynchronous` the primary confirms nothing that
   * the standby has not flushed.
   */
  addStandby(options: { isSynchronous: boolean }): Promise<void>;
  /** Nothing of what the primary writes reaches the standby any more. */
  holdReplication(): void;
  /**
   * The primary's processes are killed with kill -9, the standby is promoted, and the port leads to it.
   * @returns real ms until it took the first write
   */
  failOver(): Promise<number>;
}

interface Server {
  folder: string;
  port: number;
  child: ChildProcess;
}

/** The newest installed PostgreSQL with the tools of a server. @throws Error that says what to install */
export function findPrograms(): { folder: string; version: string } {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root)
    ? readdirSync(root).filter(
        (version) =>
          existsSync(join(root, version, 'bin', 'pg_basebackup')) && existsSync(join(root, version, 'bin', 'postgres')),
      )
    : [];
  const version = versions.sort((one, other) => Number(other) - Number(one))[0];
  if (!version)
    throw new Error(
      'This lane needs a PostgreSQL of the system with pg_basebackup below /usr/lib/postgresql (Debian: apt-get install postgresql).',
    );
  return { folder: join(root, version, 'bin'), version };
}

/** A primary as Debian packages it; its standbys are promoted manually. */
export async function startStandbyPair(): Promise<StandbyPair> {
  const programs = findPrograms();
  const user = chooseSystemUser();
  const base = mkdtempSync(join(tmpdir(), 'skein-standby-'));
  if (user) chownSync(base, user.uid, user.gid);
  const as = user ? { uid: user.uid, gid: user.gid } : {};
  // Not synchronously: the proxies between the servers live in this process.
  const call = (program: string, parameters: string[]) =>
    new Promise<void>((resolve, reject) => {
      const child = spawn(join(programs.folder, program), parameters, {
        ...as,
        cwd: base,
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { LC_ALL: 'C', TZ: 'UTC' },
      });
      let words = '';
      child.stderr.on('data', (chunk: Buffer) => {
        words += chunk.toString();
      });
      child.once('error', reject);
      child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`${program} failed: ${words}`))));
    });
  let count = 0;
  const servers: Server[] = [];
  const start = async (folder: string): Promise<Server> => {
    const port = await findFreePort();
    const settings = {
      listen_addresses: '127.0.0.1',
      port,
      unix_socket_directories: '',
      fsync: 'off',
      max_connections: 200,
      wal_level: 'replica',
      max_wal_senders: 10,
      hot_standby: 'on',
      timezone: 'UTC',
    };
    const child = spawn(
      join(programs.folder, 'postgres'),
      ['-D', folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { ...as, cwd: base, stdio: 'ignore', env: { LC_ALL: 'C', TZ: 'UTC' } },
    );
    const server = { folder, port, child };
    servers.push(server);
    await until(`PostgreSQL answers in ${folder}`, () => ask(port, 'select 1 as value'));
    return server;
  };
  const nextFolder = () => {
    count += 1;
    return join(base, `server-${count}`);
  };

  const first = nextFolder();
  await call('initdb', ['-D', first, '-U', 'skein', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']);
  let primary = await start(first);
  let standby: Server | null = null;
  const front = await startSwitchProxy(primary.port);
  // Between the primary and its standby, so that what is confirmed and what has arrived can be told apart.
  const stream = await startSwitchProxy(primary.port);
  await ask(primary.port, 'create database template_of_faults');
  const url = `postgres://skein@127.0.0.1:${front.port}/template_of_faults`;
  await prepareDatabase(url);
  const kill = (server: Server) => {
    const children = spawnSync('ps', ['-o', 'pid=', '--ppid', String(server.child.pid)], { encoding: 'utf8' })
      .stdout.split('\n')
      .map(Number)
      .filter(Boolean);
    server.child.kill('SIGKILL');
    for (const pid of children) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        /* it went with its parent */
      }
    }
  };
  // Servers of their own outlive an interrupted lane otherwise.
  const killAll = () => {
    for (const server of servers) kill(server);
  };
  process.once('exit', killAll);
  return {
    version: `PostgreSQL ${programs.version}`,
    pid: () => primary.child.pid as number,
    ...databasesOn(url),
    async addStandby({ isSynchronous }) {
      const folder = nextFolder();
      stream.pointTo(primary.port);
      await ask(primary.port, `alter system set synchronous_standby_names = ''`);
      await ask(primary.port, 'select pg_reload_conf()');
      await call('pg_basebackup', [
        '-D',
        folder,
        '-R',
        '-X',
        'stream',
        '-c',
        'fast',
        '-h',
        '127.0.0.1',
        '-p',
        String(stream.port),
        '-U',
        'skein',
        '--no-sync',
      ]);
      standby = await start(folder);
      await until('the standby streams', () =>
        ask(primary.port, `select 1 as value from pg_stat_replication where state = 'streaming'`),
      );
      if (!isSynchronous) return;
      await ask(primary.port, `alter system set synchronous_standby_names = '*'`);
      await ask(primary.port, 'select pg_reload_conf()');
      await until('the standby is synchronous', () =>
        ask(primary.port, `select 1 as value from pg_stat_replication where sync_state = 'sync'`),
      );
    },
    holdReplication: () => stream.hold(),
    async failOver() {
      if (!standby) throw new Error('There is no standby.');
      const begin = Date.now();
      kill(primary);
      await ask(standby.port, 'select pg_promote(true, 60)');
      // Or it would wait for a standby of its own.
      await ask(standby.port, `alter system set synchronous_standby_names = ''`);
      await ask(standby.port, 'select pg_reload_conf()');
      rmSync(primary.folder, { recursive: true, force: true });
      [primary, standby] = [standby, null];
      front.pointTo(primary.port);
      return Date.now() - begin;
    },
    async stop() {
      killAll();
      process.off('exit', killAll);
      await front.close();
      await stream.close();
      rmSync(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/** The first row's `value`. */
export async function ask(port: number, sql: string): Promise<unknown> {
  const client = new Client({ host: '127.0.0.1', port, user: 'skein', database: 'postgres' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<{ value: unknown }>(sql)).rows[0]?.value;
  } finally {
    await client.end();
  }
}

/** `look` answers undefined, or fails, as long as it is not true. @param patience real ms. @throws Error with its last words */
export async function until(what: string, look: () => Promise<unknown>, patience = 60_000): Promise<void> {
  let words = 'no answer';
  for (const end = Date.now() + patience; Date.now() < end; await wait(100)) {
    try {
      if ((await look()) !== undefined) return;
    } catch (error) {
      words = (error as Error).message;
    }
  }
  throw new Error(`It did not come true that ${what}: ${words}`);
}
