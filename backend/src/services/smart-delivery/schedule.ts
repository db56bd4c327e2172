import { DAY_MS, dayNumberAt, instantOfLocal, offsetAt } from '@skein/template/zone-clock';
import { Cron } from 'croner';
import { SkeinError } from '#platform/http/skein-error';

/** When an automatic test runs. */
export interface Schedule {
  every_days: number | null;
  cron: string | null;
  time_zone: string;
  starts_at: Date | null;
  ends_at: Date | null;
}

const hour = 3_600_000;

/** The next run after a moment; null when the schedule has ended, or the test has none. */
export function nextRun(schedule: Schedule, after: Date): Date | null {
  const { every_days: days, cron, time_zone: zone, ends_at: end } = schedule;
  const next = cron !== null ? new Cron(cron, { timezone: zone }).nextRun(after) : null;
  const at = cron !== null ? next : days === null ? null : daysLater(days, zone, after);
  return at !== null && (end === null || at <= end) ? at : null;
}

/** The run after one that was due, the first behind a moment: counted on from the time it was due, however late it began. */
export function nextRunAfter(schedule: Schedule, due: Date, now: Date): Date | null {
  // A cron expression names its times itself.
  if (schedule.cron !== null) return nextRun(schedule, now);
  let next = nextRun(schedule, due);
  while (next !== null && next <= now) next = nextRun(schedule, next);
  return next;
}

/** At the same local time, also over a change of the clocks. */
function daysLater(days: number, zone: string, after: Date): Date {
  const time = after.getTime();
  const day = dayNumberAt(zone, time);
  return new Date(instantOfLocal(zone, day + days, time + offsetAt(zone, time) - day * DAY_MS));
}

/** @throws SkeinError VALIDATION naming the field of a schedule that cannot be kept */
export function requireSchedule(schedule: Schedule, now: Date): void {
  const refuse = (field: string, text: string, message: string) => {
    throw new SkeinError('VALIDATION', text, [{ field, message }]);
  };
  if (schedule.cron === null && schedule.every_days === null)
    refuse('every_days', 'every_days or cron says how often an automatic test runs.', 'is needed');
  if (schedule.cron !== null && schedule.every_days !== null)
    refuse('cron', 'A test repeats by every_days or by cron, not by both.', 'is given next to every_days');
  if (schedule.cron !== null) {
    if (schedule.cron.split(/\s+/).length !== 5)
      refuse('cron', 'A cron schedule has five fields, as in "0 9 * * 2,4".', 'needs five fields');
    let runs: Date[] = [];
    try {
      runs = new Cron(schedule.cron, { timezone: schedule.time_zone }).nextRuns(50, now);
    } catch {
      refuse('cron', 'This cron schedule cannot be read. An example: "0 9 * * 2,4".', 'cannot be read');
    }
    if (runs.length === 0) refuse('cron', 'This cron schedule never comes.', 'never comes');
    if (runs.some((run, index) => index > 0 && run.getTime() - (runs[index - 1] as Date).getTime() < hour))
      refuse('cron', 'A test runs at most once an hour.', 'runs more than once an hour');
  }
  if (schedule.ends_at !== null && schedule.ends_at <= (schedule.starts_at ?? now))
    refuse('ends_at', 'The end of the schedule lies before its first run.', 'lies before the first run');
}
