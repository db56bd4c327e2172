import { stepRange } from './step-range';

it('walks through a year in steps of the range, without gaps, and ends today', () => {
  const today = '2026-11-25';
  const now = { from: '2026-10-26', to: today };
  const before = stepRange(now, -1, today);
  expect(before).toEqual({ from: '2026-09-25', to: '2026-10-25' });
  expect(stepRange(before as NonNullable<typeof before>, 1, today)).toEqual(now);
  expect(stepRange(now, 1, today)).toBeNull();
  expect(stepRange({ from: '2026-11-01', to: '2026-11-20' }, 1, today)).toEqual({ from: '2026-11-06', to: today });
});
