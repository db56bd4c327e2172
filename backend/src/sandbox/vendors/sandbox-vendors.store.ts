import type { Database, SqlClient } from '#platform/db/database';

const prefix = 'vendor:';

/** What the stand-ins for vendors keep between starts, in the sandbox's own table. */
export const sandboxVendorsStore = (db: Database) => ({
  read: <Value>(id: string): Promise<Value | null> => db.systemSql((sql) => find<Value>(sql, id)),
  /** Lets one after the other decide about a record, which may not exist yet; null takes it away. */
  change: <Value, Result>(
    id: string,
    decide: (value: Value | null, write: (value: Value | null) => Promise<void>) => Promise<Result>,
  ): Promise<Result> =>
    db.systemSql(async (sql) => {
      await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [prefix + id]);
      return decide(await find<Value>(sql, id), (value) => (value === null ? drop(sql, id) : write(sql, id, value)));
    }),
});
export type SandboxVendorsStore = ReturnType<typeof sandboxVendorsStore>;

const find = async <Value>(sql: SqlClient, id: string): Promise<Value | null> =>
  (await sql.query<{ value: Value }>('select value from sandbox_state where key = $1', [prefix + id])).rows[0]?.value ??
  null;

async function write(sql: SqlClient, id: string, value: unknown): Promise<void> {
  await sql.query(
    `
      insert into sandbox_state (key, value)
      values ($1, $2)
      on conflict (key)
      do update set value = excluded.value, updated_at = now()
    `,
    [prefix + id, JSON.stringify(value)],
  );
}

async function drop(sql: SqlClient, id: string): Promise<void> {
  await sql.query('delete from sandbox_state where key = $1', [prefix + id]);
}
