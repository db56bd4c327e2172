import type { CampaignId, EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/** Mail of leads, or of a whole campaign. */
export type MailToDetach = { enrolmentIds: readonly EnrolmentId[] } | { campaignId: CampaignId };

const whichOf = (from: MailToDetach): [condition: string, value: unknown] =>
  'enrolmentIds' in from ? ['enrolment_id = any($2)', from.enrolmentIds] : ['campaign_id = $2', from.campaignId];

/** What left, or may have left, stays without its lead. */
export async function keepLeft(workspaceId: WorkspaceId, sql: SqlClient, from: MailToDetach): Promise<void> {
  const [which, value] = whichOf(from);
  const gone = 'enrolmentIds' in from ? '' : ', campaign_id = null, trigger_run_id = null';
  await sql.query(
    `
      update intent
      set enrolment_id = null${gone}, updated_at = now()
      where workspace_id = $1 and ${which} and state in ('SENT', 'IN_DOUBT')
    `,
    [workspaceId, value],
  );
}

/** What never left goes. */
export async function deleteUnsent(workspaceId: WorkspaceId, sql: SqlClient, from: MailToDetach): Promise<void> {
  const [which, value] = whichOf(from);
  await sql.query(`delete from intent where workspace_id = $1 and ${which} and state not in ('SENT', 'IN_DOUBT')`, [
    workspaceId,
    value,
  ]);
}
