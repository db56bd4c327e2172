import type { CampaignStatus } from '@skein/contracts/constants';
import type { CampaignColumns } from '@skein/contracts/main/campaign-columns';
import { addScope, type CampaignScope } from './campaign-scope';
import type { SqlClient } from '#platform/db/database';
import { Conditions } from '#platform/db/conditions';

/** A campaign as it stands in its table, with the names that its views show. */
export interface CampaignRecord extends CampaignColumns {
  id: number;
  uuid: string;
  workspace_id: number;
  status: CampaignStatus;
  status_reason: string | null;
  status_detail: Record<string, unknown> | null;
  status_changed_at: Date;
  status_changed_by_name: string | null;
  client_name: string | null;
  parent_campaign_id: number | null;
  created_by: number | null;
  created_by_name: string | null;
  is_schedule_saved: boolean;
  sequence_version: number;
  next_trigger_at: Date | null;
  last_trigger_slot_at: Date | null;
  created_at: Date;
  updated_at: Date;
  started_at: Date | null;
  completed_at: Date | null;
}
export const campaignColumns =
  'c.*, cl.name AS client_name, coalesce(u.name, u.email) AS created_by_name, coalesce(s.name, s.email) AS status_changed_by_name';
export const campaignJoins = `
    left join agency_client cl on cl.id = c.client_id and cl.workspace_id = c.workspace_id
    left join app_user u on u.id = c.created_by
    left join app_user s on s.id = c.status_changed_by
  `;

/** A campaign that a person may see, locked or only read. */
interface CampaignLookup {
  campaignId: number;
  lock?: boolean;
}

/** One campaign inside the scope; null when it does not exist or is somebody else's. `lock` holds it until the transaction ends. */
export async function findCampaign(
  workspaceId: number,
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
  workspaceId: number,
  sql: SqlClient,
  scope: CampaignScope,
  campaignIds: number[],
): Promise<number[]> {
  const where = new Conditions();
  where.add('c.workspace_id = ?', workspaceId).add('c.id = ANY(?)', campaignIds);
  addScope(where, scope);
  return (
    await sql.query<{ id: number }>(`select c.id from campaign c where ${where.sql} order by c.id`, where.values)
  ).rows.map((row) => row.id);
}
