import { dateFormat } from '@skein/ui/date-format';

const day = 24 * 60 * 60 * 1000;

/** Calendar day as people read it: `Tue 24 Nov`. `date` is YYYY-MM-DD. */
export function shortDay(date: string): string {
  return dateFormat('en-GB', { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' })
    .format(new Date(`${date}T00:00:00Z`))
    .replace(',', '');
}

/** The calendar day of an instant in a zone: an evening in Los Angeles is tomorrow in UTC. */
export const dayIn = (iso: string, timeZone: string): string =>
  shortDay(dateFormat('en-CA', { timeZone }).format(new Date(iso)));

/** How far an instant is from now, in words with a unit: `in 5 min`, `2 h ago`; nothing beyond two days. */
export function distance(iso: string, now: Date): string | null {
  const gap = new Date(iso).getTime() - now.getTime();
  const size = Math.abs(gap);
  if (size > 2 * day) return null;
  const minutes = Math.round(size / 60_000);
  if (minutes < 1) return gap >= 0 ? 'in less than 1 min' : 'just now';
  const text = minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
  return gap >= 0 ? `in ${text}` : `${text} ago`;
}
