import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { Client, escapeIdentifier, escapeLiteral } from 'pg';

import { prepareDatabase } from '../db/prepare-database';
import { isAlive } from '../embedded-postgres/data-folder-lock';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../embedded-postgres/embedded-postgres';
import { stopServer } from '../embedded-postgres/server-process';

const PREFIX = 'skein-test-postgres-';

/** A file system in memory, on Linux. */
const IN_MEMORY = '/dev/shm';

/** Bytes: 2 GB for the log of transactions (max_wal_size), and as much for the databases of the files that run at one time. */
const LEAST_ROOM = 4 * 1024 ** 3;

/**
 * In memory where there is room. Each test file makes a database of a thousand files and removes it, and before ext4 makes a
 * file it steps over every one that was removed in the last minutes: a twentieth of the processor time, at times a third.
 */
function clusterParent(): string {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    if (bavail * bsize >= LEAST_ROOM && process.availableMemory() >= LEAST_ROOM) return IN_MEMORY;
  } catch {
    // There is none.
  }
  return tmpdir();
}

/** The migrated database that every test file's database is a copy of. */
export const TEMPLATE_DATABASE = 'skein_template';

/**
 * Starts the one server of a test run in a temporary folder, without flushing, migrates the template, and names it to
 * this process and its children.
 */
export async function startTestCluster(): Promise<{ server: EmbeddedPostgres; folder: string; adminUrl: string }> {
  removeAbandonedClusters();
  const folder = mkdtempSync(join(clusterParent(), PREFIX));
  await chmod(folder, 0o711);
  writeFileSync(join(folder, 'owner'), String(process.pid));
  const server = await startEmbeddedPostgres({
    dataFolder: folder,
    database: TEMPLATE_DATABASE,
    durable: false,
    maxConnections: 400,
  });
  await prepareDatabase(server.url);
  const adminUrl = withDatabase(server.url, 'postgres');
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`ALTER DATABASE ${TEMPLATE_DATABASE} IS_TEMPLATE true ALLOW_CONNECTIONS false`);
  await client.query(hashPasswordOnce(server.url));
  // The kernel copies the template's files, which takes a tenth of the time. Windows has no such call.
  if (process.platform !== 'win32') await client.query('ALTER DATABASE postgres SET file_copy_method = clone');
  await client.end();
  // Jest's workers inherit the environment, which is the only way to hand them something.
  process.env['SKEIN_TEST_POSTGRES'] = adminUrl;
  return { server, folder, adminUrl };
}

/** Tests open thousands of connections, and each would hash the password 4,096 times: it need not be hard to guess here. */
export function hashPasswordOnce(url: string): string {
  const { username, password } = new URL(url);
  const role = escapeIdentifier(decodeURIComponent(username));
  return `set scram_iterations = 1; alter role ${role} password ${escapeLiteral(decodeURIComponent(password))}`;
}

export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

/** A test run that was killed leaves its server behind: the next run ends it and removes its folder. */
function removeAbandonedClusters(): void {
  const parents = [IN_MEMORY, tmpdir()].filter((parent) => existsSync(parent));
  const folders = parents.flatMap((parent) => readdirSync(parent).map((name) => join(parent, name)));
  for (const folder of folders) {
    if (!basename(folder).startsWith(PREFIX)) continue;
    try {
      const owner = Number(readFileSync(join(folder, 'owner'), 'utf8'));
      if (isAlive(owner)) continue;
      const pidFile = join(folder, 'postgres', 'cluster', 'postmaster.pid');
      if (existsSync(pidFile)) {
        const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
        if (pid > 0 && isServerOf(pid, folder)) void stopServer(pid);
      }
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Somebody else's folder, or one that is being made or removed at this moment.
    }
  }
}

function isServerOf(pid: number, folder: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
  } catch {
    return false;
  }
}
