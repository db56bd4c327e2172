/** The same day some months later, or the last day of that month, in UTC. */
export function monthsAfter(start: Date, months: number): Date {
  const day = start.getUTCDate();
  const next = new Date(start);
  next.setUTCDate(1);
  next.setUTCMonth(next.getUTCMonth() + months);
  next.setUTCDate(Math.min(day, new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate()));
  return next;
}
