import { DateTime } from 'luxon';
import type { EventSeries } from '../library/read-content';

export interface EventDate {
  id: string;
  series: EventSeries;
  startsAt: Date;
  endsAt: Date;
}

/**
 * The dates of a series between two instants. A repeated event keeps its time of day in its own zone over changes of daylight saving time. Pure.
 */
export function datesOf(series: EventSeries, from: Date, to: Date): EventDate[] {
  const first = DateTime.fromISO(series.first, { zone: series.time_zone });
  if (!first.isValid) return [];
  const found: EventDate[] = [];
  const weeks = series.every_weeks;
  const begin = weeks ? Math.max(0, Math.floor(DateTime.fromJSDate(from).diff(first, 'weeks').weeks / weeks) - 1) : 0;
  for (let index = begin; ; index += 1) {
    const start = weeks ? first.plus({ weeks: index * weeks }) : first;
    if (start.toMillis() >= to.getTime()) return found;
    const end = start.plus({ minutes: series.minutes });
    if (end.toMillis() > from.getTime())
      found.push({
        id: `${series.slug}.${start.toISODate()}`,
        series,
        startsAt: start.toJSDate(),
        endsAt: end.toJSDate(),
      });
    if (!weeks) return found;
  }
}
