import type { CampaignId, ClientId, EnrolmentId, LeadId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { StoredEnrolment } from '#engine/rows/central-rows';
import type { SqlClient } from '#platform/db/database';
import { leadBefore, type LeadBefore } from './restore-lead.store';

/** A lead of a campaign, locked. A hold without a day lasts until somebody resumes the lead. */
export type LockedLead = Pick<
  StoredEnrolment,
  'id' | 'lead_id' | 'status' | 'reason' | 'steps_sent' | 'is_unsubscribed' | 'hold_kind' | 'hold_until'
>;

/** Enrolments of a campaign, without the replies of hidden categories. */
interface LeadsToLock {
  campaignId: CampaignId;
  ids: readonly number[];
  hiddenCategories?: readonly number[];
}

/**
 * Locks leads of a campaign in the order of their ids and tells their states. Whoever changes them holds these locks, which the
 * sender takes as well, so that a change that is committed is seen before the next final dot.
 */
export async function lockLeads(
  workspaceId: WorkspaceId,
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

/** Every enrolment of a lead, whatever became of it, locked: none of its mails begins to leave meanwhile. */
export async function lockEnrolmentsOf(workspaceId: WorkspaceId, sql: SqlClient, leadId: LeadId): Promise<number[]> {
  return (
    await sql.query<{ id: number }>(
      'select id from enrolment where workspace_id = $1 and lead_id = $2 order by id for update',
      [workspaceId, leadId],
    )
  ).rows.map((row) => row.id);
}

/** An open place of a lead in a campaign, and whose it is. */
export interface OpenPlace {
  id: number;
  lead_id: LeadId;
  campaign_id: CampaignId;
  client_id: ClientId | null;
  mailbox_id: MailboxId | null;
  /** What the lead is there until now. */
  before: LeadBefore;
}

/**
 * Open enrolments of leads in every campaign (of a client: in its own), and whose they are: what an unsubscribe from
 * everything has to stop.
 */
export async function lockOpenEnrolments(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  leadIds: readonly LeadId[],
  clientId: ClientId | null = null,
): Promise<OpenPlace[]> {
  const { rows } = await sql.query<OpenPlace>(
    `
      select e.id, e.lead_id, e.campaign_id, c.client_id, e.mailbox_id, ${leadBefore('e')} as before
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
  workspaceId: WorkspaceId,
  sql: SqlClient,
  enrolmentIds: readonly EnrolmentId[],
): Promise<void> {
  await sql.query(
    `
      delete from lead_task
      where workspace_id = $1 and status = 'CREATED' and step_id is not null and enrolment_id = any($2)
    `,
    [workspaceId, enrolmentIds],
  );
}

/** Messages stay with their lead and lose their place in a campaign. */
export async function forgetMessages(workspaceId: WorkspaceId, sql: SqlClient, ids: readonly number[]): Promise<void> {
  await sql.query(
    'update message set enrolment_id = null, intent_id = null where workspace_id = $1 and enrolment_id = any($2)',
    [workspaceId, ids],
  );
}

export async function deleteRows(workspaceId: WorkspaceId, sql: SqlClient, ids: readonly number[]): Promise<void> {
  await sql.query('delete from enrolment where workspace_id = $1 and id = any($2)', [workspaceId, ids]);
}

/** Enrolments with an e-mail that is being submitted, or whose fate is open: they cannot be taken out yet. */
export async function findBusy(workspaceId: WorkspaceId, sql: SqlClient, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql.query<{ enrolment_id: EnrolmentId }>(
    `
      select distinct enrolment_id
      from intent
      where workspace_id = $1 and enrolment_id = any($2) and state = 'SUBMITTING'
    `,
    [workspaceId, ids],
  );
  return new Set(rows.map((row) => row.enrolment_id));
}
