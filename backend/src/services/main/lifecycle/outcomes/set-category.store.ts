import type { ClientId, EnrolmentId, LeadId, WorkspaceId } from '@skein/contracts/ids';
import type { StoredEnrolment } from '#engine/rows/central-rows';
import type { SqlClient } from '#platform/db/database';

import { leadBefore, type LeadBefore } from '../lead-state/restore-lead.store';

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

/** Where a lead still waits, of one client or everywhere, locked, and what it is there. */
export async function lockOpenOf(
  sql: SqlClient,
  given: { workspaceId: WorkspaceId; leadId: LeadId; ofClient: number | null },
): Promise<{ id: number; before: LeadBefore }[]> {
  const { rows } = await sql.query<{ id: number; before: LeadBefore }>(
    `
      select e.id, ${leadBefore('e')} as before
      from enrolment e
      where e.workspace_id = $1
        and e.lead_id = $2
        and e.status in ('STARTED', 'INPROGRESS', 'PAUSED')
        and (
          $3::int is null
            or e.campaign_id in (select c.id from campaign c where c.workspace_id = $1 and c.client_id = $3)
        )
      order by e.id
      for update of e
    `,
    [given.workspaceId, given.leadId, given.ofClient],
  );
  return rows;
}
