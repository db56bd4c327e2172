import type { CampaignId, EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/** The campaigns that leads are in, held in the order of their ids until the transaction ends. */
export async function holdCampaigns(sql: SqlClient, enrolmentIds: readonly EnrolmentId[]): Promise<void> {
  await sql.query(
    `
      select
      from campaign
      where id in (select campaign_id from enrolment where id = any($1))
      order by id
      for no key update
    `,
    [enrolmentIds],
  );
}

/** Every place of the people whose leads these are. */
export async function findPlacesOfPeople(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  enrolmentIds: readonly EnrolmentId[],
): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>(
    `
      select id
      from enrolment
      where workspace_id = $1
        and lead_id in (select lead_id from enrolment where workspace_id = $1 and id = any($2))
      order by id
    `,
    [workspaceId, enrolmentIds],
  );
  return rows.map((row) => row.id);
}

/** The steps of the campaigns that leads are in, held as they are. */
export async function holdSteps(workspaceId: WorkspaceId, sql: SqlClient, ids: readonly number[]): Promise<void> {
  await sql.query(
    `
      select
      from sequence_step
      where workspace_id = $1
        and campaign_id in (select campaign_id from enrolment where workspace_id = $1 and id = any($2))
        and not is_deleted
      order by id
      for share
    `,
    [workspaceId, ids],
  );
}

export async function holdPlaces(workspaceId: WorkspaceId, sql: SqlClient, ids: readonly number[]): Promise<void> {
  await sql.query('select from enrolment where workspace_id = $1 and id = any($2) order by id for update', [
    workspaceId,
    ids,
  ]);
}

/**
 * Lets a campaign that its caller holds see a lead that is due: one that had completed runs again (docs/domain.md,
 * Statuses), and one that fires later, or rests as a subsequence without leads does, fires when the lead is due. Others
 * stay as they are.
 * @param at campaign time
 */
export async function wakeFor(sql: SqlClient, campaignId: CampaignId, dueAt: Date, at: Date): Promise<void> {
  await sql.query(
    `
      update campaign
      set status = 'ACTIVE', status_reason = case when status = 'ACTIVE' then status_reason end,
        status_detail = case when status = 'ACTIVE' then status_detail end,
        status_changed_at = case when status = 'ACTIVE' then status_changed_at else $3 end,
        completed_at = null, next_trigger_at = least(coalesce(next_trigger_at, $2), $2), updated_at = now()
      where id = $1
        and (
          status = 'COMPLETED' or (status = 'ACTIVE' and (next_trigger_at is null or next_trigger_at > $2))
        )
    `,
    [campaignId, dueAt, at],
  );
}

/** The campaign of a lead that is in its sequence; null for one that is not. */
export async function findOpenCampaign(sql: SqlClient, enrolmentId: EnrolmentId): Promise<number | null> {
  const { rows } = await sql.query<{ campaign_id: CampaignId }>(
    `select campaign_id from enrolment where id = $1 and status in ('STARTED', 'INPROGRESS')`,
    [enrolmentId],
  );
  return rows[0]?.campaign_id ?? null;
}
