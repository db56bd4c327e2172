import type { SqlClient } from '#platform/db/database';

/**
 * Holds the campaigns that leads are in until the transaction ends, before their leads are held, as triggers take them: a trigger that finds its campaign done, or lays it
 * to rest, has finished by then, or passes over it and comes again.
 */
export async function holdCampaignsOf(sql: SqlClient, enrolmentIds: readonly number[]): Promise<void> {
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

/**
 * Holds everywhere the people whose leads these are until the transaction ends, in the order in which the others take them: campaigns, their steps, leads. For what
 * reaches more than one campaign of a person.
 */
export async function holdLeadsOf(workspaceId: number, sql: SqlClient, enrolmentIds: readonly number[]): Promise<void> {
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
  const ids = rows.map((row) => row.id);
  await holdCampaignsOf(sql, ids);
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
  await sql.query('select from enrolment where workspace_id = $1 and id = any($2) order by id for update', [
    workspaceId,
    ids,
  ]);
}

/**
 * Lets a campaign that its caller holds see a lead that is due: one that had completed runs again (docs/domain.md, Statuses), and one that fires later, or rests as a subsequence
 * without leads does, fires when the lead is due. Others stay as they are.
 * @param at campaign time
 */
export async function wakeFor(sql: SqlClient, campaignId: number, dueAt: Date, at: Date): Promise<void> {
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
