import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from './data-folder-lock';
import { EMBEDDED_SUPERUSER } from './initialise-cluster';

/**
 * The connection string of the embedded server that a running Skein has started on this data folder, or null.
 * For what an operator does beside the running product. It holds the password: never log it.
 */
export function findRunningServer(dataFolder: string, database = 'skein'): string | null {
  const pidFile = join(dataFolder, 'postgres', 'cluster', 'postmaster.pid');
  const passwordFile = join(dataFolder, 'secrets', 'postgres-password');
  if (!existsSync(pidFile) || !existsSync(passwordFile)) return null;
  const lines = readFileSync(pidFile, 'utf8').split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!(pid > 0) || !(port > 0) || !isAlive(pid)) return null;
  return `postgresql://${EMBEDDED_SUPERUSER}:${encodeURIComponent(readFileSync(passwordFile, 'utf8').trim())}@127.0.0.1:${port}/${database}`;
}
