import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../db/database';
import { sealOptOuts, type JournaledSend } from './journal-lines';
import { ensurePlace, writePlace } from './journal-place';
import { drainOptOuts, noteWriter, takeOverPlace } from './journal.store';
import { createLineWriter, type LineWriter } from './line-writer';

/**
 * What a restored database has to know, outside the database: which emails were about to be accepted, and who opted out
 * (docs/decisions/22-journal-outside-the-database.md).
 */
export interface Journal {
  /** Before the final dot. @throws Error when it may not be on the disk: the email must not leave then */
  noteSend(send: Omit<JournaledSend, 'writtenAt'>): Promise<void>;
  /** Puts every committed opt-out on the disk, as far as this process can; never throws. */
  writeOptOuts(): Promise<void>;
  stop(): Promise<void>;
}

interface JournalOptions {
  folder: string;
  database: Database;
  /** Seals addresses; of the master key's root. */
  key: Uint8Array;
  log: { error: (fields: object, text: string) => void; warn: (fields: object, text: string) => void };
}

const channel = 'skein_opt_outs';
const mostAtOnce = 1_000;
/** Real milliseconds between two looks for opt-outs that no notification told of. */
const lookEvery = 1_000;
/** Real milliseconds between two signs that this process writes here. */
const signEvery = 15_000;
/** Days after which a sent email is of no use to a restore. */
const keptDays = 60;

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** Opens the journal of this process. The database knows of it when this answers, so that no email leaves before that. */
export async function openJournal(options: JournalOptions): Promise<Journal> {
  const { folder, database, key, log } = options;
  let files = openFiles(folder, ensurePlace(folder));
  let isMine = false;
  let isSplitNoted = false;
  let draining: Promise<void> | null = null;

  let signedAt = 0;

  async function sign(): Promise<void> {
    signedAt = performance.now();
    const next = randomUUID();
    if (await takeOverPlace(database, ensurePlace(folder), next)) {
      writePlace(folder, next);
      log.warn({ folder }, 'the journal is written in a new place: backups made before cannot use it');
    }
    const place = ensurePlace(folder);
    if (place !== files.place) {
      const old = files;
      files = openFiles(folder, place);
      isSplitNoted = false;
      await old.close();
    }
    const row = await noteWriter(database, place);
    isMine = row?.place === place;
    if (isMine && row?.isSplit && !isSplitNoted) {
      await files.optOuts.write({ isSplit: true });
      isSplitNoted = true;
      log.error({ folder }, 'another process writes its journal elsewhere: set JOURNAL_FOLDER to one folder for all');
    }
  }

  async function drain(): Promise<void> {
    // An operator may have made this place the journal's a moment ago.
    if (!isMine && performance.now() - signedAt > lookEvery) await sign();
    const { place, optOuts } = files;
    const write = (entries: Parameters<typeof sealOptOuts>[1]) => optOuts.write(sealOptOuts(key, entries, Date.now()));
    while (isMine && (await drainOptOuts(database, { place, most: mostAtOnce }, write)) === mostAtOnce);
  }

  const writeOptOuts = async (): Promise<void> => {
    // A caller that arrives during a round can have committed after its read, so it waits for the next round.
    await draining;
    draining ??= drain()
      .catch((error: Error) => log.error({ error, folder }, 'opt-outs could not be written to the journal'))
      .finally(() => {
        draining = null;
      });
    await draining;
  };

  await sign();
  await writeOptOuts();
  await forgetOld(folder, files.place);
  const stopListening = await database.listen(channel, () => void writeOptOuts());
  const looking = setInterval(() => void writeOptOuts(), lookEvery);
  const signing = setInterval(
    () => void sign().catch((error: Error) => log.error({ error, folder }, 'the journal could not be signed')),
    signEvery,
  );
  let stopping: Promise<void> | null = null;
  async function stop(): Promise<void> {
    clearInterval(looking);
    clearInterval(signing);
    await stopListening();
    await writeOptOuts();
    await files.close();
  }
  return {
    noteSend: (send) => files.sends.write({ send: { ...send, writtenAt: Date.now() } }),
    writeOptOuts,
    stop: () => (stopping ??= stop()),
  };
}

/** The files of one process in one place: a file of sent emails for each day, so that old ones can go. */
function openFiles(folder: string, place: string) {
  const nameOf = (kind: string) => join(folder, place, `${kind}-${dayOf(Date.now())}-${randomUUID()}.ndjson`);
  const optOuts = createLineWriter(() => nameOf('opt-outs'));
  let day = dayOf(Date.now());
  let sends: LineWriter = createLineWriter(() => nameOf('sends'));
  return {
    place,
    optOuts,
    get sends(): LineWriter {
      if (day !== dayOf(Date.now())) {
        day = dayOf(Date.now());
        const old = sends;
        sends = createLineWriter(() => nameOf('sends'));
        void old.close();
      }
      return sends;
    },
    close: async () => {
      await Promise.all([optOuts.close(), sends.close()]);
    },
  };
}

/** Emails of long ago; opt-outs stay. */
async function forgetOld(folder: string, place: string): Promise<void> {
  const oldest = dayOf(Date.now() - keptDays * 24 * 3_600_000);
  const here = join(folder, place);
  for (const name of await readdir(here).catch((): string[] => [])) {
    const day = /^sends-(\d{4}-\d\d-\d\d)-/.exec(name)?.[1];
    if (day !== undefined && day < oldest) await rm(join(here, name), { force: true });
  }
}
