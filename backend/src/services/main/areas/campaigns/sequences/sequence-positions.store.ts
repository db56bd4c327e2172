import type { SqlClient } from '../../../../../platform/db/database';
import { hasHad } from '../../lifecycle/lifecycle.api';

/** The highest step number that any lead of the campaign is past, or whose mail is leaving: steps up to it keep their place. */
export async function highestPassedStep(workspaceId: number, sql: SqlClient, campaignId: number): Promise<number> {
  // In one statement: a mail whose outcome is recorded meanwhile is either still leaving, or its lead is past it.
  const { rows } = await sql.query<{ passed: number | null }>(
    `
      select greatest(
        (select max(last_seq_number) from enrolment where workspace_id = $1 and campaign_id = $2),
          (
            select max(seq_number)
            from intent
            where workspace_id = $1 and campaign_id = $2 and kind = 'CAMPAIGN' and state = 'SUBMITTING'
          )
      ) as passed
    `,
    [workspaceId, campaignId],
  );
  return rows[0]?.passed ?? 0;
}

/** The enrolments whose mail is leaving: between its commit and its outcome. */
export async function findLeaving(workspaceId: number, sql: SqlClient, campaignId: number): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>(
    `
      select distinct enrolment_id as id
      from intent
      where workspace_id = $1
        and campaign_id = $2
        and kind = 'CAMPAIGN'
        and state = 'SUBMITTING'
        and enrolment_id is not null
    `,
    [workspaceId, campaignId],
  );
  return rows.map((row) => row.id);
}

/** Waits for outcomes that are being recorded for these enrolments; later ones wait for this transaction. */
export async function holdEnrolments(workspaceId: number, sql: SqlClient, ids: readonly number[]): Promise<void> {
  await sql.query('select from enrolment where workspace_id = $1 and id = any($2) order by id for no key update', [
    workspaceId,
    ids,
  ]);
}

/** Open tasks and LinkedIn actions of these steps are not done any more. */
export async function endOpenWork(
  workspaceId: number,
  sql: SqlClient,
  stepIds: readonly number[],
  at: Date,
): Promise<void> {
  if (stepIds.length === 0) return;
  await sql.query(`delete from lead_task where workspace_id = $1 and step_id = any($2) and status = 'CREATED'`, [
    workspaceId,
    stepIds,
  ]);
  await sql.query(
    `
      update linkedin_action
      set state = 'SKIPPED', settled_at = $3, note = 'The step was removed.'
      where workspace_id = $1 and step_id = any($2) and state in ('WAITING', 'ACTING', 'PENDING')
    `,
    [workspaceId, stepIds, at],
  );
}

/** A part of a campaign's leads: these enrolments, or all others. */
export interface Part {
  ids: readonly number[];
  isOthers: boolean;
}

/** A lead that is past a step and waits for the next. */
export interface WaitingLead {
  id: number;
  /** When it was last put forward: by a sent email, or a step done by hand. */ last_at: Date;
}

/** The leads of one part that wait at a step, after one id. */
interface WaitingPage {
  campaignId: number;
  stepId: number;
  part: Part;
  after: number;
  limit: number;
}

/** Leads that are past a step and whose next step is this one, by id, from after `after`. */
export async function findWaitingLeads(
  workspaceId: number,
  sql: SqlClient,
  { campaignId, stepId, part, after, limit }: WaitingPage,
): Promise<WaitingLead[]> {
  const { rows } = await sql.query<WaitingLead>(
    `
      select id, greatest(last_sent_at, last_step_at) as last_at
      from enrolment
      where workspace_id = $1
        and campaign_id = $2
        and status in ('STARTED', 'INPROGRESS', 'PAUSED')
        and (last_sent_at is not null or last_step_at is not null)
        and next_step_id = $3
        and id > $4
        and (id = any($6)) <> $7
      order by id
      limit $5
    `,
    [workspaceId, campaignId, stepId, after, limit, part.ids, part.isOthers],
  );
  return rows;
}

/** Which of these enrolments have had a step. */
export async function findHad(
  workspaceId: number,
  sql: SqlClient,
  stepId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql.query<{ id: number }>(
    `select e.id from enrolment e where e.workspace_id = $1 and e.id = any($3) and ${hasHad('e.id', '$2')}`,
    [workspaceId, stepId, ids],
  );
  return new Set(rows.map((row) => row.id));
}

