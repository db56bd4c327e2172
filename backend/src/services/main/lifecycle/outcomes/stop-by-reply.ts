import type { CampaignId, EnrolmentId, LeadId, WorkspaceId } from '@skein/contracts/ids';
import { isFreeMailDomain } from '#engine/inbox-sync/free-mail-domains';
import type { SqlClient } from '#platform/db/database';
import { holdCompany } from '../lead-state/company-hold.store';
import { stopEnrolment } from '../lead-state/enrolment/end-leads';
import { stopFamily } from '../lead-state/stop-family.store';

/** Who answered, and what the campaign says of answers. */
interface Answered {
  id: EnrolmentId;
  workspace_id: WorkspaceId;
  campaign_id: CampaignId;
  lead_id: LeadId;
  /** of the lead's address */
  domain: string;
  stop_on: string;
  /** The campaign's setting that colleagues wait once somebody of a company has answered. */
  pause_company_on_reply: boolean;
}

/**
 * A reply, by email or on LinkedIn, stops the lead unless the campaign says that nothing does: somebody who has answered is not
 * written to by a machine again, also where clicks or opens stop as well (Invariant 2, no email after a stop). Colleagues at
 * the same company wait where the campaign says so; users of a free mail provider are no colleagues.
 * @param reply `detail`: the evidence that the lead's history keeps
 * @returns whether the lead was in its sequence until now
 */
export async function stopByReply(
  sql: SqlClient,
  lead: Answered,
  reply: { messageRowId: string; at: Date; detail: Record<string, unknown> },
): Promise<boolean> {
  const place = {
    workspaceId: lead.workspace_id,
    campaignId: lead.campaign_id,
    enrolmentId: lead.id,
    messageRowId: reply.messageRowId,
    at: reply.at,
  };
  await stopFamily(sql, { ...place, leadId: lead.lead_id });
  if (lead.stop_on === 'NEVER') return false;
  const isStopped = await stopEnrolment(sql, {
    enrolmentId: lead.id,
    reason: 'REPLIED',
    at: reply.at,
    detail: reply.detail,
  });
  if (lead.pause_company_on_reply && !isFreeMailDomain(lead.domain))
    await holdCompany(sql, { ...place, domain: lead.domain });
  return isStopped;
}
