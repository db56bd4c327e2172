import { neighboursOf } from './use-prefetch';

it('fetches two ahead and one back, and the first before anything is open', () => {
  expect(neighboursOf([1, 2, 3, 4, 5], 2)).toEqual([3, 4, 1]);
  expect(neighboursOf([1, 2, 3], null)).toEqual([1]);
  expect(neighboursOf([1, 2, 3], 9)).toEqual([1]);
  expect(neighboursOf([1], 1)).toEqual([]);
});
