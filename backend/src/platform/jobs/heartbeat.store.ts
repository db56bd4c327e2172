import type { Pool } from 'pg';

/** Notes that these workers of this process live. */
export async function beat(pool: Pool, workerIds: string[], host: string, pid: number): Promise<void> {
  await pool.query(
    `
      insert into worker_heartbeat (worker_id, host, pid)
      select id, $2, $3
      from unnest($1::text[]) as id
      on conflict (worker_id)
      do update set beat_at = clock_timestamp()
    `,
    [workerIds, host, pid],
  );
}

export async function forgetWorkers(pool: Pool, workerIds: string[]): Promise<void> {
  await pool.query('delete from worker_heartbeat where worker_id = any($1)', [workerIds]);
}

/**
 * Gives the jobs of dead workers free: workers without a heartbeat for `deadAfter` seconds, and holders of a lock of
 * that age that never had one. The queue itself would wait four hours. Workers of this process, `own`, live: it asks. A process that
 * stood still between its own heartbeat and this question would otherwise run its jobs a second time.
 * @returns the dead workers' ids
 */
export async function releaseDeadWorkers(pool: Pool, deadAfter: number, own: readonly string[]): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    // One process sweeps at a time; another one finds nothing left to do.
    const { rows: locks } = await client.query<{ mine: boolean }>(`select pg_try_advisory_xact_lock(72707371) as mine`);
    if (!locks[0]?.mine) {
      await client.query('COMMIT');
      return [];
    }
    const { rows } = await client.query<{ id: string }>(
      `
        with old as (
            delete from worker_heartbeat
            where beat_at < clock_timestamp() - make_interval(secs => $1) and worker_id <> all($2)
            returning worker_id
          ),
          holder as (
            select locked_by as id, min(locked_at) as since
            from graphile_worker.jobs
            where locked_by is not null
            group by locked_by
          )
        select worker_id as id
        from old
        union
        select id
        from holder
        where since < clock_timestamp() - make_interval(secs => $1)
          and id <> all($2)
          and not exists (select from worker_heartbeat where worker_id = id)
      `,
      [deadAfter, own],
    );
    const dead = rows.map((row) => row.id);
    if (dead.length > 0) await client.query('select graphile_worker.force_unlock_workers($1::text[])', [dead]);
    await client.query('COMMIT');
    return dead;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** Ends the retries of a job that is running now; its error is recorded when it fails. */
export async function stopRetrying(pool: Pool, jobId: string): Promise<void> {
  await pool.query('update graphile_worker._private_jobs set max_attempts = attempts where id = $1', [jobId]);
}

export interface QueueFigures {
  waiting: number;
  running: number;
  failed: number;
  /** seconds since the last heartbeat of any worker; null when there is none */
  heartbeatAge: number | null;
}

/** For readiness, metrics and the operator. */
export async function readQueueFigures(pool: Pool): Promise<QueueFigures> {
  const { rows } = await pool.query<QueueFigures>(
    `
      select count(*) filter (where locked_at is null and attempts < max_attempts)::int as waiting,
        count(*) filter (where locked_at is not null)::int as running,
        count(*) filter (where locked_at is null and attempts >= max_attempts)::int as failed,
        (
          select extract(epoch from clock_timestamp() - max(beat_at))::float8 from worker_heartbeat
        ) as "heartbeatAge"
      from graphile_worker.jobs
    `,
  );
  return rows[0] as QueueFigures;
}
