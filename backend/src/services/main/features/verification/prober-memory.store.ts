import type { Database } from '../../../../platform/db/database';
import type { ProberMemory } from './own-prober';

/** Turns at mail servers and domains that take anything; the same for every workspace, since the servers are. */
export const proberMemory = (db: Pick<Database, 'systemSql'>): ProberMemory => ({
  takeTurn: (server, { gap, longest, now }) =>
    db.systemSql(async (sql) => {
      const {
        rows: [turn],
      } = await sql.query<{ next_at: Date }>(
        `INSERT INTO mail_exchange_pace (exchange, next_at) VALUES ($1, $2::timestamptz + $3 * interval '1 millisecond')
       ON CONFLICT (exchange) DO UPDATE SET next_at = greatest(mail_exchange_pace.next_at, $2::timestamptz) + $3 * interval '1 millisecond'
         WHERE mail_exchange_pace.next_at <= $2::timestamptz + $4 * interval '1 millisecond' RETURNING next_at`,
        [server, now, gap, longest],
      );
      return turn ? Math.max(0, turn.next_at.getTime() - gap - now.getTime()) : null;
    }),
  findCatchAll: (domain, since) =>
    db.systemSql(
      async (sql) =>
        (
          await sql.query<{ is_catch_all: boolean }>(
            'SELECT is_catch_all FROM mail_domain_catch_all WHERE domain = $1 AND checked_at > $2',
            [domain, since],
          )
        ).rows[0]?.is_catch_all ?? null,
    ),
  rememberCatchAll: (domain, isCatchAll, at) =>
    db.systemSql(async (sql) => {
      await sql.query(
        'INSERT INTO mail_domain_catch_all (domain, is_catch_all, checked_at) VALUES ($1, $2, $3) ON CONFLICT (domain) DO UPDATE SET is_catch_all = excluded.is_catch_all, checked_at = excluded.checked_at',
        [domain, isCatchAll, at],
      );
    }),
});
