import type { ClientId } from '@skein/contracts/ids';
import type { StoredEnrolment, StoredIntent } from '#engine/rows/central-rows';
import type { EventKind } from '@skein/contracts/constants';
import { defaultOutOfOffice, type OutOfOfficeSettings } from '@skein/contracts/main/campaign-settings';
import type { MatchedInbound } from '#engine/inbox-sync/inbound.types';
import type { NewEvent } from '../events/new-event';

/** The enrolment with everything that decides what a received mail does to it. */
export interface InboundContext extends Pick<
  StoredEnrolment,
  'id' | 'workspace_id' | 'campaign_id' | 'lead_id' | 'mailbox_id' | 'status' | 'reply_count' | 'category_id'
> {
  email: string;
  domain: string;
  time_zone: string;
  campaign_zone: string;
  /** By whose clock the campaign sends. */
  time_zone_mode: 'CAMPAIGN' | 'LEAD';
  client_id: ClientId | null;
  stop_on: string;
  track_replies: boolean;
  categorise_replies: boolean;
  /** The only categories that replies are sorted into; empty for every one. */
  only_categories: number[];
  /** The workspace has a model choose categories. */
  is_sorted_by_model: boolean;
  pause_company_on_reply: boolean;
  out_of_office: Partial<OutOfOfficeSettings>;
  intent_state: StoredIntent['state'];
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
      ...(given.classification.calendar ? { calendar: given.classification.calendar } : {}),
    },
    ...more,
  };
}
