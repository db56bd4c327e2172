import { dayOfInstant } from '@skein/contracts/instant';

/** A day as screens and emails say it, "Nov 29, 2026"; without the year where it is the one of `now`. By UTC. */
export const dayText = (at: Date, now?: Date): string =>
  dayOfInstant(at, 'UTC', now && at.getUTCFullYear() === now.getUTCFullYear() ? 'day' : 'year');
