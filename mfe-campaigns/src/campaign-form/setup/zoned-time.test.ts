import { fromWallClock, toWallClock } from './zoned-time';

test('a wall clock of any zone leads to one instant and back', () => {
  for (const [wall, zone, iso] of [
    ['2026-11-24T08:30', 'America/New_York', '2026-11-24T13:30:00.000Z'],
    ['2026-07-01T00:00', 'Asia/Kolkata', '2026-06-30T18:30:00.000Z'],
    ['2026-01-05T09:00', 'Etc/GMT', '2026-01-05T09:00:00.000Z'],
  ] as const) {
    expect(fromWallClock(wall, zone)).toBe(iso);
    expect(toWallClock(iso, zone)).toBe(wall);
  }
});

test('clock changes: a time left out becomes the one after, a time that comes twice the first', () => {
  expect(fromWallClock('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
  expect(fromWallClock('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z');
});

test('what is no date and time is refused', () => {
  expect(fromWallClock('', 'Etc/GMT')).toBeNull();
  expect(fromWallClock('2026-13-40T99:00', 'Etc/GMT')).toBeNull();
});

test('a year that is being typed stays in the field', () => {
  for (const wall of ['0002-11-24T09:00', '0020-11-24T09:00', '0202-11-24T09:00'])
    for (const zone of ['Etc/GMT', 'America/New_York', 'Asia/Kolkata'])
      expect(toWallClock(fromWallClock(wall, zone)!, zone)).toBe(wall);
});
