/**
 * When a schedule is open, and its trigger slots.
 *
 * A window is the exact set of instants whose local time lies in it: a skipped hour shortens it, a repeated hour
 * makes two spans of it. Slots lie every `triggerIntervalMinutes` from the opening of each span, never closer than that
 * to the slot before. So they follow from the schedule alone: a missed trigger does not shift the next, and a
 * simulator may jump.
 */
import {
  HOUR_MS,
  DAY_MS,
  MINUTE_MS,
  dateOfDay,
  dayNumberAt,
  instantOfLocal,
  isoDayOf,
  offsetAt,
  offsetSpans,
} from '@skein/template/zone-clock';
import type { DayNumber } from '@skein/template/zone-clock';
import type { Instant, Schedule, ScheduleWindow, StepDelay } from './plan.types';

/** One open span of a local day. */
export interface OpenSpan {
  readonly startAt: Instant;
  readonly endAt: Instant;
  /** First slot of the span; may lie at or after `endAt` when the span before is too near. */
  readonly firstSlotAt: Instant;
}

/** A trigger's place: its instant and the span it lies in. */
export interface Slot {
  readonly slotAt: Instant;
  readonly endAt: Instant;
}

interface Compiled {
  readonly stepMs: number;
  /** Windows by ISO day, in milliseconds of the local day; the end may exceed 24 h. */
  readonly byDay: ReadonlyMap<number, readonly { from: number; to: number }[]>;
  readonly holidays: ReadonlySet<string>;
  readonly days: Map<DayNumber, readonly OpenSpan[]>;
  /** Spans by day as if the day before had none. */
  readonly ownDays: Map<DayNumber, readonly OpenSpan[]>;
  readonly inZone: Map<string, Schedule>;
}

const compiled = new WeakMap<Schedule, Compiled>();
/** How far ahead an opening is looked for: a year of holidays and then some. */
const SEARCH_DAYS = 800;

/** Milliseconds of the local day of 'HH:MM'. Throws RangeError for anything else. */
export function parseLocalTime(text: string): number {
  const match = /^(\d{1,2}):(\d{2})$/.exec(text);
  const ms = match ? Number(match[1]) * HOUR_MS + Number(match[2]) * MINUTE_MS : Number.NaN;
  if (!match || Number(match[2]) > 59 || ms > DAY_MS) throw new RangeError(`not a local time: ${text}`);
  return ms;
}

function spanOfWindow(window: ScheduleWindow): { from: number; to: number } | null {
  const from = parseLocalTime(window.start);
  const to = parseLocalTime(window.end);
  if (from === to) return null;
  return { from, to: to > from ? to : to + DAY_MS };
}

function compile(schedule: Schedule): Compiled {
  let result = compiled.get(schedule);
  if (result) return result;
  const byDay = new Map<number, { from: number; to: number }[]>();
  for (const window of schedule.windows) {
    const span = spanOfWindow(window);
    if (span) for (const day of window.days) byDay.set(day, [...(byDay.get(day) ?? []), span]);
  }
  result = {
    stepMs: Math.max(1, schedule.triggerIntervalMinutes) * MINUTE_MS,
    byDay,
    holidays: new Set(schedule.holidays),
    days: new Map(),
    ownDays: new Map(),
    inZone: new Map(),
  };
  compiled.set(schedule, result);
  return result;
}

/** First slot of a grid from `origin` that is at or after `earliest`. */
function gridSlot(origin: Instant, stepMs: number, earliest: Instant): Instant {
  return origin + Math.max(0, Math.ceil((earliest - origin) / stepMs)) * stepMs;
}

function lastSlotBefore(span: OpenSpan, stepMs: number): Instant {
  return span.firstSlotAt + Math.floor((span.endAt - 1 - span.firstSlotAt) / stepMs) * stepMs;
}

