import { noCounts } from '../figures/count-events.store';
import { foldGroups } from './fold-groups';
import type { PositiveReply } from './insights.store';
import { lateArrivals, teamOf } from './read-answers';
import { weeksUpTo } from './read-weeks';
import { answerSpans, percentile, timesOf } from './times';

it('puts each time into the span that holds its beginning, and every time into one', () => {
  const times = timesOf([0, 899, 900, 14_399, 14_400, 1_000_000], answerSpans);
  expect(times.spans.map((span) => span.count)).toEqual([2, 1, 0, 0, 1, 1, 0, 0, 1]);
  expect(times.count).toBe(6);
  expect(times.spans.at(-1)?.to_seconds).toBeNull();
});

it('takes the median between the two in the middle, and none of nothing', () => {
  expect(percentile([10, 20, 30, 100], 0.5)).toBe(25);
  expect(percentile([7], 0.9)).toBe(7);
  expect(timesOf([], answerSpans)).toMatchObject({ count: 0, median_seconds: null, p90_seconds: null });
});

const now = Date.UTC(2026, 10, 8, 12);
const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000);
const reply = (changed: Partial<PositiveReply>): PositiveReply => ({
  replied_at: hoursAgo(24),
  weekday: 6,
  hour: 12,
  category_id: 1,
  category_name: null,
  is_archived: false,
  assigned_user_id: null,
  assigned_name: null,
  user_name: changed.user_id ? `Person ${changed.user_id}` : null,
  user_id: null,
  seconds: null,
  ...changed,
});

it('counts answers by person, those from the mailbox itself apart, and late ones that wait by whom they are assigned to', () => {
  const replies = [
    reply({ user_id: 1, seconds: 60, category_id: 2 }),
    reply({ user_id: 1, seconds: 14_401 }),
    reply({ user_id: 2, seconds: 14_400 }),
    reply({ seconds: 5 }),
    reply({ assigned_user_id: 3, assigned_name: 'Person 3' }),
    reply({}),
    reply({ is_archived: true }),
    reply({ replied_at: hoursAgo(4) }),
  ];
  const none = { answered: 0, meetings: 0, in_time: 0, late: 0, open_late: 0, median_seconds: null, categories: [] };
  const interested = (count: number) => ({ category_id: 1, name: 'Interested', count });
  const one = { ...none, answered: 1, in_time: 1, categories: [interested(1)] };
  expect(teamOf(replies, now)).toEqual([
    {
      ...none,
      kind: 'person',
      user_id: 1,
      name: 'Person 1',
      answered: 2,
      meetings: 1,
      in_time: 1,
      late: 1,
      median_seconds: 7231,
      categories: [interested(1), { category_id: 2, name: 'Meeting Request', count: 1 }],
    },
    { ...one, kind: 'mailbox', user_id: null, name: 'From the mailbox itself', median_seconds: 5 },
    { ...one, kind: 'person', user_id: 2, name: 'Person 2', median_seconds: 14_400 },
    { ...none, kind: 'person', user_id: 3, name: 'Person 3', open_late: 1 },
    { ...none, kind: 'nobody', user_id: null, name: 'Unassigned', open_late: 1 },
  ]);
});

it('puts late arrivals into two hours of a weekday', () => {
  const at = (weekday: number, hour: number) => reply({ weekday, hour });
  expect(lateArrivals([at(5, 17), at(5, 16), at(1, 0), at(5, 18)])).toEqual([
    { weekday: 1, hour: 0, count: 1 },
    { weekday: 5, hour: 16, count: 2 },
    { weekday: 5, hour: 18, count: 1 },
  ]);
});

it('counts nine weeks back from a day, over the end of a year too', () => {
  const weeks = weeksUpTo('2026-01-03');
  expect([weeks.length, weeks[0], weeks[8]]).toEqual([
    9,
    { from: '2025-11-02', to: '2025-11-08' },
    { from: '2025-12-28', to: '2026-01-03' },
  ]);
});

it('brings figures together by what they belong to, the rest under the empty key', () => {
  const sent = (count: number) => ({ ...noCounts(), sent: count });
  const folded = foldGroups(
    new Map([
      ['1', sent(3)],
      ['2', sent(4)],
      ['3', sent(5)],
    ]),
    (key) => (key === '3' ? [] : ['a']),
  );
  expect([...folded].map(([key, counts]) => [key, counts.sent])).toEqual([
    ['a', 7],
    ['', 5],
  ]);
});
