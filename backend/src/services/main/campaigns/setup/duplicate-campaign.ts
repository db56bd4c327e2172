import type { CampaignId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import {
  copyCampaign,
  copyMailboxes,
  copySequence,
  copyUnfinishedLeads,
  subsequenceIds,
} from '../campaign-copies/copy-campaign.store';
import { holdClientLeads, requireCampaign, type Who, requireRoom } from '#access/access.api';
import { copyRule } from '../subsequences/subsequences.store';
import { noteEdit } from '#lifecycle/lifecycle.api';
import { viewCampaign } from '../campaign-views/get-campaign';

export interface DuplicateOptions {
  name?: string;
  duplicate_sub_sequence?: boolean;
  duplicate_client_label?: boolean;
  with_unfinished_leads?: boolean;
}

/**
 * Copies settings, schedule, sequence with variants, and mailboxes into a draft. Never statistics or webhooks; leads
 * only those not finished, when asked.
 */
export async function duplicateCampaign(
  deps: Pick<MainDeps, 'db' | 'campaignClock' | 'live'>,
  who: Who,
  campaignId: CampaignId,
  options: DuplicateOptions = {},
) {
  const at = new Date(deps.campaignClock.now());
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const original = await requireCampaign(sql, who, campaignId);
    const keepClient =
      who.client !== null && who.client !== undefined ? true : (options.duplicate_client_label ?? true);
    const copyOne = (id: number, name: string | null, parentId: number | null) =>
      copyOf(sql, who, id, { name, parentId, keepClient, at });
    const id = await copyOne(
      campaignId,
      options.name ?? `${original.name} (copy)`.slice(0, 200),
      original.parent_campaign_id,
    );
    if (options.duplicate_sub_sequence)
      for (const child of await subsequenceIds(who.workspaceId, sql, campaignId)) await copyOne(child, null, id);
    if (options.with_unfinished_leads) {
      const left = keepClient ? await holdClientLeads(who.workspaceId, sql, original.client_id ?? 0) : null;
      const copied = await copyUnfinishedLeads(who.workspaceId, sql, { from: campaignId, to: id, at });
      if (left !== null && copied > left && original.parent_campaign_id === null)
        throw new SkeinError(
          'LIMIT_REACHED',
          `The client has ${left.toLocaleString('en-US')} lead credits left, and the copy needs ${copied.toLocaleString('en-US')}. Copy it without its leads, or assign more credits.`,
        );
    }
    await noteEdit(who.workspaceId, sql, {
      campaignId: id,
      userId: who.userId,
      area: 'created',
      detail: { duplicate_of: campaignId },
      at,
    });
    await deps.live.publish(sql, who.workspaceId, ['campaigns']);
    return viewCampaign(sql, who, id, at.getTime());
  });
}

async function copyOf(
  sql: SqlClient,
  who: Who,
  campaignId: CampaignId,
  options: { name: string | null; parentId: number | null; keepClient: boolean; at: Date },
): Promise<number> {
  await requireRoom(who.workspaceId, sql, 'sequences');
  const id = await copyCampaign(who.workspaceId, sql, campaignId, { ...options, createdBy: who.userId });
  await copySequence(who.workspaceId, sql, campaignId, id);
  await copyMailboxes(who.workspaceId, sql, campaignId, id);
  if (options.parentId !== null)
    await copyRule(who.workspaceId, sql, { from: campaignId, to: id, parentId: options.parentId });
  return id;
}
