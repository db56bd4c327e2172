import type { WorkspaceId } from '@skein/contracts/ids';
import type { campaignSorts } from '@skein/contracts/constants';
import type { campaignFilter } from '@skein/contracts/main/campaign-views';
import type { z } from 'zod';
import { Conditions } from '#platform/db/conditions';
import type { SqlClient } from '#platform/db/database';
import { addScope, type CampaignScope, type CampaignRecord } from '#access/access.api';

export type CampaignFilter = z.output<typeof campaignFilter>;
export type CampaignSort = (typeof campaignSorts)[number];

const sortSql: Record<CampaignSort, { sql: string; type: string }> = {
  activity: {
    sql: `
      case c.status
        when 'ACTIVE' then '6'
        when 'PAUSED' then '5'
        when 'DRAFTED' then '4'
        when 'COMPLETED' then '3'
        when 'STOPPED' then '2'
        else '1'
      end || to_char(c.updated_at at time zone 'UTC', 'YYYYMMDDHH24MISSUS')
    `,
    type: 'text',
  },
  updated_at: { sql: 'c.updated_at', type: 'timestamptz' },
  created_at: { sql: 'c.created_at', type: 'timestamptz' },
  name: { sql: 'lower(c.name)', type: 'text' },
  status: { sql: 'c.status', type: 'text' },
  leads: {
    sql: `
      (
        select coalesce(sum(n.leads), 0)
        from lead_count n
        where n.workspace_id = c.workspace_id and n.campaign_id = c.id
      )
    `,
    type: 'bigint',
  },
  sent: {
    sql: `
      (
        select coalesce(sum(r.count), 0)
        from event_rollup r
        where r.workspace_id = c.workspace_id
          and r.dimension = 'campaign'
          and r.dimension_id = c.id
          and r.axis = 'event_day'
          and r.kind = 'SENT'
      )
    `,
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
  workspaceId: WorkspaceId,
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
      `
        c.name ilike ?
          or exists (
            select
            from campaign_tag ct
            join tag t on t.id = ct.tag_id
            where ct.campaign_id = c.id and t.name ilike ?
          )
          or c.id::text = ?
      `,
      text,
      text,
      filter.search,
    );
  }
  if (filter.client_id) where.add('c.client_id = ANY(?)', filter.client_id);
  if (filter.tag_id)
    where.add('exists (select from campaign_tag ct where ct.campaign_id = c.id and ct.tag_id = any(?))', filter.tag_id);
  if (filter.folder_id !== undefined)
    where.add(filter.folder_id === 0 ? 'c.folder_id is null' : 'c.folder_id = ?', filter.folder_id);
  if (filter.parent_campaign_id) where.add('c.parent_campaign_id = ?', filter.parent_campaign_id);
  if (filter.mailbox_id)
    where.add(
      'exists (select from campaign_mailbox cm where cm.campaign_id = c.id and cm.mailbox_id = ?)',
      filter.mailbox_id,
    );
  if (filter.updated_after) where.add('c.updated_at >= ?', new Date(filter.updated_after));
  return where;
}

/** One page of campaigns by keyset; one row more than asked tells whether there is a next page. */
export async function findCampaigns(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  page: CampaignPage,
): Promise<(CampaignRecord & { sort_value: string })[]> {
  const where = conditionsOf(workspaceId, page, true);
  const { sql: key, type } = sortSql[page.sort];
  const [compare, order] = page.isDescending ? ['<', 'DESC'] : ['>', 'ASC'];
  const place = page.after
    ? `where (q.sort_key, q.id) ${compare} (${where.value(page.after[0])}::${type}, ${where.value(page.after[1])}::int)`
    : '';
  const { rows } = await sql.query<CampaignRecord & { sort_value: string }>(
    `
      select c.*, cl.name as client_name, coalesce(u.name, u.email) as created_by_name,
        coalesce(s.name, s.email) as status_changed_by_name, q.sort_value
      from (
        select q.*,
          case
            when pg_typeof(q.sort_key) = 'timestamptz'::regtype then to_char(
              q.sort_key::text::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
            )
            else q.sort_key::text
            end as sort_value
        from (select c.id, ${key} as sort_key from campaign c where ${where.sql}) q ${place}
        order by q.sort_key ${order}, q.id ${order}
        limit ${where.value(page.limit + 1)}
      ) q
      join campaign c on c.id = q.id
      left join agency_client cl on cl.id = c.client_id and cl.workspace_id = c.workspace_id
      left join app_user u on u.id = c.created_by
      left join app_user s on s.id = c.status_changed_by
      order by q.sort_key ${order}, q.id ${order}
    `,
    where.values,
  );
  return rows;
}

/** How many campaigns the filter matches, by status; archived ones stand apart from the total. */
export async function countCampaignsByStatus(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  page: Pick<CampaignPage, 'filter' | 'scope'>,
): Promise<Map<string, number>> {
  const where = conditionsOf(workspaceId, page, false);
  const { rows } = await sql.query<{ status: string; count: number }>(
    `select c.status, count(*)::int as count from campaign c where ${where.sql} group by 1`,
    where.values,
  );
  return new Map(rows.map((row) => [row.status, row.count]));
}
