import type { LeadEvent } from '#engine/enrolment/lead-events';
import { isEnded, type LeadState } from '#engine/enrolment/lead-state';
import { transition, type Outcome } from '#engine/enrolment/transition';
import { createRandom, type Random } from '../world/random';
import type { LeadBug } from './planted-bugs';
import { day, hour } from './story';

/** What is known of a lead without asking it: from what has happened. */
interface Known {
  lead: LeadState;
  now: number;
  sent: number;
  /** An email is reserved for it, or on its way: what is on its way is not cancelled. */
  email: 'none' | 'reserved' | 'leaving';
  hasOptedOut: boolean;
  isCompanyHeld: boolean;
}

const begin = (now: number): Known => ({
  lead: {
    status: 'STARTED',
    reason: null,
    detail: null,
    hold: null,
    isParked: false,
    code: null,
    stepId: 1,
    stepNumber: 1,
    dueAt: null,
    lookAt: null,
    passed: 0,
    lastStepAt: null,
    emailsSent: 0,
    isInFlight: false,
    endedAt: null,
    isUnsubscribed: false,
  },
  now,
  sent: 0,
  email: 'none',
  hasOptedOut: false,
  isCompanyHeld: false,
});

/** What the defects make of the answer. */
function answer(lead: LeadState, event: LeadEvent, bug: LeadBug | null): Outcome {
  const right = transition(lead, event);
  if (right.isRefused) {
    const isFree =
      (bug === 'resumed after an opt-out' && right.why === 'OPTED_OUT') ||
      (bug === 'wait for the server outranks the reply of a company' &&
        event.kind === 'HOLD' &&
        event.hold === 'RETRY');
    return isFree ? transition({ ...lead, reason: null, isUnsubscribed: false, hold: null }, event) : right;
  }
  const wrong = (change: Partial<LeadState>): Outcome => ({ ...right, lead: { ...right.lead, ...change } });
  const isOver = isEnded(right.lead.status);
  if (bug === 'hold kept at an end' && isOver) return wrong({ hold: lead.hold });
  if (bug === 'next time kept at an end' && isOver) return wrong({ lookAt: lead.lookAt });
  if (bug === 'parking kept at an end' && isOver) return wrong({ isParked: lead.isParked });
  if (bug === 'email revives a stopped lead' && event.kind === 'SEND' && lead.status === 'STOPPED')
    return wrong({ status: 'INPROGRESS', endedAt: null });
  if (bug === 'manual step counts as an email' && event.kind === 'PASS')
    return wrong({ emailsSent: right.lead.emailsSent + 1 });
  if (bug === 'pause keeps the reservation' && event.kind === 'PAUSE') return { ...right, cancels: null };
  return right;
}

/** What follows the step that the lead stands at; the sequence has five. */
const following = ({ lead, now }: Known) => {
  const number = lead.stepNumber + 1;
  const step = number > 5 ? null : { id: number, number };
  return { passed: lead.stepNumber, next: { step, number, dueAt: step && now + 2 * day } };
};

/** What happens next, where it can. */
function eventOf(known: Known, random: Random): LeadEvent | null {
  const { lead, now, email } = known;
  const at = now;
  if (email === 'leaving' && random.below(2) === 0)
    return random.below(2) === 0
      ? { kind: 'SEND', ...following(known), at }
      : random.pick<LeadEvent>([
          { kind: 'HOLD', hold: 'RETRY', until: now + hour, at },
          { kind: 'REFUSE', as: 'BLOCKED', reason: 'BOUNCED', detail: null, at },
        ]);
  if (lead.isParked && random.below(2) === 0) return { kind: 'PASS', ...following(known), at };
  const reason = random.pick(['REPLIED', 'UNSUBSCRIBED', 'DO_NOT_CONTACT', 'MANUAL'] as const);
  const next = lead.stepNumber > 5 ? null : { id: lead.stepNumber, number: lead.stepNumber };
  return random.pick<LeadEvent | null>([
    { kind: 'END', as: 'STOPPED', reason, detail: null, at, isUnsubscribed: reason === 'UNSUBSCRIBED' },
    { kind: 'PUSH', detail: null, at },
    { kind: 'PAUSE', reason: 'MANUAL' },
    { kind: 'RESUME', at, dueAt: null, next, withoutStep: 'STAYS' },
    { kind: 'RESUME', at, dueAt: null, next, withoutStep: 'COMPLETES', lifts: 'DO_NOT_CONTACT' },
    { kind: 'HOLD', hold: 'OUT_OF_OFFICE', until: now + random.below(9) * day, at },
    { kind: 'HOLD', hold: 'COMPANY_REPLY', until: null, at },
    { kind: 'HOLD', hold: 'SOFT_BOUNCE', until: now + day, at },
    { kind: 'RELEASE', hold: 'COMPANY_REPLY' },
    email === 'none' ? { kind: 'RUN_OUT', at } : null,
  ]);
}

