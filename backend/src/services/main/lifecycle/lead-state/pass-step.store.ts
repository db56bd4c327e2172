import type { CampaignId, EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
import type { StoredEnrolment } from '#engine/rows/central-rows';
import type { SqlClient } from '#platform/db/database';

/** A lead in its campaign, locked. */
type LockedPlace = Pick<StoredEnrolment, 'campaign_id' | 'next_step_id' | 'next_seq_number' | 'status'>;

export async function lockPlace(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  enrolmentId: EnrolmentId,
): Promise<LockedPlace | null> {
  const {
    rows: [lead],
  } = await sql.query<LockedPlace>(
    `
      select campaign_id, next_step_id, next_seq_number, status
      from enrolment
      where workspace_id = $1 and id = $2
      for update
    `,
    [workspaceId, enrolmentId],
  );
  return lead ?? null;
}

/** The task or the LinkedIn action of a step that a lead is past is done. */
export async function endWork(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { enrolmentId, stepId, at }: { enrolmentId: EnrolmentId; stepId: number; at: Date },
): Promise<void> {
  await sql.query(
    `
      update lead_task
      set status = 'COMPLETED', completed_at = $4
      where workspace_id = $1 and enrolment_id = $2 and step_id = $3 and status = 'CREATED'
    `,
    [workspaceId, enrolmentId, stepId, at],
  );
  await sql.query(
    `
      update linkedin_action
      set state = 'DONE', settled_at = $4, note = coalesce(note, 'Marked as done by a person.')
      where workspace_id = $1
        and enrolment_id = $2
        and step_id = $3
        and state in ('WAITING', 'ACTING', 'PENDING')
    `,
    [workspaceId, enrolmentId, stepId, at],
  );
}

/** The campaign fires when a lead is due, if that is before it would. */
export async function hastenTrigger(sql: SqlClient, campaignId: CampaignId, dueAt: Date | null): Promise<void> {
  await sql.query(
    `
        update campaign
        set next_trigger_at = least(next_trigger_at, $2)
        where id = $1 and status = 'ACTIVE' and next_trigger_at is not null
      `,
    [campaignId, dueAt],
  );
}
