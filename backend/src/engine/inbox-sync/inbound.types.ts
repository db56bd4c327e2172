import type { EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
import type { CalendarAnswer } from '@skein/contracts/calendar-answer';
import type { SenderCauseName } from '@skein/contracts/sender-causes';

/** Why something was decided: a rule's name and the words of the mail that met it. */
interface Evidence {
  rule: string;
  text: string;
}

/** A report in which the sender's own provider says why it did not send. */
export interface ReportedSender {
  cause: SenderCauseName;
  isSure: boolean;
  /** The provider's own words. */
  words: string;
}

/** What was found out about a received mail; kept with it as `message.classification`. */
export interface InboundClassification {
  kind: 'reply' | 'auto_reply' | 'out_of_office' | 'bounce' | 'complaint' | 'unsubscribe_request' | 'other';
  bounce: 'hard' | 'soft' | 'delayed' | 'relayed' | 'sender_block' | null;
  /** Set where the sender's own provider did not send; missing in what was stored before there was such a thing. */
  sender?: ReportedSender | null;
  /** What a calendar program answered for its sender; missing in what was stored before it was read. */
  calendar?: CalendarAnswer | null;
  /** The category that the words mean for certain; null leaves it to a person. */
  category: number | null;
  categoryEvidence: Evidence[];
  /** The day on which somebody who is away is back, `YYYY-MM-DD` as the notice names it; missing in what was stored before it. */
  returnDay?: string | null;
  returnText: string | null;
  /** Addresses that a report says could not be reached. */
  failedAddresses: string[];
  /** A request that a mail program made by itself: no person wrote anything. */
  isByMachine: boolean;
  evidence: Evidence[];
}

/** A received mail that is the answer of one enrolment to one of its mails. */
export interface MatchedInbound {
  workspaceId: WorkspaceId;
  /** Row of the message. */
  messageRowId: string;
  /** Message-ID with angle brackets. */
  messageId: string;
  enrolmentId: EnrolmentId;
  intentId: string;
  at: Date;
  classification: InboundClassification;
  /** What its sender wrote, without quotes and signature. */
  ownText: string;
  /** How it was matched, for the event. */
  match: unknown;
}
