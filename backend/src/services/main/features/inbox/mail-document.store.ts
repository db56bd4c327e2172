import { Conditions } from '../../../../platform/db/conditions';
import type { SqlClient } from '../../../../platform/db/database';
import type { Who } from '../campaigns/campaign-scope';

/** Whether a mail that belongs to no lead came into a mailbox that this person may look into: the same rule as for untracked replies. */
export async function seesUntracked(sql: SqlClient, who: Who, messageId: number): Promise<boolean> {
  const where = new Conditions().add('m.workspace_id = ?', who.workspaceId).add('m.id = ?', messageId).add('m.untracked_state IS NOT NULL');
  if (who.client) where.add('b.client_id = ?', who.client.id);
  else if (who.role === 'LIMITED_FULL_MEMBER_ACCESS') where.add('b.id IN (SELECT cm.mailbox_id FROM campaign_mailbox cm JOIN campaign c ON c.id = cm.campaign_id WHERE c.team_member_id = ? OR c.created_by = ?)', who.userId, who.userId);
  return ((await sql.query(`SELECT 1 FROM message m JOIN mailbox b ON b.id = m.mailbox_id WHERE ${where.sql}`, where.values)).rowCount ?? 0) > 0;
}
