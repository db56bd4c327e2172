import { nextSendOrReason, type NextFacts } from './next-send-or-reason';

const active = (leads: Partial<NextFacts['leads']>) =>
  nextSendOrReason({
    status: 'ACTIVE',
    statusReason: null,
    statusChangedAt: new Date('2026-11-30T09:00:00.000Z'),
    statusChangedByName: null,
    completedAt: null,
    nextTriggerAt: new Date('2026-12-01T09:00:00.000Z'),
    reserved: null,
    lastTrigger: null,
    schedule: {} as NextFacts['schedule'],
    stepCount: 2,
    mailboxCount: 1,
    leads: { total: 12, waiting: 0, inProgress: 0, paused: 0, ...leads },
    now: Date.parse('2026-11-30T17:00:00.000Z'),
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
