import { dateFormat } from '@skein/ui/date-format';
import { timeOfDay } from '@skein/ui/instant';

const dayOf = (at: Date, timeZone: string) =>
  dateFormat('en-GB', { timeZone, day: 'numeric', month: 'short' }).format(at);

/** When a reply came: the time of today, else the day. */
export function instantText(iso: string, now: Date, timeZone: string): string {
  const day = dayOf(new Date(iso), timeZone);
  return day === dayOf(now, timeZone) ? timeOfDay(iso, timeZone) : day;
}
