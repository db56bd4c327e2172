import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/** An enrolment that was mailed, or is being mailed, stays: taking it out would lose what happened. */
const isUntouched = (enrolment: string) => `
  ${enrolment}.first_sent_at is null
    and ${enrolment}.steps_sent = 0
    and ${enrolment}.reply_count = 0
    and not exists (
      select from intent i where i.enrolment_id = ${enrolment}.id and i.state in ('SUBMITTING', 'SENT', 'IN_DOUBT')
    )
`;
const untouched = isUntouched('e');
/**
 * A lead that only this upload brought, and that nothing else holds: no campaign, no list that it came into otherwise,
 * no mail, note or task.
 */
const unheld = (gone: string) => `
  l.upload_id = $2
    and not exists (select from enrolment o where o.lead_id = l.id${gone})
    and not exists (
      select
      from message m
      where m.workspace_id = l.workspace_id and m.lead_id = l.id and m.enrolment_id is not null
    )
    and not exists (select from lead_note n where n.lead_id = l.id)
    and not exists (select from lead_task k where k.lead_id = l.id and k.step_id is null)
    and not exists (select from lead_list_member y where y.lead_id = l.id and y.upload_id is distinct from $2)
`;

export interface UndoEffects {
  enrolments_removed: number;
  leads_removed: number;
  kept_contacted: number;
  cancelled_emails: number;
}

/** What undoing would do now. */
export async function countUndo(workspaceId: WorkspaceId, sql: SqlClient, uploadId: number): Promise<UndoEffects> {
  const { rows } = await sql.query<UndoEffects>(
    `
      select count(*) filter (where ${untouched})::int as enrolments_removed,
        count(*) filter (where not (${untouched}))::int as kept_contacted,
        (
          select count(*)::int
          from intent i
          join enrolment e on e.id = i.enrolment_id
          where e.workspace_id = $1 and e.upload_id = $2 and i.state = 'RESERVED'
        ) as cancelled_emails,
        (select count(*)::int from lead l where l.workspace_id = $1
          and ${unheld(` and not (o.upload_id = $2 and ${isUntouched('o')})`)}) as leads_removed
      from enrolment e
      where e.workspace_id = $1 and e.upload_id = $2
    `,
    [workspaceId, uploadId],
  );
  return rows[0] as UndoEffects;
}

/** Removes the next enrolments of an upload with what was reserved for them; `isEnd` when none is left. */
export async function removeEnrolmentBatch(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  uploadId: number,
  limit: number,
): Promise<{ removed: number; cancelled: number; isEnd: boolean }> {
  const { rows } = await sql.query<{ id: number }>(
    `
      select e.id
      from enrolment e
      where e.workspace_id = $1 and e.upload_id = $2 and ${untouched}
      order by e.id
      limit $3
      for update of e
    `,
    [workspaceId, uploadId, limit],
  );
  if (rows.length === 0) return { removed: 0, cancelled: 0, isEnd: true };
  // Asked again under the locks: a mail may have begun to leave while they were waited for, and then its lead stays.
  const free = await sql.query<{ id: number }>(
    `select e.id from enrolment e where e.workspace_id = $1 and e.upload_id = $2 and e.id = any($3) and ${untouched}`,
    [workspaceId, uploadId, rows.map((row) => row.id)],
  );
  const ids = free.rows.map((row) => row.id);
  const intents = await sql.query<{ state: string }>(
    `
      delete from intent
      where workspace_id = $1
        and enrolment_id = any($2)
        and state in ('RESERVED', 'CANCELLED', 'SKIPPED', 'FAILED')
      returning state
    `,
    [workspaceId, ids],
  );
  await sql.query(
    `
      update message
      set enrolment_id = null, campaign_id = null
      where workspace_id = $1 and enrolment_id = any($2)
    `,
    [workspaceId, ids],
  );
  await sql.query(
    `
      delete from lead_task
      where workspace_id = $1 and status = 'CREATED' and step_id is not null and enrolment_id = any($2)
    `,
    [workspaceId, ids],
  );
  const { rowCount } = await sql.query('delete from enrolment where workspace_id = $1 and id = any($2)', [
    workspaceId,
    ids,
  ]);
  return {
    removed: rowCount ?? 0,
    cancelled: intents.rows.filter((row) => row.state === 'RESERVED').length,
    isEnd: false,
  };
}

/** Takes leads out of the list that this upload put into it, those that were leads before too. */
export async function removeMemberships(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  listId: number,
  uploadId: number,
): Promise<void> {
  await sql.query('delete from lead_list_member where workspace_id = $1 and list_id = $2 and upload_id = $3', [
    workspaceId,
    listId,
    uploadId,
  ]);
}

export async function removeLeadBatch(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  uploadId: number,
  limit: number,
): Promise<number> {
  const { rowCount } = await sql.query(
    `
      delete from lead
      where workspace_id = $1 and id in (select l.id from lead l where l.workspace_id = $1 and ${unheld('')} limit $3)
    `,
    [workspaceId, uploadId, limit],
  );
  return rowCount ?? 0;
}
