import { nextTime, weekBefore } from './schedule';

const at = (text: string) => Date.parse(text);
const monday = { weekday: 1, hour: 8, time_zone: 'Europe/Berlin' };

it.each([
  ['the same day when the hour is still to come', '2026-11-23T06:59:00Z', '2026-11-23T07:00:00.000Z'],
  ['the next week at the very moment', '2026-11-23T07:00:00Z', '2026-11-30T07:00:00.000Z'],
  ['the next Monday from the middle of a week', '2026-11-25T12:00:00Z', '2026-11-30T07:00:00.000Z'],
  ['the same hour on the clock after a change of clocks', '2026-03-23T12:00:00Z', '2026-03-30T06:00:00.000Z'],
])('is %s', (_, after, next) => expect(nextTime(monday, at(after)).toISOString()).toBe(next));

it('takes the hour after one that a change of clocks leaves out', () => {
  const sunday = { weekday: 7, hour: 2, time_zone: 'Europe/Berlin' };
  expect(nextTime(sunday, at('2026-03-28T00:00:00Z')).toISOString()).toBe('2026-03-29T01:00:00.000Z');
});

it('is always later, on its weekday, and at most seven days and an hour away', () => {
  for (let hour = 0; hour < 24 * 40; hour += 1) {
    const after = at('2026-10-01T00:00:00Z') + hour * 3_600_000;
    const next = nextTime(monday, after).getTime();
    expect(next).toBeGreaterThan(after);
    expect(next - after).toBeLessThanOrEqual(7 * 86_400_000 + 3_600_000);
  }
});

it('reports the seven whole days before, by the days of the zone', () => {
  expect(weekBefore(at('2026-11-23T07:00:00Z'), 'Europe/Berlin')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
  expect(weekBefore(at('2026-11-23T07:00:00Z'), 'America/Los_Angeles')).toEqual({
    from: '2026-11-15',
    to: '2026-11-21',
  });
});
