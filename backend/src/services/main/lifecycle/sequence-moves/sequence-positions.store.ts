import type { CampaignId, EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import type { Part } from '../lead-state/enrolment/places.store';
import { hasHad } from '../lead-state/next-step.store';

/** The enrolments whose mail is leaving: between its commit and its outcome. */
export async function findLeaving(workspaceId: WorkspaceId, sql: SqlClient, campaignId: CampaignId): Promise<number[]> {
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
export async function holdEnrolments(workspaceId: WorkspaceId, sql: SqlClient, ids: readonly number[]): Promise<void> {
  await sql.query('select from enrolment where workspace_id = $1 and id = any($2) order by id for no key update', [
    workspaceId,
    ids,
  ]);
}

/** A lead that is past a step and waits for the next. */
export interface WaitingLead {
  id: number;
  /** When it was last put forward: by a sent email, or a manual step that is done. */ last_at: Date;
}

/** The leads of one part that wait at a step, after one id. */
interface WaitingPage {
  campaignId: CampaignId;
  stepId: number;
  part: Part;
  after: number;
  limit: number;
}

/** Leads that are past a step and whose next step is this one, by id, from after `after`. */
export async function findWaitingLeads(
  workspaceId: WorkspaceId,
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
  workspaceId: WorkspaceId,
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

/**
 * Mails that are leaving get the number that their step has now: it is what their leads are past afterwards. A step
 * that is gone keeps its number.
 */
export async function renumberLeaving(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  enrolmentIds: readonly EnrolmentId[],
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

/** A step of a sequence and how long after the one before it is due. */
export interface StepDelay {
  id: number;
  seq_number: number;
  delay_days: number;
  delay_hours: number;
  delay_minutes: number;
}

/** The steps of a campaign in their order. */
export async function findStepDelays(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
): Promise<StepDelay[]> {
  const { rows } = await sql.query<StepDelay>(
    `
      select id, seq_number, delay_days, delay_hours, delay_minutes
      from sequence_step
      where workspace_id = $1 and campaign_id = $2 and not is_deleted
      order by seq_number
    `,
    [workspaceId, campaignId],
  );
  return rows;
}
