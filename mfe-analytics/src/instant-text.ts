import { dayOfInstant, fullInstant, timeOfDay } from '@skein/ui/instant';

/** An instant in a zone: `Nov 17, 16:20`; with weekday, year and zone where all of it is asked for. */
export const instantText = (iso: string, timeZone: string, isFull = false): string =>
  isFull ? fullInstant(iso, timeZone) : `${dayOfInstant(iso, timeZone, 'day')}, ${timeOfDay(iso, timeZone)}`;
