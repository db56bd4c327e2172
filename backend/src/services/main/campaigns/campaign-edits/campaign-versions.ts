import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { campaignVersion } from '@skein/contracts/main/campaign-edits.contract';
import type { z } from 'zod';
import type { SqlClient } from '#platform/db/database';
import { requireCampaign, type Who } from '#access/access.api';
import { findSetupVersions } from '../setup/setup-version.store';
import { findVersions, versionsListed } from '../sequences/sequence-versions.store';
import { applyEdit, type EditDeps, type ProposedEdit } from './apply-edit';
import { fieldName } from './describe-edit';

type Version = z.input<typeof campaignVersion>;

/** Versions of all three parts of a campaign, newest first. */
export const listCampaignVersions = (deps: Pick<EditDeps, 'db'>, who: Who, campaignId: CampaignId) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireCampaign(sql, who, campaignId);
    return { versions: await versionsOf(sql, who.workspaceId, campaignId) };
  });

async function versionsOf(sql: SqlClient, workspaceId: WorkspaceId, campaignId: CampaignId): Promise<Version[]> {
  const versions: Version[] = (await findVersions(workspaceId, sql, campaignId, { limit: versionsListed })).map(
    (entry, index) => ({
      area: 'sequence',
      version: entry.version,
      number: entry.number,
      created_at: entry.created_at,
      user_name: entry.user_name,
      summary: `${entry.content.length} step${entry.content.length === 1 ? '' : 's'}`,
      is_current: index === 0,
    }),
  );
  const seen = new Set<string>();
  for (const entry of await findSetupVersions(workspaceId, sql, campaignId, null)) {
    versions.push({
      area: entry.area,
      version: entry.version,
      number: entry.version,
      created_at: entry.created_at,
      user_name: entry.user_name,
      summary: entry.changed.length === 0 ? 'As it was made' : entry.changed.map(fieldName).join(', '),
      is_current: !seen.has(entry.area),
    });
    seen.add(entry.area);
  }
  return versions.sort(
    (one, other) => Number(other.created_at) - Number(one.created_at) || other.version - one.version,
  );
}

/**
 * Takes an earlier version back, as the newest. Leads under way go on as with any edit: no step is sent twice, none is left out.
 * @throws SkeinError NOT_FOUND, ILLEGAL_TRANSITION
 */
export const restoreCampaignVersion = (
  deps: EditDeps,
  who: Who,
  campaignId: CampaignId,
  restore: NonNullable<ProposedEdit['restore']>,
) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireCampaign(sql, who, campaignId, true);
    await applyEdit(deps, sql, who, { campaignId, edit: { restore } });
    return { versions: await versionsOf(sql, who.workspaceId, campaignId) };
  });
