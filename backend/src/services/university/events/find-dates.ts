import type { UniversityDeps } from '../deps';
import { datesOf, type EventDate } from './event-dates';

/** Dates of all events of this installation between two instants, the next one first. */
export async function datesBetween(
  deps: Pick<UniversityDeps, 'library' | 'isSandbox'>,
  from: number,
  to: number,
): Promise<EventDate[]> {
  const { events } = await deps.library.read();
  return [...events.values()]
    .filter((series) => deps.isSandbox || !series.only_in_sandbox)
    .flatMap((series) => datesOf(series, new Date(from), new Date(to)))
    .sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime() || one.id.localeCompare(other.id));
}
