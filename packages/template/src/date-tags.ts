import type { DateTagName } from './nodes';
import { DAY_MS, HOUR_MS, instantOfLocal, isKnownTimeZone, offsetAt } from './zone-clock';

/** The moment and the zone that date tags speak of. `now` is milliseconds since 1970, `zone` an IANA name. */
export interface TemplateClock {
  now: number;
  zone: string;
}

interface LocalTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  /** 0 is Sunday. */
  weekday: number;
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** A zone that the runtime does not know, such as one of imported data, counts as UTC. */
const known = (zone: string): string => (isKnownTimeZone(zone) ? zone : 'UTC');

function localTime(now: number, zone: string): LocalTime {
  const local = new Date(now + offsetAt(known(zone), now));
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    weekday: local.getUTCDay(),
  };
}

const pad = (value: number): string => String(value).padStart(2, '0');

function ordinal(day: number): string {
  const last = day % 10;
  if (day >= 11 && day <= 13) return `${day}th`;
  return `${day}${last === 1 ? 'st' : last === 2 ? 'nd' : last === 3 ? 'rd' : 'th'}`;
}

const TOKEN: Record<string, (time: LocalTime) => string> = {
  YYYY: (t) => String(t.year),
  YY: (t) => pad(t.year % 100),
  MMMM: (t) => MONTHS[t.month - 1]!,
  MMM: (t) => MONTHS[t.month - 1]!.slice(0, 3),
  MM: (t) => pad(t.month),
  M: (t) => String(t.month),
  Do: (t) => ordinal(t.day),
  DD: (t) => pad(t.day),
  D: (t) => String(t.day),
  dddd: (t) => DAYS[t.weekday]!,
  ddd: (t) => DAYS[t.weekday]!.slice(0, 3),
  HH: (t) => pad(t.hour),
  H: (t) => String(t.hour),
  hh: (t) => pad(t.hour % 12 || 12),
  h: (t) => String(t.hour % 12 || 12),
  mm: (t) => pad(t.minute),
  A: (t) => (t.hour < 12 ? 'AM' : 'PM'),
  a: (t) => (t.hour < 12 ? 'am' : 'pm'),
};

const DIRECTIVE: Record<string, (time: LocalTime) => string> = {
  Y: TOKEN.YYYY!,
  y: TOKEN.YY!,
  B: TOKEN.MMMM!,
  b: TOKEN.MMM!,
  m: TOKEN.MM!,
  '-m': TOKEN.M!,
  d: TOKEN.DD!,
  '-d': TOKEN.D!,
  e: TOKEN.D!,
  '-e': TOKEN.D!,
  A: TOKEN.dddd!,
  a: TOKEN.ddd!,
  H: TOKEN.HH!,
  I: TOKEN.hh!,
  '-I': TOKEN.h!,
  l: TOKEN.h!,
  M: TOKEN.mm!,
  p: TOKEN.A!,
  q: (t) => ordinal(t.day).slice(-2),
  '%': () => '%',
};

/** Formats a moment in a zone: `%B %-d` directives when the format has a percent sign, else `MMMM D` tokens. */
export function formatDate(now: number, zone: string, format: string): string {
  const time = localTime(now, zone);
  if (format.includes('%'))
    return format.replace(/%(-?[a-zA-Z%])/g, (all, directive: string) => DIRECTIVE[directive]?.(time) ?? all);
  return format.replace(
    /\[([^\]]{0,40})\]|YYYY|YY|MMMM|MMM|MM|M|Do|DD|D|dddd|ddd|HH|H|hh|h|mm|A|a/g,
    (token, literal?: string) => literal ?? TOKEN[token]!(time),
  );
}

const OFFSET = /^([+-]?)\s*(\d{1,4})\s*(d|days?|w|weeks?|m|months?|y|years?|h|hours?)?$/i;
const WEEKDAY = /^(?:next\s+)?(sunday|monday|tuesday|wednesday|thursday|friday|saturday)$/i;

/**
 * Moves a moment by `+2 days`, `-1 week`, `tomorrow`, `next monday` on the calendar of the zone: the time of day stays,
 * however long the days between are. null when the text is none of these.
 */
