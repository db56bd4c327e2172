import { Conditions } from '../../../../platform/db/conditions';
import type { SqlClient } from '../../../../platform/db/database';
import { addMailboxScope, scopeOf, type Who } from '../campaigns/campaign-scope';

/** Whether a mail that belongs to no lead came into a mailbox that this person may look into: the same rule as for untracked replies. */
export async function seesUntracked(sql: SqlClient, who: Who, messageId: number): Promise<boolean> {
  const where = new Conditions()
    .add('m.workspace_id = ?', who.workspaceId)
    .add('m.id = ?', messageId)
    .add('m.untracked_state IS NOT NULL');
  addMailboxScope(where, scopeOf(who), 'b');
  return (
    ((await sql.query(`SELECT 1 FROM message m JOIN mailbox b ON b.id = m.mailbox_id WHERE ${where.sql}`, where.values))
      .rowCount ?? 0) > 0
  );
}
