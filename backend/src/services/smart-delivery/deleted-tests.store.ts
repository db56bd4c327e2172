import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/** Hours for which the emails of a deleted test count in the daily limits of its mailboxes: a day whose clocks go back has 25. */
const countedHours = 25;

/** Nobody sees the test any more, and its results are gone. That its emails were sent stays until no daily limit counts them. */
export async function markDeleted(workspaceId: WorkspaceId, sql: SqlClient, testId: number, at: Date): Promise<void> {
  const values = [workspaceId, testId];
  const ofTest = 'select id from placement_run where workspace_id = $1 and test_id = $2';
  await sql.query('delete from placement_share where workspace_id = $1 and test_id = $2', values);
  await sql.query(`delete from placement_check where workspace_id = $1 and run_id in (${ofTest})`, values);
  await sql.query(
    `
      update placement_mail
      set landed = null, landed_at = null, found_in = null, headers = null, body = null, authentication = null,
        spam = null, client_ip = null, look_at = null,
        state = case when state = 'FAILED' then 'CANCELLED' else state end
      where workspace_id = $1 and run_id in (${ofTest})
    `,
    values,
  );
  await sql.query(
    `
      update placement_run
      set content = null, variant_contents = '{}', actions = '[]', settled_at = null
      where workspace_id = $1 and test_id = $2
    `,
    values,
  );
  await sql.query('update placement_test set deleted_at = $3 where workspace_id = $1 and id = $2', [...values, at]);
}

/** Removes deleted tests whose emails no daily limit counts any more. As the system it looks across workspaces. */
export const removeDeleted = (sql: SqlClient, now: Date) =>
  sql.query(
    `
      delete from placement_test t
      where t.deleted_at is not null
        and not exists (
          select
          from placement_run r
          join placement_mail p on p.workspace_id = r.workspace_id and p.run_id = r.id
          where r.workspace_id = t.workspace_id
            and r.test_id = t.id
            and p.mailbox_id is not null
            and (p.state = 'SUBMITTING' or p.sent_at > $1::timestamptz - make_interval(hours => $2))
        )
    `,
    [now, countedHours],
  );

export async function deleteDraft(workspaceId: WorkspaceId, sql: SqlClient, testId: number): Promise<void> {
  await sql.query('delete from placement_test where workspace_id = $1 and id = $2 and draft is not null', [
    workspaceId,
    testId,
  ]);
}
