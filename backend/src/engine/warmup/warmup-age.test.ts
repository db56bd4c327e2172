import { youngMailbox, type WarmupAge } from './warmup-age';

// A Friday, 09:00 in Berlin.
const now = Date.parse('2026-11-20T08:00:00Z');
const age = (over: Partial<WarmupAge> = {}): WarmupAge => ({
  timeZone: 'Europe/Berlin',
  days: 12,
  lastDay: '2026-11-19',
  needed: 14,
  isWarming: true,
  weekdaysOnly: false,
  ...over,
});
const until = (over: Partial<WarmupAge> = {}, at = now) => {
  const young = youngMailbox(age(over), at);
  return young?.until == null ? young?.until : new Date(young.until).toISOString();
};

test('a mailbox with the days that are asked of it is not young; no days are asked with 0', () => {
  expect(youngMailbox(age({ days: 14 }), now)).toBeNull();
  expect(youngMailbox(age({ days: 0, needed: 0, isWarming: false }), now)).toBeNull();
});

test('days that are left count from today, or from tomorrow once today has its email', () => {
  expect(until()).toBe('2026-11-21T11:00:00.000Z');
  expect(until({ days: 13, lastDay: '2026-11-20' })).toBe('2026-11-21T11:00:00.000Z');
});

test('warmup on weekdays only passes over the weekend', () => {
  expect(until({ weekdaysOnly: true })).toBe('2026-11-23T11:00:00.000Z');
});

test('without warmup no day brings it nearer', () => {
  expect(youngMailbox(age({ isWarming: false }), now)).toEqual({ days: 12, needed: 14, until: null });
});

test('a day without an email by noon is expected to have none', () => {
  const afternoon = Date.parse('2026-11-20T15:00:00Z');
  expect(until({ days: 13 }, afternoon)).toBe('2026-11-21T11:00:00.000Z');
});
