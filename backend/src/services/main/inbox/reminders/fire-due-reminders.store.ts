import type { WorkspaceId } from '@skein/contracts/ids';
import type { Database } from '#platform/db/database';
import { prepared } from '#platform/db/prepared';
import type { Live } from '#platform/live/live';

/**
 * Reminders that are due: each is marked as sent and brings its conversation back to Replies, unread, out of the archive or a snooze.
 * Whoever set it is told by a notice (everybody who may see it, where that person is gone).
 * @param now campaign time
 */
export async function fireDueReminders(deps: { db: Database; live: Live }, now: number): Promise<number> {
  return deps.db.systemSql(async (sql) => {
    const { rows } = await prepared<{ workspace_id: WorkspaceId }>(
      sql,
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
            returning r.id, r.workspace_id, r.enrolment_id, r.user_id, r.message
          ),
          shown as (
            update enrolment e
            set is_read = false, is_archived = false, snoozed_until = null, updated_at = now()
            from fired f
            where e.id = f.enrolment_id
          )
        select f.workspace_id,
          write_notice(
            f.workspace_id, c.client_id, 'reminder',
            jsonb_build_object(
              'enrolment_id', f.enrolment_id, 'campaign_id', e.campaign_id, 'user_id', u.id, 'message',
                f.message, 'lead', coalesce(nullif(trim(concat_ws(' ', l.first_name, l.last_name)), ''), l.email)
            ),
            'reminder:' || f.id
          )
        from fired f
        join enrolment e on e.id = f.enrolment_id and e.workspace_id = f.workspace_id
        join campaign c on c.id = e.campaign_id and c.workspace_id = f.workspace_id
        join lead l on l.id = e.lead_id and l.workspace_id = f.workspace_id
        left join app_user u on u.id = f.user_id and u.workspace_id = f.workspace_id and u.status = 'active'
      `,
      [new Date(now)],
    );
    for (const workspaceId of new Set(rows.map((row) => row.workspace_id)))
      await deps.live.publish(sql, workspaceId, ['inbox']);
    return rows.length;
  });
}
