import { leadStatuses, type LeadStatus } from '@skein/contracts/constants';
import type { LeadEvent, LeadEventKind } from './lead-events';
import { isEnded, type HoldKind, type LeadState } from './lead-state';
import { table, transition, type Outcome, type Refusal } from './transition';

const hour = 3_600_000;
const day = 24 * hour;
const now = Date.UTC(2026, 2, 2, 9);
const second = { id: 12, number: 2 };

/** A lead as it stands in a status before anything special happened to it. */
function leadIn(status: LeadStatus, change: Partial<LeadState> = {}): LeadState {
  const isOver = isEnded(status);
  const isNew = status === 'STARTED';
  return {
    status,
    reason: status === 'PAUSED' ? 'MANUAL' : status === 'STOPPED' ? 'REPLIED' : status === 'BLOCKED' ? 'BOUNCED' : null,
    detail: null,
    hold: null,
    isParked: false,
    code: isOver ? 'LEAD_ENDED' : status === 'PAUSED' ? 'LEAD_PAUSED' : isNew ? null : 'STEP_NOT_DUE',
    stepId: isNew ? 11 : 12,
    stepNumber: isNew ? 1 : 2,
    dueAt: isNew ? null : now + day,
    lookAt: isOver || isNew ? null : now + day,
    passed: isNew ? 0 : 1,
    lastStepAt: null,
    emailsSent: isNew ? 0 : 1,
    isInFlight: false,
    endedAt: isOver ? now - day : null,
    isUnsubscribed: false,
    ...change,
  };
}

const end = (reason: 'REPLIED' | 'UNSUBSCRIBED' | 'BOUNCED' | 'SUPPRESSED' | 'MANUAL'): LeadEvent => ({
  kind: 'END',
  as: reason === 'BOUNCED' || reason === 'SUPPRESSED' ? 'BLOCKED' : 'STOPPED',
  reason,
  detail: { message: '7' },
  at: now,
});
const hold = (kind: HoldKind, until: number | null): LeadEvent => ({ kind: 'HOLD', hold: kind, until, at: now });
const resume = (change: Partial<Extract<LeadEvent, { kind: 'RESUME' }>> = {}): LeadEvent => ({
  kind: 'RESUME',
  at: now,
  dueAt: null,
  next: second,
  withoutStep: 'STAYS',
  ...change,
});
const following = { step: { id: 13, number: 3 }, number: 3, dueAt: now + 2 * day };
const none = { step: null, number: 3, dueAt: null };
const events: Record<LeadEventKind, LeadEvent> = {
  END: end('REPLIED'),
  PUSH: { kind: 'PUSH', detail: { subsequence: 3 }, at: now },
  REFUSE: { kind: 'REFUSE', as: 'BLOCKED', reason: 'BOUNCED', detail: { code: 550 }, at: now },
  PAUSE: { kind: 'PAUSE', reason: 'MANUAL' },
  RESUME: resume(),
  HOLD: hold('OUT_OF_OFFICE', now + 5 * day),
  RELEASE: { kind: 'RELEASE', hold: 'COMPANY_REPLY' },
  SEND: { kind: 'SEND', passed: 2, next: following, at: now },
  PASS: { kind: 'PASS', passed: 2, next: following, at: now },
  RUN_OUT: { kind: 'RUN_OUT', at: now },
};

const after = (outcome: Outcome): LeadState => {
  if (outcome.isRefused) throw new Error(outcome.why);
  return outcome.lead;
};
const told = (lead: LeadState, event: LeadEvent): LeadStatus | Refusal => {
  const outcome = transition(lead, event);
  return outcome.isRefused ? outcome.why : outcome.lead.status;
};
const nothingHeld = { hold: null, isParked: false, lookAt: null, code: 'LEAD_ENDED' };

