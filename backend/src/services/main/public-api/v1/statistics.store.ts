import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { StoredEnrolment } from '#engine/rows/central-rows';
import type { SqlClient } from '#platform/db/database';

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

/** What analytics answers contain in addition to the figures. `range` limits the stopped leads to its days. */
export async function findCampaignExtras(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
  range?: { from: string; to: string; timeZone: string },
): Promise<CampaignExtras> {
  const states = await countStates(workspaceId, sql, campaignId, range);
  const more = await findAround(workspaceId, sql, campaignId);
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

interface StateCount extends Pick<StoredEnrolment, 'status'> {
  count: number;
  interested: number;
  revenue: string;
  stopped: number;
}

/** Leads, interested leads, revenue and stopped leads by state. */
async function countStates(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
  range?: { from: string; to: string; timeZone: string },
): Promise<StateCount[]> {
  const { rows } = await sql.query<StateCount>(
    `
      select status, count(*)::int as count, count(*) filter (where category_id = 1)::int as interested,
        sum(revenue) as revenue,
        count(*) filter (
          where status = 'STOPPED'
            and (
              $3::date is null
                or (
                  ended_at >= $3::date::timestamp at time zone $5
                    and ended_at < ($4::date + 1)::timestamp at time zone $5
                )
            )
        )::int as stopped
      from enrolment
      where workspace_id = $1 and campaign_id = $2
      group by 1
    `,
    [workspaceId, campaignId, range?.from ?? null, range?.to ?? null, range?.timeZone ?? 'Etc/GMT'],
  );
  return rows;
}

/** What is reserved, how many steps there are, and whose campaign it is. */
async function findAround(workspaceId: WorkspaceId, sql: SqlClient, campaignId: CampaignId) {
  const {
    rows: [more],
  } = await sql.query<{
    drafted: number;
    step_count: number;
    client_email: string | null;
    tags: CampaignExtras['tags'] | null;
  }>(
    `
      select (
          select count(*)::int
          from intent i
          where i.workspace_id = $1
            and i.campaign_id = $2
            and i.kind = 'CAMPAIGN'
            and i.state in ('RESERVED', 'SUBMITTING')
        ) as drafted,
        (
          select count(*)::int
          from sequence_step s
          where s.workspace_id = $1 and s.campaign_id = $2 and not s.is_deleted
        ) as step_count,
        (
          select cl.email
          from campaign c
          join agency_client cl on cl.id = c.client_id and cl.workspace_id = c.workspace_id
          where c.workspace_id = $1 and c.id = $2
        ) as client_email,
        (
          select json_agg(json_build_object('id', t.id, 'name', t.name, 'color', t.color) order by t.name)
          from campaign_tag ct
          join tag t on t.id = ct.tag_id
          where ct.workspace_id = $1 and ct.campaign_id = $2
        ) as tags
    `,
    [workspaceId, campaignId],
  );
  return more;
}

export interface StepExtras {
  /** Leads that were stopped after this step. */
  stopped: Map<number, number>;
  connections: Map<number, { pending: number; accepted: number; skipped: number }>;
}

/**
 * What happened around the steps of a campaign in a range of days: leads that were stopped, by the number of their last
 * step, and what became of LinkedIn requests, by step.
 */
export async function findStepExtras(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
  range: { from: string; to: string; timeZone: string },
): Promise<StepExtras> {
  const values = [workspaceId, campaignId, range.from, range.to, range.timeZone];
  const within = (column: string) =>
    `${column} >= $3::date::timestamp AT TIME ZONE $5 AND ${column} < ($4::date + 1)::timestamp AT TIME ZONE $5`;
  const { rows: stopped } = await sql.query<{ seq_number: number; count: number }>(
    `
      select last_seq_number as seq_number, count(*)::int as count
      from enrolment
      where workspace_id = $1 and campaign_id = $2 and status = 'STOPPED' and ${within('ended_at')}
      group by 1
    `,
    values,
  );
  const counted = (connection: string) => `count(*) filter (where connection = '${connection}')::int`;
  const { rows: actions } = await sql.query<{ step_id: number; pending: number; accepted: number; skipped: number }>(
    `
      select step_id, ${counted('PENDING')} as pending, ${counted('ACCEPTED')} as accepted,
        ${counted('SKIPPED_AND_EMAIL_MESSAGE_SENT')} as skipped
      from linkedin_action
      where workspace_id = $1 and campaign_id = $2 and connection is not null and ${within('coalesce(performed_at, created_at)')}
      group by 1
    `,
    values,
  );
  return {
    stopped: new Map(stopped.map((row) => [row.seq_number, row.count])),
    connections: new Map(actions.map(({ step_id: step, ...counts }) => [step, counts])),
  };
}
