import type { Database } from '#platform/db/database';

/**
 * A notice for each task whose time has come, to whom it is assigned, or else to who made it; once for each time that a task is given.
 * @param now campaign time
 */
export const noteDueTasks = (db: Database, now: Date): Promise<void> =>
  db.systemSql(async (sql) => {
    await sql.query(
      `
        select write_notice(
            t.workspace_id, null, 'task-due',
            jsonb_build_object(
              'task_id', t.id, 'lead_id', t.lead_id, 'name', t.name,
              'user_id', coalesce(t.assigned_user_id, t.created_by),
              'lead', coalesce(nullif(trim(concat_ws(' ', l.first_name, l.last_name)), ''), l.email)
            ),
            'task-due:' || t.id || ':' || extract(epoch from t.due_at)
          )
        from lead_task t
        join lead l on l.workspace_id = t.workspace_id and l.id = t.lead_id
        where t.status = 'CREATED'
          and t.due_at <= $1
          and t.due_at > $1::timestamptz - interval '1 day'
          and coalesce(t.assigned_user_id, t.created_by) is not null
          and not exists (
            select
            from notice n
            where n.workspace_id = t.workspace_id
              and n.dedupe_key = 'task-due:' || t.id || ':' || extract(epoch from t.due_at)
          )
        limit 500
      `,
      [now],
    );
  });
