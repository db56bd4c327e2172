import { aSchedule } from '#engine/sending/testing/snapshots';
import { nextSendOrReason, type NextFacts } from './next-send-or-reason';

const now = Date.parse('2026-11-30T17:00:00.000Z');
const active = (leads: Partial<NextFacts['leads']>, more: Partial<NextFacts> = {}) =>
  nextSendOrReason({
    status: 'ACTIVE',
    statusReason: null,
    statusChangedAt: new Date('2026-11-30T09:00:00.000Z'),
    statusChangedByName: null,
    completedAt: null,
    nextTriggerAt: new Date('2026-12-01T09:00:00.000Z'),
    reserved: null,
    lastTrigger: null,
    onHold: null,
    schedule: {} as NextFacts['schedule'],
    stepCount: 2,
    mailboxCount: 1,
    leads: { total: 12, waiting: 0, inProgress: 0, paused: 0, ...leads },
    now,
    ...more,
  });

it('says of an active campaign whose leads are all done that it completes with its next send round', () => {
  expect(active({})).toMatchObject({
    kind: 'WAITING',
    text: 'All leads done',
    detail: 'completes with its next send round',
  });
});

it('says how many leads are paused when no other lead waits', () => {
  expect(active({ paused: 1 })).toMatchObject({ text: 'No leads waiting', detail: '1 lead paused' });
});

describe('new leads whose import is on hold', () => {
  const until = new Date('2026-12-05T19:04:00.000Z');
  const leads = { waiting: 28, inProgress: 10 };
  const onHold = { leads: 28, until };
  const schedule = aSchedule();
  const round = (constraintCode: string | null) => ({
    sent: 0,
    checkpoint: constraintCode ? null : 'NO_FOLLOW_UPS_DUE',
    constraintCode,
    resumesAt: new Date('2026-12-01T09:00:00.000Z'),
  });
  const waiting = { text: '28 new leads wait: their import is on hold', code: 'IMPORT_ON_HOLD', at: until };

  it('are the reason when the last round found nothing else to send', () => {
    expect(active(leads, { onHold, schedule, lastTrigger: round('IMPORT_ON_HOLD') })).toMatchObject(waiting);
  });

  it('are the reason at night as well when the campaign has no follow-ups', () => {
    const night = { onHold, schedule, now: Date.parse('2026-11-30T23:00:00.000Z') };
    expect(active({ waiting: 28 }, night)).toMatchObject(waiting);
    expect(active({ waiting: 1 }, { ...night, onHold: { leads: 1, until } }).text).toBe(
      '1 new lead waits: its import is on hold',
    );
  });

  it('are named beside an email that is reserved, a closed window and another reason', () => {
    const reserved = { at: new Date(now), mailboxEmail: 'rosa@acme.test' };
    expect(active(leads, { onHold, reserved }).detail).toBe('rosa@acme.test, 28 new leads on hold');
    expect(active(leads, { onHold, schedule, now: Date.parse('2026-11-30T23:00:00.000Z') })).toMatchObject({
      text: 'Window opens',
      detail: '28 new leads on hold',
    });
    expect(active(leads, { onHold, schedule, lastTrigger: round('MAILBOX_DAILY_CAP') })).toMatchObject({
      code: 'MAILBOX_DAILY_CAP',
      detail: '28 new leads on hold',
    });
  });

  it('are no reason once the import is released, whatever the last round says', () => {
    expect(active(leads, { schedule, lastTrigger: round('IMPORT_ON_HOLD') })).toMatchObject({
      kind: 'NEXT_SEND',
      detail: null,
    });
  });
});
