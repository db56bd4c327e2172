import type { Database } from '#platform/db/database';
import type { ProberMemory } from './own-prober';

/** Turns at mail servers and domains that take anything; the same for every workspace, since the servers are. */
export const proberMemory = (db: Pick<Database, 'systemSql'>): ProberMemory => ({
  takeTurn: (server, { gap, longest, now }) =>
    db.systemSql(async (sql) => {
      const {
        rows: [turn],
      } = await sql.query<{ next_at: Date }>(
        `
          insert into mail_exchange_pace (exchange, next_at)
          values ($1, $2::timestamptz + $3 * interval '1 millisecond')
          on conflict (exchange)
          do update set next_at = greatest(mail_exchange_pace.next_at, $2::timestamptz) + $3 * interval
            '1 millisecond'
          where mail_exchange_pace.next_at <= $2::timestamptz + $4 * interval '1 millisecond'
          returning next_at
        `,
        [server, now, gap, longest],
      );
      return turn ? Math.max(0, turn.next_at.getTime() - gap - now.getTime()) : null;
    }),
  findCatchAll: (domain, since) =>
    db.systemSql(
      async (sql) =>
        (
          await sql.query<{ is_catch_all: boolean }>(
            'select is_catch_all from mail_domain_catch_all where domain = $1 and checked_at > $2',
            [domain, since],
          )
        ).rows[0]?.is_catch_all ?? null,
    ),
  rememberCatchAll: (domain, isCatchAll, at) =>
    db.systemSql(async (sql) => {
      await sql.query(
        `
          insert into mail_domain_catch_all (domain, is_catch_all, checked_at)
          values ($1, $2, $3)
          on conflict (domain)
          do update set is_catch_all = excluded.is_catch_all, checked_at = excluded.checked_at
        `,
        [domain, isCatchAll, at],
      );
    }),
});
