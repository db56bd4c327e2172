import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import { EmbeddedPostgresError } from './embedded-postgres-error';

/** The user PostgreSQL runs as when Skein itself runs as root, which PostgreSQL refuses. */
export interface SystemUser {
  name: string;
  uid: number;
  gid: number;
}

/**
 * The user to drop to, or undefined when the process is an ordinary user already (or on Windows).
 * initdb needs an entry in the list of users, so a made-up id would not do.
 */
export function chooseSystemUser(passwd = '/etc/passwd'): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync(passwd, 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid = '', gid = '']) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter((user) => user.name && user.uid > 0 && user.gid > 0);
  const chosen =
    users.find((user) => user.name === 'postgres') ?? users.find((user) => user.name === 'nobody') ?? users[0];
  if (!chosen) {
    throw new EmbeddedPostgresError(
      'NO_PERMISSION',
      'PostgreSQL does not run as root, and there is no other user on this machine: start Skein as an ordinary user.',
    );
  }
  return chosen;
}

/** True when the user may enter every folder on the way to the path and read the path itself (mode bits only). */
export function canReach(path: string, user: SystemUser): boolean {
  try {
    let current = realpathSync(path);
    if (!allows(current, user, 0o4)) return false;
    while (dirname(current) !== current) {
      current = dirname(current);
      if (!allows(current, user, 0o1)) return false;
    }
    return true;
  } catch {
    return false;
  }
}

/** True when the user may enter the folder and every folder above it. */
export function canEnter(folder: string, user: SystemUser): boolean {
  try {
    for (let current = realpathSync(folder); ; current = dirname(current)) {
      if (!allows(current, user, 0o1)) return false;
      if (dirname(current) === current) return true;
    }
  } catch {
    return false;
  }
}

function allows(path: string, user: SystemUser, bit: number): boolean {
  const { mode, uid, gid } = statSync(path);
  if (uid === user.uid) return (mode & (bit << 6)) !== 0;
  if (gid === user.gid) return (mode & (bit << 3)) !== 0;
  return (mode & bit) !== 0;
}
