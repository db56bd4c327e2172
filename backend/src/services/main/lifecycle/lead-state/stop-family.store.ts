import type { CampaignId, EnrolmentId, LeadId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { publishTopics } from '#platform/live/live';

import { isStandingReply } from './left-alone.store';
import { stopEnrolment } from './enrolment/end-leads';
import { resumeEnrolment } from './enrolment/resume-leads';

interface Relative {
  id: number;
  campaign_id: CampaignId;
  is_parent: boolean;
}

/** A lead in a family: a parent campaign and its subsequences. */
export interface Family {
  workspaceId: WorkspaceId;
  parentId: number;
  leadId: LeadId;
}

/**
 * SQL: the campaigns of a family, `c`, and the lead's rows in them, `e`; of the workspace `$1`, the parent campaign `$2` and the lead `$3`.
 */
const ofFamily =
  'from campaign c join enrolment e on e.campaign_id = c.id and e.lead_id = $3 where c.workspace_id = $1 and (c.id = $2 or c.parent_campaign_id = $2)';

/**
 * Somebody has answered in one campaign of a family (a parent and its subsequences): the lead stops in the others as well, in the
 * transaction of the reply. A subsequence goes on where
 * its rule says so, the parent where nothing stops its leads.
 * What this very mail began is not stopped by it: pushes are made afterwards.
 */
export async function stopFamily(
  sql: SqlClient,
  given: {
    workspaceId: WorkspaceId;
    enrolmentId: EnrolmentId;
    campaignId: CampaignId;
    leadId: LeadId;
    at: Date;
    messageRowId: string;
  },
): Promise<void> {
  const {
    rows: [family],
  } = await sql.query<{ parent_id: number }>(
    'select coalesce(parent_campaign_id, id) as parent_id from campaign where workspace_id = $1 and id = $2',
    [given.workspaceId, given.campaignId],
  );
  if (!family) return;
  const values = [given.workspaceId, family.parent_id, given.leadId];
  // Whoever pushes the lead into a subsequence holds it in the parent: its push is seen in the next statement, or it sees this answer.
  await sql.query(
    'select from enrolment where workspace_id = $1 and campaign_id = $2 and lead_id = $3 for update',
    values,
  );
  const { rows } = await sql.query<Relative>(
    `
      select e.id, e.campaign_id, c.id = $2 as is_parent
      from campaign c
      join enrolment e on e.campaign_id = c.id and e.lead_id = $3
      left join subsequence_rule r on r.campaign_id = c.id
      left join subsequence_push p on p.campaign_id = c.id and p.lead_id = e.lead_id and p.enrolment_id = e.id
      where c.workspace_id = $1
        and (c.id = $2 or c.parent_campaign_id = $2)
        and e.id <> $4
        and e.status in ('STARTED', 'INPROGRESS', 'PAUSED')
        and case
          when c.id = $2 then c.stop_on <> 'NEVER'
          else coalesce(p.stop_on_parent_reply, r.stop_on_parent_reply, true)
          end
      order by e.id
      for update of e
    `,
    [...values, given.enrolmentId],
  );
  for (const relative of rows) {
    await stopEnrolment(sql, {
      enrolmentId: relative.id,
      reason: relative.is_parent ? 'REPLIED' : 'PARENT_REPLIED',
      at: given.at,
      detail: { message: given.messageRowId, replied: given.enrolmentId },
    });
  }
  await publishTopics(
    sql,
    given.workspaceId,
    rows.map((relative) => `campaign:${relative.campaign_id}`),
  );
}

/**
 * The family that a lead is in, held until the transaction ends: its campaigns first, as triggers take them, then the lead's place in each.
 */
export async function holdFamily(
  sql: SqlClient,
  workspaceId: WorkspaceId,
  enrolmentId: EnrolmentId,
): Promise<Family | null> {
  const {
    rows: [found],
  } = await sql.query<{ lead_id: LeadId; parent_id: number }>(
    `
      select e.lead_id, coalesce(c.parent_campaign_id, c.id) as parent_id
      from enrolment e
      join campaign c on c.id = e.campaign_id
      where e.workspace_id = $1 and e.id = $2
    `,
    [workspaceId, enrolmentId],
  );
  if (!found) return null;
  const values = [workspaceId, found.parent_id, found.lead_id];
  await sql.query(`select ${ofFamily} order by c.id for no key update of c`, values);
  await sql.query(`select ${ofFamily} order by e.id for update of e`, values);
  return { workspaceId, parentId: found.parent_id, leadId: found.lead_id };
}

/**
 * A mail was declared to be no reply: the lead goes on wherever in the family such a mail had stopped it, unless another answer stands. In
 * subsequences first: a lead that goes on there does not in the parent.
 * @returns the places where it goes on
 */
export async function resumeFamily(
  sql: SqlClient,
  { workspaceId, parentId, leadId }: Family,
  at: Date,
): Promise<number[]> {
  const { rows } = await sql.query<{ id: number; campaign_id: CampaignId }>(
    `
      select e.id,
        e.campaign_id ${ofFamily}
          and e.status = 'STOPPED'
          and e.reason in ('PARENT_REPLIED', 'REPLIED')
          and e.reason_detail ->> 'message' in (
            select i.id::text from message i where i.lead_id = $3 and i.is_ignored
          )
          and not exists (
            select
            from message m
            join campaign f on f.id = m.campaign_id
            where m.lead_id = $3 and (f.id = $2 or f.parent_campaign_id = $2) and ${isStandingReply('m')}
          )
          and not exists (
            select
            from linkedin_message m
            join enrolment o on o.id = m.enrolment_id
            join campaign f on f.id = o.campaign_id
            where o.lead_id = $3 and (f.id = $2 or f.parent_campaign_id = $2)
          )
      order by c.parent_campaign_id is null, e.id
    `,
    [workspaceId, parentId, leadId],
  );
  const resumed = [];
  for (const row of rows) if (await resumeEnrolment(sql, { enrolmentId: row.id, at, notBefore: at })) resumed.push(row);
  await publishTopics(
    sql,
    workspaceId,
    resumed.map((row) => `campaign:${row.campaign_id}`),
  );
  return resumed.map((row) => row.id);
}
