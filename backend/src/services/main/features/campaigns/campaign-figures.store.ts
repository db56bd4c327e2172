import { fixedCategories } from '@skein/contracts/constants';
import type { SqlClient } from '../../../../platform/db/database';

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
      ? 'SELECT campaign_id, status, sum(leads)::int AS count FROM lead_count WHERE workspace_id = $1 AND campaign_id = ANY($2) GROUP BY 1, 2'
      : 'SELECT campaign_id, status, count(*)::int AS count FROM enrolment WHERE workspace_id = $1 AND campaign_id = ANY($2) AND (category_id IS NULL OR category_id <> ALL($3)) GROUP BY 1, 2',
    [workspaceId, campaignIds, ...(hiddenCategories.length === 0 ? [] : [hiddenCategories])],
  );
  for (const row of states.rows) of(row.campaign_id).byStatus[row.status] = row.count;
  const rollups = await sql.query<Rollup>(
    `SELECT c.id AS campaign_id, r.kind, sum(r.count)::int AS count, sum(r.first_count)::int AS first, coalesce(sum(r.count) FILTER (WHERE r.bucket >= c.today), 0)::int AS today, coalesce(sum(r.first_count) FILTER (WHERE r.bucket >= c.today), 0)::int AS first_today
     FROM unnest($2::int[], $3::timestamptz[]) AS c(id, today) JOIN event_rollup r ON r.workspace_id = $1 AND r.dimension = 'campaign' AND r.dimension_id = c.id AND r.axis = 'event'
     WHERE r.kind IN ('SENT', 'OPEN', 'CLICK', 'REPLY', 'BOUNCE', 'UNSUBSCRIBE') GROUP BY 1, 2`,
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
    `SELECT id FROM lead_category WHERE workspace_id = $1 AND sentiment = 'positive'`,
    [workspaceId],
  );
  const wanted = [...fixedCategories.filter((category) => category.sentiment === 'positive'), ...own]
    .map((category) => category.id)
    .filter((id) => !hiddenCategories.includes(id));
  const positive = await sql.query<{ campaign_id: number; count: number }>(
    'SELECT campaign_id, count(*)::int AS count FROM enrolment WHERE workspace_id = $1 AND campaign_id = ANY($2) AND category_id = ANY($3) AND reply_count > 0 GROUP BY 1',
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
    `SELECT c.id AS campaign_id, (SELECT count(*)::int FROM sequence_step s WHERE s.campaign_id = c.id AND NOT s.is_deleted) AS steps,
       (SELECT count(*)::int FROM campaign_mailbox m JOIN mailbox b ON b.id = m.mailbox_id AND b.deleted_at IS NULL WHERE m.campaign_id = c.id) AS mailboxes,
       (SELECT json_agg(json_build_object('id', t.id, 'name', t.name, 'color', t.color) ORDER BY t.name) FROM campaign_tag ct JOIN tag t ON t.id = ct.tag_id WHERE ct.campaign_id = c.id) AS tags,
       i.send_at AS reserved_at, i.from_email AS reserved_by, t.counts, t.checkpoint, t.constraint_code
     FROM unnest($2::int[]) AS c(id)
     LEFT JOIN LATERAL (SELECT i.send_at, m.from_email FROM intent i JOIN mailbox m ON m.id = i.mailbox_id WHERE i.workspace_id = $1 AND i.campaign_id = c.id AND i.state IN ('RESERVED', 'SUBMITTING') AND i.kind = 'CAMPAIGN' ORDER BY i.send_at LIMIT 1) i ON true
     LEFT JOIN LATERAL (SELECT counts, checkpoint, constraint_code FROM trigger_run r WHERE r.workspace_id = $1 AND r.campaign_id = c.id AND r.state = 'COMPLETED' ORDER BY r.scheduled_at DESC LIMIT 1) t ON true`,
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
    `SELECT c.id AS campaign_id, v.kind, count(*)::int AS count, count(*) FILTER (WHERE v.is_first)::int AS first, count(*) FILTER (WHERE v.at >= c.today)::int AS today, count(*) FILTER (WHERE v.is_first AND v.at >= c.today)::int AS first_today
     FROM unnest($2::int[], $3::timestamptz[]) AS c(id, today) JOIN enrolment e ON e.workspace_id = $1 AND e.campaign_id = c.id AND e.category_id = ANY($4) JOIN event v ON v.workspace_id = $1 AND v.enrolment_id = e.id
     WHERE v.kind IN ('SENT', 'OPEN', 'CLICK', 'REPLY', 'BOUNCE', 'UNSUBSCRIBE') AND NOT (v.is_machine AND v.kind IN ('OPEN', 'CLICK')) GROUP BY 1, 2`,
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
