import { lengthText, spanText } from './span-text';

it('names a length of time in its two largest units', () => {
  expect([null, 20, 1800, 3600, 11_400, 172_800, 180_000].map(lengthText)).toEqual([
    '–',
    'under 1 min',
    '30 min',
    '1 h',
    '3 h 10 min',
    '2 d',
    '2 d 2 h',
  ]);
});

it('names the first, the last and a middle span', () => {
  expect(spanText({ from_seconds: 0, to_seconds: 3600 })).toBe('Under 1 h');
  expect(spanText({ from_seconds: 3600, to_seconds: 14_400 })).toBe('1 h to 4 h');
  expect(spanText({ from_seconds: 604_800, to_seconds: null })).toBe('Over 7 d');
});
