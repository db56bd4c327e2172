import type { EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/** A mail of a lead. */
interface MailOfLead {
  workspaceId: WorkspaceId;
  messageRowId: string;
  enrolmentId: EnrolmentId;
}

/** Notes that a received mail is no reply. @returns null where it was noted before */
export async function writeIgnored(sql: SqlClient, given: MailOfLead): Promise<{ intent_id: string | null } | null> {
  const { rows } = await sql.query<{ intent_id: string | null }>(
    `
      update message
      set is_ignored = true
      where workspace_id = $1 and id = $2 and enrolment_id = $3 and direction = 'in' and not is_ignored
      returning intent_id
    `,
    [given.workspaceId, given.messageRowId, given.enrolmentId],
  );
  return rows[0] ?? null;
}

/** The replies of a lead are those that are left, and the first of them is the first one now; the same of the email that was answered. */
export async function recountReplies(
  sql: SqlClient,
  given: Pick<MailOfLead, 'workspaceId' | 'enrolmentId'>,
  intentId: string | null,
): Promise<void> {
  const {
    rows: [left],
  } = await sql.query<{ count: number; first: Date | null; last: Date | null }>(
    `
      select count(*)::int as count, min(at) as first, max(at) as last
      from event
      where workspace_id = $1 and enrolment_id = $2 and kind = 'REPLY'
    `,
    [given.workspaceId, given.enrolmentId],
  );
  await sql.query(
    `
      update enrolment
      set reply_count = $3, first_reply_at = $4, last_reply_at = $5, updated_at = now()
      where workspace_id = $1 and id = $2
    `,
    [given.workspaceId, given.enrolmentId, left?.count ?? 0, left?.first ?? null, left?.last ?? null],
  );
  if (intentId !== null)
    await sql.query(
      `
        update intent
        set reply_at = (
          select min(at)
          from event
          where workspace_id = $1 and enrolment_id = $2 and kind = 'REPLY' and intent_id = $3
        )
        where id = $3
      `,
      [given.workspaceId, given.enrolmentId, intentId],
    );
}
