import type { SqlClient } from '../../../../../platform/db/database';
import { cancelReservedWhere } from './cancel-reserved.store';
import { detachMail } from './detach-mail.store';
import { nextStepOf } from './next-step.store';

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

export async function writeStatus(
  workspaceId: number,
  sql: SqlClient,
  ids: readonly number[],
  change: { status: 'PAUSED' | 'STOPPED' | 'BLOCKED'; reason: string; at: Date },
): Promise<void> {
  await sql.query(
    `
      update enrolment
      set status = $3, reason = $4, constraint_code = case when $3 = 'PAUSED' then 'LEAD_PAUSED' end,
        next_eligible_at = case when $3 = 'PAUSED' then next_eligible_at end,
        ended_at = case when $3 = 'PAUSED' then null else $5::timestamptz end,
        -- A lead that ended waits for nothing: what it waited for, and the evidence of it, end with it.
        hold_kind = case when $3 = 'PAUSED' then hold_kind end,
        hold_until = case when $3 = 'PAUSED' then hold_until end,
        reason_detail = case when $3 = 'PAUSED' or hold_kind is null then reason_detail end,
        is_parked = is_parked and $3 = 'PAUSED',
        is_unsubscribed = is_unsubscribed or $4 = 'UNSUBSCRIBED', updated_at = $5
      where workspace_id = $1 and id = any($2)
    `,
    [workspaceId, ids, change.status, change.reason, change.at],
  );
}

/** A lead that goes on. `movedTo` is its step where that is another than it stood at: it is due by that step's delay after the last one, from `lastAt` on. */
export interface Resumed {
  id: number;
  movedTo: number | null;
  lastAt: Date | null;
}

/** SQL: the lead is out of office, and a pause came on top. Resuming ends the pause; a lead that is only on hold is resumed out of it. */
const isAway = `(e.status = 'PAUSED' and e.hold_kind = 'OUT_OF_OFFICE' and e.hold_until > $4::timestamptz)`;

/** Enrolments and the days until they continue. */
interface LeadsToResume {
  ids: readonly number[];
  delayDays: number;
  at: Date;
}

/**
 * Lets leads go on: those that were sent something are in progress again, due when their step is due or after the delay; the others
 * are queued. A lead without a step left stays as it is.
 */
export async function resumeRows(
  workspaceId: number,
  sql: SqlClient,
  { ids, delayDays, at }: LeadsToResume,
): Promise<Resumed[]> {
  const { rows } = await sql.query<{ id: number; moved_to: number | null; last_at: Date | null }>(
    `
      update enrolment e
      set status = case when e.steps_sent > 0 then 'INPROGRESS' else 'STARTED' end, reason = null,
        reason_detail = case when ${isAway} then e.reason_detail end, ended_at = null,
        hold_kind = case when ${isAway} then e.hold_kind end,
        hold_until = case when ${isAway} then e.hold_until end, is_parked = false,
        constraint_code = case when ${isAway} then 'LEAD_ON_HOLD' end, updated_at = $4, next_step_id = g.step_id,
        next_seq_number = coalesce(g.seq_number, e.next_seq_number),
        next_due_at = case
          when $3 > 0 then $4::timestamptz + make_interval(days => $3)
          when e.steps_sent > 0 then greatest(coalesce(e.next_due_at, $4::timestamptz), $4::timestamptz)
          else e.next_due_at
          end,
        next_eligible_at = greatest(
          case
            when $3 > 0 then $4::timestamptz + make_interval(days => $3)
            when e.steps_sent > 0 then greatest(coalesce(e.next_due_at, $4::timestamptz), $4::timestamptz)
            else e.next_due_at
            end,
          case when ${isAway} then e.hold_until end
        )
      from (
        select o.id, n.id as step_id, n.seq_number, o.next_step_id as stood_at
        from enrolment o
        left join lateral (${nextStepOf('o')}) n on true
        where o.workspace_id = $1 and o.id = any($2)
      ) g
      where e.workspace_id = $1 and e.id = g.id and (e.last_seq_number = 0 or g.step_id is not null)
      returning e.id, case when g.step_id is distinct from g.stood_at then g.step_id end as moved_to,
        greatest(e.last_sent_at, e.last_step_at) as last_at
    `,
    [workspaceId, ids, delayDays, at],
  );
  return rows.map((row) => ({ id: row.id, movedTo: row.moved_to, lastAt: row.last_at }));
}

/** Which of these enrolments were pushed into a subsequence that still writes to the lead. */
export async function findInSubsequence(
  workspaceId: number,
  sql: SqlClient,
  ids: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql.query<{ id: number }>(
    `
      select distinct parent_enrolment_id as id
      from enrolment
      where workspace_id = $1
        and parent_enrolment_id = any($2)
        and status in ('STARTED', 'INPROGRESS', 'PAUSED')
    `,
    [workspaceId, ids],
  );
  return new Set(rows.map((row) => row.id));
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
