import type { CampaignId, UserId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { insertEdit } from './campaign-edits.store';

/** What was done to a campaign, and by whom: nobody where the product did it by itself. Times are campaign time. */
interface CampaignEdit {
  campaignId: CampaignId;
  userId: UserId | null;
  area: string;
  detail?: unknown;
  at: Date;
}

/** Notes who changed what of a campaign, in the transaction of the change. */
export const noteEdit = (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { detail = {}, ...edit }: CampaignEdit,
): Promise<void> => insertEdit(workspaceId, sql, { ...edit, detail: JSON.stringify(detail ?? {}) });
