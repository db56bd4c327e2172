import { capAfter, rampChange, rampDraft } from './ramp-change';

const now = new Date('2026-11-19T15:00:00Z');
const mailbox = {
  ramp: { from: '2026-11-10', start: 5, increase: 2 },
  resting_until: '2026-11-25T05:00:00.000Z',
  time_zone: 'America/New_York',
};

test('the form shows the ramp, and the rest as a day of the mailbox', () => {
  expect(rampDraft(mailbox, now)).toEqual({ isGrowing: true, start: 5, increase: 2, rest: '2026-11-25' });
  expect(rampDraft({ ...mailbox, ramp: null, resting_until: '2026-11-18T05:00:00.000Z' }, now)).toMatchObject({
    isGrowing: false,
    rest: '',
  });
});

test('a ramp that was not changed is not sent, because sending begins it anew', () => {
  const before = rampDraft(mailbox, now);
  expect(rampChange(before, before)).toEqual({});
  expect(rampChange({ ...before, rest: '' }, before)).toEqual({ resting_until: null });
  expect(rampChange({ ...before, increase: 4 }, before)).toEqual({ ramp: { start: 5, increase: 4 } });
  expect(rampChange({ ...before, isGrowing: false, rest: '2026-12-01' }, before)).toEqual({
    ramp: null,
    resting_until: '2026-12-01',
  });
});

test('the cap grows to the daily cap and no further', () => {
  expect([0, 3, 30].map((days) => capAfter(5, 2, days, 40))).toEqual([5, 11, 40]);
});
