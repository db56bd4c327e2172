import { isDay } from './calendar-days';
import { dayText } from './instant';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const two = (number: string | number) => String(number).padStart(2, '0');

/** `2026-11-24T09:00` as people read it: `Nov 24, 2026, 09:00`; a text that is no date as it is. */
export function writeDateText(value: string): string {
  const [day = '', time] = value.split('T');
  if (!isDay(day)) return value;
  const words = dayText(day, 'year');
  return time ? `${words}, ${time}` : words;
}

/** Reads `24 Nov 2026, 09:00`, `Nov 24 2026 9:00`, `2026-11-24 09:00` and `2026-11-24T09:00`; null for what is no whole date. */
export function readDateText(text: string, withTime: boolean): string | null {
  const given = text.trim().toLowerCase();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(given);
  const dayFirst = /^(\d{1,2})\.?\s{1,3}([a-z]{3})[a-z]{0,6}\.?,?\s{1,3}(\d{4})/.exec(given);
  const monthFirst = /^([a-z]{3})[a-z]{0,6}\.?\s{1,3}(\d{1,2}),?\s{1,3}(\d{4})/.exec(given);
  const parts = iso
    ? [iso[1], iso[2], iso[3]]
    : dayFirst
      ? [dayFirst[3], months.indexOf(dayFirst[2] ?? '') + 1, dayFirst[1]]
      : monthFirst
        ? [monthFirst[3], months.indexOf(monthFirst[1] ?? '') + 1, monthFirst[2]]
        : null;
  const found = iso ?? dayFirst ?? monthFirst;
  if (!parts || !found) return null;
  const day = `${parts[0]}-${two(parts[1] ?? 0)}-${two(parts[2] ?? 0)}`;
  if (!isDay(day)) return null;
  const rest = given.slice(found[0].length).replace(/^[t,\s]+/, '');
  if (!withTime) return rest === '' ? day : null;
  const time = /^(\d{1,2}):(\d{2})$/.exec(rest);
  if (!time || Number(time[1]) > 23 || Number(time[2]) > 59) return null;
  return `${day}T${two(time[1] ?? 0)}:${time[2]}`;
}
