import type { WorkspaceId } from '@skein/contracts/ids';
import { Conditions } from '#platform/db/conditions';
import type { SqlClient } from '#platform/db/database';
import { addMailboxScope, type CampaignScope } from '#access/access.api';

/** Mailboxes of these addresses inside the scope, with their tags by name. */
export async function findMailboxTags(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: CampaignScope,
  emails: readonly string[],
): Promise<{ email_account_id: number; from_email: string; tags: { id: number; name: string; color: string }[] }[]> {
  const where = new Conditions().add(
    'm.workspace_id = ? and m.deleted_at is null and m.from_email = any(?)',
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
      `
        select m.id as email_account_id, m.from_email,
          coalesce(
            (
                select json_agg(
                  json_build_object('id', t.id, 'name', t.name, 'color', t.color) order by t.name
                )
                from mailbox_tag mt
                join tag t on t.id = mt.tag_id
                where mt.mailbox_id = m.id
              ),
              '[]'
          ) as tags
        from mailbox m
        where ${where.sql}
        order by m.id
      `,
      where.values,
    )
  ).rows;
}
