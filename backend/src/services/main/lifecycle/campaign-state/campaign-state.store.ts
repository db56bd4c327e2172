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
/** Columns that settings and schedule may change; anything else is a defect. */
const changeable = new Set([
  'name',
  'client_id',
  'folder_id',
  'team_member_id',
  'time_zone',
  'sending_days',
  'window_start',
  'window_end',
  'is_schedule_saved',
  'schedule_start_at',
  'extra_windows',
  'holidays',
  'time_zone_mode',
  'min_time_btwn_emails',
  'max_leads_per_day',
  'follow_up_percentage',
  'track_opens',
  'track_clicks',
  'track_replies',
  'stop_on',
  'send_as_plain_text',
  'force_plain_text',
  'unsubscribe_text',
  'add_unsubscribe_header',
  'esp_match_mode',
  'esp_rules',
  'company_daily_limit',
  'pause_company_on_reply',
  'bounce_guard_enabled',
  'bounce_guard_percent',
  'bounce_guard_min_sent',
  'bounce_guard_muted_until',
  'out_of_office',
  'allow_missing_fields',
  'delay_basis',
  'spintax_mode',
  'categorise_replies',
  'settings',
  'lead_condition',
  'draft',
  'next_trigger_at',
  'status',
  'status_reason',
  'status_detail',
  'status_changed_at',
  'status_changed_by',
  'started_at',
  'completed_at',
]);
const json = new Set([
  'extra_windows',
  'esp_rules',
  'out_of_office',
  'settings',
  'lead_condition',
  'draft',
  'status_detail',
]);

/** The columns of a campaign that change. */
interface CampaignChange {
  campaignId: number;
  change: Record<string, unknown>;
  at: Date;
}

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
      if (!changeable.has(column)) throw new Error(`campaign.${column} is not changed here`);
      values.push(json.has(column) && value !== null ? JSON.stringify(value) : value);
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
