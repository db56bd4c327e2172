import type { EventKind } from '@skein/contracts/constants';
import { defaultOutOfOffice, type OutOfOfficeSettings } from '@skein/contracts/main/campaign-settings';
import type { NewEvent } from '../events/append-events';

/** Why something was decided: a rule's name and the words of the mail that met it. */
export interface Evidence {
  rule: string;
  text: string;
}

/** What was found out about a received mail; kept with it as `message.classification`. */
export interface InboundClassification {
  kind: 'reply' | 'auto_reply' | 'out_of_office' | 'bounce' | 'complaint' | 'unsubscribe_request' | 'other';
  bounce: 'hard' | 'soft' | 'delayed' | 'relayed' | 'sender_block' | null;
  /** The category that the words mean for certain; null leaves it to a person. */
  category: number | null;
  categoryEvidence: Evidence[];
  /** When somebody who is away comes back, as an ISO instant. */
  returnAt: string | null;
  returnText: string | null;
  /** Addresses that a report says could not be reached. */
  failedAddresses: string[];
  /** A request that a mail program made by itself: no person wrote anything. */
  isByMachine: boolean;
  evidence: Evidence[];
}

/** A received mail that is the answer of one enrolment to one of its mails. */
export interface MatchedInbound {
  workspaceId: number;
  /** Row of the message. */
  messageRowId: string;
  /** Message-ID with angle brackets. */
  messageId: string;
  enrolmentId: number;
  intentId: string;
  at: Date;
  classification: InboundClassification;
  /** What its sender wrote, without quotes and signature. */
  ownText: string;
  /** How it was matched, for the event. */
  match: unknown;
  /** Whether a domain belongs to a provider of personal mailboxes: its users are no company. */
  isFreeMailDomain: (domain: string) => boolean;
}

/** The enrolment with everything that decides what a received mail does to it. */
export interface InboundContext {
  id: number;
  workspace_id: number;
  campaign_id: number;
  lead_id: number;
  mailbox_id: number | null;
  status: string;
  reply_count: number;
  category_id: number | null;
  email: string;
  domain: string;
  time_zone: string;
  client_id: number | null;
  stop_on: string;
  track_replies: boolean;
  categorise_replies: boolean;
  pause_company_on_reply: boolean;
  out_of_office: Partial<OutOfOfficeSettings>;
  intent_state: string;
  intent_sent_at: Date | null;
  step_id: number | null;
  variant_id: number | null;
  intent_to: string;
  intent_cc: string[];
  intent_bcc: string[];
  intent_is_bounced: boolean;
}

/** The campaign's settings for absences, with the defaults for what it does not name. */
export const outOfOfficeOf = (context: Pick<InboundContext, 'out_of_office'>): OutOfOfficeSettings => ({
  ...defaultOutOfOffice,
  ...context.out_of_office,
});

/** The event of a received mail, at the place of the mail that it answers. */
export function eventOf(
  context: InboundContext,
  given: MatchedInbound,
  kind: EventKind,
  more: Partial<NewEvent> = {},
): NewEvent {
  return {
    workspaceId: context.workspace_id,
    kind,
    at: given.at,
    sentAt: context.intent_sent_at,
    campaignId: context.campaign_id,
    enrolmentId: context.id,
    leadId: context.lead_id,
    mailboxId: context.mailbox_id,
    intentId: BigInt(given.intentId),
    stepId: context.step_id,
    variantId: context.variant_id,
    clientId: context.client_id,
    evidence: {
      message: given.messageRowId,
      kind: given.classification.kind,
      match: given.match,
      classification: given.classification.evidence,
    },
    ...more,
  };
}
