import { fullMailboxDays } from './bounce-rules';
import type { Verdict } from './judge-failure';

/**
 * Minutes of campaign time between the tries of an email that its server put off (4xx, greylisting, a soft bounce while sending).
 * After the last it is given up, and the lead stops with the server's words.
 */
const retryMinutes = [5, 15, 60, 240];

/** How many tries came before the last one. */
export const lastTry = retryMinutes.length - 1;

/**
 * Minutes until an email is tried again; null where it is given up. A full mailbox is tried as often as a server that puts off,
 * days apart.
 * @param attempts tries before the one that failed
 */
export function waitBeforeRetry(kind: Verdict['kind'], attempts: number): number | null {
  const wait = retryMinutes[attempts];
  if (wait === undefined) return null;
  return kind === 'LATER' ? wait : kind === 'FULL' ? fullMailboxDays * 24 * 60 : null;
}
