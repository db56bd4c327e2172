import { dayOfInstant, shortInstant } from '@skein/ui/instant';

const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A moment as operators read it, in the time zone of the browser. */
export const shortTime = (at: string): string => shortInstant(at, new Date(), zone());

/** Its day: `Dec 12, 2026`. */
export const shortDay = (at: string): string => dayOfInstant(at, zone());
