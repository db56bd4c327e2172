import type { UniversityDeps } from '../deps';
import type { EventSeries } from '../library/read-content';
import { datesOf, type EventDate } from './event-dates';
import { listSeries } from './series.store';

type Deps = Pick<UniversityDeps, 'library' | 'db'>;

/** Every event of this installation: those of files, and those that operators added on a page. */
export async function findSeries({ library, db }: Deps): Promise<EventSeries[]> {
  const { events } = await library.read();
  const added = await db.systemSql(listSeries);
  return [...new Map([...events, ...added.map((series): [string, EventSeries] => [series.slug, series])]).values()];
}

/** Dates of all events between two instants, the next one first. */
export const datesBetween = async (deps: Deps, from: number, to: number): Promise<EventDate[]> =>
  (await findSeries(deps))
    .flatMap((series) => datesOf(series, new Date(from), new Date(to)))
    .sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime() || one.id.localeCompare(other.id));
