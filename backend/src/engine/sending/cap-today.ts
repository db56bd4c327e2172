import { localDay } from './local-day';
import { capOn } from './mailbox-lane';
import type { MailboxRamp } from './plan.types';

/**
 * The most campaign emails that a mailbox sends on its current local day: its daily cap, or less while it starts
 * slowly. `now` in milliseconds.
 */
export const capToday = (
  { message_per_day, ramp, time_zone }: { message_per_day: number; ramp: MailboxRamp | null; time_zone: string },
  now: number,
): number => capOn({ dailyCap: message_per_day, ramp }, localDay(time_zone, now).date);
