import type { SqlClient } from '#platform/db/database';
import { appendEvents } from '../events/events.api';
import { blockAddress, endLeads, leadBefore, type LeadBefore } from '../lead-state/lead-state.api';

/** The fixed category whose leads must never be mailed again. */
export const doNotContact = 4;

/**
 * `ofClient`: a person of this client of the agency decided, whose word counts in the client's own campaigns only. `isUndo`: the category is the one that a person took
 * back, given by whoever had given it; no subsequence takes the lead because of that.
 */
export interface CategoryChange {
  enrolmentId: number;
  categoryId: number | null;
  by: 'RULE' | 'AI' | 'USER';
  at: Date;
  evidence: unknown;
  userId?: number | null;
  ofClient?: number | null;
  isUndo?: boolean;
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
  if (!row || (!change.isUndo && change.by !== 'USER' && row.category_by === 'USER')) return false;
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
      by: change.by === 'USER' ? (change.userId ?? null) : null,
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
      isMachine: !change.isUndo && change.by !== 'USER',
      isFirst: row.category_id === null,
      setsNothingOff: change.isUndo === true,
      evidence: {
        category_id: change.categoryId,
        from: row.category_id,
        by: change.by,
        user_id: change.userId ?? null,
        evidence: change.evidence,
        ...(change.isUndo ? { is_undo: true } : {}),
      },
    },
  ]);
  return true;
}

/** A lead that must never be emailed again, and whose decision that is; `by` is null for a rule or a model. */
interface LeadToBlock {
  workspaceId: number;
  leadId: number;
  email: string;
  at: Date;
  by: number | null;
  ofClient: number | null;
  detail: object;
}

/**
 * Puts a lead's address on the block list of the workspace (or of one client of the agency) and ends it in every campaign there where it still waits. What it was there is
 * kept with its end, for who takes the decision back.
 */
async function blockLead(sql: SqlClient, given: LeadToBlock): Promise<void> {
  await blockAddress(given.workspaceId, sql, {
    email: given.email,
    source: 'category',
    reason: 'Do Not Contact',
    clientScope: given.ofClient ?? 0,
    by: given.by,
    at: given.at,
  });
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
  for (const { id, before } of rows)
    await endLeads(sql, [id], { reason: 'DO_NOT_CONTACT', at: given.at, detail: { ...given.detail, before } });
}
