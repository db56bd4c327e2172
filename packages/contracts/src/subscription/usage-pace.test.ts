import { usagePace } from './usage-pace';

const begun = Date.parse('2026-11-01T00:00:00Z');
const day = 86_400_000;

it('says what a month comes to, and the day on which the included emails are used up', () => {
  expect(usagePace({ used: 1_000, included: 6_000 }, begun, begun + 10 * day)).toEqual({
    byEnd: 3_000,
    usedUpAt: null,
    end: begun + 30 * day,
  });
  expect(usagePace({ used: 3_000, included: 6_000 }, begun, begun + 10 * day)).toMatchObject({
    byEnd: 9_000,
    usedUpAt: begun + 20 * day,
  });
  expect(usagePace({ used: 3_000, included: null }, begun, begun + 10 * day)).toMatchObject({ usedUpAt: null });
});

it('says nothing in the first day, without use, and when the month is over', () => {
  expect(usagePace({ used: 500, included: 6_000 }, begun, begun + day / 2)).toBeNull();
  expect(usagePace({ used: 0, included: 6_000 }, begun, begun + 5 * day)).toBeNull();
  expect(usagePace({ used: 500, included: 6_000 }, begun, begun + 31 * day)).toBeNull();
});
