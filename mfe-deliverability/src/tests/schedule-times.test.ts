import { cronOf, fromWallClock } from './schedule-times';

test('a time on the clock of a zone is an instant, also across a change of clocks', () => {
  expect(fromWallClock('2026-11-24T09:00', 'America/Chicago')).toBe('2026-11-24T15:00:00.000Z');
  expect(fromWallClock('2026-07-24T09:00', 'America/Chicago')).toBe('2026-07-24T14:00:00.000Z');
  expect(fromWallClock('2026-03-29T12:00', 'Europe/Berlin')).toBe('2026-03-29T10:00:00.000Z');
  expect(fromWallClock('', 'Etc/GMT')).toBeNull();
  expect(fromWallClock('2026-13-40T09:00', 'Etc/GMT')).toBeNull();
});

test('weekdays become a cron schedule in their order', () => {
  expect(cronOf([4, 2], '09:05')).toBe('5 9 * * 2,4');
});
