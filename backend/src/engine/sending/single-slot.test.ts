import fc from 'fast-check';
import { singleSlot, type SingleMailbox } from './single-slot';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const noon = Date.parse('2026-11-26T12:00:00Z');
const until = noon + 3 * day;
const mailbox = (more: Partial<SingleMailbox> = {}): SingleMailbox => ({
  timeZone: 'Etc/UTC',
  dailyCap: 3,
  ramp: null,
  bounceHold: null,
  restingUntil: null,
  minimumGapMinutes: 10,
  lastSendAt: null,
  counted: [],
  open: [],
  ...more,
});

test('a free mailbox sends at once, and one that has sent keeps its gap and steps behind what is reserved', () => {
  expect(singleSlot(mailbox(), noon, until)).toBe(noon);
  expect(singleSlot(mailbox({ lastSendAt: noon - 4 * minute }), noon, until)).toBe(noon + 6 * minute);
  const open = [noon + 5 * minute, noon + 15 * minute];
  expect(singleSlot(mailbox({ open }), noon, until)).toBe(noon + 25 * minute);
});

test('a full day is left for the next one, and 24 hours hold no more than the limit either', () => {
  const counted = [noon - 3 * hour, noon - 2 * hour, noon - hour];
  expect(singleSlot(mailbox({ counted }), noon, until)).toBe(noon + day - 3 * hour);
  const early = [noon - 11 * hour, noon - 10 * hour, noon - 9 * hour];
  expect(singleSlot(mailbox({ counted: early }), noon, until)).toBe(noon + 13 * hour);
});

test('a rest, a ramp and a response to bounces count', () => {
  expect(singleSlot(mailbox({ restingUntil: noon + hour }), noon, until)).toBe(noon + hour);
  const ramp = { from: '2026-11-26', start: 1, increase: 1 };
  expect(singleSlot(mailbox({ ramp, counted: [noon - hour] }), noon, until)).toBe(noon + 12 * hour);
  const bounceHold = { scope: 'MAILBOX', percent: null, until: noon + 5 * hour, reason: 'Refused' };
  expect(singleSlot(mailbox({ bounceHold }), noon, until)).toBe(noon + 5 * hour);
});

test('a mailbox without room before the end has no moment', () => {
  expect(singleSlot(mailbox({ dailyCap: 0 }), noon, until)).toBeNull();
  expect(singleSlot(mailbox({ restingUntil: until }), noon, until)).toBeNull();
});

test('whatever a mailbox holds, the moment keeps gap and limits', () => {
  const times = fc.array(fc.integer({ min: -24 * 60, max: 72 * 60 }), { maxLength: 12 });
  fc.assert(
    fc.property(times, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 90 }), (minutes, dailyCap, gap) => {
      const counted = minutes.map((each) => noon + each * minute).sort((one, other) => one - other);
      const open = counted.filter((each) => each > noon);
      const at = singleSlot(mailbox({ counted, open, dailyCap, minimumGapMinutes: gap }), noon, until);
      if (at === null) return;
      expect(open.every((other) => Math.abs(other - at) >= gap * minute)).toBe(true);
      expect(counted.filter((other) => other > at - day && other <= at).length).toBeLessThan(dailyCap);
      const date = new Date(at).toISOString().slice(0, 10);
      expect(counted.filter((other) => new Date(other).toISOString().startsWith(date)).length).toBeLessThan(dailyCap);
    }),
  );
});
