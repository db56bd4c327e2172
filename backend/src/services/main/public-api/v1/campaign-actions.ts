import type { CampaignId, LeadId } from '@skein/contracts/ids';
import type { RequestActor } from '#platform/http/request-actor';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { changeLeadMailbox, sendTest } from '#campaigns/campaigns.api';
import { getCampaignLead } from '#lifecycle/lifecycle.api';
import { requirePlace } from './leads';

/** Sends one step as a test; without an address to the person whose key it is. */
export async function sendWireTest(
  deps: MainDeps,
  who: RequestActor,
  campaignId: CampaignId,
  body: { leadId?: LeadId; sequenceNumber: number; selectedEmailAccountId?: number; customEmailAddress?: string },
) {
  const test = await sendTest(deps, who, campaignId, {
    seq_number: body.sequenceNumber,
    lead_id: body.leadId,
    mailbox_id: body.selectedEmailAccountId,
    to: body.customEmailAddress ?? who.email,
  });
  return {
    ok: true as const,
    message: 'The test email is on its way.',
    to: test.to,
    from: test.mailbox_email,
    test_mail_id: test.id,
  };
}

/**
 * Moves a lead to another mailbox of its campaign; without `override` one that has a mailbox keeps it.
 * @throws SkeinError NOT_FOUND, VALIDATION, ILLEGAL_TRANSITION
 */
export async function changeWireMailbox(
  deps: MainDeps,
  who: RequestActor,
  body: {
    email_account_id: number;
    email_campaign_id: number;
    email_lead_id: number;
    override_lead_email_account: boolean;
  },
) {
  const place = await requirePlace(deps, who, body.email_campaign_id, body.email_lead_id);
  if (
    !body.override_lead_email_account &&
    (await getCampaignLead(deps, who, body.email_campaign_id, place.id)).mailbox !== null
  )
    return { ok: true as const, changed: false };
  const { changed, reasons } = await changeLeadMailbox(deps, who, {
    campaignId: body.email_campaign_id,
    selection: { enrolment_ids: [place.id] },
    mailboxId: body.email_account_id,
  });
  const reason = reasons[0]?.reason;
  if (changed === 0 && reason !== undefined && reason !== /* text */ 'Has this mailbox already')
    throw new SkeinError(
      'ILLEGAL_TRANSITION',
      `This lead keeps its mailbox: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}.`,
    );
  return { ok: true as const, changed: changed > 0 };
}
