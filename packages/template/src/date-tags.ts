import type { DateTagName } from './nodes';

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
const DAY = 86_400_000;

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone);
  if (!formatter) {
    const options = {
      calendar: 'gregory',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    } as const;
    try {
      formatter = new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone });
    } catch {
      formatter = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
    }
    if (formatters.size > 600) formatters.clear();
    formatters.set(zone, formatter);
  }
  return formatter;
}

function localTime(now: number, zone: string): LocalTime {
  const part: Record<string, number> = {};
  for (const { type, value } of formatterOf(zone).formatToParts(now)) part[type] = Number(value);
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0 } = part;
  return { year, month, day, hour, minute, weekday: new Date(Date.UTC(year, month - 1, day)).getUTCDay() };
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

/** Moves a moment by `+2 days`, `-1 week`, `tomorrow`, `next monday`; null when the text is none of these. */
export function shiftDate(now: number, zone: string, text: string): number | null {
  const wanted = text.trim().toLowerCase();
  if (wanted === 'today' || wanted === 'now') return now;
  if (wanted === 'tomorrow') return now + DAY;
  if (wanted === 'yesterday') return now - DAY;
  const weekday = WEEKDAY.exec(wanted);
  if (weekday) {
    const target = DAYS.findIndex((name) => name.toLowerCase() === weekday[1]);
    return now + (((target - localTime(now, zone).weekday + 6) % 7) + 1) * DAY;
  }
  const offset = OFFSET.exec(wanted);
  if (!offset) return null;
  const amount = Number(offset[2]) * (offset[1] === '-' ? -1 : 1);
  switch (offset[3]?.[0] ?? 'd') {
    case 'h':
      return now + amount * 3_600_000;
    case 'w':
      return now + amount * 7 * DAY;
    case 'm':
      return addMonths(now, amount);
    case 'y':
      return addMonths(now, amount * 12);
    default:
      return now + amount * DAY;
  }
}

/** Keeps the day of the month, or takes the month's last day where it does not exist. */
function addMonths(now: number, months: number): number {
  const date = new Date(now);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime();
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
