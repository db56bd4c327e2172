import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Database } from '../db/database';
import { openOptOuts, readLine, type JournaledOptOut, type JournaledSend } from './journal-lines';
import { readPlace } from './journal-place';
import { readJournalRow } from './journal.store';

/** What the journal tells of the time since the database was copied. */
export interface JournalContent {
  /** Emails that may have been accepted, by Message-ID. */
  sends: Map<string, JournaledSend>;
  /** The last word on each entry of a block list. */
  optOuts: JournaledOptOut[];
}

/** The journal as a restored database finds it: null with a reason where it does not hold everything. */
export type FoundJournal =
  | { content: JournalContent }
  /** Spoilt: it must be begun anew, because what is in it stays wrong. */
  | { content: null; why: string; isSpoilt: boolean };

const missing = (why: string): FoundJournal => ({ content: null, why, isSpoilt: false });
const spoilt = (why: string): FoundJournal => ({ content: null, why, isSpoilt: true });

/** Milliseconds by which the clocks of the database and of whoever wrote may differ. */
const margin = 60_000;

/**
 * Reads the journal that the database names. It counts only when it is this database's, when nobody wrote elsewhere,
 * and when every line can be read: a process that died may leave half a line at the end of its file, which is of an
 * email that did not leave. Emails of the time that the database covers are left out.
 */
export async function readJournal(
  { folder, key }: { folder: string; key: Uint8Array },
  database: Database,
): Promise<FoundJournal> {
  const place = readPlace(folder);
  if (place === undefined) return missing(`There is no journal in ${folder}.`);
  const row = await readJournalRow(database);
  if (row === null) return missing('The database is of a time before the journal.');
  if (row.place !== place)
    return missing(`The journal in ${folder} was begun after the backup, or is another database's.`);
  const split = 'Several places were written at once: no journal holds everything.';
  if (row.isSplit) return spoilt(split);
  const since = row.writtenAt.getTime() - margin;
  const sends = new Map<string, JournaledSend>();
  const changes: { at: number; entries: JournaledOptOut[] }[] = [];
  const here = join(folder, place);
  for (const name of (await readdir(here).catch((): string[] => [])).filter((each) => each.endsWith('.ndjson'))) {
    let torn = false;
    for await (const text of createInterface({ input: createReadStream(join(here, name)), crlfDelay: Infinity })) {
      if (torn) return spoilt(`${join(here, name)} is damaged.`);
      const line = readLine(text);
      if (line === null) torn = true;
      else if ('isSplit' in line) return spoilt(split);
      else if ('send' in line) {
        if (line.send.writtenAt >= since) sends.set(line.send.messageId, line.send);
      } else
        try {
          changes.push({ at: line.at, entries: openOptOuts(key, line.optOuts) });
        } catch {
          return spoilt(`${join(here, name)} was sealed with another master key, or is damaged.`);
        }
    }
  }
  return { content: { sends, optOuts: lastWords(changes) } };
}

/** An entry that was added and taken off again is off, whichever process wrote it down. */
function lastWords(changes: { at: number; entries: JournaledOptOut[] }[]): JournaledOptOut[] {
  const last = new Map<string, JournaledOptOut>();
  for (const { entries } of changes.sort((one, other) => one.at - other.at))
    for (const entry of [...entries].sort((one, other) => Number(BigInt(one.id) - BigInt(other.id)))) {
      const name = JSON.stringify([entry.workspaceId, entry.clientScope, entry.kind, entry.value]);
      last.delete(name);
      last.set(name, entry);
    }
  return [...last.values()];
}
