import type { CampaignId, EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { isStandingReply } from './left-alone.store';
import { rememberCompanyReply } from './enrolment/hold-leads.store';
import { wakeFor } from './wake-campaign.store';
import { holdLeads, releaseCompany } from './enrolment/hold-leads';

/** Somebody of a company has answered: the other leads of that company in the campaign wait until somebody resumes them. */
export async function holdCompany(
  sql: SqlClient,
  given: {
    workspaceId: WorkspaceId;
    campaignId: CampaignId;
    enrolmentId: EnrolmentId;
    domain: string;
    messageRowId: string;
    at: Date;
  },
): Promise<void> {
  const { rows } = await sql.query<{ id: number }>(
    `
      select e.id
      from enrolment e
      join lead l on l.id = e.lead_id
      where e.workspace_id = $1
        and e.campaign_id = $2
        and l.domain = $3
        and e.id <> $4
        and e.status in ('STARTED', 'INPROGRESS')
        and e.hold_kind is distinct from 'COMPANY_REPLY'
    `,
    [given.workspaceId, given.campaignId, given.domain, given.enrolmentId],
  );
  await holdLeads(
    sql,
    rows.map((row) => row.id),
    {
      kind: 'COMPANY_REPLY',
      until: null,
      detail: { replied: given.enrolmentId, message: given.messageRowId },
      at: given.at,
    },
  );
}

/**
 * A mail was declared to be no reply: whom it held in its campaign goes on. Where somebody of the company has answered
 * besides, they wait because of that answer now. The caller holds the campaign.
 */
export async function endCompanyHolds(
  sql: SqlClient,
  given: { workspaceId: WorkspaceId; enrolmentId: EnrolmentId; messageRowId: string; at: Date },
): Promise<void> {
  const {
    rows: [place],
  } = await sql.query<{ campaign_id: CampaignId; domain: string }>(
    `
      select e.campaign_id, l.domain
      from enrolment e
      join lead l on l.id = e.lead_id
      where e.workspace_id = $1 and e.id = $2
    `,
    [given.workspaceId, given.enrolmentId],
  );
  if (!place) return;
  const { rows: held } = await sql.query<{ id: number }>(
    `
      select id
      from enrolment
      where workspace_id = $1
        and campaign_id = $2
        and hold_kind = 'COMPANY_REPLY'
        and reason_detail ->> 'message' = $3
        and status in ('STARTED', 'INPROGRESS', 'PAUSED')
      order by id
      for update
    `,
    [given.workspaceId, place.campaign_id, given.messageRowId],
  );
  if (held.length === 0) return;
  const ids = held.map((row) => row.id);
  const {
    rows: [other],
  } = await sql.query<{ id: string; enrolment_id: EnrolmentId }>(
    `
      select m.id::text as id, m.enrolment_id, m.at
      from message m
      join lead l on l.id = m.lead_id
      where m.workspace_id = $1
        and m.campaign_id = $2
        and m.enrolment_id is not null
        and l.domain = $3
        and m.kind <> 'unsubscribe_request'
        and ${isStandingReply('m')}
      union all
      select 'linkedin:' || lm.id, lm.enrolment_id, lm.at
      from linkedin_message lm
      join enrolment a on a.workspace_id = lm.workspace_id and a.id = lm.enrolment_id
      join lead l on l.workspace_id = a.workspace_id and l.id = a.lead_id
      where lm.workspace_id = $1
        and a.campaign_id = $2
        and l.domain = $3
        and not a.is_unsubscribed
      order by at, id
      limit 1
    `,
    [given.workspaceId, place.campaign_id, place.domain],
  );
  if (other) {
    await rememberCompanyReply(sql, ids, { replied: other.enrolment_id, message: other.id });
    return;
  }
  const { changed } = await releaseCompany(sql, ids);
  if (changed.length === 0) return;
  const first = Math.min(...changed.map(({ wakeAt }) => wakeAt ?? given.at.getTime()));
  await wakeFor(sql, place.campaign_id, new Date(Math.max(first, given.at.getTime())), given.at);
}

/** Leads of a campaign that wait because of a reply of their company. */
export async function findHeldByCompany(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>(
    `
      select id
      from enrolment
      where workspace_id = $1
        and campaign_id = $2
        and hold_kind = 'COMPANY_REPLY'
        and status in ('STARTED', 'INPROGRESS', 'PAUSED')
    `,
    [workspaceId, campaignId],
  );
  return rows.map((row) => row.id);
}

/** The first answer of somebody of a lead's company in its campaign that stands, where the campaign holds a company that answers. */
export async function findReplyOfCompany(
  sql: SqlClient,
  enrolmentId: EnrolmentId,
): Promise<{ id: string; enrolment_id: EnrolmentId; domain: string } | null> {
  const {
    rows: [reply],
  } = await sql.query<{ id: string; enrolment_id: EnrolmentId; domain: string }>(
    `
      select m.id::text as id, m.enrolment_id, l.domain, m.at
      from enrolment e
      join campaign c on c.id = e.campaign_id
      join lead l on l.id = e.lead_id
      join lead o on o.workspace_id = l.workspace_id and o.domain = l.domain
      join message m on m.lead_id = o.id
      where e.id = $1
        and c.pause_company_on_reply
        and m.workspace_id = e.workspace_id
        and m.campaign_id = e.campaign_id
        and m.enrolment_id <> e.id
        and m.kind <> 'unsubscribe_request'
        and ${isStandingReply('m')}
      union all
      select 'linkedin:' || lm.id, lm.enrolment_id, l.domain, lm.at
      from enrolment e
      join campaign c on c.id = e.campaign_id
      join lead l on l.id = e.lead_id
      join lead o on o.workspace_id = l.workspace_id and o.domain = l.domain
      join enrolment a on a.campaign_id = e.campaign_id and a.lead_id = o.id and a.id <> e.id
      join linkedin_message lm on lm.workspace_id = e.workspace_id and lm.enrolment_id = a.id
      where e.id = $1 and c.pause_company_on_reply and not a.is_unsubscribed
      order by at, id
      limit 1
    `,
    [enrolmentId],
  );
  return reply ?? null;
}
