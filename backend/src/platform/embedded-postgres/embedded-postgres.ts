import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { Client } from 'pg';

import { locateBinaries } from './binaries';
import { lockDataFolder } from './data-folder-lock';
import { EmbeddedPostgresError, explainFileError } from './embedded-postgres-error';
import { EMBEDDED_SUPERUSER, initialiseCluster } from './initialise-cluster';
import { placeCluster } from './place-cluster';
import {
  findFreePort,
  readPidFile,
  removeStalePidFile,
  spawnServer,
  stopServer,
  tryQuery,
  waitUntilAnswering,
  watchProcess,
  type ServerPlace,
} from './server-process';
import { chooseSystemUser } from './system-user';

export interface EmbeddedPostgresOptions {
  /** SKEIN_DATA: the folder for the cluster (`postgres`), its password (`secrets`) and its log (`logs`) */
  dataFolder: string;
  /** name of the database to make; `skein` if not given */
  database?: string;
  /** false only for tests: nothing is flushed to the disk */
  durable?: boolean;
  maxConnections?: number;
  /** a word about what happens, for the screen: "Preparing the database" */
  onProgress?: (message: string) => void;
  /** told when the server died and was started again, or could not be */
  onUnexpectedExit?: (error: Error | undefined) => void;
}

export interface EmbeddedPostgres {
  /** the connection string with its password: never log it */
  url: string;
  /** true when a server left over from a killed Skein was taken over */
  adopted: boolean;
  pid(): number;
  /** Stops the server and gives the data folder free. */
  stop(): Promise<void>;
}

/** Ms between two tries to start a server that died: twice as long after each failure, up to the longest. */
const restartPause = { first: 500, longest: 30_000 };
/** A server that ran this many ms was healthy: the pauses begin anew. */
const HEALTHY_AFTER = 60_000;

/**
 * Starts PostgreSQL from the installed packages: as an ordinary user or, when Skein runs as root, as another user; on a
 * free loopback port with a random password. A server that survived a killed Skein is adopted, a half-made cluster is
 * made again, a server that dies, started or adopted, is started again on the same port, however long that takes.
 * @throws EmbeddedPostgresError with one sentence that says what to do
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataFolder = resolve(options.dataFolder);
  await prepareFolders(dataFolder);
  const unlock = lockDataFolder(dataFolder);
  try {
    return await start(dataFolder, options, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

async function start(
  dataFolder: string,
  options: EmbeddedPostgresOptions,
  unlock: () => void,
): Promise<EmbeddedPostgres> {
  const database = options.database ?? 'skein';
  const user = chooseSystemUser();
  const binaries = await locateBinaries(user, '/var/lib/skein/programs');
  const place: ServerPlace = {
    base: await placeCluster(dataFolder, user),
    logFile: join(dataFolder, 'logs', 'postgres.log'),
    binaries,
    user,
  };
  const passwordFile = join(dataFolder, 'secrets', 'postgres-password');
  options.onProgress?.('Preparing the database');
  const password = await initialiseCluster({ ...place, passwordFile }, binaries, user);
  const urlOf = (port: number, name: string) =>
    `postgresql://${EMBEDDED_SUPERUSER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${name}`;

  let port = await adopt(place, (found) => urlOf(found, 'postgres'));
  const adopted = port !== undefined;
  let pid = readPidFile(place)?.pid ?? 0;
  let stopping = false;
  let unwatch = (): void => undefined;

  const settings = { maxConnections: options.maxConnections ?? 120, durable: options.durable ?? true };

  async function launch(wanted: number): Promise<void> {
    const child = await spawnServer(place, { ...settings, port: wanted }, urlOf(wanted, 'postgres'));
    pid = child.pid ?? 0;
    watch(wanted);
  }

  /** Not the child's `exit` event: an adopted server is nobody's child, and both are watched the same way. */
  function watch(wanted: number): void {
    const since = Date.now();
    unwatch = watchProcess(pid, () => void restart(wanted, Date.now() - since >= HEALTHY_AFTER));
  }

  let pause = restartPause.first;
  async function restart(wanted: number, wasHealthy: boolean): Promise<void> {
    if (wasHealthy) pause = restartPause.first;
    while (!stopping) {
      try {
        dropStalePidFile(place);
        await launch(wanted);
        if (stopping) return await stopServer(pid);
        options.onUnexpectedExit?.(undefined);
        return;
      } catch (error) {
        options.onUnexpectedExit?.(error as Error);
        await wait(pause, undefined, { ref: false });
        pause = Math.min(pause * 2, restartPause.longest);
      }
    }
  }

  if (port !== undefined) watch(port);
  port ??= await launchOnFreePort(place, launch);
  await createDatabaseIfMissing(urlOf(port, 'postgres'), database).catch(async (error: unknown) => {
    // The caller ends with this error: stop the server, or nothing ever would.
    stopping = true;
    unwatch();
    if (!adopted) await stopServer(pid);
    throw error;
  });
  return {
    url: urlOf(port, database),
    adopted,
    pid: () => pid,
    async stop() {
      if (stopping) return;
      stopping = true;
      unwatch();
      await stopServer(pid);
      unlock();
    },
  };
}

