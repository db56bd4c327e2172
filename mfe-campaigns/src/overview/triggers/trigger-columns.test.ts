import { waitingCount } from './trigger-columns';

test.each([
  [3, '3'],
  [4_251, '4,251'],
  [10_000, '10,000+'],
  [20_400, '20,400+'],
])('writes %i waiting leads as %s: a queue is counted up to 10,000', (count, text) => {
  expect(waitingCount(count)).toBe(text);
});
