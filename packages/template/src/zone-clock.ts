/**
 * Local days of IANA zones, from the runtime's own zone data: the one calendar of the schedules and of the date tags.
 *
 * Intl answers one question in microseconds, which is too slow for a simulator that asks millions. So the offset is
 * read at both ends of each UTC day once; where they differ the change is found by halving, to the millisecond.
 * Two changes that cancel each other within one UTC day do not occur in the zone data.
 */

/** Milliseconds since 1970. */
type Instant = number;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Days since 1970-01-01 on a local calendar. */
export type DayNumber = number;

/** A span of instants with one offset. */
export interface OffsetSpan {
  readonly from: Instant;
  readonly to: Instant;
  /** Local time minus UTC. */
  readonly offsetMs: number;
}

interface Bucket {
  readonly before: number;
  readonly after: number;
  readonly changeAt: Instant;
}
interface Zone {
  readonly format: Intl.DateTimeFormat;
  readonly buckets: Map<number, Bucket>;
}

// A memo of facts about zones, not state: what is in it never changes an answer. Bounded, as input is hostile.
const zones = new Map<string, Zone>();
const MOST_ZONES = 700;
const MOST_BUCKETS = 4_000;

function zoneOf(timeZone: string): Zone {
  let zone = zones.get(timeZone);
  if (!zone) {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    if (zones.size >= MOST_ZONES) zones.clear();
    zone = { format, buckets: new Map() };
    zones.set(timeZone, zone);
  }
  return zone;
}

/** True when the runtime knows the zone. */
export function isKnownTimeZone(timeZone: string): boolean {
  try {
    zoneOf(timeZone);
    return true;
  } catch {
    return false;
  }
}

function readOffset(zone: Zone, at: Instant): number {
  const field: Record<string, number> = {};
  const parts = zone.format.formatToParts(at);
  for (const part of parts) if (part.type !== 'literal' && part.type !== 'era') field[part.type] = Number(part.value);
  const isBeforeChrist = parts.some((part) => part.type === 'era' && part.value.startsWith('B'));
  const local = new Date(0);
  local.setUTCFullYear(isBeforeChrist ? 1 - field['year']! : field['year']!, field['month']! - 1, field['day']!);
  local.setUTCHours(field['hour']!, field['minute']!, field['second']!);
  return local.getTime() - Math.floor(at / 1000) * 1000;
}

function bucketOf(zone: Zone, index: number): Bucket {
  let bucket = zone.buckets.get(index);
  if (!bucket) {
    const from = index * DAY_MS;
    const before = zone.buckets.get(index - 1)?.after ?? readOffset(zone, from);
    const after = readOffset(zone, from + DAY_MS);
    let changeAt = from + DAY_MS;
    if (before !== after) {
      let low = from;
      while (changeAt - low > 1) {
        const middle = Math.floor((low + changeAt) / 2);
        if (readOffset(zone, middle) === before) low = middle;
        else changeAt = middle;
      }
    }
    if (zone.buckets.size >= MOST_BUCKETS) zone.buckets.clear();
    bucket = { before, after, changeAt };
    zone.buckets.set(index, bucket);
  }
  return bucket;
}

/** Local time minus UTC, in milliseconds, at an instant. Throws RangeError for an unknown zone. */
export function offsetAt(timeZone: string, at: Instant): number {
  const bucket = bucketOf(zoneOf(timeZone), Math.floor(at / DAY_MS));
  return at < bucket.changeAt ? bucket.before : bucket.after;
}

/** The spans of one offset that cover [from, to), in order. */
export function offsetSpans(timeZone: string, from: Instant, to: Instant): OffsetSpan[] {
  const zone = zoneOf(timeZone);
  const spans: OffsetSpan[] = [];
  let start = from;
  let offsetMs = offsetAt(timeZone, from);
  for (let index = Math.floor(from / DAY_MS); index * DAY_MS < to; index += 1) {
    const bucket = bucketOf(zone, index);
    if (bucket.before === bucket.after || bucket.changeAt <= start || bucket.changeAt >= to) continue;
    spans.push({ from: start, to: bucket.changeAt, offsetMs });
    start = bucket.changeAt;
    offsetMs = bucket.after;
  }
  spans.push({ from: start, to, offsetMs });
  return spans;
}

export function dayNumberAt(timeZone: string, at: Instant): DayNumber {
  return Math.floor((at + offsetAt(timeZone, at)) / DAY_MS);
}

const dateTexts = new Map<DayNumber, string>();

/** 'YYYY-MM-DD' of a day number. */
export function dateOfDay(day: DayNumber): string {
  let text = dateTexts.get(day);
  if (text === undefined) {
    if (dateTexts.size > 10_000) dateTexts.clear();
    text = new Date(day * DAY_MS).toISOString().slice(0, 10);
    dateTexts.set(day, text);
  }
  return text;
}

export function localDateAt(timeZone: string, at: Instant): string {
  return dateOfDay(dayNumberAt(timeZone, at));
}

/** Monday 1 to Sunday 7; 1970-01-01 was a Thursday. */
export function isoDayOf(day: DayNumber): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

/** First instant after `at` that belongs to a later local day. */
export function endOfLocalDay(timeZone: string, at: Instant): Instant {
  const day = dayNumberAt(timeZone, at);
  for (const span of offsetSpans(timeZone, at, at + 3 * DAY_MS)) {
    if (Math.floor((span.from + span.offsetMs) / DAY_MS) > day) return span.from;
    const midnight = (day + 1) * DAY_MS - span.offsetMs;
    if (midnight < span.to) return midnight;
  }
  return at + DAY_MS;
}

/** The instant of a local wall time; a time that is skipped by a change becomes the instant of the change. */
export function instantOfLocal(timeZone: string, day: DayNumber, msOfDay: number): Instant {
  const local = day * DAY_MS + msOfDay;
  for (const span of offsetSpans(timeZone, local - 15 * HOUR_MS, local + 15 * HOUR_MS)) {
    const at = local - span.offsetMs;
    if (at < span.from) return span.from;
    if (at < span.to) return at;
  }
  return local;
}
