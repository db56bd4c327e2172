import { waitingCount } from './trigger-columns';

test.each([
  [3, '3'],
  [999, '999'],
  [1_000, '1,000+'],
  [20_400, '20,400+'],
])('writes %i waiting leads as %s: a queue is counted up to 1,000', (count, text) => {
  expect(waitingCount(count)).toBe(text);
});
