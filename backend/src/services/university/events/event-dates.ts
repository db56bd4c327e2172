import { DateTime } from 'luxon';
import type { EventSeries } from '../library/read-content';

export interface EventDate {
  /** Slug and the day that the series gives it, also where it was moved. */
  id: string;
  series: EventSeries;
  startsAt: Date;
  endsAt: Date;
  recordingUrl: string | null;
}

const year = 365 * 86_400_000;
const endOfTime = 8.64e15;

/**
 * The dates of a series between two instants. A repeated event keeps its time of day in its own zone over changes of
 * daylight saving time. A date that was moved is where it lies now; one that was called off is none. A day that has a
 * recording stays a date when the series moves to other days. Pure.
 */
export function datesOf(series: EventSeries, from: Date, to: Date): EventDate[] {
  const first = DateTime.fromISO(series.first, { zone: series.time_zone });
  if (!first.isValid) return [];
  const moved = Object.entries(series.changed).filter(([day, at]) => at !== 'canceled' && isDayOf(series, first, day));
  return [
    ...regularStarts(series, first, from, to)
      .map((start) => ({ day: start.toISODate() ?? '', start }))
      .filter(({ day }) => !(day in series.changed)),
    ...moved.map(([day, at]) => ({ day, start: DateTime.fromISO(at, { zone: series.time_zone }) })),
    ...Object.keys(series.recordings)
      .filter((day) => !isDayOf(series, first, day))
      .map((day) => ({ day, start: DateTime.fromISO(`${day}${series.first.slice(10)}`, { zone: series.time_zone }) })),
  ]
    .map(({ day, start }) => ({
      id: `${series.slug}.${day}`,
      series,
      startsAt: start.toJSDate(),
      endsAt: start.plus({ minutes: series.minutes }).toJSDate(),
      recordingUrl: series.recordings[day] ?? (series.every_weeks ? null : series.recording_url),
    }))
    .filter(({ startsAt, endsAt }) => startsAt < to && endsAt > from)
    .sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime());
}

/**
 * The dates to come of a series: the only one of an event that is not repeated, else those of a year, which begins with
 * the first one. Pure.
 */
export function datesAhead(series: EventSeries, now: number): EventDate[] {
  const first = DateTime.fromISO(series.first, { zone: series.time_zone }).toMillis();
  return datesOf(series, new Date(now), new Date(series.every_weeks ? Math.max(now, first) + year : endOfTime));
}

/** The ids of dates of a series that were called off. Pure. */
export const canceledDates = (series: EventSeries): string[] =>
  Object.entries(series.changed)
    .filter(([, at]) => at === 'canceled')
    .map(([day]) => `${series.slug}.${day}`);

/** Starts around a range, before changes of single dates. */
function regularStarts(series: EventSeries, first: DateTime, from: Date, to: Date): DateTime[] {
  const weeks = series.every_weeks;
  if (!weeks) return [first];
  const found: DateTime[] = [];
  const begin = Math.max(0, Math.floor(DateTime.fromJSDate(from).diff(first, 'weeks').weeks / weeks) - 1);
  for (let index = begin; ; index += 1) {
    const start = first.plus({ weeks: index * weeks });
    if (start.toMillis() >= to.getTime()) return found;
    found.push(start);
  }
}

/** Whether the series has a date on a day: a change of any other would invent one. */
function isDayOf({ every_weeks: weeks }: EventSeries, first: DateTime, day: string): boolean {
  const days = DateTime.fromISO(day, { zone: 'utc' }).diff(
    DateTime.fromISO(first.toISODate() ?? '', { zone: 'utc' }),
    'days',
  ).days;
  return weeks ? days >= 0 && days % (7 * weeks) === 0 : days === 0;
}
