import type { CampaignId, ClientId } from '@skein/contracts/ids';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { attachOnlyMailbox } from '../campaign-mailboxes/attach-only-mailbox';
import { createSubsequence } from '../subsequences/subsequences';
import { checkClient, checkFolder, scopeOf, type Who, requireRoom } from '#access/access.api';
import { createDraft } from '#lifecycle/lifecycle.api';
import { viewCampaign } from '../campaign-views/get-campaign';

export interface NewCampaign {
  name?: string;
  client_id?: ClientId | null;
  folder_id?: number | null;
  parent_campaign_id?: CampaignId;
  device_time_zone?: string;
  /** Attaches the mailbox, where there is no choice. */
  with_only_mailbox?: boolean;
}

/** Makes a draft; with a parent, a subsequence. A client's campaign is the client's own; its zone is the person's, or their device's. */
export async function createCampaign(
  deps: Pick<MainDeps, 'db' | 'campaignClock' | 'live'>,
  who: Who,
  input: NewCampaign,
) {
  if (input.parent_campaign_id) return createSubsequence(deps, who, input.parent_campaign_id, { name: input.name });
  const at = new Date(deps.campaignClock.now());
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const clientId = who.client ? who.client.id : (input.client_id ?? null);
    if (who.client && input.client_id && input.client_id !== who.client.id) throw new SkeinError('FORBIDDEN');
    await checkClient(who.workspaceId, sql, clientId, scopeOf(who).memberId);
    await checkFolder(who.workspaceId, sql, input.folder_id ?? null, scopeOf(who).clientId);
    await requireRoom(who.workspaceId, sql, 'sequences');
    const id = await createDraft(who.workspaceId, sql, {
      name: input.name ?? 'Untitled Campaign',
      createdBy: who.userId,
      clientId,
      folderId: input.folder_id ?? null,
      zoneOf: who.userId,
      zoneWithoutChoice: input.device_time_zone,
      detail: {},
      at,
    });
    if (input.with_only_mailbox) await attachOnlyMailbox(sql, who, { campaignId: id, clientId, at });
    await deps.live.publish(sql, who.workspaceId, ['campaigns']);
    return viewCampaign(sql, who, id, at.getTime());
  });
}
