import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepareDatabase } from '#platform/db/prepare-database';
import { ask, until } from './ask-until';
import { databasesOn, type FaultCluster } from './fault-database';
import { copyOf, createServers, type Server } from './standby-servers';
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
  const { base, call, start, nextFolder, kill, killAll } = createServers(programs.folder);
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
      await call('pg_basebackup', copyOf(stream.port, folder));
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
