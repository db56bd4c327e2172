import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Logger, runMigrations } from 'graphile-worker';
import { Pool, type PoolClient } from 'pg';

import { functionsFolder } from '../db/function-files';

/** Excludes two starting processes; the number has no meaning beyond being ours. */
const JOB_SCHEMA_LOCK = 72707370;

/**
 * Makes or updates the queue's schema, and our way into it where the migrations of another version made none, as the owner of the database.
 */
export async function prepareJobSchema(url: string): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 2, application_name: 'skein-jobs-migrate' });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const lock = await pool.connect();
  try {
    await lock.query('select pg_advisory_lock($1)', [JOB_SCHEMA_LOCK]);
    await runMigrations({ pgPool: pool, noPreparedStatements: true, logger: new Logger(() => () => undefined) });
    if (!(await canEnqueue(lock))) await lock.query(await readFile(join(functionsFolder(), 'enqueue_job.sql'), 'utf8'));
  } finally {
    await lock.query('select pg_advisory_unlock($1)', [JOB_SCHEMA_LOCK]).catch(() => undefined);
    lock.release();
    await pool.end();
  }
}

const canEnqueue = async (client: PoolClient): Promise<boolean> =>
  (await client.query<{ found: boolean }>(`select to_regproc('public.enqueue_job') is not null as found`)).rows[0]
    ?.found === true;
