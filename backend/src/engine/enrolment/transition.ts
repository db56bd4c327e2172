import type { CancelReason } from '../sending/cancel-reasons';
import type { LeadStatus } from '@skein/contracts/constants';
import type { LeadEvent, LeadEventKind } from './lead-events';
import { endedAs, isEnded, runningStatus, waitCode, type Hold, type HoldKind, type LeadState } from './lead-state';

/** What an event makes of a lead. */
interface Transition {
  lead: LeadState;
  /** The reason for which its reservations are cancelled; null keeps them. */
  cancels: CancelReason | null;
  /** When its campaign has to look at it; null when the event wakes no campaign. */
  wakeAt: number | null;
}

export type Refusal =
  | 'ENDED_ALREADY'
  | 'NOT_HALTED'
  | 'IN_FLIGHT'
  | 'PAUSED_ALREADY'
  | 'NOT_SENDING'
  | 'OTHER_HOLD'
  | 'OPTED_OUT'
  | 'NO_STEP_LEFT';

/** An event that a lead's state does not allow changes nothing. */
export type Outcome = ({ isRefused: false } & Transition) | { isRefused: true; why: Refusal };

/** `yes` always follows, a function decides by the rest of the lead, a word refuses. */
type Cell<Kind extends LeadEventKind> =
  | 'yes'
  | Refusal
  | ((lead: LeadState, event: Extract<LeadEvent, { kind: Kind }>) => Refusal | null);

/** Holds that wait for a server, not for the lead. */
const waitsForServer: ReadonlySet<HoldKind> = new Set<HoldKind>(['RETRY', 'DEDICATED_SERVER']);

/** A lead whose steps are over still ends by what says more than that. */
const saysMore: Cell<'END'> = (_, { reason }) =>
  reason === 'REPLIED' || reason === 'UNSUBSCRIBED' || reason === 'BOUNCED' ? null : 'ENDED_ALREADY';
const onlyOverByItself: Cell<'PUSH'> = (lead) => (lead.reason === null ? null : 'ENDED_ALREADY');
const hasStep: Cell<'RESUME'> = (lead, { next, withoutStep, lifts }) =>
  hasOptedOut(lifts !== undefined && lead.reason === lifts ? { ...lead, reason: null } : lead)
    ? 'OPTED_OUT'
    : next === null && lead.passed > 0 && withoutStep === 'STAYS'
      ? 'NO_STEP_LEFT'
      : null;
const isHalted: Cell<'RESUME'> = (lead, event) =>
  lead.hold === null && !lead.isParked ? 'NOT_HALTED' : hasStep(lead, event);
const outranks: Cell<'HOLD'> = ({ hold, isInFlight }, event) =>
  waitsForServer.has(event.hold) && isInFlight ? 'IN_FLIGHT' : holdGivesWay(hold, event) ? null : 'OTHER_HOLD';
const isHeldBy: Cell<'RELEASE'> = ({ hold }, event) => (hold?.kind === event.hold ? null : 'OTHER_HOLD');

/** Every state times every event. */
export const table: { [Kind in LeadEventKind]: Record<LeadStatus, Cell<Kind>> } = {
  END: {
    STARTED: 'yes',
    INPROGRESS: 'yes',
    PAUSED: 'yes',
    COMPLETED: saysMore,
    STOPPED: 'ENDED_ALREADY',
    BLOCKED: 'ENDED_ALREADY',
  },
  PUSH: {
    STARTED: 'yes',
    INPROGRESS: 'yes',
    PAUSED: 'yes',
    COMPLETED: onlyOverByItself,
    STOPPED: 'ENDED_ALREADY',
    BLOCKED: 'ENDED_ALREADY',
  },
  // A paused lead has no email any more, and is sent to again when it is resumed.
  REFUSE: {
    STARTED: 'yes',
    INPROGRESS: 'yes',
    PAUSED: 'NOT_SENDING',
    COMPLETED: 'ENDED_ALREADY',
    STOPPED: 'ENDED_ALREADY',
    BLOCKED: 'ENDED_ALREADY',
  },
  PAUSE: {
    STARTED: 'yes',
    INPROGRESS: 'yes',
    PAUSED: 'PAUSED_ALREADY',
    COMPLETED: 'ENDED_ALREADY',
    STOPPED: 'ENDED_ALREADY',
    BLOCKED: 'ENDED_ALREADY',
  },
  RESUME: {
    STARTED: isHalted,
    INPROGRESS: isHalted,
    PAUSED: hasStep,
    COMPLETED: hasStep,
    STOPPED: hasStep,
    BLOCKED: hasStep,
  },
  HOLD: {
    STARTED: outranks,
    INPROGRESS: outranks,
    PAUSED: 'NOT_SENDING',
    COMPLETED: 'ENDED_ALREADY',
    STOPPED: 'ENDED_ALREADY',
    BLOCKED: 'ENDED_ALREADY',
  },
  RELEASE: {
    STARTED: isHeldBy,
    INPROGRESS: isHeldBy,
    PAUSED: isHeldBy,
    COMPLETED: 'ENDED_ALREADY',
    STOPPED: 'ENDED_ALREADY',
    BLOCKED: 'ENDED_ALREADY',
  },
  // An email that was being submitted when its lead ended is counted all the same.
  SEND: { STARTED: 'yes', INPROGRESS: 'yes', PAUSED: 'yes', COMPLETED: 'yes', STOPPED: 'yes', BLOCKED: 'yes' },
  // A step that was done for a lead that ended meanwhile is not asked for again when the lead is resumed.
  PASS: { STARTED: 'yes', INPROGRESS: 'yes', PAUSED: 'yes', COMPLETED: 'yes', STOPPED: 'yes', BLOCKED: 'yes' },
  // A paused lead completes when it is resumed.
  RUN_OUT: {
    STARTED: 'yes',
    INPROGRESS: 'yes',
    PAUSED: 'NOT_SENDING',
    COMPLETED: 'ENDED_ALREADY',
    STOPPED: 'ENDED_ALREADY',
    BLOCKED: 'ENDED_ALREADY',
  },
};

