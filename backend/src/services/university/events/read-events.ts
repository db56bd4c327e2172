import type { UniversityEvent } from '@skein/contracts/university/library';
import type { RequestActor } from '#platform/http/request-actor';
import { notFound, SkeinError } from '#platform/http/skein-error';
import type { UniversityDeps } from '../deps';
import { calendarFile } from './calendar-file';
import type { EventDate } from './event-dates';
import { datesBetween, datesToCome } from './find-dates';
import { addRegistration, deleteRegistration, findRegistrations } from './registrations.store';

type Person = Pick<RequestActor, 'workspaceId' | 'userId'>;

const day = 86_400_000;
/** How far ahead and back dates are listed, days. */
const ahead = 84;
const back = 365;

/**
 * Dates of the next twelve weeks, with those further ahead that the person registered for before they moved, and the
 * dates of a year that have a recording, newest first.
 */
export async function readEvents(deps: UniversityDeps, person: Person) {
  const now = deps.realClock.now();
  const toCome = await datesToCome(deps, now);
  const past = (await datesBetween(deps, now - back * day, now))
    .filter((date) => date.recordingUrl !== null && date.endsAt.getTime() <= now)
    .reverse();
  const views = await withRegistrations(deps, person, [...toCome, ...past]);
  const upcoming = views
    .slice(0, toCome.length)
    .filter((view) => view.is_registered || Date.parse(view.starts_at) < now + ahead * day);
  return { upcoming, past: views.slice(toCome.length) };
}

/** @throws SkeinError NOT_FOUND; ILLEGAL_TRANSITION when the date is over */
export async function register(deps: UniversityDeps, person: Person, id: string): Promise<UniversityEvent> {
  const date = await findDate(deps, id);
  const now = deps.realClock.now();
  if (date.endsAt.getTime() <= now)
    throw new SkeinError('ILLEGAL_TRANSITION', 'This event is over. Choose a later date.');
  await deps.db.tenantSql(person.workspaceId, (sql) =>
    addRegistration(person.workspaceId, sql, person.userId, { event: id, startsAt: date.startsAt, at: new Date(now) }),
  );
  const [view] = await withRegistrations(deps, person, [date]);
  return view as UniversityEvent;
}

/** Also for a date that is not listed now. */
export async function unregister(deps: UniversityDeps, person: Person, id: string): Promise<{ done: true }> {
  await deps.db.tenantSql(person.workspaceId, (sql) => deleteRegistration(person.workspaceId, sql, person.userId, id));
  return { done: true };
}

/** @throws SkeinError NOT_FOUND */
export async function readCalendarFile(deps: UniversityDeps, person: Person, id: string): Promise<Response> {
  const date = await findDate(deps, id);
  const [view] = await withRegistrations(deps, person, [date]);
  return new Response(calendarFile(date, { joinUrl: view?.join_url ?? null, made: new Date(deps.realClock.now()) }), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="${date.series.slug}.ics"`,
    },
  });
}

async function findDate(deps: UniversityDeps, id: string): Promise<EventDate> {
  const now = deps.realClock.now();
  const dates = [...(await datesToCome(deps, now)), ...(await datesBetween(deps, now - back * day, now))];
  const date = dates.find((one) => one.id === id);
  if (!date) throw notFound('This event');
  return date;
}

async function withRegistrations(deps: UniversityDeps, person: Person, dates: EventDate[]) {
  const rows = await deps.db.tenantSql(person.workspaceId, (sql) =>
    findRegistrations(
      person.workspaceId,
      sql,
      person.userId,
      dates.map(({ id }) => id),
    ),
  );
  const byEvent = new Map(rows.map((row) => [row.event, row]));
  const now = deps.realClock.now();
  return dates.map(({ id, series, startsAt, endsAt, recordingUrl }) => ({
    id,
    title: series.title,
    summary: series.text,
    host: series.host,
    starts_at: startsAt.toISOString(),
    ends_at: endsAt.toISOString(),
    time_zone: series.time_zone,
    // Operators promise that who has not registered does not see it.
    join_url: byEvent.get(id)?.is_mine ? series.join_url : null,
    recording_url: endsAt.getTime() <= now ? recordingUrl : null,
    is_registered: byEvent.get(id)?.is_mine ?? false,
    registered: byEvent.get(id)?.registered ?? 0,
  }));
}
