import { crossesMidnight, readTimeOfDay } from './time-of-day';

it.each([
  ['8', '08:00'],
  ['08', '08:00'],
  ['830', '08:30'],
  ['0830', '08:30'],
  ['2000', '20:00'],
  ['8:30', '08:30'],
  [' 09:30 ', '09:30'],
  ['20.00', '20:00'],
  ['20h15', '20:15'],
  ['8am', '08:00'],
  ['8:30 PM', '20:30'],
  ['8 p.m.', '20:00'],
  ['12am', '00:00'],
  ['12 pm', '12:00'],
  ['0', '00:00'],
])('reads %j as %s', (text, time) => expect(readTimeOfDay(text)).toBe(time));

it.each(['', 'noon', '24', '25:00', '8:3', '8:60', '860', '13pm', '0am', '-8', '8:30:00', '12345'])(
  'reads no time in %j',
  (text) => expect(readTimeOfDay(text)).toBeNull(),
);

it('compares times and not texts', () => {
  expect(crossesMidnight('8', '20:00')).toBe(false);
  expect(crossesMidnight('22:00', '6')).toBe(true);
  expect(crossesMidnight('9', '')).toBe(false);
});
