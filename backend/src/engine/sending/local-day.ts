import { dayNumberAt, instantOfLocal, localDateAt } from '@skein/template/zone-clock';

/** The local day around an instant: its date, and the instants where it begins and ends (23, 24 or 25 h apart). */
export function localDay(timeZone: string, now: number): { date: string; start: Date; end: Date } {
  const day = dayNumberAt(timeZone, now);
  return {
    date: localDateAt(timeZone, now),
    start: new Date(instantOfLocal(timeZone, day, 0)),
    end: new Date(instantOfLocal(timeZone, day + 1, 0)),
  };
}
