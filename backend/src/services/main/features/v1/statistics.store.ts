import type { SqlClient } from '../../../../platform/db/database';

export interface CampaignExtras {
  /** E-mails that are reserved or on their way. */
  drafted: number;
  interested: number;
  revenue: string;
  stopped_in_range: number;
  by_status: Record<string, number>;
  total: number;
  step_count: number;
  client_email: string | null;
  tags: { id: number; name: string; color: string }[];
}

/** What the analytics answers carry beside the figures. `range` limits the leads that were stopped to those of its days. */
export async function findCampaignExtras(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  range?: { from: string; to: string; timeZone: string },
): Promise<CampaignExtras> {
  const { rows: states } = await sql.query<{
    status: string;
    count: number;
    interested: number;
    revenue: string;
    stopped: number;
  }>(
    `SELECT status, count(*)::int AS count, count(*) FILTER (WHERE category_id = 1)::int AS interested, sum(revenue) AS revenue,
       count(*) FILTER (WHERE status = 'STOPPED' AND ($3::date IS NULL OR (ended_at >= $3::date::timestamp AT TIME ZONE $5 AND ended_at < ($4::date + 1)::timestamp AT TIME ZONE $5)))::int AS stopped
     FROM enrolment WHERE workspace_id = $1 AND campaign_id = $2 GROUP BY 1`,
    [workspaceId, campaignId, range?.from ?? null, range?.to ?? null, range?.timeZone ?? 'Etc/GMT'],
  );
  const {
    rows: [more],
  } = await sql.query<{
    drafted: number;
    step_count: number;
    client_email: string | null;
    tags: CampaignExtras['tags'] | null;
  }>(
    `SELECT (SELECT count(*)::int FROM intent i WHERE i.workspace_id = $1 AND i.campaign_id = $2 AND i.kind = 'CAMPAIGN' AND i.state IN ('RESERVED', 'SUBMITTING')) AS drafted,
       (SELECT count(*)::int FROM sequence_step s WHERE s.workspace_id = $1 AND s.campaign_id = $2 AND NOT s.is_deleted) AS step_count,
       (SELECT cl.email FROM campaign c JOIN agency_client cl ON cl.id = c.client_id AND cl.workspace_id = c.workspace_id WHERE c.workspace_id = $1 AND c.id = $2) AS client_email,
       (SELECT json_agg(json_build_object('id', t.id, 'name', t.name, 'color', t.color) ORDER BY t.name) FROM campaign_tag ct JOIN tag t ON t.id = ct.tag_id WHERE ct.workspace_id = $1 AND ct.campaign_id = $2) AS tags`,
    [workspaceId, campaignId],
  );
  const sum = (pick: (row: (typeof states)[number]) => number) => states.reduce((total, row) => total + pick(row), 0);
  return {
    drafted: more?.drafted ?? 0,
    step_count: more?.step_count ?? 0,
    client_email: more?.client_email ?? null,
    tags: more?.tags ?? [],
    total: sum((row) => row.count),
    interested: sum((row) => row.interested),
    revenue: String(sum((row) => Number(row.revenue))),
    stopped_in_range: sum((row) => row.stopped),
    by_status: Object.fromEntries(states.map((row) => [row.status, row.count])),
  };
}

export interface StepExtras {
  /** Leads that were stopped after this step. */ stopped: Map<number, number>;
  connections: Map<number, { pending: number; accepted: number; skipped: number }>;
}

/** What happened around the steps of a campaign in a range of days: leads that were stopped, by the number of their last step, and what became of LinkedIn requests, by step. */
export async function findStepExtras(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  range: { from: string; to: string; timeZone: string },
): Promise<StepExtras> {
  const values = [workspaceId, campaignId, range.from, range.to, range.timeZone];
  const within = (column: string) =>
    `${column} >= $3::date::timestamp AT TIME ZONE $5 AND ${column} < ($4::date + 1)::timestamp AT TIME ZONE $5`;
  const { rows: stopped } = await sql.query<{ seq_number: number; count: number }>(
    `SELECT last_seq_number AS seq_number, count(*)::int AS count FROM enrolment WHERE workspace_id = $1 AND campaign_id = $2 AND status = 'STOPPED' AND ${within('ended_at')} GROUP BY 1`,
    values,
  );
  const counted = (connection: string) => `count(*) FILTER (WHERE connection = '${connection}')::int`;
  const { rows: actions } = await sql.query<{ step_id: number; pending: number; accepted: number; skipped: number }>(
    `SELECT step_id, ${counted('PENDING')} AS pending, ${counted('ACCEPTED')} AS accepted, ${counted('SKIPPED_AND_EMAIL_MESSAGE_SENT')} AS skipped FROM linkedin_action WHERE workspace_id = $1 AND campaign_id = $2 AND connection IS NOT NULL AND ${within('coalesce(performed_at, created_at)')} GROUP BY 1`,
    values,
  );
  return {
    stopped: new Map(stopped.map((row) => [row.seq_number, row.count])),
    connections: new Map(actions.map(({ step_id: step, ...counts }) => [step, counts])),
  };
}
