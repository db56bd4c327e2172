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
