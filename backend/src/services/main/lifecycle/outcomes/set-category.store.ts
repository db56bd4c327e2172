import type { SqlClient } from '#platform/db/database';
import { appendEvents } from '../events/append-events';
import { endLeads, shareEntries } from '../lead-state/lead-state.api';

/** The fixed category whose leads must never be mailed again. */
export const doNotContact = 4;

/** `ofClient`: a person of this client of the agency decided, whose word counts in the client's own campaigns only. */
export interface CategoryChange {
  enrolmentId: number;
  categoryId: number | null;
  by: 'RULE' | 'AI' | 'USER';
  at: Date;
  evidence: unknown;
  userId?: number | null;
  ofClient?: number | null;
}

/**
 * Gives an enrolment a category, in the caller's transaction. What a person decided stays when a rule or a model says otherwise.
 * Do Not Contact ends the lead in every campaign and puts its address on the block list (docs/domain.md, Statuses).
 * @returns whether the category is another one now
 */
export async function setCategory(sql: SqlClient, change: CategoryChange): Promise<boolean> {
  const {
    rows: [row],
  } = await sql.query<{
    workspace_id: number;
    campaign_id: number;
    lead_id: number;
    mailbox_id: number | null;
    email: string;
    client_id: number | null;
    category_id: number | null;
    category_by: string | null;
  }>(
    `
      select e.workspace_id, e.campaign_id, e.lead_id, e.mailbox_id, l.email, c.client_id, e.category_id,
        e.category_by
      from enrolment e
      join lead l on l.id = e.lead_id
      join campaign c on c.id = e.campaign_id
      where e.id = $1
      for update of e
    `,
    [change.enrolmentId],
  );
  if (!row || (change.by !== 'USER' && row.category_by === 'USER')) return false;
  const isChanged = row.category_id !== change.categoryId;
  await sql.query('update enrolment set category_id = $2, category_by = $3, updated_at = now() where id = $1', [
    change.enrolmentId,
    change.categoryId,
    change.categoryId === null ? null : change.by,
  ]);
  if (change.categoryId === doNotContact)
    await blockLead(sql, {
      workspaceId: row.workspace_id,
      leadId: row.lead_id,
      email: row.email,
      at: change.at,
      ofClient: change.ofClient ?? null,
      detail: { category_id: doNotContact, by: change.by, evidence: change.evidence },
    });
  if (!isChanged) return false;
  await appendEvents(sql, [
    {
      workspaceId: row.workspace_id,
      kind: 'CATEGORY',
      at: change.at,
      campaignId: row.campaign_id,
      enrolmentId: change.enrolmentId,
      leadId: row.lead_id,
      mailboxId: row.mailbox_id,
      clientId: row.client_id,
      isMachine: change.by !== 'USER',
      isFirst: row.category_id === null,
      evidence: {
        category_id: change.categoryId,
        from: row.category_id,
        by: change.by,
        user_id: change.userId ?? null,
        evidence: change.evidence,
      },
    },
  ]);
  return true;
}

/** Puts a lead's address on the block list of the workspace (or of one client of the agency) and ends it in every campaign there where it still waits. */
async function blockLead(
  sql: SqlClient,
  given: { workspaceId: number; leadId: number; email: string; at: Date; ofClient: number | null; detail: unknown },
): Promise<void> {
  await sql.query(
    `
      insert into suppression (workspace_id, kind, value, source, reason, client_scope)
      values ($1, 'email', $2, 'category', 'Do Not Contact', $3)
      on conflict
      do nothing
    `,
    [given.workspaceId, given.email, given.ofClient ?? 0],
  );
  await shareEntries(given.workspaceId, sql, [{ kind: 'email', value: given.email }], {
    clientScope: given.ofClient ?? 0,
    source: 'category',
    by: null,
  });
  const { rows } = await sql.query<{ id: number }>(
    `
      select id
      from enrolment
      where workspace_id = $1
        and lead_id = $2
        and status in ('STARTED', 'INPROGRESS', 'PAUSED')
        and (
          $3::int is null
            or campaign_id in (select c.id from campaign c where c.workspace_id = $1 and c.client_id = $3)
        )
      order by id
      for update
    `,
    [given.workspaceId, given.leadId, given.ofClient],
  );
  await endLeads(
    sql,
    rows.map((row) => row.id),
    { reason: 'DO_NOT_CONTACT', at: given.at, detail: given.detail },
  );
}
