/**
 * What the checker looks at: the mail server's own record and the rows of the database, folded together as plain data.
 * It knows the invariants of docs/engine.md and nothing of how the engine keeps them.
 */

/** A mail that a mail server answered 250 for, read from its bytes. Times in milliseconds. */
export interface AcceptedMailEvidence {
  recordId: number;
  /** campaign time */
  acceptedAt: number;
  acceptedAtReal: number;
  /** the mailbox that logged in */
  login: string;
  recipients: string[];
  messageId: string | null;
  inReplyTo: string | null;
  references: string[];
  subject: string;
  text: string;
  html: string;
}

export interface IntentEvidence {
  id: string;
  kind: string;
  state: string;
  campaignId: number | null;
  enrolmentId: number | null;
  stepId: number | null;
  variantId: number | null;
  seqNumber: number | null;
  mailboxId: number;
  messageId: string;
  toEmail: string;
  sendAt: number;
  submittingAtReal: number | null;
  leasedUntilReal: number | null;
  isNewLead: boolean;
  reallocatedFrom: number | null;
  bcc: string[];
}

export interface EnrolmentEvidence {
  id: number;
  campaignId: number;
  leadId: number;
  status: string;
  reason: string | null;
  stepsSent: number;
  nextStepId: number | null;
  nextEligibleAt: number | null;
  constraintCode: string | null;
  openIntentId: string | null;
  isParked: boolean;
  replies: number;
  holdKind: string | null;
  endedAt: number | null;
  mailboxId: number | null;
}

export interface CampaignEvidence {
  id: number;
  status: string;
  timeZone: string;
  timeZoneMode: string;
  windows: { days: number[]; start: string; end: string }[];
  holidays: string[];
  startAt: number | null;
  maxLeadsPerDay: number;
  allowMissing: string[];
  delayBasis: string;
}

interface StepEvidence {
  id: number;
  campaignId: number;
  seqNumber: number;
  delayMs: number;
  /** Those of its delay that are counted by the clock on the wall. */
  delayDays: number;
  kind: string;
  isDeleted: boolean;
}
interface VariantEvidence {
  id: number;
  subject: string;
  body: string;
}
interface MailboxEvidence {
  id: number;
  email: string;
  timeZone: string;
  dailyCap: number;
  gapMs: number;
}
export interface LeadEvidence {
  id: number;
  email: string;
  timeZone: string | null;
  fields: Record<string, unknown>;
}

/**
 * A stop that somebody outside saw committed: the mail that begins to leave afterwards breaks invariant 2. Real time,
 * taken after the commit returned.
 */
export interface StopEvidence {
  what: 'enrolment' | 'campaign' | 'email' | 'domain';
  value: number | string;
  committedAtReal: number;
  /** when it was undone, if it was; taken before the commit */
  liftedAtReal: number | null;
}

/** A reply that somebody outside put into a mailbox: follow-ups that begin to leave two seconds later break invariant 2. */
export interface AnswerEvidence {
  enrolmentId: number;
  /** Real time, taken after the mail server had it in the mailbox. */
  arrivedAtReal: number;
}

export interface Evidence {
  mails: AcceptedMailEvidence[];
  intents: IntentEvidence[];
  enrolments: EnrolmentEvidence[];
  campaigns: CampaignEvidence[];
  steps: StepEvidence[];
  variants: VariantEvidence[];
  mailboxes: MailboxEvidence[];
  leads: LeadEvidence[];
  stops: StopEvidence[];
  answers: AnswerEvidence[];
  /** SENT events by intent */
  sentEvents: { intentId: string }[];
  /** SENT in the rollups, by campaign */
  rolledUp: { campaignId: number; sent: number }[];
  outgoingMessages: { intentId: string; messageId: string }[];
  /** what lies in the mailboxes' Sent folders; empty where nobody looked */
  sentFolders: { mailbox: string; messageId: string }[];
  /** leads that were ended and addresses that were blocked because of a refusal, with the server's words */
  punished: { what: string; words: string }[];
  /** what servers said of their senders, whoever the recipient was */
  senderWords: string[];
  creditsUsed: number;
  /** campaign time and real time at which the database was read */
  now: number;
  nowReal: number;
}

export interface CheckOptions {
  /**
   * How far (campaign ms) the moment a mail was accepted may lie from the moment the engine says it sent it: network
   * and server time × scale.
   */
  flightTime: number;
  /** Everything has come to rest: nothing may be on its way, and nothing may wait that could have left. */
  isAtRest: boolean;
}

/** Every way in which the promise can be broken. */
export type ViolationKind =
  | 'ACCEPTED_TWICE'
  | 'TWO_INTENTS'
  | 'UNKNOWN_MAIL'
  | 'AFTER_STOP'
  | 'AFTER_END'
  | 'AFTER_ANSWER'
  | 'LOST_ANSWER'
  | 'OUTSIDE_WINDOW'
  | 'BEFORE_START'
  | 'OVER_DAILY_CAP'
  | 'OVER_ROLLING_CAP'
  | 'UNDER_GAP'
  | 'OVER_MAX_LEADS'
  | 'WRONG_MAILBOX'
  | 'WRONG_THREAD'
  | 'WRONG_RECIPIENT'
  | 'WRONG_ORDER'
  | 'TOO_SOON'
  | 'UNRESOLVED_VARIABLE'
  | 'LITERAL_SPINTAX'
  | 'MISSING_DATA'
  | 'FALSE_TIME'
  | 'LOST_MAIL'
  | 'ACCEPTED_NOT_COUNTED'
  | 'LOST_LEAD'
  | 'BROKEN_STATE'
  | 'NO_REASON'
  | 'COUNTS_DIFFER'
  | 'STUCK'
  | 'COPIED_TWICE'
  | 'PUNISHED_FOR_SENDER';

export interface Violation {
  kind: ViolationKind;
  /** One line with the ids to look at. */
  text: string;
}
