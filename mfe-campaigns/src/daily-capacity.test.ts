import { dailyCapacity } from './daily-capacity';

it.each([
  [50, 50, 'up to 50 emails a day'],
  [10, 1_050, 'up to 10 emails today, growing to 1,050 a day'],
  [1, 1, 'up to 1 email a day'],
  [0, 0, 'up to 0 emails a day'],
])('says what mailboxes may send: %i today of %i', (today, later, text) => {
  expect(dailyCapacity({ capacity_today: today, daily_capacity: later })).toBe(text);
});