describe('every state times every event', () => {
  test.each<[LeadEventKind, ReturnType<typeof row>]>([
    ['END', row('STOPPED', 'STOPPED', 'STOPPED', 'STOPPED', 'ENDED_ALREADY', 'ENDED_ALREADY')],
    ['PUSH', row('COMPLETED', 'COMPLETED', 'COMPLETED', 'COMPLETED', 'ENDED_ALREADY', 'ENDED_ALREADY')],
    ['REFUSE', row('BLOCKED', 'BLOCKED', 'NOT_SENDING', 'ENDED_ALREADY', 'ENDED_ALREADY', 'ENDED_ALREADY')],
    ['PAUSE', row('PAUSED', 'PAUSED', 'PAUSED_ALREADY', 'ENDED_ALREADY', 'ENDED_ALREADY', 'ENDED_ALREADY')],
    ['RESUME', row('NOT_HALTED', 'NOT_HALTED', 'INPROGRESS', 'INPROGRESS', 'INPROGRESS', 'INPROGRESS')],
    ['HOLD', row('STARTED', 'INPROGRESS', 'NOT_SENDING', 'ENDED_ALREADY', 'ENDED_ALREADY', 'ENDED_ALREADY')],
    ['RELEASE', row('OTHER_HOLD', 'OTHER_HOLD', 'OTHER_HOLD', 'ENDED_ALREADY', 'ENDED_ALREADY', 'ENDED_ALREADY')],
    ['SEND', row('INPROGRESS', 'INPROGRESS', 'PAUSED', 'COMPLETED', 'STOPPED', 'BLOCKED')],
    ['PASS', row('STARTED', 'INPROGRESS', 'PAUSED', 'COMPLETED', 'STOPPED', 'BLOCKED')],
    ['RUN_OUT', row('COMPLETED', 'COMPLETED', 'NOT_SENDING', 'ENDED_ALREADY', 'ENDED_ALREADY', 'ENDED_ALREADY')],
  ])('%s', (kind, expected) => {
    expect(Object.fromEntries(leadStatuses.map((status) => [status, told(leadIn(status), events[kind])]))).toEqual(
      expected,
    );
  });

  it('has a cell for each', () => {
    for (const cells of Object.values(table)) expect(Object.keys(cells).sort()).toEqual([...leadStatuses].sort());
  });

  it('leaves nothing held behind an end, whatever the lead waited for', () => {
    const waits: Partial<LeadState>[] = [
      {},
      { isParked: true, code: 'MANUAL_STEP' },
      { hold: { kind: 'COMPANY_REPLY', until: null }, code: 'COMPANY_PAUSED', lookAt: null },
      { hold: { kind: 'OUT_OF_OFFICE', until: now + day }, isParked: true, code: 'LEAD_ON_HOLD' },
      { isInFlight: true, code: 'STEP_IN_FLIGHT' },
    ];
    const ends = [...Object.values(events), end('SUPPRESSED'), resume({ next: null, withoutStep: 'COMPLETES' })];
    const last = [
      { kind: 'SEND', passed: 2, next: none, at: now },
      { kind: 'PASS', passed: 2, next: none, at: now },
    ] as const;
    let seen = 0;
    for (const status of leadStatuses)
      for (const wait of waits)
        for (const event of [...ends, ...last]) {
          const outcome = transition(leadIn(status, isEnded(status) ? {} : wait), event);
          if (outcome.isRefused || !isEnded(outcome.lead.status)) continue;
          seen += 1;
          expect(outcome.lead).toMatchObject(nothingHeld);
          expect(outcome.lead.endedAt).not.toBeNull();
        }
    expect(seen).toBeGreaterThan(60);
  });
});

/** The cells of one event, in the order of a lead's life. */
function row(...cells: (LeadStatus | Refusal)[]): Partial<Record<LeadStatus, LeadStatus | Refusal>> {
  const life = ['STARTED', 'INPROGRESS', 'PAUSED', 'COMPLETED', 'STOPPED', 'BLOCKED'] as const;
  return Object.fromEntries(life.map((status, place) => [status, cells[place]]));
}

