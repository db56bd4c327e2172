import { dateFormat } from '@skein/ui/date-format';

/** Today in a zone: `Thu 19 Nov`. */
export const shortDay = (at: Date, timeZone: string): string =>
  dateFormat('en-GB', { timeZone, weekday: 'short', day: 'numeric', month: 'short' }).format(at).replace(',', '');

/** A length of time with its unit: `8 s`, `4 min`, `3 h`, `2 days`. Never below zero. */
export function lengthOf(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}
