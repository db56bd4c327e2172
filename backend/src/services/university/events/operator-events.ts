import { DateTime } from 'luxon';
import type { OperatedEvent, PlannedEvent } from '@skein/contracts/university/operator-events.contract';
import type { SqlClient } from '#platform/db/database';
import { invalidField, notFound } from '#platform/http/skein-error';
import type { UniversityDeps } from '../deps';
import type { EventSeries } from '../library/read-content';
import { datesAhead, datesOf } from './event-dates';
import { writeChanges } from './registrations.store';
import * as store from './series.store';

export type EventDeps = Pick<UniversityDeps, 'db' | 'library' | 'realClock' | 'noteOperator'>;
type Act = 'event-added' | 'event-changed' | 'event-deleted';

const day = 86_400_000;
/** How far back dates are listed, days. */
const back = 365;
/** So many of them; those that have a recording in any case. */
const latest = 12;
/** Names that are tried before the date is added to one. */
const mostNames = 1_000;

async function viewOf(sql: SqlClient, series: EventSeries, now: number): Promise<OperatedEvent> {
  const [next] = datesAhead(series, now);
  const past = datesOf(series, new Date(now - back * day), new Date(now))
    .filter(({ endsAt }) => endsAt.getTime() <= now)
    .reverse();
  const registered = await store.countRegistered(sql, series.slug, new Date(now));
  const { slug, title, host, text, time_zone, first, every_weeks, minutes, join_url } = series;
  return {
    slug,
    title,
    host,
    summary: text,
    time_zone,
    first: series.changed[first.slice(0, 10)] ?? first,
    every_weeks,
    minutes,
    join_url,
    next_at: next?.startsAt.toISOString() ?? null,
    registered: [...registered.values()].reduce((sum, count) => sum + count, 0),
    recordings: past.filter(({ recordingUrl }) => recordingUrl !== null).length,
    past: past
      .filter(({ recordingUrl }, index) => index < latest || recordingUrl !== null)
      .map(({ id, startsAt, recordingUrl }) => ({
        day: id.slice(-10),
        starts_at: startsAt.toISOString(),
        recording_url: recordingUrl,
      })),
  };
}

export const listEvents = (deps: EventDeps): Promise<{ events: OperatedEvent[] }> =>
  deps.db.systemSql(async (sql) => {
    const events: OperatedEvent[] = [];
    for (const series of await store.listSeries(sql)) events.push(await viewOf(sql, series, deps.realClock.now()));
    const at = ({ next_at: next }: OperatedEvent) => (next === null ? Number.MAX_SAFE_INTEGER : Date.parse(next));
    return { events: events.sort((one, other) => at(one) - at(other) || one.title.localeCompare(other.title)) };
  });

/** Adds an event under a name made of its title. @throws SkeinError VALIDATION for a time that does not exist */
export async function addEvent(deps: EventDeps, actor: string, plan: PlannedEvent): Promise<OperatedEvent> {
  refuseSkippedTime(plan);
  const files = (await deps.library.read()).events;
  return deps.db.systemSql(async (sql) => {
    const at = new Date(deps.realClock.now());
    const taken = new Set([...files.keys(), ...(await store.listSeries(sql)).map(({ slug }) => slug)]);
    let series = { ...seriesOf(plan), slug: freeName(plan.title, taken) };
    // Another operator may take a name at the same moment.
    while (!(await store.insertSeries(sql, series, at)))
      series = { ...series, slug: freeName(plan.title, taken.add(series.slug)) };
    await note(deps, sql, { actor, act: 'event-added', series });
    return viewOf(sql, series, at.getTime());
  });
}

/** Changes an event. Registrations for dates that are no more end, and their people are notified. @throws SkeinError NOT_FOUND */
export async function changeEvent(deps: EventDeps, actor: string, slug: string, plan: PlannedEvent) {
  refuseSkippedTime(plan);
  return deps.db.systemSql(async (sql) => {
    const before = await locked(sql, slug);
    const planned = { ...seriesOf(plan), slug, recordings: before.recordings };
    const original = before.first.slice(0, 10);
    // A single event that moves keeps the day that its registrations are named after.
    const series =
      before.every_weeks === null && plan.every_weeks === null && plan.first.slice(0, 10) !== original
        ? { ...planned, first: before.first, changed: { [original]: plan.first } }
        : planned;
    await endRegistrations(deps, sql, series, series);
    return keep(deps, sql, { actor, act: 'event-changed', series });
  });
}

