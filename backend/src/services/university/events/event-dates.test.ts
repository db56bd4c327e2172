import type { EventSeries } from '../library/read-content';
import { canceledDates, datesAhead, datesOf } from './event-dates';

const series = (changed: Partial<EventSeries> = {}): EventSeries => ({
  slug: 'office-hours',
  title: 'Office hours',
  host: 'Ada',
  time_zone: 'America/New_York',
  first: '2026-01-07T11:00',
  every_weeks: 2,
  minutes: 45,
  join_url: null,
  recording_url: null,
  recordings: {},
  changed: {},
  text: '',
  ...changed,
});

it('keeps the time of day in its zone over a change of daylight saving time', () => {
  const dates = datesOf(series(), new Date('2026-03-01T00:00:00Z'), new Date('2026-03-20T00:00:00Z'));
  expect(dates.map(({ startsAt }) => startsAt.toISOString())).toEqual([
    '2026-03-04T16:00:00.000Z',
    '2026-03-18T15:00:00.000Z',
  ]);
  expect(dates.map(({ id }) => id)).toEqual(['office-hours.2026-03-04', 'office-hours.2026-03-18']);
});

it('includes a date that is running and leaves out one that has ended', () => {
  const at = (from: string) => datesOf(series(), new Date(from), new Date('2026-01-08T00:00:00Z')).length;
  expect(at('2026-01-07T16:30:00Z')).toBe(1);
  expect(at('2026-01-07T16:45:00Z')).toBe(0);
});

it('has one date when it is not repeated, and none for a zone that does not exist', () => {
  const range = [new Date('2026-01-01T00:00:00Z'), new Date('2027-01-01T00:00:00Z')] as const;
  expect(datesOf(series({ every_weeks: null }), ...range)).toHaveLength(1);
  expect(datesOf(series({ time_zone: 'Mars/Olympus' }), ...range)).toEqual([]);
});

it('moves single dates, calls others off, and invents none', () => {
  const changed = {
    '2026-03-04': 'canceled',
    '2026-03-18': '2026-03-25T09:30',
    '2026-03-19': '2026-03-20T11:00',
  } as const;
  const found = datesOf(series({ changed }), new Date('2026-03-01T00:00:00Z'), new Date('2026-04-02T00:00:00Z'));
  expect(found.map(({ id, startsAt }) => [id, startsAt.toISOString()])).toEqual([
    ['office-hours.2026-03-18', '2026-03-25T13:30:00.000Z'],
    ['office-hours.2026-04-01', '2026-04-01T15:00:00.000Z'],
  ]);
  expect(canceledDates(series({ changed }))).toEqual(['office-hours.2026-03-04']);
});

it('keeps a day that has a recording when the series moves to another one', () => {
  const recordings = { '2026-01-07': 'https://video.test/7', '2026-01-22': 'https://video.test/22' };
  const found = datesOf(
    series({ first: '2026-01-08T10:00', recordings }),
    new Date('2026-01-01T00:00:00Z'),
    new Date('2026-01-30T00:00:00Z'),
  );
  expect(found.map(({ id, startsAt, recordingUrl }) => [id.slice(-10), startsAt.toISOString(), recordingUrl])).toEqual([
    ['2026-01-07', '2026-01-07T15:00:00.000Z', 'https://video.test/7'],
    ['2026-01-08', '2026-01-08T15:00:00.000Z', null],
    ['2026-01-22', '2026-01-22T15:00:00.000Z', 'https://video.test/22'],
  ]);
});

it('knows the only date of an event however far ahead it is, and those of a year of one that is repeated', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  const ahead = (changed: Partial<EventSeries>) => datesAhead(series(changed), now).map(({ id }) => id.slice(-10));
  expect(ahead({ every_weeks: null, first: '2031-05-05T11:00' })).toEqual(['2031-05-05']);
  expect(ahead({ every_weeks: null, first: '2025-05-05T11:00' })).toEqual([]);
  expect(ahead({ every_weeks: 26, first: '2031-05-05T11:00' })).toEqual(['2031-05-05', '2031-11-03', '2032-05-03']);
  expect(ahead({ time_zone: 'Mars/Olympus' })).toEqual([]);
});
