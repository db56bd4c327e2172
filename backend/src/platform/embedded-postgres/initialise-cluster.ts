import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, readdir, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { PostgresBinaries } from './binaries';
import { diskFull, EmbeddedPostgresError, explainFileError, explainOutput } from './embedded-postgres-error';
import type { SystemUser } from './system-user';

/** A new cluster is 40 MB, its first write-ahead segments 32 MB; the rest is room to work. */
const MINIMUM_FREE_BYTES = 300 * 1024 * 1024;

export interface ClusterPlace {
  /** folder that belongs to PostgreSQL's user and holds `cluster` */
  base: string;
  /** file with the superuser's password, mode 0600, read by Skein only */
  passwordFile: string;
  logFile: string;
}

/** The superuser of the embedded server; reachable with the random password only. */
export const EMBEDDED_SUPERUSER = 'skein';

/**
 * Makes the cluster if there is none. It is made under another name and renamed when it is complete, so that a start
 * that was killed in the middle leaves nothing that looks like a database; what it left is removed.
 * @returns the superuser's password
 */
export async function initialiseCluster(
  place: ClusterPlace,
  binaries: PostgresBinaries,
  user: SystemUser | undefined,
): Promise<string> {
  const cluster = join(place.base, 'cluster');
  try {
    for (const name of await readdir(place.base)) {
      if (name.startsWith('partial-')) await rm(join(place.base, name), { recursive: true, force: true });
    }
    if (existsSync(join(cluster, 'PG_VERSION'))) {
      await checkVersion(cluster, binaries.major);
      return await readPassword(place);
    }
    if (existsSync(cluster)) await rename(cluster, join(place.base, `damaged-${Date.now()}`));
    return await createCluster(place, binaries, user);
  } catch (error) {
    throw explainFileError(error, place.base);
  }
}

async function createCluster(
  place: ClusterPlace,
  binaries: PostgresBinaries,
  user: SystemUser | undefined,
): Promise<string> {
  const { bavail, bsize } = await statfs(place.base);
  if (bavail * bsize < MINIMUM_FREE_BYTES) throw diskFull(place.base);

  const password = randomBytes(24).toString('base64url');
  await writeFile(place.passwordFile, `${password}\n`, { mode: 0o600 });

  const partial = join(place.base, `partial-${process.pid}`);
  await mkdir(partial, { mode: 0o700 });
  // initdb reads the password from a file it must be able to open as its own user; it lives for half a second.
  const handover = join(partial, 'password');
  await writeFile(handover, `${password}\n`, { mode: 0o600 });
  if (user) {
    await chown(partial, user.uid, user.gid);
    await chown(handover, user.uid, user.gid);
  }
  const output = await run(
    binaries.initdb,
    [
      '--pgdata',
      join(partial, 'cluster'),
      '--username',
      EMBEDDED_SUPERUSER,
      '--pwfile',
      handover,
      '--auth',
      'scram-sha-256',
      '--encoding',
      'UTF8',
      '--locale',
      'C',
      '--locale-provider',
      'builtin',
      '--builtin-locale',
      'C.UTF-8',
      '--data-checksums',
      '--no-instructions',
    ],
    partial,
    user,
  );
  await writeFile(place.logFile, output.text, { flag: 'a', mode: 0o600 });
  // An earlier version left it readable by everybody.
  await chmod(place.logFile, 0o600);
  if (output.code !== 0) {
    await rm(partial, { recursive: true, force: true });
    throw explainOutput(output.text, place.base, place.logFile);
  }
  await rename(join(partial, 'cluster'), join(place.base, 'cluster'));
  await rm(partial, { recursive: true, force: true });
  return password;
}

async function checkVersion(cluster: string, major: number): Promise<void> {
  const found = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  if (found === String(major)) return;
  throw new EmbeddedPostgresError(
    'FOREIGN_VERSION',
    `The database in ${cluster} was made by PostgreSQL ${found}, and this Skein brings PostgreSQL ${major}: ` +
      'set SKEIN_DATA to a new folder, or run the version of Skein that made it.',
  );
}

async function readPassword(place: ClusterPlace): Promise<string> {
  const password = await readFile(place.passwordFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return '';
  });
  if (password.trim()) return password.trim();
  throw new EmbeddedPostgresError(
    'PASSWORD_LOST',
    `The password of the database in ${place.base} is missing: put ${place.passwordFile} back from your backup, or set SKEIN_DATA to a new folder.`,
  );
}

function run(
  program: string,
  parameters: string[],
  folder: string,
  user: SystemUser | undefined,
): Promise<{ code: number | null; text: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, {
      cwd: folder,
      env: { LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(user ? { uid: user.uid, gid: user.gid } : {}),
    });
    let text = '';
    const collect = (chunk: Buffer) => {
      text += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, text }));
  });
}
