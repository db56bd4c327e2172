import type { SqlClient } from '#platform/db/database';
import { hasHad, type Part } from '#lifecycle/lifecycle.api';

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
