/** A day as screens and emails say it, "Nov 29, 2026"; without the year where it is the one of `now`. By UTC. */
export const dayText = (at: Date, now?: Date): string =>
  at.toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
    ...(now && at.getUTCFullYear() === now.getUTCFullYear() ? {} : { year: 'numeric' }),
  });