/** Keeps the recording of one date, or takes it away. @throws SkeinError NOT_FOUND; VALIDATION for a day without a date */
export const keepRecording = (
  deps: EventDeps,
  actor: string,
  slug: string,
  recording: { day: string; url: string | null },
): Promise<OperatedEvent> =>
  deps.db.systemSql(async (sql) => {
    const series = await locked(sql, slug);
    const now = new Date(deps.realClock.now());
    const over = datesOf(series, new Date(0), now).filter(({ endsAt }) => endsAt <= now);
    if (!over.some(({ id }) => id === `${slug}.${recording.day}`))
      throw invalidField('day', 'must be a date of this event that is over');
    const { [recording.day]: _, ...others } = series.recordings;
    const recordings = recording.url === null ? others : { ...others, [recording.day]: recording.url };
    return keep(deps, sql, { actor, act: 'event-changed', series: { ...series, recordings } });
  });

/** @throws SkeinError NOT_FOUND */
export const deleteEvent = (deps: EventDeps, actor: string, slug: string): Promise<{ done: true }> =>
  deps.db.systemSql(async (sql) => {
    const series = await locked(sql, slug);
    await endRegistrations(deps, sql, series, null);
    await store.deleteSeries(sql, slug);
    await note(deps, sql, { actor, act: 'event-deleted', series });
    return { done: true };
  });

const seriesOf = ({ summary, ...plan }: PlannedEvent): Omit<EventSeries, 'slug'> => ({
  ...plan,
  text: summary,
  changed: {},
  recording_url: null,
  recordings: {},
});

async function locked(sql: SqlClient, slug: string): Promise<EventSeries> {
  const series = await store.lockSeries(sql, slug);
  if (!series) throw notFound('This event');
  return series;
}

interface Kept {
  actor: string;
  act: Act;
  series: EventSeries;
}

async function keep(deps: EventDeps, sql: SqlClient, kept: Kept): Promise<OperatedEvent> {
  await store.updateSeries(sql, kept.series, new Date(deps.realClock.now()));
  await note(deps, sql, kept);
  return viewOf(sql, kept.series, deps.realClock.now());
}

const note = (deps: EventDeps, sql: SqlClient, { actor, act, series }: Kept) =>
  deps.noteOperator(sql, {
    actor,
    action: act,
    detail: { event: series.slug, title: series.title },
    at: new Date(deps.realClock.now()),
  });

/** Notifies people who registered for a date that the event no longer has, and ends their registrations. */
async function endRegistrations(deps: EventDeps, sql: SqlClient, named: EventSeries, left: EventSeries | null) {
  const now = new Date(deps.realClock.now());
  const dates = left ? datesAhead(left, now.getTime()).map(({ id }) => id) : [];
  const { title, host, time_zone } = named;
  for (const event of (await store.countRegistered(sql, named.slug, now)).keys())
    if (!dates.includes(event))
      await writeChanges(sql, { event, title, host, time_zone, change: 'canceled', starts_at: null }, now);
}

/** Clocks that go forward skip an hour: an event cannot begin in it. */
function refuseSkippedTime({ first, time_zone: zone }: PlannedEvent): void {
  const at = DateTime.fromISO(first, { zone });
  if (!at.isValid || at.toFormat("yyyy-MM-dd'T'HH:mm") !== first.slice(0, 16))
    throw invalidField('first', 'must be a time that exists in this time zone');
}

/** "Office hours" becomes `office-hours`, or `office-hours-2` where that is taken. Pure. */
export function freeName(title: string, taken: ReadonlySet<string>): string {
  const plain = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
    .replace(/-$/, '');
  const name = plain === '' ? 'event' : plain;
  for (let number = 1; number < mostNames; number += 1) {
    const tried = number === 1 ? name : `${name}-${number}`;
    if (!taken.has(tried)) return tried;
  }
  return `${name}-${taken.size + 1}`;
}
