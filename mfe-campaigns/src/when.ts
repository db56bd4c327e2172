import { dateFormat } from '@skein/ui/date-format';

const day = 24 * 60 * 60 * 1000;

/** An instant as people read it beside now: `10:47` today, `17 Nov, 16:20` this year, with the year otherwise. */
export function shortInstant(iso: string, now: Date, timeZone: string, locale: string): string {
  const at = new Date(iso);
  const calendarDay = (date: Date) => dateFormat('en-CA', { timeZone }).format(date);
  const time = dateFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
  if (calendarDay(at) === calendarDay(now)) return time;
  const sameYear = calendarDay(at).slice(0, 4) === calendarDay(now).slice(0, 4);
  const date = dateFormat('en-GB', { timeZone, day: 'numeric', month: 'short', ...(sameYear ? {} : { year: 'numeric' }) }).format(at);
  return `${date}, ${time}`;
}

/** The same with weekday, seconds' worth of doubt removed, and the zone: for the hover text of every date. */
export function fullInstant(iso: string, timeZone: string): string {
  return dateFormat('en-GB', { timeZone, weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' }).format(new Date(iso));
}

/** Calendar day as people read it: `Tue 24 Nov`. `date` is YYYY-MM-DD. */
export function shortDay(date: string): string {
  return dateFormat('en-GB', { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' }).format(new Date(`${date}T00:00:00Z`)).replace(',', '');
}

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

/** A count with its noun: `1 lead`, `2,000 leads`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
