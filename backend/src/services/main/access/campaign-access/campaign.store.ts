import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { StoredCampaign } from '#engine/rows/central-rows';
import type { CampaignColumns } from '@skein/contracts/main/campaign-columns';
import { addScope, type CampaignScope } from './campaign-scope';
import type { SqlClient } from '#platform/db/database';
import { Conditions } from '#platform/db/conditions';

/** A campaign as it stands in its table, with the names that its views show. */
export interface CampaignRecord
  extends
    CampaignColumns,
    Pick<
      StoredCampaign,
      | 'id'
      | 'uuid'
      | 'workspace_id'
      | 'status'
      | 'status_reason'
      | 'status_changed_at'
      | 'parent_campaign_id'
      | 'created_by'
      | 'is_schedule_saved'
      | 'sequence_version'
      | 'next_trigger_at'
      | 'last_trigger_slot_at'
      | 'created_at'
      | 'updated_at'
      | 'started_at'
      | 'completed_at'
    > {
  status_detail: Record<string, unknown> | null;
  status_changed_by_name: string | null;
  client_name: string | null;
  created_by_name: string | null;
}
const campaignColumns =
  'c.*, cl.name AS client_name, coalesce(u.name, u.email) AS created_by_name, coalesce(s.name, s.email) AS status_changed_by_name';
const campaignJoins = `
    left join agency_client cl on cl.id = c.client_id and cl.workspace_id = c.workspace_id
    left join app_user u on u.id = c.created_by
    left join app_user s on s.id = c.status_changed_by
  `;

/** A campaign that a person may see, locked or only read. */
interface CampaignLookup {
  campaignId: CampaignId;
  lock?: boolean;
}

/** One campaign inside the scope; null when it does not exist or is somebody else's. `lock` holds it until the transaction ends. */
export async function findCampaign(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: CampaignScope,
  { campaignId, lock = false }: CampaignLookup,
): Promise<CampaignRecord | null> {
  const where = new Conditions();
  where.add('c.workspace_id = ?', workspaceId).add('c.id = ?', campaignId);
  addScope(where, scope);
  const { rows } = await sql.query<CampaignRecord>(
    `select ${campaignColumns} from campaign c ${campaignJoins} where ${where.sql}${lock ? ' FOR NO KEY UPDATE OF c' : ''}`,
    where.values,
  );
  return rows[0] ?? null;
}

/** Which of these campaigns are inside the scope. */
export async function findCampaignIds(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: CampaignScope,
  campaignIds: CampaignId[],
): Promise<number[]> {
  const where = new Conditions();
  where.add('c.workspace_id = ?', workspaceId).add('c.id = ANY(?)', campaignIds);
  addScope(where, scope);
  return (
    await sql.query<{ id: number }>(`select c.id from campaign c where ${where.sql} order by c.id`, where.values)
  ).rows.map((row) => row.id);
}
