import { fullInstant } from '@skein/ui/instant';
import { sendTimes, snoozeTimes } from './time-choices';
import { listTime, longTime } from './when';
import { dayOf, fieldValueOf, instantOf, nextMonday } from './zoned-time';

const chicago = 'America/Chicago';

it('finds the instant of a wall time on both sides of the end of summer time', () => {
  expect(instantOf('2026-10-31', '08:30', chicago).toISOString()).toBe('2026-10-31T13:30:00.000Z');
  expect(instantOf('2026-11-02', '08:30', chicago).toISOString()).toBe('2026-11-02T14:30:00.000Z');
  expect(instantOf('2026-03-08', '02:30', chicago).getTime()).toBeGreaterThanOrEqual(
    Date.parse('2026-03-08T07:30:00Z'),
  );
  expect(fieldValueOf(instantOf('2026-07-01', '23:59', 'Asia/Kolkata'), 'Asia/Kolkata')).toBe('2026-07-01T23:59');
});

it('counts days in the zone, not in UTC', () => {
  const late = new Date('2026-11-16T03:00:00Z');
  expect(dayOf(late, chicago)).toBe('2026-11-15');
  expect(dayOf(late, chicago, 1)).toBe('2026-11-16');
  expect(nextMonday(late, chicago)).toBe('2026-11-16');
  expect(nextMonday(late, 'UTC')).toBe('2026-11-23');
});

it('offers times of the lead for sending and of the person for snoozing', () => {
  const now = new Date('2026-11-16T16:41:00Z');
  expect(sendTimes(now, chicago)[1]).toEqual({
    label: 'Tomorrow morning',
    at: new Date('2026-11-17T14:30:00Z'),
    detail: 'Tue, Nov 17, 08:30 CST',
  });
  expect(snoozeTimes(now, 'UTC').map(({ at }) => at.toISOString())).toEqual([
    '2026-11-16T19:41:00.000Z',
    '2026-11-17T08:00:00.000Z',
    '2026-11-19T08:00:00.000Z',
    '2026-11-23T08:00:00.000Z',
  ]);
});

it('writes an instant as short as its distance allows', () => {
  const now = new Date('2026-11-16T16:41:00Z');
  expect(listTime('2026-11-16T10:31:00Z', now, 'UTC')).toBe('10:31');
  expect(longTime('2026-11-16T10:31:00Z', now, 'UTC')).toBe('Today 10:31');
  expect(listTime('2026-11-15T10:31:00Z', now, 'UTC')).toBe('Yesterday');
  expect(listTime('2026-11-13T10:31:00Z', now, 'UTC')).toBe('Fri, Nov 13');
  expect(listTime('2025-11-13T10:31:00Z', now, 'UTC')).toBe('Nov 13, 2025');
  expect(fullInstant('2026-11-13T10:31:00Z', 'UTC')).toBe('Fri, Nov 13, 2026, 10:31 UTC');
});
