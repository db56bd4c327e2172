import { DateTime } from 'luxon';

export interface WeeklyTime {
  /** 1 is Monday. */
  weekday: number;
  hour: number;
  time_zone: string;
}

/**
 * The first moment after `after` (milliseconds) that the schedule names. An hour that a change of clocks leaves out is the one after it.
 */
export function nextTime({ weekday, hour, time_zone }: WeeklyTime, after: number): Date {
  const start = DateTime.fromMillis(after, { zone: time_zone }).startOf('day');
  const days = (weekday - start.weekday + 7) % 7;
  for (const more of [days, days + 7]) {
    const at = start.plus({ days: more }).set({ hour });
    if (at.toMillis() > after) return at.toJSDate();
  }
  return start
    .plus({ days: days + 14 })
    .set({ hour })
    .toJSDate();
}

/** The seven whole days before the day of `at`. */
export function weekBefore(at: number, timeZone: string): { from: string; to: string } {
  const today = DateTime.fromMillis(at, { zone: timeZone }).startOf('day');
  const text = (days: number) => today.minus({ days }).toISODate() as string;
  return { from: text(7), to: text(1) };
}
