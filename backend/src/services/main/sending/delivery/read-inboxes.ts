import { readInboxesOfReplies, type ReadInboxes } from '#mailboxes/mailboxes.api';
import type { Database } from '#platform/db/database';
import type { ClaimedIntent } from './lane.store';
import type { StandDown } from './submit.store';

export interface ReadInboxesDeps {
  db: Database;
  /** Has the inboxes read that could hold a reply: a follow-up is sent only after that. */
  readInboxes: ReadInboxes;
}

/**
 * A wait for inboxes, in real milliseconds; one that `counts` and was in vain keeps further follow-ups from being
 * planned until the inbox is read.
 */
export interface Patience {
  milliseconds: number;
  counts: boolean;
}

/**
 * Asks whether an email may be sent and, while nothing but an unread inbox is in the way, has the inboxes read and asks again. A read is
 * outdated after a second and a half, so on a slow connection this takes more than one.
 */
export async function withInboxesRead<Answer>(
  deps: ReadInboxesDeps,
  claim: ClaimedIntent,
  patience: Patience,
  ask: () => Promise<Answer | StandDown>,
): Promise<Answer | StandDown> {
  const end = performance.now() + patience.milliseconds;
  let answer = await ask();
  while (answer === 'INBOX_NOT_READ' && performance.now() < end) {
    const wait = { milliseconds: end - performance.now(), counts: patience.counts };
    if (!(await readInboxesOfReplies(deps, claim.intentId, wait))) return answer;
    answer = await ask();
  }
  return answer;
}
