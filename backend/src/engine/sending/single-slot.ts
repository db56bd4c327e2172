/** When an email that belongs to no campaign leaves: the next free moment of its mailbox, by the mailbox's own limits. */
import { earliestWithGap } from './time-between-emails';
import { localDay } from './local-day';
import { restsAt, slowed } from './mailbox-lane';
import { capOn } from './slow-start';
import type { Instant, MailboxSnapshot } from './plan.types';
import { DAY_MS, MINUTE_MS } from '@skein/template/zone-clock';

/** So long an email of no campaign waits for its mailbox; an email that comes days late is worse than none. */
export const singleWaits = 3 * DAY_MS;

/** What of a mailbox decides it. */
export interface SingleMailbox extends Pick<
  MailboxSnapshot,
  'timeZone' | 'dailyCap' | 'ramp' | 'bounceHold' | 'restingUntil' | 'minimumGapMinutes' | 'lastSendAt'
> {
  /** Emails that count against its limits since 24 hours ago and from now on, sent and reserved, ascending. */
  readonly counted: readonly Instant[];
  /** Emails that are reserved or on their way, ascending, without the one that is asked for. */
  readonly open: readonly Instant[];
}

/**
 * The first instant from `from` on, and before `until`, that keeps the gap, the limit of the local day and the one of
 * 24 hours; null when there is none. What is reserved already keeps its place.
 */
export function singleSlot(mailbox: SingleMailbox, from: Instant, until: Instant): Instant | null {
  const { counted, timeZone } = mailbox;
  const gap = mailbox.minimumGapMinutes * MINUTE_MS;
  const spaced = (at: Instant) => earliestWithGap(at, gap, mailbox.lastSendAt, mailbox.open);
  const rest = restsAt(mailbox, from) ? (mailbox.bounceHold?.until ?? from) : from;
  let at = spaced(Math.max(from, rest, mailbox.restingUntil ?? from));
  while (at < until) {
    const day = localDay(timeZone, at);
    const [start, end] = [day.start.getTime(), day.end.getTime()];
    const cap = slowed(capOn(mailbox, day.date), mailbox.bounceHold, at);
    const isFull = counted.filter((other) => other >= start && other < end).length >= cap;
    const before = counted.filter((other) => other > at - DAY_MS && other <= at);
    const oldest = before.at(-cap);
    if (isFull) at = spaced(end);
    else if (before.length >= cap && oldest !== undefined) at = spaced(oldest + DAY_MS);
    else return at;
  }
  return null;
}