/** What goes on around the lead between two events: a round reserves or parks, an email begins to leave. */
function between(known: Known, random: Random): void {
  known.now += random.below(30) * hour;
  const { lead } = known;
  const isSentTo = (lead.status === 'STARTED' || lead.status === 'INPROGRESS') && lead.hold === null && !lead.isParked;
  if (known.email === 'reserved' && random.below(2) === 0) known.email = 'leaving';
  else if (known.email === 'none' && isSentTo) {
    if (random.below(4) === 0) known.lead = { ...lead, isParked: true, code: 'MANUAL_STEP' };
    else if (random.below(2) === 0) {
      known.email = 'reserved';
      known.lead = { ...lead, isInFlight: true };
    }
  }
}

/** Lets an event happen. @returns the rule that is broken afterwards */
function happen(known: Known, event: LeadEvent, bug: LeadBug | null): string | null {
  if (event.kind === 'SEND' || event.kind === 'REFUSE' || (event.kind === 'HOLD' && event.hold === 'RETRY')) {
    // An email that the server did not take is under way no more.
    if (event.kind !== 'SEND') known.lead = { ...known.lead, isInFlight: false };
    known.email = 'none';
  }
  const before = known.lead;
  if (event.kind === 'SEND') known.sent += 1;
  const outcome = answer(before, event, bug);
  if (outcome.isRefused) return null;
  if (event.kind === 'END' && (event.reason === 'UNSUBSCRIBED' || event.reason === 'DO_NOT_CONTACT'))
    known.hasOptedOut = true;
  if (event.kind === 'RESUME' && event.lifts === before.reason && !before.isUnsubscribed) known.hasOptedOut = false;
  if (event.kind === 'HOLD' && event.hold === 'COMPANY_REPLY') known.isCompanyHeld = true;
  if (event.kind === 'RELEASE' || event.kind === 'RESUME' || isEnded(outcome.lead.status)) known.isCompanyHeld = false;
  known.lead = outcome.lead;
  if (outcome.cancels !== null && known.email === 'reserved') {
    known.email = 'none';
    known.lead = { ...known.lead, isInFlight: false };
  }
  return broken(known, before, event);
}

function broken({ lead, sent, email, hasOptedOut, isCompanyHeld }: Known, before: LeadState, event: LeadEvent) {
  const isOver = isEnded(lead.status);
  if (isOver && (lead.hold !== null || lead.isParked || lead.lookAt !== null || lead.code !== 'LEAD_ENDED'))
    return 'a lead that has ended holds nothing';
  if (isOver && lead.endedAt === null) return 'a lead that has ended did so at a time';
  if (!isOver && isEnded(before.status) && event.kind !== 'RESUME') return 'only a resume takes an end back';
  if (!isOver && hasOptedOut) return 'who opted out is not sent to';
  if (lead.emailsSent !== sent) return 'an email counts once it was sent, and nothing else does';
  if (isCompanyHeld && lead.hold?.kind !== 'COMPANY_REPLY') return 'the reply of a company holds until it is released';
  const isHeld = lead.hold !== null && lead.hold.kind !== 'RETRY' && event.kind === 'HOLD';
  if (email === 'reserved' && (isOver || lead.status === 'PAUSED' || isHeld))
    return 'nothing is reserved for a lead that is not sent to';
  return null;
}

/** The life of one lead, from a seed: events in any order. @returns what happened, and the first rule that was broken */
export function liveLead(seed: number, bug: LeadBug | null = null): { events: string[]; broken: string | null } {
  const random = createRandom(Math.imul(seed + 1, 2_654_435_761));
  const known = begin(Date.UTC(2027, 0, 4, 9));
  const events: string[] = [];
  for (let turn = 0; turn < 40; turn += 1) {
    between(known, random);
    const event = eventOf(known, random);
    if (event === null) continue;
    events.push(event.kind);
    const rule = happen(known, event, bug);
    if (rule !== null) return { events, broken: rule };
  }
  return { events, broken: null };
}
