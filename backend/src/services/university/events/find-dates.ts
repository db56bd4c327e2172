import type { UniversityDeps } from '../deps';
import type { EventSeries } from '../library/read-content';
import { datesAhead, datesOf, type EventDate } from './event-dates';
import { listSeries } from './series.store';

type Deps = Pick<UniversityDeps, 'library' | 'db'>;

/** Every event of this installation: those of files, and those that operators added on a page. */
export async function findSeries({ library, db }: Deps): Promise<EventSeries[]> {
  const { events } = await library.read();
  const added = await db.systemSql(listSeries);
  return [...new Map([...events, ...added.map((series): [string, EventSeries] => [series.slug, series])]).values()];
}

const inOrder = (one: EventDate, other: EventDate): number =>
  one.startsAt.getTime() - other.startsAt.getTime() || one.id.localeCompare(other.id);

/** Dates to come of all events, however far ahead they were moved, the next one first. */
export const datesToCome = async (deps: Deps, now: number): Promise<EventDate[]> =>
  (await findSeries(deps)).flatMap((series) => datesAhead(series, now)).sort(inOrder);

/** Dates of all events between two instants, the next one first. */
export const datesBetween = async (deps: Deps, from: number, to: number): Promise<EventDate[]> =>
  (await findSeries(deps)).flatMap((series) => datesOf(series, new Date(from), new Date(to))).sort(inOrder);