/** What an event makes of a lead, or why it is not allowed. Pure; the store writes the answer (lead-state/enrolment). */
export function transition(lead: LeadState, event: LeadEvent): Outcome {
  const cell = table[event.kind][lead.status] as Cell<typeof event.kind>;
  const why = cell === 'yes' ? null : typeof cell === 'string' ? cell : (cell as JudgeOfAny)(lead, event);
  return why === null ? { isRefused: false, ...follow(lead, event) } : { isRefused: true, why };
}

type JudgeOfAny = (lead: LeadState, event: LeadEvent) => Refusal | null;

function follow(lead: LeadState, event: LeadEvent): Transition {
  switch (event.kind) {
    case 'END':
    case 'REFUSE': {
      const ended = endedAs(lead, { status: event.as, reason: event.reason, detail: event.detail, at: event.at });
      const isUnsubscribed = lead.isUnsubscribed || (event.kind === 'END' && event.isUnsubscribed === true);
      return { lead: { ...ended, isUnsubscribed }, cancels: event.reason, wakeAt: null };
    }
    case 'PUSH': {
      const at = lead.endedAt ?? event.at;
      const ended = endedAs(lead, { status: 'COMPLETED', reason: 'PUSHED', detail: event.detail, at });
      return { lead: ended, cancels: 'PUSHED', wakeAt: null };
    }
    case 'PAUSE':
      return {
        lead: { ...lead, status: 'PAUSED', reason: event.reason, code: 'LEAD_PAUSED' },
        cancels: 'LEAD_PAUSED',
        wakeAt: null,
      };
    case 'RESUME':
      return resume(lead, event);
    case 'HOLD':
      return hold(lead, event);
    case 'RELEASE':
      return release(lead);
    case 'SEND':
    case 'PASS':
      return pass(lead, event);
    case 'RUN_OUT':
      return { lead: complete(lead, event.at), cancels: null, wakeAt: null };
  }
}

/** A lead that has had every step. */
const complete = (lead: LeadState, at: number): LeadState =>
  endedAs(lead, { status: 'COMPLETED', reason: lead.reason, detail: null, at });

/**
 * Ends a pause, a hold, a parking or a stop. Someone who is away stays so when only a pause came on top of it. Without
 * a delay a follow-up keeps its time, and a new lead its place in the queue.
 */
function resume(lead: LeadState, event: Extract<LeadEvent, { kind: 'RESUME' }>): Transition {
  const { next, at } = event;
  const cleared = { ...lead, reason: null, detail: null, endedAt: null, hold: null, isParked: false };
  if (next === null && lead.passed > 0)
    return {
      lead: { ...complete(cleared, lead.endedAt ?? at), stepId: null, dueAt: null },
      cancels: null,
      wakeAt: null,
    };
  const away =
    lead.status === 'PAUSED' && lead.hold?.kind === 'OUT_OF_OFFICE' && lead.hold.until !== null && lead.hold.until > at
      ? lead.hold
      : null;
  const dueAt = event.dueAt ?? (lead.emailsSent > 0 ? latest(lead.dueAt, at) : lead.dueAt);
  const lookAt = latest(dueAt, away?.until ?? null);
  return {
    lead: {
      ...cleared,
      ...(away && { hold: away, detail: lead.detail }),
      status: runningStatus(lead.emailsSent),
      stepId: next?.id ?? null,
      stepNumber: next?.number ?? lead.stepNumber,
      dueAt,
      lookAt,
      code: lookAt === null ? null : waitCode({ status: runningStatus(lead.emailsSent), hold: away }),
    },
    cancels: null,
    wakeAt: latest(lookAt, at),
  };
}

