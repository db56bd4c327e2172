import type { Database, SqlClient } from '../db/database';

/** What PostgreSQL says of itself; an empty text or 0 where the server does not let us look. */
export interface ServerFacts {
  systemIdentifier: string;
  timeline: number;
  databaseName: string;
}

export interface InstanceRow extends ServerFacts {
  identity: string;
  starts: number;
  pausedReason: string | null;
  pausedAt: Date | null;
  /** The server that answers is on another timeline than the one that is noted here: a standby took over. */
  hasChanged: boolean;
}

const FIELDS = `identity::text, system_identifier AS "systemIdentifier", timeline, database_name AS "databaseName", starts,
  sending_paused_reason AS "pausedReason", sending_paused_at AS "pausedAt",
  server_has_changed() AS "hasChanged"`;

/** Managed servers may keep these functions from us: then identity and starts alone must do. */
export async function readServerFacts(database: Database): Promise<ServerFacts> {
  const { system } = database.pools;
  const ask = async (sql: string) => {
    try {
      const { rows } = await system.query<{ value: string }>(sql);
      return rows[0]?.value ?? '';
    } catch (error) {
      if ((error as { code?: string }).code === '42501') return '';
      throw error;
    }
  };
  return {
    systemIdentifier: await ask('select system_identifier::text as value from pg_control_system()'),
    // The checkpoint's is older after a failover, and better than none where the first is kept from us.
    timeline:
      Number(await ask('select server_timeline()::text as value')) ||
      Number(await ask('select timeline_id::text as value from pg_control_checkpoint()')),
    databaseName: await ask('select current_database()::text as value'),
  };
}

/** Whether the database was made by a sandbox: every sandbox makes its demo workspace at the first start, and nothing else does. */
export const isOfSandbox = (database: Database): Promise<boolean> =>
  database.systemSql(async (sql) => (await sql.query('select from workspace where is_demo limit 1')).rowCount === 1);

const instanceLock = 72_707_372;

/**
 * Runs in a transaction with the row to itself, so that two starting processes see each other's counts. What `work` answers is done
 * when the transaction is committed, before the next one has its turn: a kill on the way leaves it undone, never done too early.
 */
export function withInstanceLocked(
  database: Database,
  work: (client: SqlClient, row: InstanceRow | undefined) => Promise<(() => void) | void>,
): Promise<void> {
  return database.systemRead(async (client) => {
    await client.query('select pg_advisory_lock($1)', [instanceLock]);
    try {
      (
        await inTransaction(client, async () =>
          work(client, (await client.query<InstanceRow>(`select ${FIELDS} from instance where id = 1`)).rows[0]),
        )
      )?.();
    } finally {
      // A connection that cannot be asked any more has taken its lock with it.
      await client.query('select pg_advisory_unlock($1)', [instanceLock]).catch(() => undefined);
    }
  });
}

async function inTransaction<Result>(client: SqlClient, work: () => Promise<Result>): Promise<Result> {
  await client.query('BEGIN');
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

export async function readInstance(database: Database): Promise<InstanceRow | undefined> {
  const { rows } = await database.pools.system.query<InstanceRow>(`select ${FIELDS} from instance where id = 1`);
  return rows[0];
}

export async function insertInstance(
  client: SqlClient,
  identity: string,
  facts: ServerFacts,
  starts: number,
): Promise<void> {
  await client.query(
    `
      insert into instance (id, identity, system_identifier, timeline, database_name, starts)
      values (1, $1, $2, $3, $4, $5)
    `,
    [identity, facts.systemIdentifier, facts.timeline, facts.databaseName, starts],
  );
}

export async function countStart(client: SqlClient, starts: number): Promise<void> {
  await client.query('update instance set starts = $1 where id = 1', [starts]);
}

/** The standby that took over is the server from now on. */
export async function acceptTimeline(client: SqlClient): Promise<void> {
  await client.query('update instance set timeline = server_timeline() where id = 1');
}

/** The first reason stays until somebody confirms. */
export async function pauseSending(client: SqlClient, reason: string): Promise<void> {
  await client.query(
    `
      update instance
      set sending_paused_at = coalesce(sending_paused_at, clock_timestamp()),
        sending_paused_reason = coalesce(sending_paused_reason, $1)
      where id = 1
    `,
    [reason],
  );
}

/** The instance as the operator confirms it. */
interface InstanceToConfirm {
  identity: string;
  facts: ServerFacts;
  starts: number;
  by: string;
}

export async function confirmInstance(
  client: SqlClient,
  { identity, facts, starts, by }: InstanceToConfirm,
): Promise<void> {
  await client.query(
    `
      update instance
      set identity = $1, system_identifier = $2, timeline = $3, database_name = $4, starts = $5,
        sending_paused_reason = null, sending_paused_at = null, confirmed_at = clock_timestamp(),
        confirmed_by = $6
      where id = 1
    `,
    [identity, facts.systemIdentifier, facts.timeline, facts.databaseName, starts, by],
  );
}