/** The windows of a local day; none on a holiday. Only dates that a person lists in the schedule count: no public holidays are known. */
function ownSpansOfDay(schedule: Schedule, plan: Compiled, day: DayNumber): readonly OpenSpan[] {
  const known = plan.ownDays.get(day);
  if (known) return known;
  const windows = plan.holidays.has(dateOfDay(day)) ? [] : (plan.byDay.get(isoDayOf(day)) ?? []);
  const raw: { from: Instant; to: Instant }[] = [];
  if (windows.length > 0) {
    const midnight = day * DAY_MS;
    for (const offset of offsetSpans(
      schedule.timeZone,
      midnight - 15 * HOUR_MS,
      midnight + 2 * DAY_MS + 15 * HOUR_MS,
    )) {
      for (const window of windows) {
        const from = Math.max(offset.from, midnight + window.from - offset.offsetMs);
        const to = Math.min(offset.to, midnight + window.to - offset.offsetMs);
        if (from < to) raw.push({ from, to });
      }
    }
    raw.sort((a, b) => a.from - b.from || a.to - b.to);
  }
  const spans: OpenSpan[] = [];
  let earliest = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < raw.length;) {
    const startAt = raw[index]!.from;
    let endAt = raw[index]!.to;
    for (index += 1; index < raw.length && raw[index]!.from <= endAt; index += 1)
      endAt = Math.max(endAt, raw[index]!.to);
    const span: OpenSpan = { startAt, endAt, firstSlotAt: Math.max(startAt, earliest) };
    if (span.firstSlotAt < endAt) earliest = lastSlotBefore(span, plan.stepMs) + plan.stepMs;
    spans.push(span);
  }
  if (plan.ownDays.size > 2_000) plan.ownDays.clear();
  plan.ownDays.set(day, spans);
  return spans;
}

/** The open spans of a local day, ascending and disjoint. */
export function openSpansOfDay(schedule: Schedule, day: DayNumber): readonly OpenSpan[] {
  const plan = compile(schedule);
  const known = plan.days.get(day);
  if (known) return known;
  const own = ownSpansOfDay(schedule, plan, day);
  // Around the clock, or over midnight: the first slots keep their distance to the last one of the day before.
  let last = Number.NEGATIVE_INFINITY;
  for (const span of ownSpansOfDay(schedule, plan, day - 1))
    if (span.firstSlotAt < span.endAt) last = Math.max(last, lastSlotBefore(span, plan.stepMs));
  const spans = own.map((span) => ({
    ...span,
    firstSlotAt: gridSlot(span.firstSlotAt, plan.stepMs, last + plan.stepMs),
  }));
  if (plan.days.size > 2_000) plan.days.clear();
  plan.days.set(day, spans);
  return spans;
}

/** True when the schedule has a window somewhere in the year: else it never opens. */
export function everOpens(schedule: Schedule): boolean {
  return compile(schedule).byDay.size > 0;
}

/** The open span an instant lies in; null when closed or before the start date. */
export function openSpanAt(schedule: Schedule, at: Instant): OpenSpan | null {
  if (schedule.startAt !== null && at < schedule.startAt) return null;
  const day = dayNumberAt(schedule.timeZone, at);
  // A window that crosses midnight belongs to the day it began on.
  for (const candidate of [day, day - 1]) {
    for (const span of openSpansOfDay(schedule, candidate)) if (at >= span.startAt && at < span.endAt) return span;
  }
  return null;
}

/** First instant from `from` on at which the schedule is open; null when it never is. */
export function nextOpening(schedule: Schedule, from: Instant): Instant | null {
  const at = Math.max(from, schedule.startAt ?? from);
  if (!everOpens(schedule)) return null;
  const first = dayNumberAt(schedule.timeZone, at) - 1;
  for (let day = first; day < first + SEARCH_DAYS; day += 1) {
    for (const span of openSpansOfDay(schedule, day)) if (span.endAt > at) return Math.max(at, span.startAt);
  }
  return null;
}

function lastSlotIn(span: OpenSpan, stepMs: number, at: Instant): Slot | null {
  if (at < span.firstSlotAt || at >= span.endAt) return null;
  return { slotAt: span.firstSlotAt + Math.floor((at - span.firstSlotAt) / stepMs) * stepMs, endAt: span.endAt };
}

/** The slot that is current at an instant inside the window; null outside and before the start date. */
export function slotAt(schedule: Schedule, at: Instant): Slot | null {
  const { stepMs } = compile(schedule);
  const day = dayNumberAt(schedule.timeZone, at);
  let best: Slot | null = null;
  for (const candidate of [day - 1, day]) {
    for (const span of openSpansOfDay(schedule, candidate)) {
      const slot = lastSlotIn(span, stepMs, at);
      if (slot && (!best || slot.slotAt > best.slotAt)) best = slot;
    }
  }
  return best && (schedule.startAt === null || best.slotAt >= schedule.startAt) ? best : null;
}

