import type { CampaignId, EnrolmentId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { CancelReason } from '#engine/sending/cancel-reasons';
import type { SqlClient } from '#platform/db/database';
import { cancelReservedOf, type Waits } from './reservations.store';

/** Cancels the reserved emails of a campaign's leads; they go back into their queues. @returns how many */
export const cancelOfCampaign = (sql: SqlClient, campaignId: CampaignId, reason: CancelReason): Promise<number> =>
  cancelReservedOf(sql, reason, { campaignId }, { code: 'CAMPAIGN_NOT_ACTIVE' });

/** Reserved emails of mailboxes: those of campaigns, of one alone, or whatever is to leave from them. */
interface MailboxEmails {
  workspaceId?: WorkspaceId;
  mailboxIds: readonly MailboxId[];
  campaignId?: CampaignId;
  withOwn?: boolean;
}

/** Cancels the reserved emails of mailboxes. @param waits what their leads wait for afterwards @returns how many emails of sequences */
export const cancelOfMailboxes = (
  sql: SqlClient,
  emails: MailboxEmails,
  reason: CancelReason,
  waits: Waits = {},
): Promise<number> => cancelReservedOf(sql, reason, emails, waits);

/** Cancels the reserved emails of leads. What is being submitted at this moment is under way and stays. @returns how many */
export const cancelOfLeads = async (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  enrolmentIds: readonly EnrolmentId[],
  reason: CancelReason,
): Promise<number> =>
  enrolmentIds.length === 0 ? 0 : cancelReservedOf(sql, reason, { workspaceId, leads: enrolmentIds }, {});
