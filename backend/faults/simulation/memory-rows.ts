import type { EnrolmentReason, LeadStatus } from '@skein/contracts/constants';
import type { LeadEvent } from '#engine/enrolment/lead-events';
import type { LeadState } from '#engine/enrolment/lead-state';
import { transition } from '#engine/enrolment/transition';
import type { ConstraintCode } from '#engine/sending/constraints';
import type { Story, StoryMailbox } from './story';

/** The rows of one campaign as the database holds them; ids are places in their lists plus one. */
export interface LeadRow {
  id: number;
  email: string;
  domain: string;
  status: LeadStatus;
  reason: EnrolmentReason | null;
  stepIndex: number;
  dueAt: number;
  eligibleAt: number;
  mailboxId: number | null;
  openIntent: IntentRow | null;
  stepsSent: number;
  endedAt: number | null;
  constraint: string | null;
  holdUntil: number | null;
  isParked: boolean;
  references: string[];
  subject: string | null;
  suppressed: boolean;
  replies: number;
  variants: Map<number, string>;
}

export interface IntentRow {
  id: number;
  lead: LeadRow;
  stepIndex: number;
  mailboxId: number;
  state: 'RESERVED' | 'SUBMITTING' | 'SENT' | 'IN_DOUBT' | 'FAILED' | 'CANCELLED';
  slotAt: number;
  sendAt: number;
  notAfter: number;
  isNew: boolean;
  messageId: string;
  /** null: nobody holds it */
  token: number | null;
  leasedUntil: number;
  submittingAt: number | null;
  attempts: number;
  reallocatedFrom: number | null;
  inReplyTo: string | null;
  references: string[];
  subject: string;
  checks: number;
  counted: boolean;
}

export interface MailboxRow extends StoryMailbox {
  id: number;
  suspendedSince: number | null;
  failingSince: number | null;
  lastSendAt: number | null;
  laneToken: number;
  laneUntil: number;
}

/** What the mail server wrote down: it outlives every process. */
interface ServerMail {
  at: number;
  login: string;
  recipient: string;
  messageId: string;
  inReplyTo: string | null;
  references: string[];
  subject: string;
}

interface StopRow {
  what: 'enrolment' | 'campaign' | 'email' | 'domain';
  value: number | string;
  committedAtReal: number;
  liftedAtReal: number | null;
}

/** A reply in a mailbox, read or not. */
interface AnswerRow {
  enrolmentId: number;
  arrivedAtReal: number;
}

export interface Memory {
  leads: LeadRow[];
  intents: IntentRow[];
  mailboxes: MailboxRow[];
  server: ServerMail[];
  stops: StopRow[];
  answers: AnswerRow[];
  /** Until then no inbox is read; after an outage reading takes longer to come back than sending. */
  unreadUntil: number;
  suppressedEmails: Set<string>;
  suppressedDomains: Set<string>;
  isPaused: boolean;
  lastSlotAt: number | null;
  credits: number;
  rolledUp: number;
  messages: IntentRow[];
}

export function createMemory(story: Story): Memory {
  return {
    leads: [],
    intents: [],
    server: [],
    stops: [],
    answers: [],
    unreadUntil: 0,
    suppressedEmails: new Set(),
    suppressedDomains: new Set(),
    isPaused: false,
    lastSlotAt: null,
    credits: 0,
    rolledUp: 0,
    messages: [],
    mailboxes: story.mailboxes.map((mailbox, index) => ({
      ...mailbox,
      id: index + 1,
      suspendedSince: null,
      failingSince: null,
      lastSendAt: null,
      laneToken: 0,
      laneUntil: 0,
    })),
  };
}

export function addLead(memory: Memory, at: number): void {
  const id = memory.leads.length + 1;
  const domain = `d${id % 5}.test`;
  memory.leads.push({
    id,
    email: `lead${id}@${domain}`,
    domain,
    status: 'STARTED',
    reason: null,
    stepIndex: 0,
    dueAt: at,
    eligibleAt: at,
    mailboxId: null,
    openIntent: null,
    stepsSent: 0,
    endedAt: null,
    constraint: null,
    holdUntil: null,
    isParked: false,
    references: [],
    subject: null,
    suppressed: false,
    replies: 0,
    variants: new Map(),
  });
}

/** A row as the table of transitions reads it: steps count from 1, and the one hold there is waits for a server. */
const stateOf = (lead: LeadRow): LeadState => ({
  status: lead.status,
  reason: lead.reason,
  detail: null,
  hold: lead.holdUntil === null ? null : { kind: 'RETRY', until: lead.holdUntil },
  isParked: lead.isParked,
  code: lead.constraint as ConstraintCode | null,
  stepId: lead.stepIndex + 1,
  stepNumber: lead.stepIndex + 1,
  dueAt: lead.dueAt,
  lookAt: lead.eligibleAt,
  passed: lead.stepIndex,
  lastStepAt: null,
  emailsSent: lead.stepsSent,
  isInFlight: lead.openIntent !== null,
  endedAt: lead.endedAt,
  isUnsubscribed: false,
});

/** Lets an event happen to a lead, as the store of enrolments does. @returns whether what is reserved for it is cancelled */
export function happen(lead: LeadRow, event: LeadEvent): boolean {
  const outcome = transition(stateOf(lead), event);
  if (outcome.isRefused) return false;
  const { lead: after } = outcome;
  lead.status = after.status;
  lead.reason = after.reason;
  lead.stepIndex = after.stepNumber - 1;
  lead.dueAt = after.dueAt ?? lead.dueAt;
  lead.eligibleAt = after.lookAt ?? lead.eligibleAt;
  lead.stepsSent = after.emailsSent;
  lead.endedAt = after.endedAt;
  lead.constraint = after.code;
  lead.holdUntil = after.hold?.until ?? null;
  lead.isParked = after.isParked;
  if (!after.isInFlight) lead.openIntent = null;
  return outcome.cancels !== null;
}

export const isWaiting = (lead: LeadRow): boolean => lead.status === 'STARTED' || lead.status === 'INPROGRESS';
export const isCounted = (intent: IntentRow): boolean => intent.state === 'SENT' || intent.state === 'IN_DOUBT';
export const isOpen = (intent: IntentRow): boolean => intent.state === 'RESERVED' || intent.state === 'SUBMITTING';