describe('ends', () => {
  it('cancels what is reserved, with the reason', () => {
    expect(transition(leadIn('INPROGRESS', { isInFlight: true }), end('UNSUBSCRIBED'))).toMatchObject({
      cancels: 'UNSUBSCRIBED',
      wakeAt: null,
      lead: { status: 'STOPPED', reason: 'UNSUBSCRIBED', detail: { message: '7' }, endedAt: now },
    });
  });

  it.each(['REPLIED', 'UNSUBSCRIBED', 'BOUNCED'] as const)('lets %s replace the end of the sequence', (reason) => {
    expect(after(transition(leadIn('COMPLETED'), end(reason))).reason).toBe(reason);
  });

  it.each(['SUPPRESSED', 'MANUAL'] as const)('does not let %s replace it', (reason) => {
    expect(told(leadIn('COMPLETED'), end(reason))).toBe('ENDED_ALREADY');
  });

  it('keeps when a pushed lead had completed, and pushes no lead that ended for a reason', () => {
    expect(after(transition(leadIn('COMPLETED'), events.PUSH))).toMatchObject({ reason: 'PUSHED', endedAt: now - day });
    expect(told(leadIn('COMPLETED', { reason: 'PUSHED' }), events.PUSH)).toBe('ENDED_ALREADY');
  });

  it('remembers that the lead asked this campaign to stop', () => {
    const asked = { ...end('UNSUBSCRIBED'), isUnsubscribed: true } as LeadEvent;
    expect(after(transition(leadIn('STARTED'), asked)).isUnsubscribed).toBe(true);
    expect(after(transition(leadIn('STARTED'), end('UNSUBSCRIBED'))).isUnsubscribed).toBe(false);
  });
});

describe('pauses and resumes', () => {
  it('keeps what a paused lead waited for', () => {
    const away = leadIn('INPROGRESS', {
      hold: { kind: 'OUT_OF_OFFICE', until: now + 30 * day },
      detail: { message: '1' },
    });
    const paused = after(transition(away, events.PAUSE));
    expect(paused).toEqual({ ...away, status: 'PAUSED', reason: 'MANUAL', code: 'LEAD_PAUSED' });
    const resumed = after(transition(paused, resume()));
    expect(resumed).toMatchObject({
      status: 'INPROGRESS',
      reason: null,
      detail: { message: '1' },
      hold: { kind: 'OUT_OF_OFFICE', until: now + 30 * day },
      lookAt: now + 30 * day,
      code: 'LEAD_ON_HOLD',
    });
    // On hold only, the same button ends the hold.
    expect(after(transition(resumed, resume()))).toMatchObject({ hold: null, detail: null, code: 'STEP_NOT_DUE' });
  });

  it.each<[string, LeadState, Partial<LeadState>]>([
    ['a follow-up that is due later', leadIn('PAUSED'), { dueAt: now + day, lookAt: now + day, code: 'STEP_NOT_DUE' }],
    ['a follow-up that was due', leadIn('PAUSED', { dueAt: now - day }), { dueAt: now, lookAt: now }],
    [
      'a new lead, at its place in the queue',
      leadIn('PAUSED', { emailsSent: 0, passed: 0, dueAt: null, lookAt: null }),
      { status: 'STARTED', dueAt: null, lookAt: null, code: null },
    ],
    [
      'a lead of a company that replied',
      leadIn('INPROGRESS', { hold: { kind: 'COMPANY_REPLY', until: null } }),
      { hold: null, lookAt: now + day },
    ],
    ['a parked lead', leadIn('INPROGRESS', { isParked: true }), { isParked: false, lookAt: now + day }],
    ['a lead that replied', leadIn('STOPPED'), { status: 'INPROGRESS', reason: null, endedAt: null }],
  ])('resumes %s', (_, lead, expected) => {
    expect(after(transition(lead, resume()))).toMatchObject({ ...expected, stepId: 12, stepNumber: 2 });
  });

  it('counts a delay from the resume, and wakes the campaign then', () => {
    expect(transition(leadIn('PAUSED'), resume({ dueAt: now + 3 * hour }))).toMatchObject({
      lead: { dueAt: now + 3 * hour, lookAt: now + 3 * hour },
      wakeAt: now + 3 * hour,
    });
  });

  it.each(['UNSUBSCRIBED', 'DO_NOT_CONTACT'] as const)('resumes no lead that is %s', (reason) => {
    expect(told(leadIn('STOPPED', { reason }), resume())).toBe('OPTED_OUT');
  });

  it('resumes a lead whose Do Not Contact is undone, and none that unsubscribed', () => {
    const back = resume({ lifts: 'DO_NOT_CONTACT' });
    expect(transition(leadIn('STOPPED', { reason: 'DO_NOT_CONTACT' }), back).isRefused).toBe(false);
    expect(told(leadIn('STOPPED', { reason: 'UNSUBSCRIBED' }), back)).toBe('OPTED_OUT');
    expect(told(leadIn('STOPPED', { reason: 'DO_NOT_CONTACT', isUnsubscribed: true }), back)).toBe('OPTED_OUT');
  });

  it('resumes no paused lead that asked this campaign to stop', () => {
    expect(told(leadIn('PAUSED', { isUnsubscribed: true }), resume())).toBe('OPTED_OUT');
  });

  it('leaves a lead without a step left as it is, or completes it where its stop is gone', () => {
    expect(told(leadIn('STOPPED'), resume({ next: null }))).toBe('NO_STEP_LEFT');
    expect(after(transition(leadIn('STOPPED'), resume({ next: null, withoutStep: 'COMPLETES' })))).toMatchObject({
      status: 'COMPLETED',
      reason: null,
      endedAt: now - day,
      stepId: null,
      dueAt: null,
      ...nothingHeld,
    });
  });
});

