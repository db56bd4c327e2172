/** How long a schedule is open in an ordinary week, for the launch gate and the setup form. */
import { parseLocalTime } from './calendar';
import type { Schedule } from './plan.types';
import { MINUTE_MS } from '@skein/template/zone-clock';

const WEEK_MINUTES = 7 * 24 * 60;

/** Minutes a week; overlapping windows count once, windows over midnight run into the next day. */
export function openMinutesPerWeek(schedule: Schedule): number {
  const open = new Uint8Array(WEEK_MINUTES);
  for (const window of schedule.windows) {
    const from = parseLocalTime(window.start) / MINUTE_MS;
    const to = parseLocalTime(window.end) / MINUTE_MS;
    const length = (to - from + 24 * 60) % (24 * 60) || (to > from ? 24 * 60 : 0);
    for (const day of window.days) {
      for (let minute = 0; minute < length; minute += 1) open[((day - 1) * 24 * 60 + from + minute) % WEEK_MINUTES] = 1;
    }
  }
  return open.reduce((sum, minute) => sum + minute, 0);
}
