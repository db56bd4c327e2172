import type { Database } from '#platform/db/database';

/** Small facts that the sandbox keeps between starts, by name. */
export const sandboxStateStore = (db: Database) => ({
  read: <Value>(key: string): Promise<Value | null> =>
    db.systemSql(
      async (sql) =>
        (await sql.query<{ value: Value }>('select value from sandbox_state where key = $1', [key])).rows[0]?.value ??
        null,
    ),
  write: (key: string, value: unknown): Promise<void> =>
    db.systemSql(async (sql) => {
      await sql.query(
        `
          insert into sandbox_state (key, value)
          values ($1, $2)
          on conflict (key)
          do update set value = excluded.value, updated_at = now()
        `,
        [key, JSON.stringify(value)],
      );
    }),
  /** The mail world listens on other ports than at the last start (they were taken): the sandbox's mailboxes follow. */
  movePorts: (ports: { smtpFrom: number; smtpTo: number; imapFrom: number; imapTo: number }): Promise<void> =>
    db.systemSql(async (sql) => {
      await sql.query(`update mailbox set smtp_port = $2 where smtp_host = '127.0.0.1' and smtp_port = $1`, [
        ports.smtpFrom,
        ports.smtpTo,
      ]);
      await sql.query(`update mailbox set imap_port = $2 where imap_host = '127.0.0.1' and imap_port = $1`, [
        ports.imapFrom,
        ports.imapTo,
      ]);
    }),
});

export type SandboxStateStore = ReturnType<typeof sandboxStateStore>;
