import type { CampaignStatus } from '@skein/contracts/constants';
import type { campaignSorts } from '@skein/contracts/constants';
import type { campaignFilter } from '@skein/contracts/main/campaigns.contract';
import type { z } from 'zod';
import { Conditions } from '../../../../platform/db/conditions';
import type { SqlClient } from '../../../../platform/db/database';
import { addScope, type CampaignScope } from './campaign-scope';

/** A campaign as it stands in its table, with the names that its views show. */
export interface CampaignRecord {
  id: number;
  uuid: string;
  workspace_id: number;
  name: string;
  status: CampaignStatus;
  status_reason: string | null;
  status_detail: Record<string, unknown> | null;
  status_changed_at: Date;
  status_changed_by_name: string | null;
  client_id: number | null;
  client_name: string | null;
  folder_id: number | null;
  parent_campaign_id: number | null;
  team_member_id: number | null;
  created_by: number | null;
  created_by_name: string | null;
  time_zone: string;
  sending_days: number[];
  window_start: string;
  window_end: string;
  extra_windows: { days: number[]; start: string; end: string }[];
  holidays: string[];
  time_zone_mode: 'CAMPAIGN' | 'LEAD';
  is_schedule_saved: boolean;
  schedule_start_at: Date | null;
  min_time_btwn_emails: number;
  max_leads_per_day: number;
  follow_up_percentage: number;
  track_opens: boolean;
  track_clicks: boolean;
  track_replies: boolean;
  stop_on: string;
  send_as_plain_text: boolean;
  force_plain_text: boolean;
  unsubscribe_text: string | null;
  add_unsubscribe_header: boolean;
  esp_match_mode: 'OFF' | 'PREFER' | 'STRICT';
  company_daily_limit: number | null;
  pause_company_on_reply: boolean;
  bounce_guard_enabled: boolean;
  bounce_guard_percent: number;
  bounce_guard_min_sent: number;
  out_of_office: Record<string, unknown>;
  allow_missing_fields: string[];
  delay_basis: 'CALENDAR' | 'SENDING_DAYS';
  spintax_mode: 'INCREMENTAL' | 'RANDOM';
  categorise_replies: boolean;
  settings: Record<string, unknown>;
  lead_condition: Record<string, unknown>;
  draft: Record<string, unknown>;
  sequence_version: number;
  next_trigger_at: Date | null;
  last_trigger_slot_at: Date | null;
  created_at: Date;
  updated_at: Date;
  started_at: Date | null;
  completed_at: Date | null;
}

const columns =
  'c.*, cl.name AS client_name, coalesce(u.name, u.email) AS created_by_name, coalesce(s.name, s.email) AS status_changed_by_name';
const joins =
  'LEFT JOIN agency_client cl ON cl.id = c.client_id AND cl.workspace_id = c.workspace_id LEFT JOIN app_user u ON u.id = c.created_by LEFT JOIN app_user s ON s.id = c.status_changed_by';

export type CampaignFilter = z.output<typeof campaignFilter>;
export type CampaignSort = (typeof campaignSorts)[number];

const sortSql: Record<CampaignSort, { sql: string; type: string }> = {
  updated_at: { sql: 'c.updated_at', type: 'timestamptz' },
  created_at: { sql: 'c.created_at', type: 'timestamptz' },
  name: { sql: 'lower(c.name)', type: 'text' },
  status: { sql: 'c.status', type: 'text' },
  leads: {
    sql: '(SELECT coalesce(sum(n.leads), 0) FROM lead_count n WHERE n.workspace_id = c.workspace_id AND n.campaign_id = c.id)',
    type: 'bigint',
  },
  sent: {
    sql: `(SELECT coalesce(sum(r.count), 0) FROM event_rollup r WHERE r.workspace_id = c.workspace_id AND r.dimension = 'campaign' AND r.dimension_id = c.id AND r.axis = 'event' AND r.kind = 'SENT')`,
    type: 'bigint',
  },
};

export interface CampaignPage {
  filter: CampaignFilter;
  scope: CampaignScope;
  sort: CampaignSort;
  isDescending: boolean;
  after: (string | number | null)[] | null;
  limit: number;
}

