import type { YoungMailbox } from '../sending/plan.types';
import { dayNumberAt, HOUR_MS, instantOfLocal, isoDayOf, localDateAt } from '@skein/template/zone-clock';

/** What is known of a mailbox's warmup where its workspace holds young mailboxes out of campaigns. */
export interface WarmupAge {
  readonly timeZone: string;
  /** Local days on which it sent warmup email, and the last of them. */
  readonly days: number;
  readonly lastDay: string | null;
  readonly needed: number;
  /** Warmup is on and nothing blocks it: further days will come by themselves. */
  readonly isWarming: boolean;
  readonly weekdaysOnly: boolean;
}

/** By then the first warmup email of a day has left, from whichever mailbox. */
const byHour = 12;

/** null for a mailbox that is old enough. Pure; @param now campaign time in milliseconds */
export function youngMailbox(age: WarmupAge, now: number): YoungMailbox | null {
  const { days, needed, timeZone } = age;
  if (days >= needed) return null;
  if (!age.isWarming) return { days, needed, until: null };
  const today = dayNumberAt(timeZone, now);
  // A day that has its email already, or none by noon, is not the next that counts.
  const isSpent =
    age.lastDay === localDateAt(timeZone, now) || instantOfLocal(timeZone, today, byHour * HOUR_MS) <= now;
  let left = needed - days;
  let day = isSpent ? today + 1 : today;
  for (; ; day += 1) {
    if (age.weekdaysOnly && isoDayOf(day) > 5) continue;
    left -= 1;
    if (left === 0) return { days, needed, until: instantOfLocal(timeZone, day, byHour * HOUR_MS) };
  }
}