export function shiftDate(now: number, zone: string, text: string): number | null {
  const wanted = text.trim().toLowerCase();
  if (wanted === 'today' || wanted === 'now') return now;
  if (wanted === 'tomorrow') return addDays(now, zone, 1);
  if (wanted === 'yesterday') return addDays(now, zone, -1);
  const weekday = WEEKDAY.exec(wanted);
  if (weekday) {
    const target = DAYS.findIndex((name) => name.toLowerCase() === weekday[1]);
    return addDays(now, zone, ((target - localTime(now, zone).weekday + 6) % 7) + 1);
  }
  const offset = OFFSET.exec(wanted);
  if (!offset) return null;
  const amount = Number(offset[2]) * (offset[1] === '-' ? -1 : 1);
  switch (offset[3]?.[0] ?? 'd') {
    case 'h':
      return now + amount * HOUR_MS;
    case 'w':
      return addDays(now, zone, amount * 7);
    case 'm':
      return addMonths(now, zone, amount);
    case 'y':
      return addMonths(now, zone, amount * 12);
    default:
      return addDays(now, zone, amount);
  }
}

/** The instant at which the clocks of the zone show `wall`, a local time that is written as if it were UTC. */
function instantOfWall(zone: string, wall: number): number {
  const day = Math.floor(wall / DAY_MS);
  return instantOfLocal(known(zone), day, wall - day * DAY_MS);
}

function addDays(now: number, zone: string, days: number): number {
  return days === 0 ? now : instantOfWall(zone, now + offsetAt(known(zone), now) + days * DAY_MS);
}

/** Keeps the day of the month, or takes the month's last day where it does not exist. */
function addMonths(now: number, zone: string, months: number): number {
  if (months === 0) return now;
  const wall = new Date(now + offsetAt(known(zone), now));
  const day = wall.getUTCDate();
  wall.setUTCMonth(wall.getUTCMonth() + months, 1);
  const last = new Date(wall);
  last.setUTCMonth(last.getUTCMonth() + 1, 0);
  wall.setUTCDate(Math.min(day, last.getUTCDate()));
  return instantOfWall(zone, wall.getTime());
}

const TIME_WITH_ZONE = /:\d{2}(?:[:.]\d{1,9}){0,2} ?(?:[ap]m)? ?(?:z\b|[+-]\d{2}:?\d{2}|utc|gmt|[ecmp][sd]t)/i;
const ISO_DAY = /^\d{4}(?:-\d{2}){0,2}$/;

/** Reads a date of a lead's field. One that names no zone is a day or a time of `zone`. NaN when it is no date. */
export function readDate(text: string, zone: string): number {
  const instant = Date.parse(text);
  if (Number.isNaN(instant) || TIME_WITH_ZONE.test(text)) return instant;
  const wall = ISO_DAY.test(text) ? instant : Date.parse(/\dT\d/.test(text) ? `${text}Z` : `${text} UTC`);
  return Number.isNaN(wall) ? instant : instantOfWall(zone, wall);
}

/**
 * The text of a date tag. Parameters are quoted texts in any order: an offset (`"+2 days"`, `"next monday"`) and a
 * format (`"D MMMM"`, `"%B %-d"`). `sl_time_of_day` is morning until 12, afternoon until 17, evening after it.
 */
export function dateTagText(tag: DateTagName, parameters: readonly string[], clock: TemplateClock): string {
  let now = clock.now;
  let format: string | null = null;
  for (const parameter of parameters) {
    const shifted = shiftDate(now, clock.zone, parameter);
    if (shifted !== null) now = shifted;
    else format = parameter;
  }
  const time = localTime(now, clock.zone);
  if (tag === 'sl_time_of_day') return time.hour < 12 ? 'morning' : time.hour < 17 ? 'afternoon' : 'evening';
  if (tag === 'sl_day_of_week') return format ? formatDate(now, clock.zone, format) : DAYS[time.weekday]!;
  return formatDate(now, clock.zone, format ?? 'MMMM D, YYYY');
}
