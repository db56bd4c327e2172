import type { LeadId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/** Enrolments and their new category; null removes it. */
interface CategoryChange {
  ids: readonly number[];
  categoryId: number | null;
  at: Date;
}

/** Gives leads the category that a person chose; rules leave it (lifecycle/outcomes/set-category.ts). */
export async function writeCategory(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { ids, categoryId, at }: CategoryChange,
): Promise<{ id: number; lead_id: LeadId; mailbox_id: MailboxId | null }[]> {
  const { rows } = await sql.query<{ id: number; lead_id: LeadId; mailbox_id: MailboxId | null }>(
    `
      update enrolment
      set category_id = $3, category_by = case when $3::int is null then null else 'USER' end, updated_at = $4
      where workspace_id = $1 and id = any($2) and category_id is distinct from $3::int
      returning id, lead_id, mailbox_id
    `,
    [workspaceId, ids, categoryId, at],
  );
  return rows;
}
