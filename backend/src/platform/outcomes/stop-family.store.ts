import type { SqlClient } from '../db/database';
import { publishTopics } from '../live/live';
import { resumeEnrolment } from './resume-enrolment.store';
import { stopEnrolment } from './stop-enrolment.store';

interface Relative { id: number; campaign_id: number; is_parent: boolean }

/**
 * Somebody has answered in one campaign of a family (a parent and its subsequences): the lead stops in the others as well, in the
 * transaction of the reply. A subsequence goes on where
 * its rule says so, the parent where nothing stops its leads.
 * What this very mail began is not stopped by it: pushes are made afterwards.
 */
export async function stopFamily(sql: SqlClient, given: { workspaceId: number; enrolmentId: number; campaignId: number; leadId: number; at: Date; messageRowId: string }): Promise<void> {
  const { rows } = await sql.query<Relative>(
    `select e.id, e.campaign_id, c.id = f.parent_id as is_parent
     from (select coalesce(o.parent_campaign_id, o.id) as parent_id from campaign o where o.workspace_id = $1 and o.id = $2) f
     join campaign c on c.workspace_id = $1 and (c.id = f.parent_id or c.parent_campaign_id = f.parent_id) join enrolment e on e.campaign_id = c.id and e.lead_id = $3
       left join subsequence_rule r on r.campaign_id = c.id left join subsequence_push p on p.campaign_id = c.id and p.lead_id = e.lead_id and p.enrolment_id = e.id
     where e.id <> $4 and e.status in ('STARTED', 'INPROGRESS', 'PAUSED') and case when c.id = f.parent_id then c.stop_on <> 'NEVER' else coalesce(p.stop_on_parent_reply, r.stop_on_parent_reply, true) end order by e.id for update of e`,
    [given.workspaceId, given.campaignId, given.leadId, given.enrolmentId]);
  for (const relative of rows) {
    await stopEnrolment(sql, { enrolmentId: relative.id, reason: relative.is_parent ? 'REPLIED' : 'PARENT_REPLIED', at: given.at, detail: { message: given.messageRowId, replied: given.enrolmentId } });
  }
  await publishTopics(sql, given.workspaceId, rows.map((relative) => `campaign:${relative.campaign_id}`));
}

/** A mail was declared to be no reply: what only it had stopped in the rest of the family goes on. */
export async function resumeFamily(sql: SqlClient, given: { workspaceId: number; messageRowId: string; leadId: number; at: Date }): Promise<void> {
  const { rows } = await sql.query<{ id: number }>(
    `select id from enrolment where workspace_id = $1 and lead_id = $2 and status = 'STOPPED' and reason in ('PARENT_REPLIED', 'REPLIED') and reason_detail ->> 'message' = $3 and reason_detail ->> 'replied' is not null order by id for update`,
    [given.workspaceId, given.leadId, given.messageRowId]);
  for (const row of rows) await resumeEnrolment(sql, { enrolmentId: row.id, at: given.at, notBefore: given.at });
}
