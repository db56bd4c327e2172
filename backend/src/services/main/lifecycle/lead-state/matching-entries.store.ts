import type { CampaignId, LeadId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { leadBefore, type LeadBefore } from './restore-lead.store';
import type { Entry } from './shared-entries.store';

/** Enrolments that entries match, after one id. */
interface MatchingPage {
  entries: readonly Entry[];
  clientScope: number;
  after: number;
  limit: number;
}

interface MatchingEnrolment {
  id: number;
  lead_id: LeadId;
  campaign_id: CampaignId;
  /** What the lead was until now. */
  before: LeadBefore;
}

/**
 * Open enrolments of leads that the entries match, a domain those below it too, locked in the order of their ids. A client's own
 * list reaches only the campaigns of that client.
 */
export async function lockMatchingEnrolments(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { entries, clientScope, after, limit }: MatchingPage,
): Promise<MatchingEnrolment[]> {
  const { rows } = await sql.query<MatchingEnrolment>(
    `
      select e.id, e.lead_id, e.campaign_id, ${leadBefore('e')} as before
      from enrolment e
      join campaign c on c.id = e.campaign_id
      where e.workspace_id = $1
        and e.status in ('STARTED', 'INPROGRESS', 'PAUSED')
        and e.id > $5
        and ($4 = 0 or c.client_id = $4)
        and e.lead_id in (
          select id
          from lead
          where workspace_id = $1 and email = any($2)
          union
          select leads_covered_by($1, $3)
        )
      order by e.id
      limit $6
      for update of e
    `,
    [
      workspaceId,
      entries.filter((entry) => entry.kind === 'email').map((entry) => entry.value),
      entries.filter((entry) => entry.kind === 'domain').map((entry) => entry.value),
      clientScope,
      after,
      limit,
    ],
  );
  return rows;
}