/** Conditions of the list, with or without the status, for the rows and for the totals by status. */
function conditionsOf(
  workspaceId: number,
  page: Pick<CampaignPage, 'filter' | 'scope'>,
  withStatus: boolean,
): Conditions {
  const { filter } = page;
  const where = new Conditions();
  where.add('c.workspace_id = ?', workspaceId);
  addScope(where, page.scope);
  if (withStatus) {
    if (filter.status && filter.status.length > 0) where.add('c.status = ANY(?)', filter.status);
    else where.add(`c.status <> 'ARCHIVED'`);
  }
  if (filter.search) {
    const text = `%${filter.search.replace(/[\\%_]/g, '\\$&')}%`;
    where.add(
      `c.name ILIKE ? OR EXISTS (SELECT FROM campaign_tag ct JOIN tag t ON t.id = ct.tag_id WHERE ct.campaign_id = c.id AND t.name ILIKE ?) OR c.id::text = ?`,
      text,
      text,
      filter.search,
    );
  }
  if (filter.client_id) where.add('c.client_id = ANY(?)', filter.client_id);
  if (filter.tag_id)
    where.add('EXISTS (SELECT FROM campaign_tag ct WHERE ct.campaign_id = c.id AND ct.tag_id = ANY(?))', filter.tag_id);
  if (filter.folder_id !== undefined)
    where.add(filter.folder_id === 0 ? 'c.folder_id IS NULL' : 'c.folder_id = ?', filter.folder_id);
  if (filter.parent_campaign_id) where.add('c.parent_campaign_id = ?', filter.parent_campaign_id);
  if (filter.mailbox_id)
    where.add(
      'EXISTS (SELECT FROM campaign_mailbox cm WHERE cm.campaign_id = c.id AND cm.mailbox_id = ?)',
      filter.mailbox_id,
    );
  if (filter.updated_after) where.add('c.updated_at >= ?', new Date(filter.updated_after));
  return where;
}

/** One page of campaigns by keyset; one row more than asked tells whether there is a next page. */
export async function findCampaigns(
  workspaceId: number,
  sql: SqlClient,
  page: CampaignPage,
): Promise<(CampaignRecord & { sort_value: string })[]> {
  const where = conditionsOf(workspaceId, page, true);
  const { sql: key, type } = sortSql[page.sort];
  const [compare, order] = page.isDescending ? ['<', 'DESC'] : ['>', 'ASC'];
  const place = page.after
    ? `WHERE (q.sort_key, q.id) ${compare} (${where.value(page.after[0])}::${type}, ${where.value(page.after[1])}::int)`
    : '';
  const { rows } = await sql.query<CampaignRecord & { sort_value: string }>(
    `SELECT ${columns}, q.sort_value FROM (
       SELECT q.*, CASE WHEN pg_typeof(q.sort_key) = 'timestamptz'::regtype THEN to_char(q.sort_key::text::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') ELSE q.sort_key::text END AS sort_value
       FROM (SELECT c.id, ${key} AS sort_key FROM campaign c WHERE ${where.sql}) q ${place} ORDER BY q.sort_key ${order}, q.id ${order} LIMIT ${where.value(page.limit + 1)}
     ) q JOIN campaign c ON c.id = q.id ${joins} ORDER BY q.sort_key ${order}, q.id ${order}`,
    where.values,
  );
  return rows;
}

/** How many campaigns the filter matches, by status; archived ones stand apart from the total. */
export async function countCampaignsByStatus(
  workspaceId: number,
  sql: SqlClient,
  page: Pick<CampaignPage, 'filter' | 'scope'>,
): Promise<Map<string, number>> {
  const where = conditionsOf(workspaceId, page, false);
  const { rows } = await sql.query<{ status: string; count: number }>(
    `SELECT c.status, count(*)::int AS count FROM campaign c WHERE ${where.sql} GROUP BY 1`,
    where.values,
  );
  return new Map(rows.map((row) => [row.status, row.count]));
}

/** One campaign inside the scope; null when it does not exist or is somebody else's. `lock` holds it until the transaction ends. */
export async function findCampaign(
  workspaceId: number,
  sql: SqlClient,
  scope: CampaignScope,
  campaignId: number,
  lock = false,
): Promise<CampaignRecord | null> {
  const where = new Conditions();
  where.add('c.workspace_id = ?', workspaceId).add('c.id = ?', campaignId);
  addScope(where, scope);
  const { rows } = await sql.query<CampaignRecord>(
    `SELECT ${columns} FROM campaign c ${joins} WHERE ${where.sql}${lock ? ' FOR NO KEY UPDATE OF c' : ''}`,
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
    await sql.query<{ id: number }>(`SELECT c.id FROM campaign c WHERE ${where.sql} ORDER BY c.id`, where.values)
  ).rows.map((row) => row.id);
}

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
    `INSERT INTO campaign (workspace_id, name, created_by, status_changed_by, client_id, folder_id, parent_campaign_id, time_zone, created_at, updated_at, status_changed_at) VALUES ($1, $2, $3, $3, $4, $5, $6, $7, $8, $8, $8) RETURNING id`,
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
const json = new Set(['extra_windows', 'out_of_office', 'settings', 'lead_condition', 'draft', 'status_detail']);

