import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import { fixedCategories } from '@skein/contracts/constants';
import type { SqlClient } from '#platform/db/database';
import { heldNewLeads } from '#lifecycle/lifecycle.api';
import { addRollup, noFigures, without, type CampaignFigures, type Rollup } from './campaign-figures';

/** Campaigns, the start of each one's day, and the categories that are hidden from the person. */
interface CampaignsToCount {
  campaignIds: CampaignId[];
  todayStarts: Date[];
  /** Campaign time in milliseconds. */
  now: number;
  hiddenCategories?: readonly number[];
}

/**
 * Figures of the campaigns on one page, by counts that are kept, index-only scans and rollups: never by reading events.
 * `todayStarts` is where each campaign's local day began. What came of leads in the hidden categories is left out: a
 * client sees them nowhere.
 */
export async function readFigures(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { campaignIds, todayStarts, now, hiddenCategories = [] }: CampaignsToCount,
): Promise<Map<number, CampaignFigures>> {
  const figures = new Map(campaignIds.map((id) => [id, noFigures()]));
  const of = (id: number) => figures.get(id) as CampaignFigures;
  if (campaignIds.length === 0) return figures;
  for (const row of await readStates(workspaceId, sql, campaignIds, hiddenCategories))
    of(row.campaign_id).byStatus[row.status] = row.count;
  const rollups = await readRollups(workspaceId, sql, campaignIds, todayStarts);
  const hidden =
    hiddenCategories.length === 0
      ? []
      : await readHidden(workspaceId, sql, { campaignIds, todayStarts, hiddenCategories });
  for (const row of rollups)
    addRollup(
      of(row.campaign_id),
      without(
        row,
        hidden.find((each) => each.campaign_id === row.campaign_id && each.kind === row.kind),
      ),
    );
  for (const row of await readPositive(workspaceId, sql, campaignIds, hiddenCategories))
    of(row.campaign_id).positive = row.count;
  for (const row of await readParts(workspaceId, sql, campaignIds)) Object.assign(of(row.campaign_id), partsOf(row));
  for (const [id, { leads, until }] of await heldNewLeads(workspaceId, sql, campaignIds, now))
    of(id).onHold = { leads, until: new Date(until) };
  return figures;
}

/** How many leads stand in each state. The counts that are kept know of no categories. */
async function readStates(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignIds: CampaignId[],
  hiddenCategories: readonly number[],
) {
  const { rows } = await sql.query<{
    campaign_id: CampaignId;
    status: keyof CampaignFigures['byStatus'];
    count: number;
  }>(
    hiddenCategories.length === 0
      ? `
        select campaign_id, status, sum(leads)::int as count
        from lead_count
        where workspace_id = $1 and campaign_id = any($2)
        group by 1, 2
      `
      : `
        select campaign_id, status, count(*)::int as count
        from enrolment
        where workspace_id = $1 and campaign_id = any($2) and (category_id is null or category_id <> all($3))
        group by 1, 2
      `,
    [workspaceId, campaignIds, ...(hiddenCategories.length === 0 ? [] : [hiddenCategories])],
  );
  return rows;
}

async function readRollups(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignIds: CampaignId[],
  todayStarts: Date[],
): Promise<Rollup[]> {
  const { rows } = await sql.query<Rollup>(
    `
      select c.id as campaign_id, r.kind, sum(r.count) filter (where r.axis = 'event_day')::int as count,
        sum(r.first_count) filter (where r.axis = 'event_day')::int as first,
        coalesce(sum(r.count) filter (where r.axis = 'event'), 0)::int as today,
        coalesce(sum(r.first_count) filter (where r.axis = 'event'), 0)::int as first_today
      from unnest($2::int[], $3::timestamptz[]) as c(id, today)
      cross join (values ('event_day'), ('event')) as a(axis)
      join event_rollup r on r.workspace_id = $1
        and r.dimension = 'campaign'
        and r.dimension_id = c.id
        and r.axis = a.axis
        and r.bucket >= case when a.axis = 'event' then c.today else '-infinity' end
      where r.kind in ('SENT', 'OPEN', 'CLICK', 'REPLY', 'BOUNCE', 'UNSUBSCRIBE')
      group by 1, 2
    `,
    [workspaceId, campaignIds, todayStarts],
  );
  return rows;
}

