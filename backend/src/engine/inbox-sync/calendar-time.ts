import { DAY_MS, HOUR_MS, instantOfLocal, isKnownTimeZone, MINUTE_MS } from '@skein/template/zone-clock';
import type { Calendar, CalendarProperty } from './calendar-lines';

/** A change of a zone's offset: when, and what is added to UTC from then on. */
interface ZoneRule {
  /** The first time, by the zone's own clock. */
  from: number;
  offset: number;
  /** The day of each year on which it happens again; null when it does not. */
  yearly: { month: number; weekday: number; nth: number } | null;
  until: number;
}

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/**
 * The instant of a DTSTART (RFC 5545, 3.3.5): in UTC, in a zone that is known by its name, or by the rules that the calendar has for it, as
 * Outlook names zones in its own way. Null for a whole day, and for a time without a zone.
 */
export function instantOfCalendarTime(
  { value, parameters }: CalendarProperty,
  zones: Calendar['zones'],
): number | null {
  const local = readLocal(value.trim());
  if (local === null) return null;
  if (/Z$/i.test(value.trim())) return local;
  const zone = (parameters.get('TZID')?.[0] ?? '').slice(0, 100);
  if (zone === '') return null;
  if (isKnownTimeZone(zone)) {
    const day = Math.floor(local / DAY_MS);
    return instantOfLocal(zone, day, local - day * DAY_MS);
  }
  const offset = offsetByRules((zones.get(zone) ?? []).map(readRule), local);
  return offset === null ? null : local - offset;
}

/** A date with a time, as milliseconds by its own clock. */
function readLocal(value: string): number | null {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z?$/i.exec(value);
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (hour > 23 || minute > 59 || second > 60 || year < 1_000) return null;
  const at = Date.UTC(year, month - 1, day, hour, minute, second);
  return new Date(at).getUTCMonth() === month - 1 && new Date(at).getUTCDate() === day ? at : null;
}

function readRule(properties: readonly CalendarProperty[]): ZoneRule | null {
  const of = (name: string): string | undefined => properties.find((property) => property.name === name)?.value.trim();
  const from = readLocal(of('DTSTART') ?? '');
  const to = /^([+-])(\d\d)(\d\d)(?:\d\d)?$/.exec(of('TZOFFSETTO') ?? '');
  if (from === null || !to) return null;
  const offset = (to[1] === '-' ? -1 : 1) * (Number(to[2]) * HOUR_MS + Number(to[3]) * MINUTE_MS);
  const repeats = of('RRULE')?.toUpperCase();
  if (repeats === undefined) return { from, offset, yearly: null, until: Infinity };
  const part = (name: string): string => new RegExp(`(?:^|;)${name}=([^;]{1,40})`).exec(repeats)?.[1] ?? '';
  const day = /^([+-]?[1-5])(SU|MO|TU|WE|TH|FR|SA)$/.exec(part('BYDAY'));
  const month = Number(part('BYMONTH'));
  if (part('FREQ') !== 'YEARLY' || !day || !(month >= 1 && month <= 12)) return null;
  const until = part('UNTIL');
  return {
    from,
    offset,
    yearly: { month, weekday: weekdays.indexOf(day[2] as string), nth: Number(day[1]) },
    until: until === '' ? Infinity : (readLocal(until.includes('T') ? until : `${until}T235959`) ?? Infinity),
  };
}

/** What the rule that changed the clock last adds to UTC; null where one of them cannot be read. */
function offsetByRules(rules: readonly (ZoneRule | null)[], local: number): number | null {
  let last: { at: number; offset: number } | null = null;
  for (const rule of rules) {
    if (!rule) return null;
    for (const at of changesBefore(rule, local))
      if (at <= local && at >= rule.from && at <= rule.until && (!last || at >= last.at))
        last = { at, offset: rule.offset };
  }
  return last?.offset ?? null;
}

/** The times at which a rule has changed the clock last, or would have. */
function changesBefore({ from, yearly }: ZoneRule, local: number): number[] {
  if (!yearly) return [from];
  const timeOfDay = ((from % DAY_MS) + DAY_MS) % DAY_MS;
  const year = new Date(local).getUTCFullYear();
  return [year, year - 1].map((of) => dayOf(of, yearly) + timeOfDay);
}

/** The second Sunday of a month, or its last one, as its midnight. */
function dayOf(year: number, { month, weekday, nth }: { month: number; weekday: number; nth: number }): number {
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay();
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const earliest = 1 + ((weekday - first + 7) % 7);
  const latest = earliest + 7 * Math.floor((days - earliest) / 7);
  return Date.UTC(year, month - 1, nth > 0 ? Math.min(earliest + 7 * (nth - 1), latest) : latest + 7 * (nth + 1));
}