describe('holds', () => {
  const until = now + 3 * day;
  test.each<[HoldKind, HoldKind | null, boolean]>([
    ['COMPANY_REPLY', null, true],
    ['COMPANY_REPLY', 'OUT_OF_OFFICE', true],
    ['COMPANY_REPLY', 'COMPANY_REPLY', false],
    ['OUT_OF_OFFICE', 'RETRY', true],
    ['OUT_OF_OFFICE', 'OUT_OF_OFFICE', true],
    ['OUT_OF_OFFICE', 'COMPANY_REPLY', false],
    ['SOFT_BOUNCE', 'COMPANY_REPLY', false],
    ['RETRY', null, true],
    ['RETRY', 'DEDICATED_SERVER', true],
    ['RETRY', 'OUT_OF_OFFICE', false],
    ['RETRY', 'COMPANY_REPLY', false],
  ])('%s while %s holds: %s', (kind, held, isHeld) => {
    const heldUntil = held === 'COMPANY_REPLY' ? null : now + 4 * day;
    const lead = leadIn('INPROGRESS', { hold: held && { kind: held, until: heldUntil } });
    expect(!transition(lead, hold(kind, until)).isRefused).toBe(isHeld);
  });

  it('waits until a person acts for a company, and until the return for an absence', () => {
    expect(transition(leadIn('INPROGRESS'), hold('COMPANY_REPLY', null))).toMatchObject({
      lead: { code: 'COMPANY_PAUSED', lookAt: null },
      cancels: 'COMPANY_PAUSED',
    });
    expect(transition(leadIn('INPROGRESS'), hold('OUT_OF_OFFICE', until))).toMatchObject({
      lead: { code: 'LEAD_ON_HOLD', lookAt: until },
      cancels: 'LEAD_ON_HOLD',
    });
    expect(after(transition(leadIn('INPROGRESS'), hold('OUT_OF_OFFICE', now + hour))).lookAt).toBe(now + day);
  });

  it('makes no lead wait for a server whose email is reserved again', () => {
    expect(told(leadIn('INPROGRESS', { isInFlight: true }), hold('RETRY', until))).toBe('IN_FLIGHT');
  });

  it.each(['RESTORED', 'USER'] as const)(
    'lets nothing take the place of a hold that a person decides about: %s',
    (kind) => {
      const held = leadIn('INPROGRESS', { hold: { kind, until: null } });
      for (const other of ['OUT_OF_OFFICE', 'COMPANY_REPLY', 'SOFT_BOUNCE', 'RETRY', 'DEDICATED_SERVER'] as const)
        expect(told(held, hold(other, other === 'COMPANY_REPLY' ? null : now + day))).toBe('OTHER_HOLD');
    },
  );

  it('releases the leads of a company to their own time, and leaves a paused one paused', () => {
    const held = { hold: { kind: 'COMPANY_REPLY', until: null }, detail: { message: '1' }, lookAt: null } as const;
    expect(after(transition(leadIn('INPROGRESS', held), events.RELEASE))).toMatchObject({
      hold: null,
      detail: null,
      lookAt: now + day,
      code: null,
    });
    expect(after(transition(leadIn('PAUSED', held), events.RELEASE))).toMatchObject({
      status: 'PAUSED',
      hold: null,
      code: 'LEAD_PAUSED',
    });
  });
});

