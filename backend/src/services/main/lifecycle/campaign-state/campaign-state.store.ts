import type { CampaignStatus } from '@skein/contracts/constants';
import type { ColumnType } from '@skein/contracts/main/campaign-setting';
import { columnTypes, type CampaignColumns } from '@skein/contracts/main/campaign-columns';
import type { SqlClient } from '#platform/db/database';

/** Inserts a draft and answers its id. */
export async function insertCampaign(
  workspaceId: number,
  sql: SqlClient,
  campaign: {
    name: string;
    createdBy: number;
    clientId: number | null;
    folderId: number | null;
    parentId: number | null;
    timeZone: string;
    at: Date;
  },
): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    `
      insert into campaign (
        workspace_id, name, created_by, status_changed_by, client_id, folder_id, parent_campaign_id,
          time_zone, created_at, updated_at, status_changed_at
      )
      values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $8, $8)
      returning id
    `,
    [
      workspaceId,
      campaign.name,
      campaign.createdBy,
      campaign.clientId,
      campaign.folderId,
      campaign.parentId,
      campaign.timeZone,
      campaign.at,
    ],
  );
  return (rows[0] as { id: number }).id;
}
/** Columns that its life changes, apart from its settings. */
interface LifeColumns {
  is_schedule_saved: boolean;
  next_trigger_at: Date | null;
  bounce_guard_muted_until: Date | null;
  status: CampaignStatus;
  status_reason: string | null;
  status_detail: Record<string, unknown> | null;
  status_changed_at: Date;
  status_changed_by: number | null;
  started_at: Date | null;
  completed_at: Date | null;
}

/** The columns of a campaign that change. */
interface CampaignChange {
  campaignId: number;
  change: Partial<CampaignColumns & LifeColumns>;
  at: Date;
}

const lifeTypes: Readonly<Record<keyof LifeColumns, ColumnType>> = {
  is_schedule_saved: 'bool',
  next_trigger_at: 'timestamptz',
  bounce_guard_muted_until: 'timestamptz',
  status: 'text',
  status_reason: 'text',
  status_detail: 'jsonb',
  status_changed_at: 'timestamptz',
  status_changed_by: 'int4',
  started_at: 'timestamptz',
  completed_at: 'timestamptz',
};
const types: ReadonlyMap<string, ColumnType> = new Map([...columnTypes, ...Object.entries(lifeTypes)]);

/** Changes columns of one campaign. Returns whether it was there. */
export async function changeCampaign(
  workspaceId: number,
  sql: SqlClient,
  { campaignId, change, at }: CampaignChange,
): Promise<boolean> {
  const values: unknown[] = [workspaceId, campaignId, at];
  const sets = Object.entries(change)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => {
      const type = types.get(column);
      if (!type) throw new Error(`campaign.${column} is not changed here`);
      values.push(type === 'jsonb' && value !== null ? JSON.stringify(value) : value);
      return `"${column}" = $${values.length}`;
    });
  const { rowCount } = await sql.query(
    `update campaign set ${['updated_at = $3', ...sets].join(', ')} where workspace_id = $1 and id = $2`,
    values,
  );
  return rowCount === 1;
}

/** The client that the subsequences of a campaign belong to. */
interface SubsequenceOwner {
  parentId: number;
  clientId: number | null;
  at: Date;
}

/** Subsequences are whose their parent is: whoever gives one campaign to another client does not leave its leads with the one before. Answers those that changed hands. */
export async function giveSubsequences(
  workspaceId: number,
  sql: SqlClient,
  { parentId, clientId, at }: SubsequenceOwner,
): Promise<{ id: number; from: number | null }[]> {
  const { rows } = await sql.query<{ id: number; from: number | null }>(
    `
      update campaign c
      set client_id = $3, updated_at = $4
      from (
        select id, client_id
        from campaign
        where workspace_id = $1 and parent_campaign_id = $2 and client_id is distinct from $3::int
        order by id
        for no key update
      ) o
      where c.workspace_id = $1 and c.id = o.id
      returning c.id, o.client_id as from
    `,
    [workspaceId, parentId, clientId, at],
  );
  return rows;
}
