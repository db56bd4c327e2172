import { dateFormat } from './date-format';

// The one formatter of the product: every instant, day and zone that a person reads, on screens, in emails and in reports, is written here.

/** How much of a day is written: `Nov 24`, `Tue, Nov 24`, `Nov 24, 2026`, `Tue, Nov 24, 2026`. */
export type DayForm = 'day' | 'weekday' | 'year' | 'full';

const dayForms: Record<DayForm, Intl.DateTimeFormatOptions> = {
  day: { month: 'short', day: 'numeric' },
  weekday: { weekday: 'short', month: 'short', day: 'numeric' },
  year: { month: 'short', day: 'numeric', year: 'numeric' },
  full: { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' },
};

/** The time of day in a zone: `10:47`. */
export const timeOfDay = (at: string | Date, timeZone: string): string =>
  dateFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(at));

/** The day of an instant in a zone: an evening in Los Angeles is tomorrow in UTC. */
export const dayOfInstant = (at: string | Date, timeZone: string, form: DayForm = 'year'): string =>
  dateFormat('en-US', { timeZone, ...dayForms[form] }).format(new Date(at));

/** A calendar day without a zone, `YYYY-MM-DD`: `Nov 24`. */
export const dayText = (day: string, form: DayForm = 'day'): string =>
  dayOfInstant(`${day.slice(0, 10)}T00:00:00Z`, 'UTC', form);

/** A sentence with each of its ISO days in words: `Emailed on 2026-11-24` becomes `Emailed on Nov 24, 2026`. */
export const daysInWords = (sentence: string): string =>
  sentence.replace(/(?<![\w-])\d{4}-\d\d-\d\d(?![\w-])/g, (day) =>
    Number.isNaN(Date.parse(day)) ? day : dayText(day, 'year'),
  );

// American names first; Europe and Australia have theirs in their own English only.
const zoneLocales = ['en-US', 'en-GB', 'en-AU', 'en-IN'];
const shortZone = (locale: string, at: Date, timeZone: string) =>
  dateFormat(locale, { timeZone, timeZoneName: 'short' })
    .formatToParts(at)
    .find((part) => part.type === 'timeZoneName')?.value ?? '';

/** The zone's short name at an instant: `CST`, `CET`, `UTC`, and `UTC+3` where nobody has a name for it. */
export function zoneName(at: Date, timeZone: string): string {
  if (zoneLabel(timeZone) === 'UTC') return 'UTC';
  const names = zoneLocales.map((locale) => shortZone(locale, at, timeZone));
  const named = names.find((name) => /^[A-Z]{2,5}$/.test(name) && name !== 'UTC');
  return named ?? names[0]?.replace('GMT', 'UTC') ?? timeZone;
}

/** A zone as people choose it: `America/New York`; `UTC` under each of its names. */
export const zoneLabel = (timeZone: string): string =>
  /^(Etc\/)?(GMT|UTC|UCT|Universal|Zulu|Greenwich)$/.test(timeZone) ? 'UTC' : timeZone.replaceAll('_', ' ');

const calendarDay = (at: Date, timeZone: string) => dateFormat('en-CA', { timeZone }).format(at);
const isSameYear = (at: Date, now: Date, timeZone: string) =>
  calendarDay(at, timeZone).slice(0, 4) === calendarDay(now, timeZone).slice(0, 4);

/** An instant as people read it beside now: `10:47` today, `Nov 17, 16:20` this year, with the year otherwise. */
export function shortInstant(iso: string, now: Date, timeZone: string): string {
  const at = new Date(iso);
  const time = timeOfDay(at, timeZone);
  if (calendarDay(at, timeZone) === calendarDay(now, timeZone)) return time;
  return `${dayOfInstant(at, timeZone, isSameYear(at, now, timeZone) ? 'day' : 'year')}, ${time}`;
}

/** An instant in a sentence: `today 14:05`, `tomorrow 08:30`, `Tue, Nov 24, 08:30`, with the year when it is another one. */
export function spokenInstant(iso: string, now: Date, timeZone: string): string {
  const at = new Date(iso);
  const day = calendarDay(at, timeZone);
  const time = timeOfDay(at, timeZone);
  if (day === calendarDay(now, timeZone)) return `today ${time}`;
  if (day === calendarDay(new Date(now.getTime() + 86_400_000), timeZone)) return `tomorrow ${time}`;
  return `${dayOfInstant(at, timeZone, isSameYear(at, now, timeZone) ? 'weekday' : 'full')}, ${time}`;
}

/** With weekday, year and zone, `Tue, Nov 24, 2026, 08:30 CST`: for the hover text of every date. */
export function fullInstant(iso: string, timeZone: string): string {
  const at = new Date(iso);
  return `${dayOfInstant(at, timeZone, 'full')}, ${timeOfDay(at, timeZone)} ${zoneName(at, timeZone)}`;
}

/** The zones that this browser knows, each under one name: `first`, then UTC, then the others. */
export function knownZones(...first: string[]): string[] {
  const known = typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : [];
  const labels = new Set<string>();
  return [...first, 'Etc/GMT', ...known].filter((zone) => {
    const isNew = !labels.has(zoneLabel(zone));
    labels.add(zoneLabel(zone));
    return isNew;
  });
}
