import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/** The highest step number that any lead of the campaign is past, or whose mail is leaving: steps up to it keep their place. */
export async function highestPassedStep(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
): Promise<number> {
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

/** Open tasks and LinkedIn actions of these steps are not done any more. */
export async function endOpenWork(
  workspaceId: WorkspaceId,
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
