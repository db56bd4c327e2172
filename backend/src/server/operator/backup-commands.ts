import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { backUp, backUpInto, restore } from '#platform/backup/back-up';
import type { PlatformEnvironment } from '#platform/env/env';
import { openFiles } from '#platform/storage/open-files';
import { reachDatabase } from './reach-database';

export const backupUsage = `npm run backup -- FOLDER                everything but the master key, as of one moment, while Skein runs; into a new folder
npm run backup -- --into FOLDER --keep 14
                                        the same into a folder of backups, of which the newest 14 are kept: for a schedule
npm run restore -- FOLDER               puts a backup in place of everything; Skein must be stopped`;

/** How many backups are kept when nobody says. */
const KEEP = 14;

/** @throws Error in one sentence */
export async function runBackup(
  environment: PlatformEnvironment,
  given: string[],
  say: (text: string) => void,
): Promise<void> {
  const { values, positionals } = parseArgs({
    args: given,
    allowPositionals: true,
    options: { into: { type: 'string' }, keep: { type: 'string' } },
  });
  const keep = Number(values.keep ?? KEEP);
  if (!Number.isInteger(keep) || keep < 1) throw new Error(`--keep is "${values.keep}": a whole number from 1 on.`);
  const [folder] = positionals;
  if ((folder === undefined) === (values.into === undefined)) throw new Error(backupUsage);
  await withDatabase(environment, async (url) => {
    const source = { url, files: openFiles(environment) };
    if (folder !== undefined) {
      const { tables, rows, files } = await backUp(source, resolve(folder));
      return say(`${tables} tables with ${rows} rows and ${files} files are in ${resolve(folder)}. ${KEY_WARNING}`);
    }
    const made = await backUpInto(source, resolve(values.into as string), keep);
    say(
      `${made.tables} tables with ${made.rows} rows and ${made.files} files are in ${made.folder}` +
        `${made.deleted.length > 0 ? `; ${made.deleted.length} older ones were deleted` : ''}. ${KEY_WARNING}`,
    );
  });
}

const KEY_WARNING = "Keep the master key apart from it: without the key no one can open the mailboxes' passwords.";

/** @throws RestoreError */
export async function runRestore(
  environment: PlatformEnvironment,
  given: string[],
  say: (text: string) => void,
): Promise<void> {
  const [folder] = given;
  if (folder === undefined) throw new Error(backupUsage);
  await withDatabase(environment, async (url) => {
    const { madeAt, files } = await restore({ url, files: openFiles(environment) }, resolve(folder));
    say(
      `The state of ${madeAt} is back, with ${files} files. Sending is paused: start Skein, make sure that no other copy of it runs, then run "npm run operator -- confirm-instance".`,
    );
  });
}

async function withDatabase(environment: PlatformEnvironment, work: (url: string) => Promise<void>): Promise<void> {
  const server = await reachDatabase(environment);
  try {
    await work(server.url);
  } finally {
    await server.close();
  }
}
