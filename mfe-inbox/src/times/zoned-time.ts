import { dateFormat } from '@skein/ui/date-format';

const oneDay = 86_400_000;

/** Wall time of a zone at an instant, as milliseconds that read like UTC. */
function wallOf(at: number, timeZone: string): number {
  const parts = Object.fromEntries(
    dateFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    })
      .formatToParts(new Date(at))
      .map(({ type, value }) => [type, Number(value)]),
  );
  return Date.UTC(
    parts.year ?? 1970,
    (parts.month ?? 1) - 1,
    parts.day ?? 1,
    parts.hour ?? 0,
    parts.minute ?? 0,
    parts.second ?? 0,
  );
}

/**
 * The instant at which a zone's clocks show `day` (YYYY-MM-DD) and `time` (HH:MM). A time that a zone leaps over in spring is
 * taken as if the clocks had not moved yet.
 */
export function instantOf(day: string, time: string, timeZone: string): Date {
  const wanted = Date.parse(`${day}T${time}:00Z`);
  const first = wanted - (wallOf(wanted, timeZone) - wanted);
  const second = wanted - (wallOf(first, timeZone) - first);
  return new Date(second);
}

/** The calendar day of a zone at an instant, `offset` days on. */
export function dayOf(at: Date, timeZone: string, offset = 0): string {
  return new Date(wallOf(at.getTime(), timeZone) + offset * oneDay).toISOString().slice(0, 10);
}

/** The next day of a zone that is a Monday. */
export function nextMonday(at: Date, timeZone: string): string {
  const weekday = new Date(wallOf(at.getTime(), timeZone)).getUTCDay();
  return dayOf(at, timeZone, (8 - weekday) % 7 || 7);
}

/** A wall time for a `datetime-local` field. */
export function fieldValueOf(at: Date, timeZone: string): string {
  return new Date(wallOf(at.getTime(), timeZone)).toISOString().slice(0, 16);
}
