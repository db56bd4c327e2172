import type { Database, SqlClient } from '#platform/db/database';

const prefix = 'stripe:';

/** What the stand-in for Stripe keeps between starts, in the sandbox's own table: sessions, subscriptions and idempotency keys. */
export const sandboxStripeStore = (db: Database) => ({
  read: <Value>(id: string): Promise<Value | null> => db.systemSql((sql) => find<Value>(sql, id)),
  readIn: find,
  /** Lets one after the other decide about a record, which may not exist yet; what `decide` writes is there when all of it is. */
  change: <Value, Result>(
    id: string,
    decide: (value: Value | null, sql: SqlClient) => Promise<Result>,
  ): Promise<Result> =>
    db.systemSql(async (sql) => {
      await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [prefix + id]);
      return decide(await find<Value>(sql, id), sql);
    }),
  async write(sql: SqlClient, id: string, value: unknown): Promise<void> {
    await sql.query(
      `
        insert into sandbox_state (key, value)
        values ($1, $2)
        on conflict (key)
        do update set value = excluded.value, updated_at = now()
      `,
      [prefix + id, JSON.stringify(value)],
    );
  },
});

export type SandboxStripeStore = ReturnType<typeof sandboxStripeStore>;

const find = async <Value>(sql: SqlClient, id: string): Promise<Value | null> =>
  (await sql.query<{ value: Value }>('select value from sandbox_state where key = $1', [prefix + id])).rows[0]?.value ??
  null;
