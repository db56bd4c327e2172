import { nextRun, nextRunAfter, requireSchedule, type Schedule } from './schedule';

const now = new Date('2026-11-16T08:00:00Z');
const schedule = (changes: Partial<Schedule>): Schedule => ({
  every_days: null,
  cron: null,
  time_zone: 'Etc/GMT',
  starts_at: null,
  ends_at: null,
  ...changes,
});
const refused = (changes: Partial<Schedule>) => {
  try {
    requireSchedule(schedule(changes), now);
    return null;
  } catch (error) {
    return (error as { details: { field: string }[] }).details[0]?.field;
  }
};

test('a test repeats after days, or at the times of a cron schedule in its own zone', () => {
  expect(nextRun(schedule({ every_days: 3 }), now)).toEqual(new Date('2026-11-19T08:00:00Z'));
  // Tuesdays and Thursdays at nine in Chicago, which is 15:00 in winter.
  const cron = schedule({ cron: '0 9 * * 2,4', time_zone: 'America/Chicago' });
  expect(nextRun(cron, now)).toEqual(new Date('2026-11-17T15:00:00Z'));
  expect(nextRun(cron, new Date('2026-11-17T15:00:00Z'))).toEqual(new Date('2026-11-19T15:00:00Z'));
});

test('the next run is counted on from when the last was due, however late it began', () => {
  const daily = schedule({ every_days: 1 });
  const due = new Date('2026-11-14T08:00:00Z');
  expect(nextRunAfter(daily, due, new Date('2026-11-14T08:47:00Z'))).toEqual(new Date('2026-11-15T08:00:00Z'));
  expect(nextRunAfter(daily, due, now)).toEqual(new Date('2026-11-17T08:00:00Z'));
  const ends_at = new Date('2026-11-15T12:00:00Z');
  expect(nextRunAfter(schedule({ every_days: 1, ends_at }), due, now)).toBeNull();
  expect(nextRunAfter(schedule({ cron: '0 9 * * *' }), due, now)).toEqual(new Date('2026-11-16T09:00:00Z'));
});

test('the last run lies before the end', () => {
  const ends_at = new Date('2026-11-18T00:00:00Z');
  expect(nextRun(schedule({ every_days: 3, ends_at }), now)).toBeNull();
  expect(nextRun(schedule({ every_days: 1, ends_at }), now)).toEqual(new Date('2026-11-17T08:00:00Z'));
});

test('a schedule that cannot be kept names its field', () => {
  expect(refused({ every_days: 1 })).toBeNull();
  expect(refused({ cron: '30 8 1,15 * *' })).toBeNull();
  expect(refused({})).toBe('every_days');
  expect(refused({ cron: '0 9 * * *', every_days: 1 })).toBe('cron');
  expect(refused({ cron: 'every day' })).toBe('cron');
  expect(refused({ cron: '0 9 31 2 *' })).toBe('cron');
  expect(refused({ cron: '*/5 * * * *' })).toBe('cron');
  expect(refused({ cron: '0 0 9 * * *' })).toBe('cron');
  expect(refused({ every_days: 1, ends_at: new Date('2026-11-15T00:00:00Z') })).toBe('ends_at');
});

test('every so many days means the same local time, also over a change of the clocks', () => {
  const berlin = schedule({ every_days: 7, time_zone: 'Europe/Berlin' });
  expect(nextRun(berlin, new Date('2026-03-25T08:00:00Z'))).toEqual(new Date('2026-04-01T07:00:00Z'));
  expect(nextRun(berlin, new Date('2026-10-21T07:00:00Z'))).toEqual(new Date('2026-10-28T08:00:00Z'));
});
