import type { UniversityDeps } from '../deps';
import type { EventSeries } from '../library/read-content';
import { canceledDates, datesAhead } from './event-dates';
import { datesBetween, findSeries } from './find-dates';
import { findChanged, findRegistered, writeChanges, writeReminders } from './registrations.store';

const minute = 60_000;
/** Minutes before an event at which its people are reminded. */
const reminderMinutes = 60;

/**
 * Reminds people of the dates that begin within the hour, once each. Events are read each time, so one that an operator
 * moved within its day is reminded of at its new time, and one that was removed is not. Who registers within the hour
 * is not reminded: they are looking at it.
 */
export async function remind(deps: Pick<UniversityDeps, 'db' | 'library' | 'realClock'>): Promise<void> {
  const now = deps.realClock.now();
  await tellChanges(deps, now);
  const dates = await datesBetween(deps, now, now + reminderMinutes * minute + 1);
  for (const { id, series, startsAt } of dates.filter((date) => date.startsAt.getTime() > now))
    await deps.db.systemSql((sql) =>
      writeReminders(
        sql,
        {
          event: id,
          title: series.title,
          host: series.host,
          join_url: series.join_url,
          minutes: Math.max(1, Math.round((startsAt.getTime() - now) / minute)),
        },
        { startsAt, until: new Date(startsAt.getTime() - reminderMinutes * minute) },
      ),
    );
}

/** Tells people that a date they registered for starts at another time, or is called off. */
async function tellChanges(deps: Pick<UniversityDeps, 'db' | 'library'>, now: number): Promise<void> {
  const all = await findSeries(deps);
  const dates = all.flatMap((series) => datesAhead(series, now));
  const canceled = all.flatMap((series) => canceledDates(series).map((id) => ({ id, series })));
  const today = new Date(now).toISOString().slice(0, 10);
  // Nobody is told of what is over.
  const ahead = canceled.filter(({ id }) => id.slice(-today.length) >= today);
  await deps.db.systemSql(async (sql) => {
    const moved = new Set(dates.length > 0 ? await findChanged(sql, dates) : []);
    for (const { id, series, startsAt } of dates.filter((date) => moved.has(date.id)))
      await writeChanges(
        sql,
        { ...factsOf(id, series), change: 'moved', starts_at: startsAt.toISOString() },
        new Date(now),
      );
    const registered = new Set(
      ahead.length > 0
        ? await findRegistered(
            sql,
            ahead.map(({ id }) => id),
          )
        : [],
    );
    for (const { id, series } of ahead.filter((date) => registered.has(date.id)))
      await writeChanges(sql, { ...factsOf(id, series), change: 'canceled', starts_at: null }, new Date(now));
  });
}

const factsOf = (event: string, { title, host, time_zone }: EventSeries) => ({ event, title, host, time_zone });
