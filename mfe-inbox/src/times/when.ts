import { dateFormat } from '@skein/ui/date-format';
import { dayOfInstant, timeOfDay } from '@skein/ui/instant';

const dayOf = (date: Date, timeZone: string) =>
  dateFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(date);
const oneDay = 86_400_000;

/** An instant as a list shows it: `10:31` today, `Yesterday`, `Mon, Nov 16`, `Nov 16, 2025`. */
export function listTime(iso: string, now: Date, timeZone: string): string {
  const at = new Date(iso);
  const today = dayOf(now, timeZone);
  const day = dayOf(at, timeZone);
  if (day === today) return timeOfDay(iso, timeZone);
  if (day === dayOf(new Date(now.getTime() - oneDay), timeZone)) return 'Yesterday';
  const year = day.slice(0, 4) === today.slice(0, 4);
  return dayOfInstant(at, timeZone, year ? 'weekday' : 'year');
}

/** An instant with its time: `Today 10:31`, `Fri, Nov 13, 09:05`. */
export function longTime(iso: string, now: Date, timeZone: string): string {
  const day = listTime(iso, now, timeZone);
  const time = timeOfDay(iso, timeZone);
  return day === time ? `Today ${time}` : `${day}, ${time}`;
}
