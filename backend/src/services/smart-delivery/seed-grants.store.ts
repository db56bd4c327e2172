import type { Database } from '#platform/db/database';
import type { StoredGrant } from '#platform/mail/renew-in-turn';

/** Real seconds after which a renewal counts as lost. Two answers of a provider take 40 at most. */
const renewalSeconds = 60;

const grant = `id = $1 and auth_method = 'XOAUTH2' and deleted_at is null`;

/** The sealed grant of a seed. */
export function seedGrantOf(db: Database, id: number): StoredGrant {
  const read = () =>
    db.systemSql(async (sql) => {
      const { rows } = await sql.query<{ sealed: Buffer }>(
        `select sealed_password as sealed from placement_seed where ${grant}`,
        [id],
      );
      return rows[0]?.sealed ?? null;
    });
  return {
    read,
    take: async () => {
      const taken = await db.systemSql(async (sql) => {
        const { rows } = await sql.query<{ sealed: Buffer }>(
          `
            update placement_seed
            set renewing_until = clock_timestamp() + make_interval(secs => $2)
            where ${grant} and (renewing_until is null or renewing_until < clock_timestamp())
            returning sealed_password as sealed
          `,
          [id, renewalSeconds],
        );
        return rows[0]?.sealed;
      });
      if (taken) return { state: 'TAKEN', sealed: taken };
      return { state: (await read()) ? 'BUSY' : 'MISSING' };
    },
    replace: ({ before, after }) =>
      db.systemSql(async (sql) => {
        const { rowCount } = await sql.query(
          `update placement_seed set sealed_password = $3 where ${grant} and sealed_password = $2`,
          [id, before, after],
        );
        return rowCount === 1;
      }),
    end: () =>
      db.systemSql(async (sql) => {
        await sql.query(`update placement_seed set renewing_until = null where ${grant}`, [id]);
      }),
  };
}
