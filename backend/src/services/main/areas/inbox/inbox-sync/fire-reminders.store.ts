import type { Database } from '../../../../../platform/db/database';
import type { Live } from '../../../../../platform/live/live';

/** Reminders whose time has come: they are marked as sent, and their conversations stand unread in Replies again. @param now campaign time */
export async function fireDueReminders(deps: { db: Database; live: Live }, now: number): Promise<number> {
  return deps.db.systemSql(async (sql) => {
    const { rows } = await sql.query<{ workspace_id: number }>(
      `
        with due as (
            select id
            from reminder
            where status = 'SCHEDULED' and remind_at <= $1
            order by remind_at
            limit 200
            for update skip locked
          ),
          fired as (
            update reminder r
            set status = 'SENT'
            from due
            where r.id = due.id
            returning r.workspace_id, r.enrolment_id
          ),
          shown as (
            update enrolment e
            set is_read = false, is_archived = false, snoozed_until = null, updated_at = now()
            from fired f
            where e.id = f.enrolment_id
          )
        select workspace_id
        from fired
      `,
      [new Date(now)],
    );
    for (const workspaceId of new Set(rows.map((row) => row.workspace_id)))
      await deps.live.publish(sql, workspaceId, ['inbox']);
    return rows.length;
  });
}
