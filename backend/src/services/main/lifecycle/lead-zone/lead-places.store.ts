import type { EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { prepared } from '#platform/db/prepared';
import type { LeadPlace } from './lead-zone';

/** What tells the time zones of enrolled leads, by enrolment. */
export async function findLeadPlaces(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  enrolmentIds: readonly EnrolmentId[],
): Promise<Map<number, LeadPlace>> {
  const { rows } = await prepared<LeadPlace & { id: number }>(
    sql,
    `
      select e.id, l.time_zone, l.location, l.phone_number, l.custom_fields
      from enrolment e
      join lead l on l.id = e.lead_id
      where e.workspace_id = $1 and e.id = any($2)
    `,
    [workspaceId, enrolmentIds],
  );
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}