/** How many leads replied and are in a positive category. */
async function readPositive(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignIds: CampaignId[],
  hiddenCategories: readonly number[],
) {
  // Categories by their numbers, so that the index enrolment_categories is read at them alone.
  const { rows: own } = await sql.query<{ id: number }>(
    `select id from lead_category where workspace_id = $1 and sentiment = 'positive'`,
    [workspaceId],
  );
  const wanted = [...fixedCategories.filter((category) => category.sentiment === 'positive'), ...own]
    .map((category) => category.id)
    .filter((id) => !hiddenCategories.includes(id));
  const { rows } = await sql.query<{ campaign_id: CampaignId; count: number }>(
    `
      select campaign_id, count(*)::int as count
      from enrolment
      where workspace_id = $1 and campaign_id = any($2) and category_id = any($3) and reply_count > 0
      group by 1
    `,
    [workspaceId, campaignIds, wanted],
  );
  return rows;
}

/** Steps, mailboxes, tags, the next reserved email and the last send round of a campaign. */
interface Parts {
  campaign_id: CampaignId;
  steps: number;
  mailboxes: number;
  tags: CampaignFigures['tags'] | null;
  reserved_at: Date | null;
  reserved_by: string | null;
  counts: { sent?: number; resumes_at?: string | null } | null;
  checkpoint: string | null;
  constraint_code: string | null;
}

async function readParts(workspaceId: WorkspaceId, sql: SqlClient, campaignIds: CampaignId[]): Promise<Parts[]> {
  const { rows } = await sql.query<Parts>(
    `
      select c.id as campaign_id,
        (select count(*)::int from sequence_step s where s.campaign_id = c.id and not s.is_deleted) as steps,
        (
          select count(*)::int
          from campaign_mailbox m
          join mailbox b on b.id = m.mailbox_id and b.deleted_at is null
          where m.campaign_id = c.id
        ) as mailboxes,
        (
          select json_agg(json_build_object('id', t.id, 'name', t.name, 'color', t.color) order by t.name)
          from campaign_tag ct
          join tag t on t.id = ct.tag_id
          where ct.campaign_id = c.id
        ) as tags,
        i.send_at as reserved_at, i.from_email as reserved_by, t.counts, t.checkpoint, t.constraint_code
      from unnest($2::int[]) as c(id)
      left join lateral (
        select i.send_at, m.from_email
        from intent i
        join mailbox m on m.id = i.mailbox_id
        where i.workspace_id = $1
          and i.campaign_id = c.id
          and i.state in ('RESERVED', 'SUBMITTING')
          and i.kind = 'CAMPAIGN'
        order by i.send_at
        limit 1
      ) i on true
      left join lateral (
        select counts, checkpoint, constraint_code
        from trigger_run r
        where r.workspace_id = $1 and r.campaign_id = c.id and r.state = 'COMPLETED'
        order by r.scheduled_at desc
        limit 1
      ) t on true
    `,
    [workspaceId, campaignIds],
  );
  return rows;
}

const partsOf = (row: Parts): Partial<CampaignFigures> => ({
  stepCount: row.steps,
  mailboxCount: row.mailboxes,
  tags: row.tags ?? [],
  reserved: row.reserved_at && row.reserved_by ? { at: row.reserved_at, mailboxEmail: row.reserved_by } : null,
  lastTrigger: row.counts
    ? {
        sent: Number(row.counts.sent ?? 0),
        checkpoint: row.checkpoint,
        constraintCode: row.constraint_code,
        resumesAt: row.counts.resumes_at ? new Date(row.counts.resumes_at) : null,
      }
    : null,
});

/** Campaigns, the start of each one's day, and the categories whose replies are hidden. */
interface HiddenReplies {
  campaignIds: CampaignId[];
  todayStarts: Date[];
  hiddenCategories: readonly number[];
}

/** What rollups hold of the leads in hidden categories, counted on their (few) events. */
async function readHidden(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { campaignIds, todayStarts, hiddenCategories }: HiddenReplies,
): Promise<Rollup[]> {
  const { rows } = await sql.query<Rollup>(
    `
      select c.id as campaign_id, v.kind, count(*)::int as count,
        count(*) filter (where v.is_first)::int as first,
        count(*) filter (where v.at >= c.today)::int as today,
        count(*) filter (where v.is_first and v.at >= c.today)::int as first_today
      from unnest($2::int[], $3::timestamptz[]) as c(id, today)
      join enrolment e on e.workspace_id = $1 and e.campaign_id = c.id and e.category_id = any($4)
      join event v on v.workspace_id = $1 and v.enrolment_id = e.id
      where v.kind in ('SENT', 'OPEN', 'CLICK', 'REPLY', 'BOUNCE', 'UNSUBSCRIBE')
        and not (v.is_machine and v.kind in ('OPEN', 'CLICK'))
      group by 1, 2
    `,
    [workspaceId, campaignIds, todayStarts, hiddenCategories],
  );
  return rows;
}
