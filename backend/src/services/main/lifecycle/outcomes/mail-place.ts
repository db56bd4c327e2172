import type { TrackedIntent } from './mail-activity.store';

/** What an event of a sent mail says of it: its campaign, step, lead, mailbox and client. `at`: when the event happened. */
export const placeOf = (intent: TrackedIntent, at: Date) => ({
  workspaceId: intent.workspace_id,
  at,
  sentAt: intent.sent_at,
  campaignId: intent.campaign_id,
  enrolmentId: intent.enrolment_id,
  leadId: intent.lead_id,
  mailboxId: intent.mailbox_id,
  intentId: BigInt(intent.id),
  stepId: intent.step_id,
  variantId: intent.variant_id,
  clientId: intent.client_id,
});
