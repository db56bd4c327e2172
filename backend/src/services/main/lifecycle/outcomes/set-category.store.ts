import type { ClientId, EnrolmentId } from '@skein/contracts/ids';
import type { StoredEnrolment } from '#engine/rows/central-rows';
import type { SqlClient } from '#platform/db/database';

/** A lead whose category changes. */
type CategorisedLead = Pick<
  StoredEnrolment,
  'workspace_id' | 'campaign_id' | 'lead_id' | 'mailbox_id' | 'category_id' | 'category_by'
> & {
  email: string;
  client_id: ClientId | null;
};

/** The lead as it stands, locked. */
export async function lockCategorised(sql: SqlClient, enrolmentId: EnrolmentId): Promise<CategorisedLead | null> {
  const { rows } = await sql.query<CategorisedLead>(
    `
      select e.workspace_id, e.campaign_id, e.lead_id, e.mailbox_id, l.email, c.client_id, e.category_id,
        e.category_by
      from enrolment e
      join lead l on l.id = e.lead_id
      join campaign c on c.id = e.campaign_id
      where e.id = $1
      for update of e
    `,
    [enrolmentId],
  );
  return rows[0] ?? null;
}

export async function writeCategoryOf(
  sql: SqlClient,
  enrolmentId: EnrolmentId,
  categoryId: number | null,
  by: 'RULE' | 'AI' | 'USER',
): Promise<void> {
  await sql.query('update enrolment set category_id = $2, category_by = $3, updated_at = now() where id = $1', [
    enrolmentId,
    categoryId,
    categoryId === null ? null : by,
  ]);
}
