import { dateFormat } from './date-format';

/** A calendar day without a zone: `YYYY-MM-DD`. */
export type Day = string;

const dayLength = 86_400_000;
const time = (day: Day) => Date.parse(`${day}T00:00:00Z`);

/** The day `count` days later; earlier when negative. */
export function addDays(day: Day, count: number): Day {
  return new Date(time(day) + count * dayLength).toISOString().slice(0, 10);
}

/** The same day of the month `count` months later, or that month's last day. */
export function addMonths(day: Day, count: number): Day {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + count, Math.min(date, last))).toISOString().slice(0, 10);
}

/** The first day of the month. */
export function startOfMonth(day: Day): Day {
  return `${day.slice(0, 8)}01`;
}

/** Days from `from` to `to`, both counted. */
export function countDays(from: Day, to: Day): number {
  return Math.round((time(to) - time(from)) / dayLength) + 1;
}

/** Weekday, Monday 0 to Sunday 6. */
export function weekdayOf(day: Day): number {
  return (new Date(time(day)).getUTCDay() + 6) % 7;
}

/** Six weeks from the Monday on or before the first of the month. */
export function monthGrid(month: Day): readonly Day[] {
  const first = startOfMonth(month);
  const start = addDays(first, -weekdayOf(first));
  return Array.from({ length: 42 }, (_, index) => addDays(start, index));
}

/** The calendar day in a zone at an instant. */
export function dayIn(timeZone: string, at: Date): Day {
  const parts = dateFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts(at);
  const part = (type: string) => parts.find((entry) => entry.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** Whether text is a day that exists. */
export function isDay(text: string): text is Day {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time(text)) && addDays(text, 0) === text;
}

/** A day in words of the locale: "2 Nov 2026". */
export function formatDay(
  day: Day,
  locale: string,
  options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' },
): string {
  return dateFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(time(day)));
}

/** A range in words, without what both ends share. */
export function formatDayRange(from: Day, to: Day, locale: string): string {
  if (from === to) return formatDay(from, locale);
  const start = formatDay(
    from,
    locale,
    from.slice(0, 4) === to.slice(0, 4) ? { day: 'numeric', month: 'short' } : undefined,
  );
  return `${start} to ${formatDay(to, locale)}`;
}