/** Changes columns of one campaign. Returns whether it was there. */
export async function changeCampaign(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  change: Record<string, unknown>,
  at: Date,
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
    `UPDATE campaign SET ${['updated_at = $3', ...sets].join(', ')} WHERE workspace_id = $1 AND id = $2`,
    values,
  );
  return rowCount === 1;
}

/** Subsequences are whose their parent is: whoever gives one campaign to another client does not leave its leads with the one before. Answers those that changed hands. */
export async function giveSubsequences(
  workspaceId: number,
  sql: SqlClient,
  parentId: number,
  clientId: number | null,
  at: Date,
): Promise<{ id: number; from: number | null }[]> {
  const { rows } = await sql.query<{ id: number; from: number | null }>(
    `UPDATE campaign c SET client_id = $3, updated_at = $4 FROM (SELECT id, client_id FROM campaign WHERE workspace_id = $1 AND parent_campaign_id = $2 AND client_id IS DISTINCT FROM $3::int ORDER BY id FOR NO KEY UPDATE) o WHERE c.workspace_id = $1 AND c.id = o.id RETURNING c.id, o.client_id AS from`,
    [workspaceId, parentId, clientId, at],
  );
  return rows;
}

/** Notes who changed what of a campaign. */
export async function insertEdit(
  workspaceId: number,
  sql: SqlClient,
  edit: { campaignId: number; userId: number | null; area: string; detail: unknown; at: Date },
): Promise<void> {
  await sql.query(
    'INSERT INTO campaign_edit (workspace_id, campaign_id, user_id, area, detail, at) VALUES ($1, $2, $3, $4, $5, $6)',
    [workspaceId, edit.campaignId, edit.userId, edit.area, JSON.stringify(edit.detail ?? {}), edit.at],
  );
}

/** The newest edits of a campaign before an id. */
export async function findEdits(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  before: number | null,
  limit: number,
): Promise<{ id: number; area: string; detail: unknown; at: Date; user_name: string | null }[]> {
  const { rows } = await sql.query<{ id: string; area: string; detail: unknown; at: Date; user_name: string | null }>(
    `SELECT e.id, e.area, e.detail, e.at, coalesce(u.name, u.email) AS user_name FROM campaign_edit e LEFT JOIN app_user u ON u.id = e.user_id WHERE e.workspace_id = $1 AND e.campaign_id = $2 AND ($3::bigint IS NULL OR e.id < $3) ORDER BY e.id DESC LIMIT $4`,
    [workspaceId, campaignId, before, limit],
  );
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/** SQL: a lead that was set aside until somebody acts, unless it waits at its step for a person or for LinkedIn. */
const isSetAside = `is_parked AND constraint_code IS DISTINCT FROM 'MANUAL_STEP' AND constraint_code IS DISTINCT FROM 'LINKEDIN_STEP'`;

/** Leads of a campaign that were set aside are looked at again. */
export async function unparkLeads(workspaceId: number, sql: SqlClient, campaignId: number): Promise<void> {
  await sql.query(
    `UPDATE enrolment SET is_parked = false WHERE workspace_id = $1 AND campaign_id = $2 AND ${isSetAside}`,
    [workspaceId, campaignId],
  );
}

/** The same for these people in every campaign: something of them has changed. */
export async function unparkPeople(workspaceId: number, sql: SqlClient, leadIds: readonly number[]): Promise<void> {
  if (leadIds.length > 0)
    await sql.query(
      `UPDATE enrolment SET is_parked = false WHERE id IN (SELECT id FROM enrolment WHERE workspace_id = $1 AND lead_id = ANY($2) AND ${isSetAside} ORDER BY id FOR UPDATE)`,
      [workspaceId, leadIds],
    );
}

/** Leads that were put off for a reason that may be gone are considered from their own time on. */
export async function considerAgain(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  code: 'LEAD_WINDOW_CLOSED' | 'COMPANY_DAILY_LIMIT',
): Promise<void> {
  await sql.query(
    'UPDATE enrolment SET next_eligible_at = next_due_at WHERE workspace_id = $1 AND campaign_id = $2 AND constraint_code = $3 AND open_intent_id IS NULL',
    [workspaceId, campaignId, code],
  );
}

/** Leads that wait because somebody of their company replied go on. */
export async function endCompanyPauses(workspaceId: number, sql: SqlClient, campaignId: number): Promise<void> {
  await sql.query(
    `UPDATE enrolment SET hold_kind = NULL, hold_until = NULL, reason_detail = NULL, constraint_code = NULL, is_parked = false, next_eligible_at = next_due_at WHERE workspace_id = $1 AND campaign_id = $2 AND hold_kind = 'COMPANY_REPLY'`,
    [workspaceId, campaignId],
  );
}
