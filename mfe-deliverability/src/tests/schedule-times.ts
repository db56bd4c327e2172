/** The wall clock of a zone at an instant, as milliseconds that it would be in UTC. */
function shownAt(at: number, timeZone: string): number {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
      .formatToParts(new Date(at))
      .map((part) => [part.type, part.value]),
  );
  return Date.parse(`${parts['year']}-${parts['month']}-${parts['day']}T${parts['hour']}:${parts['minute']}:00Z`);
}

/** The instant at which the clock of a zone shows `YYYY-MM-DDTHH:MM`; null for what is no such time. */
export function fromWallClock(wall: string, timeZone: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(wall)) return null;
  const wanted = Date.parse(`${wall}:00Z`);
  if (Number.isNaN(wanted)) return null;
  const first = wanted - (shownAt(wanted, timeZone) - wanted);
  return new Date(wanted - (shownAt(first, timeZone) - first)).toISOString();
}

/** Weekdays (0 is Sunday) at a time of day, as a cron schedule. */
export function cronOf(weekdays: readonly number[], time: string): string {
  const [hour = '9', minute = '0'] = time.split(':');
  return `${Number(minute)} ${Number(hour)} * * ${weekdays.toSorted((one, other) => one - other).join(',')}`;
}

/** An instant as `YYYY-MM-DDTHH:MM` of a zone; empty without one. */
export const toWallClock = (instant: string | null, timeZone: string): string =>
  instant === null ? '' : new Date(shownAt(Date.parse(instant), timeZone)).toISOString().slice(0, 16);

/** Weekdays and the time of a cron schedule that says no more than these; null for every other one. */
export function weekdaysOf(cron: string): { weekdays: number[]; time: string } | null {
  const [, minute, hour, days] = /^(\d{1,2}) (\d{1,2}) \* \* ([0-6](?:,[0-6])*)$/.exec(cron) ?? [];
  if (minute === undefined || hour === undefined || days === undefined) return null;
  return { weekdays: days.split(',').map(Number), time: `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}` };
}
