import type { EnrolmentId } from '@skein/contracts/ids';
import type { CoreIds, FixtureRows, RouteIds } from './fixture-rows';

/** A reply of the lead, an untracked reply, and what people write and plan in the inbox. */
export async function createInboxRows(rows: FixtureRows, { mailboxId, enrolmentId }: CoreIds): Promise<RouteIds> {
  const { insert, workspaceId, person } = rows;
  const noteId = await insert(
    `
      insert into lead_note (workspace_id, lead_id, enrolment_id, note_message, created_by)
      select $1, e.lead_id, e.id, 'Fixture', (select min(id) from app_user where workspace_id = $1)
      from enrolment e
      where e.id = $2
    `,
    [enrolmentId],
  );
  return {
    messageId: await insert(
      `
        insert into message (
          workspace_id, direction, mailbox_id, enrolment_id, message_id, dedupe_key, from_email, at
        )
        values ($1, 'in', $2, $3, $4, $4, 'lead@company.test', now())
      `,
      [mailboxId, enrolmentId, `<fixture-${workspaceId}@company.test>`],
    ),
    replyId: await insert(
      `
        insert into message (
          workspace_id, direction, mailbox_id, message_id, dedupe_key, from_email, at, untracked_state
        )
        values ($1, 'in', $2, $3, $3, 'stranger@company.test', now(), 'OPEN')
      `,
      [mailboxId, `<untracked-${workspaceId}@company.test>`],
    ),
    reminderId: await insert(
      `insert into reminder (workspace_id, enrolment_id, message, remind_at) values ($1, $2, 'Fixture', now())`,
      [enrolmentId],
    ),
    bulkId: await insert(
      `
        with run as (
          insert into bulk_run (workspace_id, kind, status, created_by)
          select $1, 'INBOX_CHANGE', 'COMPLETED', min(id) from app_user where workspace_id = $1
          returning id
        )
        insert into inbox_change (workspace_id, run_id, action, who)
        select $1, id, '{"do": "archive", "is_archived": true}', '{}' from run
      `,
    ),
    noteId,
    changeKey: `note-${noteId}`,
    replyTemplateId: await insert(
      `insert into reply_template (workspace_id, user_id, name, html) values ($1, $2, 'Fixture', '<p>Hi</p>')`,
      [person.userId],
    ),
    colleagueId: await colleagueWithDraft(rows, enrolmentId),
  };
}

/** A colleague who has begun to write a reply. */
async function colleagueWithDraft(
  { insert, insertOne, workspaceId }: FixtureRows,
  enrolmentId: EnrolmentId,
): Promise<number> {
  const userId = await insert(
    `insert into app_user (workspace_id, email, name, role) values ($1, $2, 'Fixture', 'FULL_MEMBER_ACCESS')`,
    [`colleague-${enrolmentId}@company.test`],
  );
  await insertOne(
    `insert into reply_draft (workspace_id, enrolment_id, user_id, content) values ($1, $2, $3, '{"html": "<p>Hi</p>"}')`,
    [workspaceId, enrolmentId, userId],
  );
  return userId;
}
