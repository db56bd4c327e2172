import type { CampaignId } from '@skein/contracts/ids';
import type { Who } from '#access/access.api';
import { addCampaignMailboxes } from '#campaigns/campaigns.api';
import * as store from './account-imports.store';
import type { ImportDeps } from './open-source';

/** Those of these addresses that are connected become mailboxes of the campaign. */
export async function linkMailboxes(
  deps: ImportDeps,
  who: Who,
  campaignId: CampaignId,
  emails: readonly string[],
): Promise<void> {
  const here = await deps.db.tenantSql(who.workspaceId, (sql) => store.findMailboxIds(who.workspaceId, sql, emails));
  if (here.size > 0) await addCampaignMailboxes(deps, who, campaignId, [...here.values()]);
}
