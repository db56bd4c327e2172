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

/** Notes why the server for the product's own emails did not take one; null when it took one. */
export const noteMailProblem = (db: Database, problem: string | null, at: Date): Promise<unknown> =>
  db.systemSql((sql) =>
    sql.query(
      `
        insert into installation (id, mail_problem, mail_problem_at)
        select 1, $1::text, case when $1::text is null then null else $2::timestamptz end
        where $1::text is not null or exists (select from installation where mail_problem is not null)
        on conflict (id)
        do update
        set mail_problem = excluded.mail_problem, mail_problem_at = excluded.mail_problem_at
      `,
      [problem, at],
    ),
  );

export const readMailProblem = (db: Database): Promise<{ message: string; at: Date } | null> =>
  db.systemSql(async (sql) => {
    const { rows } = await sql.query<{ message: string | null; at: Date | null }>(
      'select mail_problem as message, mail_problem_at as at from installation where id = 1',
    );
    const [row] = rows;
    return row?.message && row.at ? { message: row.message, at: row.at } : null;
  });
