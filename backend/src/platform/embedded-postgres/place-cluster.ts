import { randomUUID } from 'node:crypto';
import { existsSync, lstatSync } from 'node:fs';
import { chmod, chown, mkdir, realpath, symlink } from 'node:fs/promises';
import { join } from 'node:path';

import { explainFileError } from './embedded-postgres-error';
import { canEnter, type SystemUser } from './system-user';

/** Where root keeps the database when PostgreSQL's user cannot enter the data folder. */
const OUTSIDE_FOLDER = '/var/lib/skein';

/**
 * Makes the folder `postgres` in the data folder and gives it to PostgreSQL's user.
 * Deliberate: when Skein runs as root with data below a closed folder such as /root, PostgreSQL's own user could never
 * enter it. Opening root's home would be wrong, so the database then lies in /var/lib/skein/<random> and the data folder
 * holds a symbolic link to it.
 * @returns the real path of the folder
 */
export async function placeCluster(dataFolder: string, user: SystemUser | undefined): Promise<string> {
  const folder = join(dataFolder, 'postgres');
  try {
    if (!isThere(folder)) {
      if (!user || canEnter(dataFolder, user)) {
        await mkdir(folder, { mode: 0o700 });
      } else {
        const outside = join(OUTSIDE_FOLDER, randomUUID());
        await mkdir(outside, { recursive: true, mode: 0o755 });
        await symlink(outside, folder);
      }
    }
    const place = await realpath(folder).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT' || !lstatSync(folder).isSymbolicLink()) throw error;
      throw Object.assign(new Error(`The database folder that ${folder} points to is gone.`), { code: 'ENOENT' });
    });
    if (user) await chown(place, user.uid, user.gid);
    await chmod(place, 0o700);
    return place;
  } catch (error) {
    throw explainFileError(error, folder);
  }
}

function isThere(path: string): boolean {
  if (existsSync(path)) return true;
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
