import { pickDay, problemOf, rangeDraft, typeEnd } from './date-range-draft';

const nothing = rangeDraft(null);

it('takes the first day picked as a range of its own, and the second as its other end', () => {
  const one = pickDay(nothing, '2026-11-10');
  expect(one).toEqual({ from: '2026-11-10', to: '2026-11-10', isPicking: true });
  expect(pickDay(one, '2026-11-14')).toEqual({ from: '2026-11-10', to: '2026-11-14', isPicking: false });
  expect(pickDay(one, '2026-11-03')).toEqual({ from: '2026-11-03', to: '2026-11-10', isPicking: false });
});

it('begins anew with a day picked after both ends', () => {
  const both = pickDay(pickDay(nothing, '2026-11-10'), '2026-11-14');
  expect(pickDay(both, '2026-12-01')).toEqual({ from: '2026-12-01', to: '2026-12-01', isPicking: true });
});

it('begins anew where the first day was spoilt by typing', () => {
  const spoilt = typeEnd(pickDay(nothing, '2026-11-10'), 'from', '2026-1');
  expect(pickDay(spoilt, '2026-11-14')).toEqual({ from: '2026-11-14', to: '2026-11-14', isPicking: true });
});

it('is no longer the preset it came from once an end is typed', () => {
  const week = rangeDraft({ from: '2026-11-01', to: '2026-11-07', preset: 'last-7-days' });
  expect(typeEnd(week, 'to', '2026-11-08')).toEqual({ from: '2026-11-01', to: '2026-11-08', isPicking: false });
});

it('says why a range cannot be used', () => {
  const range = (from: string, to: string) => ({ ...nothing, from, to });
  expect(problemOf(nothing, {})).toBe('Choose a first and a last day');
  expect(problemOf(range('2026-11-02', '2026-11-01'), {})).toBe('The first day must not be after the last');
  expect(problemOf(range('2026-11-31', '2026-12-01'), {})).not.toBeNull();
  expect(problemOf(range('2026-11-01', '2026-11-07'), {})).toBeNull();
  expect(problemOf(range('2026-11-01', '2026-11-07'), { min: '2026-11-02' })).not.toBeNull();
  expect(problemOf(range('2026-11-01', '2026-11-07'), { max: '2026-11-06' })).not.toBeNull();
});