async function prepareFolders(dataFolder: string): Promise<void> {
  try {
    // 0711: PostgreSQL's user must be able to pass through; what is secret has its own mode.
    await mkdir(dataFolder, { recursive: true, mode: 0o711 });
    await mkdir(join(dataFolder, 'secrets'), { recursive: true, mode: 0o700 });
    await mkdir(join(dataFolder, 'logs'), { recursive: true, mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' || (error as NodeJS.ErrnoException).code === 'ENOTDIR') {
      throw new EmbeddedPostgresError(
        'NO_PERMISSION',
        `SKEIN_DATA names ${dataFolder}, which is a file: set it to a folder.`,
        {
          cause: error,
        },
      );
    }
    throw explainFileError(error, dataFolder);
  }
}

/** Takes over a server that still runs on this cluster; undefined when there is none. */
async function adopt(place: ServerPlace, urlOf: (port: number) => string): Promise<number | undefined> {
  const found = readPidFile(place);
  if (!found) return undefined;
  removeStalePidFile(place, found);
  if (!readPidFile(place) || !found.port) return undefined;
  const error = await tryQuery(urlOf(found.port));
  if (!error) return found.port;
  // 57P03: it is starting, stopping or recovering. Anything else is a dead server's file or a stranger on its port.
  if ((error as { code?: string }).code !== '57P03') return undefined;
  return (await waitUntilAnswering(urlOf(found.port), 10_000)) ? undefined : found.port;
}

/**
 * A free port may be taken in the moment between the look and the start, and after kill -9 of everything the last
 * backends of the dead server hold its lock for about a second: both pass, so the start is tried again for 15 s.
 */
async function launchOnFreePort(place: ServerPlace, launch: (port: number) => Promise<void>): Promise<number> {
  const end = Date.now() + 15_000;
  for (;;) {
    const port = await findFreePort();
    dropStalePidFile(place);
    try {
      await launch(port);
      return port;
    } catch (error) {
      const passing =
        error instanceof EmbeddedPostgresError && error.code === 'START_FAILED' && isPassing(error.message);
      if (!passing || Date.now() > end) throw error;
      await wait(200);
    }
  }
}

function dropStalePidFile(place: ServerPlace): void {
  const left = readPidFile(place);
  if (left) removeStalePidFile(place, left);
}

const isPassing = (message: string): boolean =>
  /lock file .* already exists|could not create any TCP\/IP sockets|pre-existing shared memory block|Address already in use/i.test(
    message,
  );

async function createDatabaseIfMissing(url: string, name: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (!rowCount) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}
