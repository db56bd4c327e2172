import { DAY_MS } from '@skein/template/zone-clock';
import { localDay } from './local-day';
import type { LocalDate, MailboxRamp } from './plan.types';

/**
 * The most campaign emails that a mailbox sends on a date: its daily cap, or less while it starts slowly. A new mailbox sends fewer:
 * it begins with `slowStart` of constants.ts; its ramp says with how many it began, on which day, and how many more each day allows.
 */
export function capOn(
  mailbox: { readonly dailyCap: number; readonly ramp: MailboxRamp | null },
  date: LocalDate,
): number {
  if (mailbox.ramp === null) return mailbox.dailyCap;
  const days = Math.max(0, Math.round((Date.parse(date) - Date.parse(mailbox.ramp.from)) / DAY_MS));
  return Math.min(mailbox.dailyCap, mailbox.ramp.start + days * mailbox.ramp.increase);
}

/** The same on its current local day. `now` in milliseconds. */
export const capToday = (
  { message_per_day, ramp, time_zone }: { message_per_day: number; ramp: MailboxRamp | null; time_zone: string },
  now: number,
): number => capOn({ dailyCap: message_per_day, ramp }, localDay(time_zone, now).date);
