import type { Pool } from 'pg';

/** Notes that these workers of this process live. */
export async function beat(pool: Pool, workerIds: string[], host: string, pid: number): Promise<void> {
  await pool.query(
    `INSERT INTO worker_heartbeat (worker_id, host, pid) SELECT id, $2, $3 FROM unnest($1::text[]) AS id
     ON CONFLICT (worker_id) DO UPDATE SET beat_at = clock_timestamp()`,
    [workerIds, host, pid],
  );
}

export async function forgetWorkers(pool: Pool, workerIds: string[]): Promise<void> {
  await pool.query('DELETE FROM worker_heartbeat WHERE worker_id = ANY($1)', [workerIds]);
}

/**
 * Gives the jobs of dead workers free: workers without a heartbeat for `deadAfter` seconds, and holders of a lock of
 * that age that never had one. The queue itself would wait four hours.
 * @returns the dead workers' ids
 */
export async function releaseDeadWorkers(pool: Pool, deadAfter: number): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    // One process sweeps at a time; another one finds nothing left to do.
    const { rows: locks } = await client.query<{ mine: boolean }>(`SELECT pg_try_advisory_xact_lock(72707371) AS mine`);
    if (!locks[0]?.mine) {
      await client.query('COMMIT');
      return [];
    }
    const { rows } = await client.query<{ id: string }>(
      `WITH old AS (DELETE FROM worker_heartbeat WHERE beat_at < clock_timestamp() - make_interval(secs => $1) RETURNING worker_id),
            holder AS (
              SELECT locked_by AS id, min(locked_at) AS since FROM graphile_worker.jobs WHERE locked_by IS NOT NULL GROUP BY locked_by
            )
       SELECT worker_id AS id FROM old
       UNION
       SELECT id FROM holder
       WHERE since < clock_timestamp() - make_interval(secs => $1)
         AND NOT EXISTS (SELECT FROM worker_heartbeat WHERE worker_id = id)`,
      [deadAfter],
    );
    const dead = rows.map((row) => row.id);
    if (dead.length > 0) await client.query('SELECT graphile_worker.force_unlock_workers($1::text[])', [dead]);
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
  await pool.query('UPDATE graphile_worker._private_jobs SET max_attempts = attempts WHERE id = $1', [jobId]);
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
    `SELECT count(*) FILTER (WHERE locked_at IS NULL AND attempts < max_attempts)::int AS waiting,
            count(*) FILTER (WHERE locked_at IS NOT NULL)::int AS running,
            count(*) FILTER (WHERE locked_at IS NULL AND attempts >= max_attempts)::int AS failed,
            (SELECT extract(epoch FROM clock_timestamp() - max(beat_at))::float8 FROM worker_heartbeat) AS "heartbeatAge"
     FROM graphile_worker.jobs`,
  );
  return rows[0] as QueueFigures;
}