/** Which hold counts when a lead has one already: a company's reply over an absence, and any of them over the wait for a server. */
function holdGivesWay(held: Hold | null, event: Extract<LeadEvent, { kind: 'HOLD' }>): boolean {
  if (held === null) return true;
  // A person decides about these.
  if (held.kind === 'RESTORED' || held.kind === 'USER') return false;
  if (event.hold === 'COMPANY_REPLY' || event.hold === 'OUT_OF_OFFICE') return held.kind !== 'COMPANY_REPLY';
  if (event.hold === 'SOFT_BOUNCE') return held.until !== null && event.until !== null && held.until < event.until;
  return waitsForServer.has(held.kind) || (held.until !== null && held.until <= event.at);
}

function hold(lead: LeadState, event: Extract<LeadEvent, { kind: 'HOLD' }>): Transition {
  const { hold: kind, until } = event;
  const isCompany = kind === 'COMPANY_REPLY';
  const held: LeadState = {
    ...lead,
    hold: { kind, until },
    detail: event.detail === undefined ? lead.detail : event.detail,
    code: waitCode({ status: lead.status, hold: { kind, until } }),
    lookAt: isCompany ? null : waitsForServer.has(kind) ? until : latest(lead.dueAt, until),
  };
  return { lead: held, cancels: waitsForServer.has(kind) ? null : held.code, wakeAt: null };
}

function release(lead: LeadState): Transition {
  const code = lead.status === 'PAUSED' ? lead.code : null;
  const freed = { ...lead, hold: null, detail: null, isParked: false, lookAt: lead.dueAt, code };
  return { lead: freed, cancels: null, wakeAt: lead.dueAt };
}

/** The lead is past a step. Without a next one it is done; a lead that had ended stays as it ended. */
function pass(lead: LeadState, event: Extract<LeadEvent, { kind: 'SEND' | 'PASS' }>): Transition {
  const { next, at } = event;
  const isSent = event.kind === 'SEND';
  const placed: LeadState = {
    ...lead,
    emailsSent: lead.emailsSent + (isSent ? 1 : 0),
    isInFlight: isSent ? false : lead.isInFlight,
    passed: event.passed,
    lastStepAt: isSent ? lead.lastStepAt : at,
    stepId: next.step?.id ?? null,
    stepNumber: next.step?.number ?? next.number,
    dueAt: next.dueAt,
  };
  if (isEnded(lead.status)) return { lead: placed, cancels: null, wakeAt: null };
  // An email that left while its lead was being paused leaves it paused, also behind its last step. A manual step is
  // done by a person, who knows.
  if (next.step === null && (lead.status !== 'PAUSED' || !isSent))
    return { lead: complete(placed, at), cancels: null, wakeAt: null };
  const status = lead.status === 'STARTED' && placed.emailsSent > 0 ? 'INPROGRESS' : lead.status;
  const hold = holdAfterStep(lead.hold, at, isSent);
  return {
    lead: {
      ...placed,
      status,
      hold,
      isParked: isSent && lead.isParked,
      lookAt: latest(next.dueAt, hold?.until ?? null),
      code: waitCode({ status, hold }),
    },
    cancels: null,
    wakeAt: next.dueAt,
  };
}

/** A hold that began while the email was leaving outlives it; the wait between two tries of it does not. */
const holdAfterStep = (hold: Hold | null, at: number, isSent: boolean): Hold | null =>
  hold === null || (isSent && waitsForServer.has(hold.kind)) || (hold.until !== null && hold.until <= at) ? null : hold;

const hasOptedOut = ({ isUnsubscribed, reason }: LeadState): boolean =>
  isUnsubscribed || reason === 'UNSUBSCRIBED' || reason === 'DO_NOT_CONTACT';

/** The later of two times; a time that is not there does not count. */
function latest(one: number | null, other: number): number;
function latest(one: number | null, other: number | null): number | null;
function latest(one: number | null, other: number | null): number | null {
  return one === null ? other : other === null ? one : Math.max(one, other);
}
