import type { WorkspaceId } from '@skein/contracts/ids';
import type { RunStatus } from '@skein/contracts/bulk-run';
import type { Database, SqlClient } from '../db/database';
import type { BulkRunStep, TakenRun } from './bulk-run';

/** Columns of `r`, the run of a detail row; a record that has them extends `BulkRunRecord`. */
export const runColumns = `
  r.id as run_id, r.workspace_id, r.status, r.fence, r.place, r.total, r.done, r.counts, r.error, r.created_by,
    coalesce(r_person.name, r_person.email) as created_by_name, r.created_at, r.runs_at, r.started_at, r.finished_at
`;

/** Joins the run of a detail table by its `run_id`, and the person who started it. */
export const runJoins = (detail: string): string => `
  join bulk_run r on r.workspace_id = ${detail}.workspace_id and r.id = ${detail}.run_id
  left join app_user r_person on r_person.workspace_id = r.workspace_id and r_person.id = r.created_by
`;

const takenColumns = `
  id as run_id, workspace_id, kind, status, fence, place, total, done, counts, error, acting, created_by, created_at,
    runs_at, started_at, finished_at
`;

interface NewRun {
  kind: string;
  status: 'UPLOADED' | 'WAITING' | 'RUNNING';
  total: number;
  acting: string | null;
  createdBy: number | null;
  runsAt: Date;
  at: Date;
}

export async function insertRun(workspaceId: WorkspaceId, sql: SqlClient, run: NewRun): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    `
      insert into bulk_run (workspace_id, kind, status, total, acting, created_by, runs_at, created_at, started_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, case when $3 = 'RUNNING' then $8::timestamptz end)
      returning id
    `,
    [workspaceId, run.kind, run.status, run.total, run.acting, run.createdBy, run.runsAt, run.at],
  );
  return (rows[0] as { id: number }).id;
}

/** Holds a run until the transaction ends, so that what is decided by its status stays true. @returns that status; null when it is gone */
export async function lockRun(workspaceId: WorkspaceId, sql: SqlClient, runId: number): Promise<RunStatus | null> {
  const { rows } = await sql.query<{ status: RunStatus }>(
    'select status from bulk_run where workspace_id = $1 and id = $2 for no key update',
    [workspaceId, runId],
  );
  return rows[0]?.status ?? null;
}

/** Takes a run that is to be worked on: a worker that held it before can commit nothing any more. Null when there is nothing to do. */
export async function takeRun(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { runId, at }: { runId: number; at: Date },
): Promise<TakenRun | null> {
  const { rows } = await sql.query<TakenRun>(
    `
      update bulk_run
      set fence = fence + 1, status = case when status = 'WAITING' then 'RUNNING' else status end,
        started_at = coalesce(started_at, $3), beat_at = clock_timestamp()
      where workspace_id = $1 and id = $2 and status in ('WAITING', 'RUNNING', 'UNDOING')
      returning ${takenColumns}
    `,
    [workspaceId, runId, at],
  );
  return rows[0] ?? null;
}

/** The run that a worker holds, and what it adds or how it ends. */
interface Held {
  run_id: number;
  fence: number;
}

/** Whether a run is still the worker's own: it is under way, and nobody has taken it since. */
export async function isHeldRun(workspaceId: WorkspaceId, sql: SqlClient, held: Held): Promise<boolean> {
  const { rows } = await sql.query(
    `
      select
      from bulk_run
      where workspace_id = $1 and id = $2 and fence = $3 and status in ('RUNNING', 'UNDOING')
    `,
    [workspaceId, held.run_id, held.fence],
  );
  return rows.length === 1;
}

/**
 * Adds a batch to the progress, in the transaction of the batch, and holds the run until that commits. False when the run was cancelled or
 * another worker took it: the batch must then be rolled back.
 */
export async function advanceRun(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  held: Held,
  { done = 0, counts = {}, total, place }: BulkRunStep,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      update bulk_run
      set done = done + $4, total = greatest(coalesce($8, total), done + $4), error = null, beat_at = clock_timestamp(),
        place = case when $5 then $6::jsonb else place end,
        counts = (
          select coalesce(
            jsonb_object_agg(key, coalesce((counts ->> key)::int, 0) + coalesce(($7::jsonb ->> key)::int, 0)), '{}'
          )
          from (select jsonb_object_keys(counts) as key union select jsonb_object_keys($7::jsonb)) k
        )
      where workspace_id = $1 and id = $2 and fence = $3 and status in ('RUNNING', 'UNDOING')
    `,
    [
      workspaceId,
      held.run_id,
      held.fence,
      done,
      place !== undefined,
      place === undefined || place === null ? null : JSON.stringify(place),
      JSON.stringify(counts),
      total ?? null,
    ],
  );
  return rowCount === 1;
}

/** Notes when a run that its worker hands back is taken up again. False when it was cancelled or another worker took it. */
export async function pauseRun(workspaceId: WorkspaceId, sql: SqlClient, held: Held, until: Date): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      update bulk_run
      set runs_at = $4, beat_at = clock_timestamp()
      where workspace_id = $1 and id = $2 and fence = $3 and status in ('RUNNING', 'UNDOING')
    `,
    [workspaceId, held.run_id, held.fence, until],
  );
  return rowCount === 1;
}

