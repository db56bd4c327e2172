import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { deleteUnsent, keepLeft, type MailToDetach } from './detach-mail.store';

/**
 * Takes mails from their leads, or from a whole campaign, before those are deleted. What never left is deleted with them. What left,
 * or may have left, stays as the mailbox's own record: its daily cap goes on counting it, and the links in it, the unsubscribe
 * link first of all, go on working. Nothing may be SUBMITTING.
 */
export async function detachMail(workspaceId: WorkspaceId, sql: SqlClient, from: MailToDetach): Promise<void> {
  await keepLeft(workspaceId, sql, from);
  await deleteUnsent(workspaceId, sql, from);
}
