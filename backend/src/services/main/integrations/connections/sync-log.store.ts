import type { UserId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

export interface LogRow {
  key: string;
  at: Date;
  place: string;
  direction: 'IN' | 'OUT';
  title: string;
  subject: string | null;
  state: 'SAVED' | 'QUEUED' | 'REJECTED' | 'SKIPPED';
  result: string | null;
  code: string | null;
  attempts: number;
  next_at: Date | null;
  duration_ms: number | null;
  request: string | null;
  answer: string | null;
  link: string | null;
}

const entries = `
  select 'd' || d.id as key, d.created_at as at, d.id as number, 'OUT' as direction,
    coalesce(d.payload -> 'trace' ->> 'title', d.event_type) as title,
    coalesce(d.payload -> 'trace' ->> 'subject', d.payload -> 'body' ->> 'sl_lead_email') as subject,
    case
      when d.state = 'DELIVERED' and d.last_status is null then 'SKIPPED'
      when d.state = 'DELIVERED' and d.last_error is not null then 'SKIPPED'
      when d.state = 'DELIVERED' then 'SAVED'
      when d.state = 'FAILED' then 'REJECTED'
      else 'QUEUED'
    end as state,
    coalesce(case when d.state = 'DELIVERED' then d.payload -> 'trace' ->> 'result' end, d.last_error) as result,
    d.payload -> 'trace' ->> 'code' as code, d.attempts, case when d.state = 'PENDING' then d.next_attempt_at end as next_at,
    d.last_duration_ms as duration_ms, d.payload -> 'trace' ->> 'request' as request,
    d.payload -> 'trace' ->> 'answer' as answer, d.payload -> 'trace' ->> 'link' as link
  from webhook_delivery d
  join webhook w on w.workspace_id = d.workspace_id and w.id = d.webhook_id
  where d.workspace_id = $1 and w.integration_id = $2 and not d.is_test
  union all
  select 'r' || r.id, r.created_at, r.id, 'IN', r.title, r.request ->> 'subject',
    case
      when r.state = 'FAILED' then 'REJECTED'
      when r.state in ('PENDING', 'RUNNING') then 'QUEUED'
      when r.error_code = 'SKIPPED' then 'SKIPPED'
      else 'SAVED'
    end,
    coalesce(r.result, r.error_text, case when r.state = 'RUNNING' then r.done || ' of ' || r.total end), r.error_code,
    1, null, null, null, r.error_text, r.request ->> 'link'
  from integration_run r
  where r.workspace_id = $1 and r.integration_id = $2
`;

/** What a connection exchanged, newest first. `before`: the time and key of the last row of the page before. */
export async function readLog(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  integrationId: number,
  filter: { state?: string; before?: { at: Date; key: string } | null; limit: number },
): Promise<{ rows: LogRow[]; total: number }> {
  const { rows } = await sql.query<LogRow>(
    `
      select *
      from (${entries}) e
      where ($3::text is null or state = $3) and ($4::timestamptz is null or (at, key) < ($4, $5::text))
      order by at desc, key desc
      limit $6
    `,
    [
      workspaceId,
      integrationId,
      filter.state ?? null,
      filter.before?.at ?? null,
      filter.before?.key ?? '',
      filter.limit,
    ],
  );
  const {
    rows: [total],
  } = await sql.query<{ count: number }>(
    `
      select count(*)::int as count
      from (
        select 1
        from (${entries}) e
        where $3::text is null or state = $3
        limit 10001
      ) counted
    `,
    [workspaceId, integrationId, filter.state ?? null],
  );
  return { rows, total: total?.count ?? 0 };
}

export interface RunRow {
  id: string;
  workspace_id: WorkspaceId;
  integration_id: number;
  kind: string;
  title: string;
  state: string;
  request: Record<string, unknown>;
  cursor: string | null;
  total: number;
  done: number;
  counts: Record<string, number>;
  created_by: number | null;
}

/** Writes down something that comes in. With a key that is there already, nothing. @returns its id, or null */
export async function insertRun(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  run: {
    integrationId: number;
    kind: 'IMPORT' | 'EVENT' | 'ROWS' | 'ENRICH';
    key?: string | null;
    title: string;
    state?: string;
    request?: unknown;
    total?: number;
    done?: number;
    counts?: Record<string, number>;
    result?: string | null;
    code?: string | null;
    userId?: UserId | null;
    at: Date;
  },
): Promise<string | null> {
  const { rows } = await sql.query<{ id: string }>(
    `
      insert into integration_run (
        workspace_id, integration_id, kind, key, title, state, request, total, done, counts, result, error_code,
          created_by, created_at, finished_at
      )
      values ($1, $2, $3, $4, $5, $6::text, $7, $8, $9, $10, $11, $12, $13, $14::timestamptz, case
        when $6::text in ('DONE', 'FAILED') then $14::timestamptz end)
      on conflict (integration_id, key) do nothing
      returning id
    `,
    [
      workspaceId,
      run.integrationId,
      run.kind,
      run.key ?? null,
      run.title.slice(0, 300),
      run.state ?? 'PENDING',
      JSON.stringify(run.request ?? {}),
      run.total ?? 0,
      run.done ?? 0,
      JSON.stringify(run.counts ?? {}),
      run.result ?? null,
      run.code ?? null,
      run.userId ?? null,
      run.at,
    ],
  );
  return rows[0]?.id ?? null;
}

export async function findRun(workspaceId: WorkspaceId, sql: SqlClient, id: string): Promise<RunRow | null> {
  return (
    (
      await sql.query<RunRow>('select * from integration_run where workspace_id = $1 and id = $2 for update', [
        workspaceId,
        id,
      ])
    ).rows[0] ?? null
  );
}

/** How far a run is. What is left out stays. */
export async function writeRun(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  id: string,
  change: {
    state?: string;
    cursor?: string | null;
    total?: number;
    done?: number;
    counts?: Record<string, number>;
    result?: string;
    code?: string | null;
    error?: string | null;
    finishedAt?: Date | null;
  },
): Promise<void> {
  await sql.query(
    `
      update integration_run
      set state = coalesce($3, state), cursor = case when $4 then $5 else cursor end, total = coalesce($6, total),
        done = coalesce($7, done), counts = coalesce($8, counts), result = coalesce($9, result),
        error_code = case when $10 then $11 else error_code end, error_text = case when $10 then $12 else error_text end,
        finished_at = coalesce($13, finished_at)
      where workspace_id = $1 and id = $2
    `,
    [
      workspaceId,
      id,
      change.state ?? null,
      change.cursor !== undefined,
      change.cursor ?? null,
      change.total ?? null,
      change.done ?? null,
      change.counts ? JSON.stringify(change.counts) : null,
      change.result ?? null,
      change.code !== undefined,
      change.code ?? null,
      change.error ?? null,
      change.finishedAt ?? null,
    ],
  );
}
