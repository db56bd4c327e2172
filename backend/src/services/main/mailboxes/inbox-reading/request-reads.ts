import type { MailboxId } from '@skein/contracts/ids';
import { createBatcher } from '#platform/db/batcher';
import type { Database } from '#platform/db/database';
import { inboxesOfReplies, recordMissedReads, requestReads } from './inbox-reading.store';
import { readReports } from './read-channels';

/**
 * Has these inboxes read now, by whatever process is connected to them.
 * @param patience real milliseconds to wait at most
 * @returns those that were not read in time
 */
export type ReadInboxes = (mailboxIds: readonly MailboxId[], patience: number) => Promise<number[]>;

/**
 * Has the inboxes read that could hold a reply to an outbound email.
 * @param wait `milliseconds` of real time at most; where it `counts`, a wait in vain keeps further follow-ups that need
 * these inboxes from being planned until they are read
 * @returns whether all were read
 */
export async function readInboxesOfReplies(
  deps: { db: Database; readInboxes: ReadInboxes },
  intentId: string,
  wait: { milliseconds: number; counts: boolean },
): Promise<boolean> {
  const unread = await deps.readInboxes(await inboxesOfReplies(deps.db, intentId), wait.milliseconds);
  if (unread.length > 0 && wait.counts) await recordMissedReads(deps.db, unread);
  return unread.length === 0;
}

/** Real milliseconds: a request is repeated, because it is lost on a mailbox that is just being connected. */
const repeatEvery = 1_000;
/** A mailbox that no process is connected to is taken up within a second or not soon. */
const patienceWithoutReader = 1_500;

/** Requests over the database's notifications, answered by `startInboxSync`. */
export function createReadRequests(db: Database, log: { error: (fields: object, text: string) => void }): ReadInboxes {
  const waiting = new Map<number, Set<() => void>>();
  let listening: Promise<unknown> | undefined;
  const listen = () =>
    (listening ??= db
      .listen(readReports, (ids) => {
        for (const id of ids.split(',')) for (const wake of waiting.get(Number(id)) ?? []) wake();
      })
      .catch((error: Error) => {
        listening = undefined;
        log.error({ error }, 'reports of inboxes that were read cannot be heard');
      }));
  const ask = async (mailboxIds: MailboxId[]): Promise<boolean[]> => {
    const connected = await requestReads(db, [...new Set(mailboxIds)]);
    return mailboxIds.map((id) => connected.has(id));
  };
  const request = createBatcher<number, boolean>({
    most: 200,
    together: ask,
    alone: async (id) => (await ask([id]))[0] as boolean,
  });

  async function readOne(mailboxId: MailboxId, patience: number): Promise<boolean> {
    const begun = performance.now();
    let isRead = false;
    let wake: () => void = () => undefined;
    const onRead = () => {
      isRead = true;
      wake();
    };
    const others = waiting.get(mailboxId) ?? new Set();
    waiting.set(mailboxId, others.add(onRead));
    try {
      for (;;) {
        const hasReader = await request(mailboxId);
        const left = Math.min(patience, hasReader ? patience : patienceWithoutReader) - (performance.now() - begun);
        if (isRead || left <= 0) return isRead;
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, Math.min(left, repeatEvery));
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        if (isRead) return true;
      }
    } finally {
      others.delete(onRead);
      if (others.size === 0 && waiting.get(mailboxId) === others) waiting.delete(mailboxId);
    }
  }

  return async (mailboxIds, patience) => {
    await listen();
    const reads = await Promise.all(mailboxIds.map((id) => readOne(id, patience)));
    return mailboxIds.filter((_, index) => !reads[index]);
  };
}
