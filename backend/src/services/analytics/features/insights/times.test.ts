import { noCounts } from '../figures/count-events.store';
import { foldGroups } from './fold-groups';
import { teamOf } from './read-answers';
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

it('counts answers by person, those from the mailbox itself apart, and no reply that waits', () => {
  const reply = (user_id: number | null, seconds: number | null, category_id = 1) => ({
    user_id,
    user_name: user_id === null ? null : `Person ${user_id}`,
    seconds,
    category_id,
  });
  expect(teamOf([reply(1, 60, 2), reply(1, 14_401), reply(2, 14_400), reply(null, 5), reply(null, null)])).toEqual([
    { user_id: 1, name: 'Person 1', answered: 2, meetings: 1, in_time: 1, median_seconds: 7231 },
    { user_id: null, name: 'From the mailbox itself', answered: 1, meetings: 0, in_time: 1, median_seconds: 5 },
    { user_id: 2, name: 'Person 2', answered: 1, meetings: 0, in_time: 1, median_seconds: 14_400 },
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
