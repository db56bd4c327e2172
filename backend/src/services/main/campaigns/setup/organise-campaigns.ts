import type { CampaignId } from '@skein/contracts/ids';
import { decodeIdCursor, encodeCursor } from '#platform/db/cursor';
import type { MainDeps } from '#main/deps';
import { checkFolder, scopeOf, visibleCampaigns, requireCampaign, type Who } from '#access/access.api';
import { findEdits } from './campaign-edits.store';
import { linkTags, moveToFolder } from './organise-campaigns.store';
import { requireTags } from '#labels/labels.api';

/** Moves campaigns to a folder, or out of all. */
export async function moveCampaigns(
  deps: Pick<MainDeps, 'db' | 'campaignClock' | 'live'>,
  who: Who,
  campaignIds: CampaignId[],
  folderId: number | null,
) {
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    await checkFolder(who.workspaceId, sql, folderId, scopeOf(who).clientId);
    const ids = await visibleCampaigns(sql, who, campaignIds);
    await moveToFolder(who.workspaceId, sql, ids, folderId);
    await deps.live.publish(sql, who.workspaceId, ['campaigns', 'folders']);
    return { moved: ids.length };
  });
}

/** Tags to add to campaigns and tags to remove from them. */
interface TagChange {
  campaignIds: CampaignId[];
  addTagIds: number[];
  removeTagIds: number[];
}

/** Adds and removes tags of campaigns. */
export async function tagCampaigns(
  deps: Pick<MainDeps, 'db' | 'live'>,
  who: Who,
  { campaignIds, addTagIds, removeTagIds }: TagChange,
) {
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const ids = await visibleCampaigns(sql, who, campaignIds);
    await requireTags(sql, who, addTagIds, 'add_tag_ids');
    await linkTags(who.workspaceId, sql, { campaignIds: ids, add: addTagIds, remove: removeTagIds });
    await deps.live.publish(sql, who.workspaceId, ['campaigns', 'tags']);
    return { changed: ids.length };
  });
}

/** Who changed what of a campaign, newest first. */
export async function listEdits(
  deps: Pick<MainDeps, 'db'>,
  who: Who,
  campaignId: CampaignId,
  page: { cursor?: string; limit: number },
) {
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireCampaign(sql, who, campaignId);
    const rows = await findEdits(who.workspaceId, sql, {
      campaignId,
      before: decodeIdCursor(page.cursor),
      limit: page.limit + 1,
    });
    const shown = rows.slice(0, page.limit);
    const last = shown.at(-1);
    return {
      rows: shown,
      next_cursor: rows.length > page.limit && last ? encodeCursor([last.id]) : null,
      total: shown.length,
      total_is_capped: rows.length > page.limit,
    };
  });
}
