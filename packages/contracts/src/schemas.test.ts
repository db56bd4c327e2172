import { scheduleInput } from './main/campaign-views';
import { whatIf } from './main/review.contract';
import { wireTime } from './v1/wire';

const problem = (given: Record<string, unknown>) =>
  scheduleInput.safeParse(given).error?.issues.map((issue) => [issue.path.join('.'), issue.message]) ?? [];

it('refuses a holiday that no calendar has, and names it', () => {
  expect(problem({ holidays: ['2026-12-24', '2026-02-31'] })).toEqual([
    ['holidays.1', 'must be a date that exists, such as 2026-11-24'],
  ]);
  for (const day of ['2025-02-29', '2026-13-01', '2026-00-10', '2026-04-31'])
    expect(problem({ holidays: [day] })).toHaveLength(1);
  expect(problem({ holidays: ['2026-2-1'] })).toMatchObject([['holidays.0', 'must be a date such as 2026-11-24'], {}]);
  expect(problem({ holidays: ['2028-02-29', '2026-12-31'] })).toEqual([]);
});

it('refuses a start in a year of six figures or on a day that does not exist, on both wires', () => {
  for (const at of [
    '+275760-01-01T00:00:00Z',
    '275760-09-13',
    '-000001-01-01T00:00:00Z',
    '2026-02-31T10:00:00Z',
    '2026-02-30T10:00',
    'soon',
    '',
  ]) {
    expect(problem({ schedule_start_time: at })).toEqual([
      ['schedule_start_time', 'must be a date and time that exists (ISO 8601)'],
    ]);
    expect(wireTime.safeParse(at).success).toBe(false);
  }
  for (const at of ['2026-12-24T10:00:00Z', '2026-12-31T23:30:00-05:00', '2028-02-29', 'Thu, 24 Dec 2026 10:00:00 GMT'])
    expect([at, problem({ schedule_start_time: at }), wireTime.safeParse(at).success]).toEqual([at, [], true]);
});

it('a forecast takes times of day and nothing else for its window', () => {
  for (const time of ['', 'x', '25:99', '9:00', '09:60', '٠٩:٠٠', '09:00 '])
    expect(whatIf.safeParse({ start_hour: time, end_hour: time }).success).toBe(false);
  expect(whatIf.safeParse({ start_hour: '09:00', end_hour: '17:30' }).success).toBe(true);
});
