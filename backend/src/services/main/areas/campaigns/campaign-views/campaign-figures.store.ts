import { fixedCategories } from '@skein/contracts/constants';
import type { SqlClient } from '../../../../../platform/db/database';

export interface CampaignFigures {
  byStatus: Record<'STARTED' | 'INPROGRESS' | 'COMPLETED' | 'STOPPED' | 'PAUSED' | 'BLOCKED', number>;
  sent: number;
  contacted: number;
  opened: number;
  clicked: number;
  replied: number;
  positive: number;
  bounced: number;
  unsubscribed: number;
  sentToday: number;
  openedToday: number;
  repliedToday: number;
  bouncedToday: number;
  stepCount: number;
  mailboxCount: number;
  tags: { id: number; name: string; color: string }[];
  reserved: { at: Date; mailboxEmail: string } | null;
  lastTrigger: { sent: number; checkpoint: string | null; constraintCode: string | null } | null;
}

const none = (): CampaignFigures => ({
  byStatus: { STARTED: 0, INPROGRESS: 0, COMPLETED: 0, STOPPED: 0, PAUSED: 0, BLOCKED: 0 },
  sent: 0,
  contacted: 0,
  opened: 0,
  clicked: 0,
  replied: 0,
  positive: 0,
  bounced: 0,
  unsubscribed: 0,
  sentToday: 0,
  openedToday: 0,
  repliedToday: 0,
  bouncedToday: 0,
  stepCount: 0,
  mailboxCount: 0,
  tags: [],
  reserved: null,
  lastTrigger: null,
});

/**
 * Figures of the campaigns on one page, by counts that are kept, index-only scans and rollups: never by reading events. `todayStarts` is where
 * each campaign's local day began. What came of leads in the hidden categories is left out: a client sees them nowhere.
 */
export async function readFigures(
  workspaceId: number,
  sql: SqlClient,
  campaignIds: number[],
  todayStarts: Date[],
  hiddenCategories: readonly number[] = [],
): Promise<Map<number, CampaignFigures>> {
  const figures = new Map(campaignIds.map((id) => [id, none()]));
  const of = (id: number) => figures.get(id) as CampaignFigures;
  if (campaignIds.length === 0) return figures;
  // The counts that are kept know of no categories.
  const states = await sql.query<{ campaign_id: number; status: keyof CampaignFigures['byStatus']; count: number }>(
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
  for (const row of states.rows) of(row.campaign_id).byStatus[row.status] = row.count;
  const rollups = await sql.query<Rollup>(
    `
      select c.id as campaign_id, r.kind, sum(r.count)::int as count, sum(r.first_count)::int as first,
        coalesce(sum(r.count) filter (where r.bucket >= c.today), 0)::int as today,
        coalesce(sum(r.first_count) filter (where r.bucket >= c.today), 0)::int as first_today
      from unnest($2::int[], $3::timestamptz[]) as c(id, today)
      join event_rollup r on r.workspace_id = $1
        and r.dimension = 'campaign'
        and r.dimension_id = c.id
        and r.axis = 'event'
      where r.kind in ('SENT', 'OPEN', 'CLICK', 'REPLY', 'BOUNCE', 'UNSUBSCRIBE')
      group by 1, 2
    `,
    [workspaceId, campaignIds, todayStarts],
  );
  const hidden =
    hiddenCategories.length === 0 ? [] : await readHidden(workspaceId, sql, campaignIds, todayStarts, hiddenCategories);
  for (const row of rollups.rows)
    addRollup(
      of(row.campaign_id),
      without(
        row,
        hidden.find((each) => each.campaign_id === row.campaign_id && each.kind === row.kind),
      ),
    );
  // Categories by their numbers, so that the index enrolment_categories is read at them alone.
  const { rows: own } = await sql.query<{ id: number }>(
    `select id from lead_category where workspace_id = $1 and sentiment = 'positive'`,
    [workspaceId],
  );
  const wanted = [...fixedCategories.filter((category) => category.sentiment === 'positive'), ...own]
    .map((category) => category.id)
    .filter((id) => !hiddenCategories.includes(id));
  const positive = await sql.query<{ campaign_id: number; count: number }>(
    `
      select campaign_id, count(*)::int as count
      from enrolment
      where workspace_id = $1 and campaign_id = any($2) and category_id = any($3) and reply_count > 0
      group by 1
    `,
    [workspaceId, campaignIds, wanted],
  );
  for (const row of positive.rows) of(row.campaign_id).positive = row.count;
  const parts = await sql.query<{
    campaign_id: number;
    steps: number;
    mailboxes: number;
    tags: CampaignFigures['tags'] | null;
    reserved_at: Date | null;
    reserved_by: string | null;
    counts: { sent?: number } | null;
    checkpoint: string | null;
    constraint_code: string | null;
  }>(
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
  for (const row of parts.rows) {
    Object.assign(of(row.campaign_id), {
      stepCount: row.steps,
      mailboxCount: row.mailboxes,
      tags: row.tags ?? [],
      reserved: row.reserved_at && row.reserved_by ? { at: row.reserved_at, mailboxEmail: row.reserved_by } : null,
      lastTrigger: row.counts
        ? { sent: Number(row.counts.sent ?? 0), checkpoint: row.checkpoint, constraintCode: row.constraint_code }
        : null,
    });
  }
  return figures;
}

interface Rollup {
  campaign_id: number;
  kind: string;
  count: number;
  first: number;
  today: number;
  first_today: number;
}

/** What rollups hold of the leads in hidden categories, counted on their (few) events. */
async function readHidden(
  workspaceId: number,
  sql: SqlClient,
  campaignIds: number[],
  todayStarts: Date[],
  hiddenCategories: readonly number[],
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

const without = (row: Rollup, hidden: Rollup | undefined): Rollup =>
  hidden
    ? {
        ...row,
        count: Math.max(0, row.count - hidden.count),
        first: Math.max(0, row.first - hidden.first),
        today: Math.max(0, row.today - hidden.today),
        first_today: Math.max(0, row.first_today - hidden.first_today),
      }
    : row;

/** Opened, clicked and replied are counted once a lead (`first_count`); sent and bounced by e-mail. */
function addRollup(figures: CampaignFigures, row: Rollup): void {
  switch (row.kind) {
    case 'SENT':
      Object.assign(figures, { sent: row.count, contacted: row.first, sentToday: row.today });
      break;
    case 'OPEN':
      Object.assign(figures, { opened: row.first, openedToday: row.first_today });
      break;
    case 'CLICK':
      figures.clicked = row.first;
      break;
    case 'REPLY':
      Object.assign(figures, { replied: row.first, repliedToday: row.first_today });
      break;
    case 'BOUNCE':
      Object.assign(figures, { bounced: row.count, bouncedToday: row.today });
      break;
    case 'UNSUBSCRIBE':
      figures.unsubscribed = row.first;
      break;
  }
}
