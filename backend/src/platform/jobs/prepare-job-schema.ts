import { Logger, runMigrations } from 'graphile-worker';
import { Pool } from 'pg';

/** Excludes two starting processes; the number has no meaning beyond being ours. */
const JOB_SCHEMA_LOCK = 72707370;

/**
 * `enqueue_job` is how a transaction of skein_app or skein_system enqueues: it runs as the owner, so neither role can
 * read the queue, which holds the payloads of all workspaces.
 */
const ENQUEUE_FUNCTION = `
  CREATE OR REPLACE FUNCTION public.enqueue_job(
    task text, payload json, queue text, run_at timestamptz, attempts integer, key text, key_mode text, priority integer
  ) RETURNS bigint
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  AS $function$
    SELECT (graphile_worker.add_job(
      identifier => task, payload => payload, queue_name => queue, run_at => run_at, max_attempts => attempts,
      job_key => key, priority => priority, job_key_mode => coalesce(key_mode, 'replace')
    )).id
  $function$;
  REVOKE ALL ON FUNCTION public.enqueue_job(text, json, text, timestamptz, integer, text, text, integer) FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION public.enqueue_job(text, json, text, timestamptz, integer, text, text, integer)
    TO skein_app, skein_system;`;

/** Makes or updates the queue's schema and our way into it, as the owner of the database. */
export async function prepareJobSchema(url: string): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 2, application_name: 'skein-jobs-migrate' });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const lock = await pool.connect();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [JOB_SCHEMA_LOCK]);
    await runMigrations({ pgPool: pool, noPreparedStatements: true, logger: new Logger(() => () => undefined) });
    await lock.query(ENQUEUE_FUNCTION);
  } finally {
    await lock.query('SELECT pg_advisory_unlock($1)', [JOB_SCHEMA_LOCK]).catch(() => undefined);
    lock.release();
    await pool.end();
  }
}
