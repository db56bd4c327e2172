import { Conditions } from '../../../../platform/db/conditions';
import type { SqlClient } from '../../../../platform/db/database';
import { addMailboxScope, type CampaignScope } from '../campaigns/campaign-scope';

/** Mailboxes of these addresses inside the scope, with their tags by name. */
export async function findMailboxTags(
  workspaceId: number,
  sql: SqlClient,
  scope: CampaignScope,
  emails: readonly string[],
): Promise<{ email_account_id: number; from_email: string; tags: { id: number; name: string; color: string }[] }[]> {
  const where = new Conditions().add(
    'm.workspace_id = ? AND m.deleted_at IS NULL AND m.from_email = ANY(?)',
    workspaceId,
    [...emails],
  );
  addMailboxScope(where, scope);
  return (
    await sql.query<{
      email_account_id: number;
      from_email: string;
      tags: { id: number; name: string; color: string }[];
    }>(
      `SELECT m.id AS email_account_id, m.from_email, coalesce((SELECT json_agg(json_build_object('id', t.id, 'name', t.name, 'color', t.color) ORDER BY t.name) FROM mailbox_tag mt JOIN tag t ON t.id = mt.tag_id WHERE mt.mailbox_id = m.id), '[]') AS tags
     FROM mailbox m WHERE ${where.sql} ORDER BY m.id`,
      where.values,
    )
  ).rows;
}
