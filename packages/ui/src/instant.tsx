import { dateFormat } from './date-format';

/** The time of day in a zone: `10:47`. */
export const timeOfDay = (iso: string | Date, timeZone: string): string =>
  dateFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(iso));

/** The zone's short name at an instant: `EST`, `GMT+1`. */
export const zoneName = (at: Date, timeZone: string): string =>
  dateFormat('en-US', { timeZone, timeZoneName: 'short' })
    .formatToParts(at)
    .find((part) => part.type === 'timeZoneName')?.value ?? timeZone;

const calendarDay = (at: Date, timeZone: string) => dateFormat('en-CA', { timeZone }).format(at);

/** An instant as people read it beside now: `10:47` today, `17 Nov, 16:20` this year, with the year otherwise. */
export function shortInstant(iso: string, now: Date, timeZone: string): string {
  const at = new Date(iso);
  const time = timeOfDay(at, timeZone);
  if (calendarDay(at, timeZone) === calendarDay(now, timeZone)) return time;
  const sameYear = calendarDay(at, timeZone).slice(0, 4) === calendarDay(now, timeZone).slice(0, 4);
  const date = dateFormat('en-GB', {
    timeZone,
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  }).format(at);
  return `${date}, ${time}`;
}

/** The same with weekday, year and zone: for the hover text of every date. */
export const fullInstant = (iso: string, timeZone: string): string =>
  dateFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).format(new Date(iso));