/** Writes what holds a run up, while its worker still holds it; the next batch clears it. */
export async function noteTrouble(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  held: Held,
  trouble: string,
): Promise<void> {
  await sql.query(
    `
      update bulk_run
      set error = $4
      where workspace_id = $1 and id = $2 and fence = $3 and status in ('RUNNING', 'UNDOING')
    `,
    [workspaceId, held.run_id, held.fence, trouble],
  );
}

/**
 * Sets the progress of a run, where it is counted from its rows; the total stays if not given. With `fence` only for
 * the worker that holds it.
 */
export async function recountRun(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  run: { run_id: number; fence?: number },
  progress: { total?: number; done: number; counts: Readonly<Record<string, number>> },
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      update bulk_run
      set done = $4, total = greatest(coalesce($6, total), $4), counts = $5, place = null
      where workspace_id = $1 and id = $2 and ($3::int is null or fence = $3 and status in ('RUNNING', 'UNDOING'))
    `,
    [
      workspaceId,
      run.run_id,
      run.fence ?? null,
      progress.done,
      JSON.stringify(progress.counts),
      progress.total ?? null,
    ],
  );
  return rowCount === 1;
}

/**
 * Ends a run. With `fence` only for the worker that holds it, with `from` only in that status. False when it was over,
 * or is another worker's.
 */
export async function endRun(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  run: { run_id: number; fence?: number; from?: 'UPLOADED' },
  end: { status: 'COMPLETED' | 'CANCELLED' | 'FAILED' | 'UNDONE'; at: Date; error: string | null },
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      update bulk_run
      set status = $4, error = $6, fence = fence + 1,
        finished_at = case when status = 'UNDOING' then coalesce(finished_at, $5) else $5 end,
        total = case when $4 = 'COMPLETED' then done else total end
      where workspace_id = $1
        and id = $2
        and case
          when $3::int is null then status in ('UPLOADED', 'WAITING', 'RUNNING') and status = coalesce($7, status)
          else fence = $3 and status in ('RUNNING', 'UNDOING')
        end
    `,
    [workspaceId, run.run_id, run.fence ?? null, end.status, end.at, end.error, run.from ?? null],
  );
  return rowCount === 1;
}

/** Sets a run going: the first time, again, or for its undoing. A worker that still held it can commit nothing any more. */
export async function reopenRun(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  runId: number,
  given: { status: 'RUNNING' | 'UNDOING'; acting: string | null; at: Date; keepsEnd: boolean },
): Promise<void> {
  await sql.query(
    `
      update bulk_run
      set status = $3, acting = coalesce($4::jsonb, acting), error = null, fence = fence + 1,
        finished_at = case when $6 then finished_at end, runs_at = $5, started_at = coalesce(started_at, $5), beat_at = clock_timestamp()
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, runId, given.status, given.acting, given.at, given.keepsEnd],
  );
}

/**
 * Says that what an ended run did was undone, where that is done at once and not by a worker. False when it is under
 * way, or was undone already.
 */
export async function markRunUndone(workspaceId: WorkspaceId, sql: SqlClient, runId: number): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      update bulk_run
      set status = 'UNDONE', error = null, fence = fence + 1
      where workspace_id = $1 and id = $2 and status in ('COMPLETED', 'CANCELLED', 'FAILED')
    `,
    [workspaceId, runId],
  );
  return rowCount === 1;
}

/** Deletes a run, and its details with it. */
export const deleteRun = (workspaceId: WorkspaceId, sql: SqlClient, runId: number): Promise<unknown> =>
  sql.query('delete from bulk_run where workspace_id = $1 and id = $2', [workspaceId, runId]);

interface SilentRun {
  workspace_id: WorkspaceId;
  run_id: number;
  kind: string;
  /** Silent for longer than any pause between two attempts. */
  is_dead: boolean;
}

/** Unfinished runs of every workspace that no worker has touched for two minutes; dead ones for seven hours. */
export const findSilentRuns = (db: Database, limit: number): Promise<SilentRun[]> =>
  db.systemSql(
    async (sql) =>
      (
        await sql.query<SilentRun>(
          `
            select workspace_id, id as run_id, kind,
              greatest(beat_at, runs_at) < clock_timestamp() - interval '7 hours' as is_dead
            from bulk_run
            where status in ('WAITING', 'RUNNING', 'UNDOING')
              and beat_at < clock_timestamp() - interval '2 minutes'
              and runs_at < clock_timestamp() - interval '2 minutes'
            order by beat_at
            limit $1
          `,
          [limit],
        )
      ).rows,
  );

/** Statuses in which a person can still cancel. */
export const canCancel = (status: RunStatus): boolean =>
  status === 'UPLOADED' || status === 'WAITING' || status === 'RUNNING';
