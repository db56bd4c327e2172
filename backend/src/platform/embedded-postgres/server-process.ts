import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { Client } from 'pg';

import type { PostgresBinaries } from './binaries';
import { isAlive, startTime } from './data-folder-lock';
import { explainOutput } from './embedded-postgres-error';
import { serverParameters, type ServerSettings } from './server-settings';
import type { SystemUser } from './system-user';

/** A log larger than this is set aside (one generation) at the next start. */
const MAXIMUM_LOG_BYTES = 20 * 1024 * 1024;

/** What is known about a server that was left running or died: the lines of its postmaster.pid. */
export interface PidFile {
  pid: number;
  port: number;
}

export interface ServerPlace {
  base: string;
  logFile: string;
  binaries: PostgresBinaries;
  user: SystemUser | undefined;
}

const clusterFolder = (place: { base: string }): string => join(place.base, 'cluster');

export function readPidFile(place: ServerPlace): PidFile | undefined {
  try {
    const lines = readFileSync(join(clusterFolder(place), 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    const port = Number(lines[3]);
    return Number.isInteger(pid) && pid > 0 ? { pid, port } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Removes a postmaster.pid whose process has ended, or whose process id now belongs to something that is not PostgreSQL.
 * Without this a container that starts again, with its small process ids, would be refused by PostgreSQL's own check for
 * ever, and a killed server whose end nobody has asked about yet would count as running there. Backends that outlive their
 * server are found by PostgreSQL in the shared memory, whatever the file says.
 */
export function removeStalePidFile(place: ServerPlace, found: PidFile): void {
  if (isAlive(found.pid)) {
    let command: string;
    try {
      command = readFileSync(`/proc/${found.pid}/cmdline`, 'utf8');
    } catch {
      return;
    }
    if (command.includes('postgres')) return;
  }
  rmSync(join(clusterFolder(place), 'postmaster.pid'), { force: true });
}

/**
 * Starts the server in its own session, so that Ctrl-C in the terminal reaches Skein only and Skein stops PostgreSQL
 * last. It resolves when the server answers, and fails with what the server wrote when it ends before.
 */
export async function spawnServer(place: ServerPlace, settings: ServerSettings, url: string): Promise<ChildProcess> {
  if (existsSync(place.logFile) && statSync(place.logFile).size > MAXIMUM_LOG_BYTES) {
    renameSync(place.logFile, `${place.logFile}.1`);
  }
  const log = openSync(place.logFile, 'a', 0o600);
  const logStart = statSync(place.logFile).size;
  let child: ChildProcess;
  try {
    child = spawn(place.binaries.postgres, ['-D', clusterFolder(place), ...serverParameters(settings)], {
      cwd: place.base,
      detached: true,
      env: { LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', log, log],
      ...(place.user ? { uid: place.user.uid, gid: place.user.gid } : {}),
    });
  } finally {
    closeSync(log);
  }
  const waiting = new AbortController();
  let onEnd: (error?: unknown) => void = () => undefined;
  const ended = new Promise<Error>((resolve) => {
    onEnd = (error) => {
      waiting.abort();
      resolve(
        error instanceof Error ? error : explainOutput(readFrom(place.logFile, logStart), place.base, place.logFile),
      );
    };
  });
  child.once('error', onEnd);
  child.once('exit', onEnd);
  const failure = await Promise.race([ended, waitUntilAnswering(url, 60_000, waiting.signal)]);
  // An end after this moment is the supervisor's matter.
  child.off('exit', onEnd);
  if (failure) {
    // Nobody else would ever stop it.
    if (child.pid && isAlive(child.pid)) await stopServer(child.pid);
    throw failure;
  }
  child.unref();
  return child;
}

function readFrom(file: string, start: number): string {
  try {
    return readFileSync(file).subarray(start).toString();
  } catch {
    return '';
  }
}

/** Resolves with undefined when a query is answered, or with the last error after `limit` ms or when aborted. */
export async function waitUntilAnswering(url: string, limit: number, signal?: AbortSignal): Promise<Error | undefined> {
  const end = Date.now() + limit;
  for (let pause = 10; ; pause = Math.min(pause * 2, 250)) {
    const error = await tryQuery(url);
    if (!error) return undefined;
    // A password that is refused will be refused again.
    const isRefused = (error as { code?: string }).code === '28P01';
    if (isRefused || Date.now() > end || signal?.aborted) return error;
    await wait(pause);
  }
}

/** One connection and one query; the error if it failed. */
export async function tryQuery(url: string): Promise<Error | undefined> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    application_name: 'skein-supervisor',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return undefined;
  } catch (error) {
    return error as Error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Ms between two looks at a watched process. */
const WATCH_PERIOD = 250;

/**
 * Calls `onEnd` once when the process has ended, whosever child it is: the kernel tells only a parent. A re-used id is told apart by the
 * time its process began (Linux).
 * @returns what ends the watch
 */
export function watchProcess(pid: number, onEnd: () => void): () => void {
  const begun = startTime(pid);
  const timer = setInterval(() => {
    if (isAlive(pid) && startTime(pid) === begun) return;
    clearInterval(timer);
    onEnd();
  }, WATCH_PERIOD).unref();
  return () => clearInterval(timer);
}

/** Fast shutdown (open transactions are rolled back), after 20 s an immediate one; returns when the process is gone. */
export async function stopServer(pid: number): Promise<void> {
  signal(pid, 'SIGINT');
  for (let waited = 0; isAlive(pid); waited += 20) {
    if (waited === 20_000) signal(pid, 'SIGQUIT');
    if (waited >= 30_000) return;
    await wait(20);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended between the look and the signal.
  }
}

/** A TCP port of the loopback interface that nothing uses at this moment. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
