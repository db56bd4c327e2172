import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { locateBinaries, type PostgresBinaries } from '../embedded-postgres/binaries';
import { findFreePort, spawnServer, stopServer } from '../embedded-postgres/server-process';
import { chooseSystemUser } from '../embedded-postgres/system-user';

/** A server as an operator's: nothing of ours is on it, and the product's user is the documented one. */
export interface OwnedServer {
  /** the server's own version, "15.18" */
  version: string;
  /** connects as the superuser */
  adminUrl: string;
  /** Makes a database that belongs to a user with LOGIN and CREATEROLE and nothing else. @returns how that user connects to it */
  makeDatabase(name: string, owner?: string): Promise<string>;
  stop(): Promise<void>;
}

/** The oldest version that the product supports, as Debian packages it. */
const oldest = '/usr/lib/postgresql/15/bin';

async function findBinaries(major: 15 | 18): Promise<PostgresBinaries> {
  if (major === 18) return locateBinaries(chooseSystemUser(), '/var/lib/skein/programs');
  if (!existsSync(join(oldest, 'postgres')))
    throw new Error(`This test needs PostgreSQL 15 in ${oldest}: "npm test" installs it on Debian (postgresql-15).`);
  return { initdb: join(oldest, 'initdb'), postgres: join(oldest, 'postgres'), major };
}

/** Starts a PostgreSQL of this version on a temporary folder, without flushing. */
export async function startOwnedServer(major: 15 | 18): Promise<OwnedServer> {
  const binaries = await findBinaries(major);
  const user = chooseSystemUser();
  const base = mkdtempSync(join(tmpdir(), `skein-postgres-${major}-`));
  if (user) chownSync(base, user.uid, user.gid);
  await chmod(base, 0o711);
  const made = spawnSync(
    binaries.initdb,
    [
      '--pgdata',
      join(base, 'cluster'),
      '--username',
      'postgres',
      '--auth',
      'trust',
      '--encoding',
      'UTF8',
      '--locale',
      'C',
    ],
    { cwd: base, encoding: 'utf8', env: { LC_ALL: 'C' }, ...(user ? { uid: user.uid, gid: user.gid } : {}) },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  mkdirSync(join(base, 'logs'));
  const port = await findFreePort();
  const urlOf = (name: string, database: string) => `postgresql://${name}@127.0.0.1:${port}/${database}`;
  const adminUrl = urlOf('postgres', 'postgres');
  const server = await spawnServer(
    { base, logFile: join(base, 'logs', 'postgres.log'), binaries, user },
    { port, maxConnections: 40, durable: false },
    adminUrl,
  );
  const admin = new Client({ connectionString: adminUrl });
  admin.on('error', () => undefined);
  await admin.connect();
  const { rows } = await admin.query<{ server_version: string }>('show server_version');
  return {
    version: rows[0]?.server_version ?? '',
    adminUrl,
    async makeDatabase(name, owner = 'product') {
      const found = await admin.query('select from pg_roles where rolname = $1', [owner]);
      if (found.rowCount === 0) await admin.query(`create role ${owner} login createrole`);
      await admin.query(`create database ${name} owner ${owner}`);
      return urlOf(owner, name);
    },
    async stop() {
      await admin.end();
      await stopServer(server.pid as number);
      rmSync(base, { recursive: true, force: true });
    },
  };
}
