import { dateFormat } from '@skein/ui/date-format';
import { timeOfDay } from '@skein/ui/instant';

const dayOf = (date: Date, timeZone: string) =>
  dateFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(date);
const oneDay = 86_400_000;

/** An instant as a list shows it: `10:31` today, `Yesterday`, `Mon 16 Nov`, `16 Nov 2025`. */
export function listTime(iso: string, now: Date, timeZone: string): string {
  const at = new Date(iso);
  const today = dayOf(now, timeZone);
  const day = dayOf(at, timeZone);
  if (day === today) return timeOfDay(iso, timeZone);
  if (day === dayOf(new Date(now.getTime() - oneDay), timeZone)) return 'Yesterday';
  const year = day.slice(0, 4) === today.slice(0, 4);
  return dateFormat('en-GB', {
    timeZone,
    ...(year ? { weekday: 'short' as const } : { year: 'numeric' as const }),
    day: 'numeric',
    month: 'short',
  })
    .format(at)
    .replace(',', '');
}

/** An instant with its time: `Today 10:31`, `Fri 13 Nov, 09:05`. */
export function longTime(iso: string, now: Date, timeZone: string): string {
  const day = listTime(iso, now, timeZone);
  const time = timeOfDay(iso, timeZone);
  return day === time ? `Today ${time}` : `${day}, ${time}`;
}
