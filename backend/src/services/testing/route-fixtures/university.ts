import { plainParameters } from '../plain-parameters';
import type { FixtureRows, RouteIds } from './fixture-rows';

export const fixtureEvent = {
  title: 'Office hours',
  host: 'Ada',
  summary: 'Bring a question.',
  time_zone: 'Europe/Berlin',
  first: '2026-01-07T11:00',
  every_weeks: null,
  minutes: 45,
  join_url: null,
};

/** Office hours, every second week, as an operator adds them. */
export async function createEventRows({ main }: FixtureRows): Promise<RouteIds> {
  await main.test.query(
    `
      insert into university_event (
        slug, title, host, summary, time_zone, first, every_weeks, minutes, created_at, updated_at
      )
      values ($1, 'Office hours', 'Ada', 'Bring a question.', 'America/New_York', '2026-01-07T11:00', 2, 45, now(), now())
      on conflict do nothing
    `,
    [plainParameters['eventSlug']],
  );
  return {};
}
