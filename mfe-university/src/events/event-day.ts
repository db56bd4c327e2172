import type { UniversityEvent } from '@skein/contracts/university/library';
import { dayOfInstant, timeOfDay, zoneLabel, zoneName } from '@skein/ui/instant';

/** When an event is, in a zone: "Wed, Dec 2, 17:00 to 17:45 CET". */
export function eventTime(event: Pick<UniversityEvent, 'starts_at' | 'ends_at'>, timeZone: string): string {
  const at = new Date(event.starts_at);
  const day = dayOfInstant(at, timeZone, 'weekday');
  return `${day}, ${timeOfDay(at, timeZone)} to ${timeOfDay(event.ends_at, timeZone)} ${zoneName(at, timeZone)}`;
}

/** The time in the zone that an event is announced in, for people elsewhere: "11:00 EST in America/New York"; null for those in it. */
export function announcedTime(
  event: Pick<UniversityEvent, 'starts_at' | 'time_zone'>,
  timeZone: string,
): string | null {
  const { starts_at: at, time_zone: announced } = event;
  if (zoneLabel(announced) === zoneLabel(timeZone)) return null;
  return `${timeOfDay(at, announced)} ${zoneName(new Date(at), announced)} in ${zoneLabel(announced)}`;
}

/** Events by month of the person's zone, in the order in which they come. */
export function monthsOf(
  events: readonly UniversityEvent[],
  timeZone: string,
): { month: string; events: UniversityEvent[] }[] {
  const name = new Intl.DateTimeFormat('en-US', { timeZone, month: 'long', year: 'numeric' });
  const months: { month: string; events: UniversityEvent[] }[] = [];
  for (const event of events) {
    const month = name.format(new Date(event.starts_at));
    if (months.at(-1)?.month === month) months.at(-1)?.events.push(event);
    else months.push({ month, events: [event] });
  }
  return months;
}

/** The series of a date: `office-hours` of `office-hours.2026-12-02`. */
export const seriesOf = ({ id }: Pick<UniversityEvent, 'id'>): string => id.replace(/\.\d{4}-\d\d-\d\d$/, '');

/**
 * Folds the dates of a series behind its next one, so that something that repeats is one row. Dates that the person is registered
 * for are shown, and so is every date of a series in `unfolded`.
 * @returns the dates to show, and how many are folded behind each, by id
 */
export function foldSeries(
  events: readonly UniversityEvent[],
  unfolded: readonly string[],
): { shown: UniversityEvent[]; more: ReadonlyMap<string, number> } {
  const first = new Map<string, string>();
  const more = new Map<string, number>();
  const shown = events.filter((event) => {
    const series = seriesOf(event);
    const next = first.get(series);
    if (next === undefined) first.set(series, event.id);
    if (next === undefined || event.is_registered || unfolded.includes(series)) return true;
    more.set(next, (more.get(next) ?? 0) + 1);
    return false;
  });
  return { shown, more };
}
