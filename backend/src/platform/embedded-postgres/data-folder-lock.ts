import { closeSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import { EmbeddedPostgresError } from './embedded-postgres-error';

/**
 * One running Skein per data folder: a second one would stop the first one's database under it.
 * The lock file holds the process id and its start time, so that a re-used id is not mistaken for a running Skein.
 * @returns a function that gives the folder free
 * @throws EmbeddedPostgresError ALREADY_RUNNING
 */
export function lockDataFolder(folder: string): () => void {
  const file = join(folder, 'skein.lock');
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const descriptor = openSync(file, 'wx', 0o600);
      writeSync(descriptor, `${process.pid}\n${startTime(process.pid) ?? ''}\n`);
      closeSync(descriptor);
      return () => {
        try {
          if (Number(readFileSync(file, 'utf8').split('\n')[0]) === process.pid) unlinkSync(file);
        } catch {
          // Somebody removed the file already; the folder is free, which is what was wanted.
        }
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = readHolder(file);
      if (holder) {
        throw new EmbeddedPostgresError(
          'ALREADY_RUNNING',
          `Skein already runs with the data folder ${folder} (process ${holder}): stop it first, or set SKEIN_DATA to another folder.`,
        );
      }
      unlinkSync(file);
    }
  }
  throw new EmbeddedPostgresError(
    'ALREADY_RUNNING',
    `Another Skein is starting with the data folder ${folder}: wait for it.`,
  );
}

function readHolder(file: string): number | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  const [pidText = '', started = ''] = text.split('\n');
  const pid = Number(pidText);
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid || !isAlive(pid)) return undefined;
  const actual = startTime(pid);
  return started !== '' && actual !== undefined && actual !== started ? undefined : pid;
}

/**
 * True when a process with this id runs, also if it belongs to somebody else. One that has ended and that nobody has asked
 * about yet does not run: in a container without an init such an entry stays for ever.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return readStat(pid)?.[0] !== 'Z';
}

/** The kernel's start time of a process in clock ticks (Linux), undefined elsewhere. */
export const startTime = (pid: number): string | undefined => readStat(pid)?.[19];

/** The fields of /proc/<pid>/stat after the name: the state first. */
function readStat(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
