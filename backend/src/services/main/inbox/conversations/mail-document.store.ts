import { Conditions } from '#platform/db/conditions';
import type { SqlClient } from '#platform/db/database';
import { addMailboxScope, scopeOf, type Who } from '#access/access.api';

/** Whether a mail that belongs to no lead came into a mailbox that this person may look into: the same rule as for untracked replies. */
export async function seesUntracked(sql: SqlClient, who: Who, messageId: number): Promise<boolean> {
  const where = new Conditions()
    .add('m.workspace_id = ?', who.workspaceId)
    .add('m.id = ?', messageId)
    .add('m.untracked_state is not null');
  addMailboxScope(where, scopeOf(who), 'b');
  return (
    ((await sql.query(`select 1 from message m join mailbox b on b.id = m.mailbox_id where ${where.sql}`, where.values))
      .rowCount ?? 0) > 0
  );
}