/** First slot at or after `from`, at least one interval after `lastSlotAt`; null when there is none. */
export function nextSlot(schedule: Schedule, from: Instant, lastSlotAt: Instant | null): Instant | null {
  const { stepMs } = compile(schedule);
  const earliest = Math.max(from, schedule.startAt ?? from, lastSlotAt === null ? from : lastSlotAt + stepMs);
  if (!everOpens(schedule)) return null;
  const first = dayNumberAt(schedule.timeZone, earliest) - 1;
  let best: Instant | null = null;
  for (let day = first; day < first + SEARCH_DAYS; day += 1) {
    for (const span of openSpansOfDay(schedule, day)) {
      if (span.endAt <= earliest) continue;
      const slot = gridSlot(span.firstSlotAt, stepMs, earliest);
      if (slot < span.endAt && (best === null || slot < best)) best = slot;
    }
    // Spans of the next day may begin before a span of this one that crosses midnight has its next slot.
    if (best !== null && day >= dayNumberAt(schedule.timeZone, best)) return best;
  }
  return best;
}

/** Number of slots in [from, until), counted every `everyMs` where that is longer than the interval. */
export function countSlots(schedule: Schedule, from: Instant, until: Instant, everyMs: number): number {
  const { stepMs } = compile(schedule);
  const stride = Math.max(1, Math.ceil(everyMs / stepMs)) * stepMs;
  let count = 0;
  const last = dayNumberAt(schedule.timeZone, until);
  for (let day = dayNumberAt(schedule.timeZone, from) - 1; day <= last; day += 1) {
    for (const span of openSpansOfDay(schedule, day)) {
      const end = Math.min(span.endAt, until);
      const start = gridSlot(span.firstSlotAt, stepMs, from);
      if (start < end) count += Math.floor((end - 1 - start) / stride) + 1;
    }
  }
  return count;
}

/** End of the last open span of the local day an instant lies in; the instant itself when nothing is left of it. */
export function lastOpenInstantOfDay(schedule: Schedule, at: Instant): Instant {
  const spans = openSpansOfDay(schedule, dayNumberAt(schedule.timeZone, at));
  return Math.max(at, spans.length > 0 ? spans[spans.length - 1]!.endAt : at);
}

/** The same schedule read in another zone (lead-local time). */
export function scheduleInZone(schedule: Schedule, timeZone: string): Schedule {
  if (timeZone === schedule.timeZone) return schedule;
  const { inZone } = compile(schedule);
  let other = inZone.get(timeZone);
  if (!other) inZone.set(timeZone, (other = { ...schedule, timeZone }));
  return other;
}

const ALL_DAYS: ScheduleWindow = { days: [1, 2, 3, 4, 5, 6, 7], start: '00:00', end: '24:00' };

/** The schedule the triggers follow: under lead-local time somebody's window may be open at any hour. */
export function triggerSchedule(schedule: Schedule): Schedule {
  if (schedule.timeZoneMode === 'CAMPAIGN') return schedule;
  const { inZone } = compile(schedule);
  let grid = inZone.get('*');
  if (!grid) inZone.set('*', (grid = { ...schedule, windows: everOpens(schedule) ? [ALL_DAYS] : [], holidays: [] }));
  return grid;
}

/**
 * When a step is due after the step before was really sent: days later at the same local time, also over a change of the clocks, plus hours
 * and minutes. CALENDAR counts every day, SENDING_DAYS those with an open window.
 * @param schedule in the lead's zone where the campaign goes by those
 */
export function stepDueAt(delay: StepDelay, schedule: Schedule, sentAt: Instant): Instant {
  const rest = delay.hours * HOUR_MS + delay.minutes * MINUTE_MS;
  if (delay.days === 0) return sentAt + rest;
  const start = dayNumberAt(schedule.timeZone, sentAt);
  const msOfDay = sentAt + offsetAt(schedule.timeZone, sentAt) - start * DAY_MS;
  return instantOfLocal(schedule.timeZone, lastDayOf(delay, schedule, start), msOfDay) + rest;
}

function lastDayOf(delay: StepDelay, schedule: Schedule, start: DayNumber): DayNumber {
  if (delay.basis === 'CALENDAR' || !everOpens(schedule)) return start + delay.days;
  let day = start;
  for (let left = delay.days; left > 0 && day < start + SEARCH_DAYS;) {
    day += 1;
    if (openSpansOfDay(schedule, day).length > 0) left -= 1;
  }
  return day;
}