describe('steps', () => {
  it('puts a lead before the next step, due by its delay', () => {
    expect(transition(leadIn('STARTED', { isInFlight: true, code: 'STEP_IN_FLIGHT' }), events.SEND)).toMatchObject({
      lead: {
        status: 'INPROGRESS',
        passed: 2,
        stepId: 13,
        stepNumber: 3,
        dueAt: now + 2 * day,
        lookAt: now + 2 * day,
        code: 'STEP_NOT_DUE',
        emailsSent: 1,
        isInFlight: false,
      },
      wakeAt: now + 2 * day,
    });
  });

  it('keeps a hold that began while the email was leaving, and ends the wait between two tries', () => {
    const sent = (kind: HoldKind, until: number | null) =>
      after(transition(leadIn('INPROGRESS', { hold: { kind, until } }), events.SEND));
    expect(sent('COMPANY_REPLY', null)).toMatchObject({ hold: { kind: 'COMPANY_REPLY' }, code: 'COMPANY_PAUSED' });
    expect(sent('OUT_OF_OFFICE', now + 9 * day)).toMatchObject({ lookAt: now + 9 * day, code: 'LEAD_ON_HOLD' });
    expect(sent('OUT_OF_OFFICE', now)).toMatchObject({ hold: null, code: 'STEP_NOT_DUE' });
    expect(sent('RETRY', now + hour)).toMatchObject({ hold: null, code: 'STEP_NOT_DUE' });
  });

  it('counts the email of a lead that was stopped or paused meanwhile, and keeps it stopped or paused', () => {
    expect(after(transition(leadIn('STOPPED'), events.SEND))).toMatchObject({
      status: 'STOPPED',
      reason: 'REPLIED',
      emailsSent: 2,
      passed: 2,
      stepId: 13,
      ...nothingHeld,
    });
    expect(after(transition(leadIn('PAUSED'), events.SEND))).toMatchObject({ status: 'PAUSED', code: 'LEAD_PAUSED' });
    const behindLast: LeadEvent = { kind: 'SEND', passed: 2, next: none, at: now };
    expect(after(transition(leadIn('PAUSED'), behindLast)).status).toBe('PAUSED');
  });

  it('does a manual step without making a new lead one that was sent to', () => {
    const waiting = leadIn('STARTED', { isParked: true, code: 'MANUAL_STEP' });
    expect(after(transition(waiting, events.PASS))).toMatchObject({
      status: 'STARTED',
      isParked: false,
      emailsSent: 0,
      lastStepAt: now,
      code: 'STEP_NOT_DUE',
    });
  });
});