/** The step that leads wait at next, and when each is due; null ends the sequence. */
interface LeadsAtStep {
  step: { id: number | null; number: number };
  leads: readonly { id: number; dueAt: Date | null }[];
  at: Date;
}

/** Points leads at a step with the time it is due: they are past those before it, and are looked at again from the start. Without a step they are done. */
export async function pointLeads(workspaceId: number, sql: SqlClient, { step, leads, at }: LeadsAtStep): Promise<void> {
  await sql.query(
    `
      update enrolment e
      set next_step_id = $2, next_seq_number = $3, last_seq_number = $3 - 1, next_due_at = g.due_at,
        next_eligible_at = g.due_at, is_parked = false, updated_at = $6,
        status = case
          when $2::int is null and status in ('STARTED', 'INPROGRESS') then 'COMPLETED'
          else status
          end,
        ended_at = case when $2::int is null and status in ('STARTED', 'INPROGRESS') then $6 else ended_at end
      from unnest($4::int[], $5::timestamptz[]) as g(id, due_at)
      where e.workspace_id = $1 and e.id = g.id
    `,
    [workspaceId, step.id, step.number, leads.map((lead) => lead.id), leads.map((lead) => lead.dueAt), at],
  );
}

/** The step that the leads of a part begin with. */
interface FirstStep {
  campaignId: number;
  firstStepId: number | null;
  part: Part;
}

/** Leads that are past no step yet stand before the first. */
export async function pointNewLeads(
  workspaceId: number,
  sql: SqlClient,
  { campaignId, firstStepId, part }: FirstStep,
): Promise<void> {
  await sql.query(
    `
      update enrolment
      set next_step_id = $3, next_seq_number = 1, is_parked = false
      where workspace_id = $1
        and campaign_id = $2
        and status in ('STARTED', 'PAUSED')
        and last_sent_at is null
        and last_step_at is null
        and (next_step_id is distinct from $3 or next_seq_number <> 1 or is_parked)
        and (id = any($4)) <> $5
    `,
    [workspaceId, campaignId, firstStepId, part.ids, part.isOthers],
  );
}

/** The new numbers of a campaign's steps, for one part of its leads. */
interface StepNumbers {
  campaignId: number;
  steps: readonly { id: number; number: number }[];
  part: Part;
}

/** Leads keep waiting for the same step under its new number. */
export async function renumberWaiting(
  workspaceId: number,
  sql: SqlClient,
  { campaignId, steps, part }: StepNumbers,
): Promise<void> {
  await sql.query(
    `
      update enrolment e
      set next_seq_number = g.number
      from unnest($3::int[], $4::int[]) as g(id, number)
      where e.workspace_id = $1
        and e.campaign_id = $2
        and e.next_step_id = g.id
        and e.next_seq_number <> g.number
        and (e.id = any($5)) <> $6
    `,
    [workspaceId, campaignId, steps.map((step) => step.id), steps.map((step) => step.number), part.ids, part.isOthers],
  );
}

/** Mails that are leaving get the number that their step has now: it is what their leads are past afterwards. A step that is gone keeps its number. */
export async function renumberLeaving(
  workspaceId: number,
  sql: SqlClient,
  enrolmentIds: readonly number[],
): Promise<void> {
  await sql.query(
    `
      update intent i
      set seq_number = s.seq_number
      from sequence_step s
      where i.workspace_id = $1
        and i.enrolment_id = any($2)
        and i.kind = 'CAMPAIGN'
        and i.state = 'SUBMITTING'
        and s.id = i.step_id
        and not s.is_deleted
        and i.seq_number <> s.seq_number
    `,
    [workspaceId, enrolmentIds],
  );
}

/** The numbers of passed steps before and after, for one part of the leads. */
interface PassedNumbers {
  campaignId: number;
  steps: readonly { from: number; to: number }[];
  part: Part;
}

/** The number of the last step a lead was sent follows the step, where steps that were sent have a new number. */
export async function renumberPassed(
  workspaceId: number,
  sql: SqlClient,
  { campaignId, steps, part }: PassedNumbers,
): Promise<void> {
  await sql.query(
    `
      update enrolment e
      set last_seq_number = g.new_number
      from unnest($3::int[], $4::int[]) as g(old_number, new_number)
      where e.workspace_id = $1
        and e.campaign_id = $2
        and e.last_seq_number = g.old_number
        and g.old_number > 0
        and (e.id = any($5)) <> $6
    `,
    [workspaceId, campaignId, steps.map((step) => step.from), steps.map((step) => step.to), part.ids, part.isOthers],
  );
}
