import type { CampaignId, EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/** The steps of a campaign, as they are until the transaction ends. */
export async function lockSteps(workspaceId: WorkspaceId, sql: SqlClient, campaignId: CampaignId): Promise<void> {
  await sql.query(
    `
      select
      from sequence_step
      where workspace_id = $1 and campaign_id = $2 and not is_deleted
      order by id
      for share
    `,
    [workspaceId, campaignId],
  );
}

/** The same of the campaign that a lead is in. */
export async function lockStepsOf(sql: SqlClient, enrolmentId: EnrolmentId): Promise<void> {
  await sql.query(
    `
      select
      from sequence_step
      where campaign_id = (select campaign_id from enrolment where id = $1) and not is_deleted
      order by id
      for share
    `,
    [enrolmentId],
  );
}

/**
 * SQL: whether a lead has had a step: its mail has left or may have, or it was done by a person or by LinkedIn, or its
 * request was not accepted. Asked of a step that was removed and brought back, which some leads are past that stand
 * before it.
 * @param enrolment SQL of the lead's id
 * @param step SQL of the step's id
 */
export const hasHad = (enrolment: string, step: string): string =>
  `(exists (select from intent i where i.enrolment_id = ${enrolment} and i.step_id = ${step}
    and i.state in ('SUBMITTING', 'SENT', 'IN_DOUBT', 'SKIPPED'))
    or exists (select from lead_task t where t.enrolment_id = ${enrolment} and t.step_id = ${step}
      and t.status = 'COMPLETED') or
      exists (select from linkedin_action k where k.enrolment_id = ${enrolment} and k.step_id = ${step}
      and (k.state = 'DONE' or k.connection = 'SKIPPED_AND_EMAIL_MESSAGE_SENT')))`;

/** The first of these steps that a lead has not had; null when it has had all of them. */
export async function findFirstNotHad(
  sql: SqlClient,
  enrolmentId: EnrolmentId,
  stepIds: readonly number[],
): Promise<number | null> {
  const {
    rows: [row],
  } = await sql.query<{ id: number }>(
    `select g.id from unnest($2::int[]) with ordinality as g(id, place) where not ${hasHad('$1', 'g.id')} order by g.place limit 1`,
    [enrolmentId, stepIds],
  );
  return row?.id ?? null;
}

/**
 * SQL: where a lead goes on, `id` and `seq_number` of the first step behind the last one that it is past; no row when
 * none is left. Not where it stood: while it was stopped, an edit moved the others only. What a person or LinkedIn has
 * done for it is not asked for again, wherever the step stands now.
 * @param enrolment the alias of the lead's row
 */
export const nextStepOf = (enrolment: string): string =>
  `
    select s.id, s.seq_number
    from sequence_step s
    where s.campaign_id = ${enrolment}.campaign_id
      and not s.is_deleted
      and s.seq_number > ${enrolment}.last_seq_number
      and ((s.seq_type = 'EMAIL' and s.revived_at is null) or not ${hasHad(`${enrolment}.id`, 's.id')})
    order by s.seq_number
    limit 1
  `;
