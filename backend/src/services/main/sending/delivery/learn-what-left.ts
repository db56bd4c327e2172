import type { Database } from '#platform/db/database';
import { readJournal, type FoundJournal } from '#platform/journal/read-journal';
import { holdRestored, restoreOptOuts } from '#lifecycle/lifecycle.api';
import { findProven } from './reconcile.store';
import { doubtWaiting, reconcileSent, type ReconcileDeps, type Reconciled } from './reconcile-sent';

/** Where the journal lies, and what opens it. */
interface JournalToRead {
  folder: string;
  key: Uint8Array;
}

/** What was learned of the time since the database was copied. */
export interface Learned extends Reconciled {
  /** Why the journal does not tell what happened; null where it does. */
  journalProblem: { why: string; isSpoilt: boolean } | null;
  /** Opt-outs and blocks that the database did not know. */
  optOuts: number;
}

/**
 * Brings a restored or copied database up to date with what happened since: opt-outs from the journal, emails from the
 * Sent folders and the journal. Doing it twice changes nothing.
 */
export async function learnWhatLeft(deps: Omit<ReconcileDeps, 'sends'>, journal: JournalToRead): Promise<Learned> {
  const found = await readJournal(journal, deps.db);
  const optOuts = found.content ? await restoreOptOuts(deps.db, found.content.optOuts, new Date(deps.now())) : 0;
  const reconciled = await reconcileSent({ ...deps, sends: found.content?.sends });
  return { ...reconciled, optOuts, journalProblem: problemOf(found) };
}

const problemOf = (found: FoundJournal): Learned['journalProblem'] =>
  found.content ? null : { why: found.why, isSpoilt: found.isSpoilt };

/**
 * Without the journal nobody knows who opted out, and where the provider files nothing by itself nobody knows what
 * left: such leads wait for a person, and emails of people that were due are unconfirmed.
 */
export async function holdWhatIsUnknown(
  deps: ReconcileDeps,
  { unread }: Pick<Learned, 'unread'>,
): Promise<{ held: number; unconfirmed: number }> {
  const proven = await provenMailboxes(deps.db, unread);
  const unconfirmed = await doubtWaiting(deps, new Set(proven));
  return { held: await holdRestored(deps.db, proven), unconfirmed };
}

/** Mailboxes that were read and whose provider files what is submitted. */
async function provenMailboxes(db: Database, unread: Learned['unread']): Promise<number[]> {
  const failed = new Set(unread.map((mailbox) => mailbox.id));
  return (await db.systemSql((sql) => findProven(sql))).filter((id) => !failed.has(id));
}
