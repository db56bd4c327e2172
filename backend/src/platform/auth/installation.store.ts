import type { Database } from '../db/database';

/** Notes whether plans count on this installation (PLANS), for every query that decides by a plan (view workspace_plan). */
export const notePlans = (db: Database, plans: 'trial' | 'none'): Promise<unknown> =>
  db.systemSql((sql) =>
    sql.query(
      `
        insert into installation (id, plans)
        values (1, $1)
        on conflict (id)
        do update
        set plans = excluded.plans, updated_at = now()
        where installation.plans <> excluded.plans
      `,
      [plans],
    ),
  );

export const readPlansMode = async (db: Database): Promise<'trial' | 'none'> =>
  db.systemSql(async (sql) => {
    const { rows } = await sql.query<{ plans: 'trial' | 'none' }>('select plans from installation where id = 1');
    return rows[0]?.plans ?? 'trial';
  });
