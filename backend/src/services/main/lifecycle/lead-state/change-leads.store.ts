import type { SqlClient } from '#platform/db/database';
import { cancelReservedWhere } from './enrolment/reservations.store';
import { detachMail } from './detach-mail.store';

/** A lead of a campaign, locked. A hold without a day lasts until somebody resumes the lead. */
export interface LockedLead {
  id: number;
  lead_id: number;
  status: string;
  reason: string | null;
  steps_sent: number;
  is_unsubscribed: boolean;
  hold_kind: string | null;
  hold_until: Date | null;
}

/** Enrolments of a campaign, without the replies of hidden categories. */
interface LeadsToLock {
  campaignId: number;
  ids: readonly number[];
  hiddenCategories?: readonly number[];
}

/**
 * Locks leads of a campaign in the order of their ids and tells their states. Whoever changes them holds these locks, which the
 * sender takes as well, so that a change that is committed is seen before the next final dot.
 */
export async function lockLeads(
  workspaceId: number,
  sql: SqlClient,
  { campaignId, ids, hiddenCategories = [] }: LeadsToLock,
): Promise<LockedLead[]> {
  const { rows } = await sql.query<LockedLead>(
    `
      select id, lead_id, status, reason, steps_sent, is_unsubscribed, hold_kind, hold_until
      from enrolment
      where workspace_id = $1
        and campaign_id = $2
        and id = any($3)
        and (category_id is null or category_id <> all($4::int[]))
      order by id
      for update
    `,
    [workspaceId, campaignId, ids, [...hiddenCategories]],
  );
  return rows;
}

/** Takes back what was reserved for leads; returns how many e-mails. What is being submitted at this moment is under way and stays. */
export async function cancelReservedFor(
  workspaceId: number,
  sql: SqlClient,
  enrolmentIds: readonly number[],
  reason: string,
): Promise<number> {
  return cancelReservedWhere(sql, reason, {
    which: `i.workspace_id = $2 and i.enrolment_id = any($3) and i.kind = 'CAMPAIGN'`,
    values: [workspaceId, enrolmentIds],
  });
}

/** Every enrolment of a lead, whatever became of it, locked: none of its mails begins to leave meanwhile. */
export async function lockEnrolmentsOfLead(workspaceId: number, sql: SqlClient, leadId: number): Promise<number[]> {
  return (
    await sql.query<{ id: number }>(
      'select id from enrolment where workspace_id = $1 and lead_id = $2 order by id for update',
      [workspaceId, leadId],
    )
  ).rows.map((row) => row.id);
}

/** Open enrolments of leads in every campaign (of a client: in its own), and whose they are: what an unsubscribe from everything has to stop. */
export async function lockOpenEnrolments(
  workspaceId: number,
  sql: SqlClient,
  leadIds: readonly number[],
  clientId: number | null = null,
): Promise<
  { id: number; lead_id: number; campaign_id: number; client_id: number | null; mailbox_id: number | null }[]
> {
  const { rows } = await sql.query<{
    id: number;
    lead_id: number;
    campaign_id: number;
    client_id: number | null;
    mailbox_id: number | null;
  }>(
    `
      select e.id, e.lead_id, e.campaign_id, c.client_id, e.mailbox_id
      from enrolment e
      join campaign c on c.id = e.campaign_id
      where e.workspace_id = $1
        and e.lead_id = any($2)
        and e.status in ('STARTED', 'INPROGRESS', 'PAUSED')
        and ($3::int is null or c.client_id = $3)
      order by e.id
      for update of e
    `,
    [workspaceId, leadIds, clientId],
  );
  return rows;
}

/** Tasks of manual steps that these leads waited at: nobody waits for them any more. */
export async function deleteOpenStepTasks(
  workspaceId: number,
  sql: SqlClient,
  enrolmentIds: readonly number[],
): Promise<void> {
  await sql.query(
    `
      delete from lead_task
      where workspace_id = $1 and status = 'CREATED' and step_id is not null and enrolment_id = any($2)
    `,
    [workspaceId, enrolmentIds],
  );
}

/** Takes enrolments out. Their sent mails stay as messages of the lead, and count for mailbox and campaign as before. */
export async function deleteEnrolments(workspaceId: number, sql: SqlClient, ids: readonly number[]): Promise<void> {
  await sql.query(
    'update message set enrolment_id = null, intent_id = null where workspace_id = $1 and enrolment_id = any($2)',
    [workspaceId, ids],
  );
  await detachMail(workspaceId, sql, { enrolmentIds: ids });
  await deleteOpenStepTasks(workspaceId, sql, ids);
  await sql.query('delete from enrolment where workspace_id = $1 and id = any($2)', [workspaceId, ids]);
}

/** Enrolments with an e-mail that is being submitted, or whose fate is open: they cannot be taken out yet. */
export async function findBusy(workspaceId: number, sql: SqlClient, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql.query<{ enrolment_id: number }>(
    `
      select distinct enrolment_id
      from intent
      where workspace_id = $1 and enrolment_id = any($2) and state = 'SUBMITTING'
    `,
    [workspaceId, ids],
  );
  return new Set(rows.map((row) => row.enrolment_id));
}

/** Leads that have ended opt out: they stay as they ended, and undoing that does not let them continue. */
export async function markUnsubscribed(workspaceId: number, sql: SqlClient, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql.query(
    'update enrolment set is_unsubscribed = true, updated_at = now() where workspace_id = $1 and id = any($2)',
    [workspaceId, ids],
  );
}

/** Enrolments and their new category; null removes it. */
interface CategoryChange {
  ids: readonly number[];
  categoryId: number | null;
  at: Date;
}

/** Gives leads the category that a person chose; rules leave it (set-category.store.ts). */
export async function writeCategory(
  workspaceId: number,
  sql: SqlClient,
  { ids, categoryId, at }: CategoryChange,
): Promise<{ id: number; lead_id: number; mailbox_id: number | null }[]> {
  const { rows } = await sql.query<{ id: number; lead_id: number; mailbox_id: number | null }>(
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
