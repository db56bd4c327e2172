import { shortInstant } from '@skein/ui/instant';

/** A moment as operators read it, in the time zone of the browser. */
export const shortTime = (at: string): string =>
  shortInstant(at, new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone);
