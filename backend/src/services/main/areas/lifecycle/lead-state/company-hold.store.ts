import type { SqlClient } from '../../../../../platform/db/database';
import { isStandingReply } from './left-alone';
import { takeBackReserved } from './stop-enrolment.store';
import { wakeFor } from './wake-campaign.store';

/** Somebody of a company has answered: the other leads of that company in the campaign wait until somebody resumes them. */
export async function holdCompany(
  sql: SqlClient,
  given: { workspaceId: number; campaignId: number; enrolmentId: number; domain: string; messageRowId: string },
): Promise<void> {
  const { rows } = await sql.query<{ id: number }>(
    `
      update enrolment e
      set hold_kind = 'COMPANY_REPLY', hold_until = null, constraint_code = 'COMPANY_PAUSED',
        next_eligible_at = null, reason_detail = $4, updated_at = now()
      from lead l
      where l.id = e.lead_id
        and e.workspace_id = $1
        and e.campaign_id = $2
        and l.domain = $3
        and e.id <> $5
        and e.status in ('STARTED', 'INPROGRESS')
        and e.hold_kind is distinct from 'COMPANY_REPLY'
      returning e.id
    `,
    [
      given.workspaceId,
      given.campaignId,
      given.domain,
      JSON.stringify({ replied: given.enrolmentId, message: given.messageRowId }),
      given.enrolmentId,
    ],
  );
  await takeBackReserved(
    sql,
    rows.map((row) => row.id),
    'COMPANY_PAUSED',
  );
}

/**
 * A mail was declared to be no reply: whom it held in its campaign goes on. Where somebody of the company has answered besides, they wait because of that answer now.
 * The caller holds the campaign.
 */
export async function endCompanyHolds(
  sql: SqlClient,
  given: { workspaceId: number; enrolmentId: number; messageRowId: string; at: Date },
): Promise<void> {
  const {
    rows: [place],
  } = await sql.query<{ campaign_id: number; domain: string }>(
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
  } = await sql.query<{ id: string; enrolment_id: number }>(
    `
      select m.id, m.enrolment_id
      from message m
      join lead l on l.id = m.lead_id
      where m.workspace_id = $1
        and m.campaign_id = $2
        and m.enrolment_id is not null
        and l.domain = $3
        and m.kind <> 'unsubscribe_request'
        and ${isStandingReply('m')}
      order by m.id
      limit 1
    `,
    [given.workspaceId, place.campaign_id, place.domain],
  );
  if (other) {
    await sql.query('update enrolment set reason_detail = $2, updated_at = now() where id = any($1)', [
      ids,
      JSON.stringify({ replied: other.enrolment_id, message: other.id }),
    ]);
    return;
  }
  const {
    rows: [freed],
  } = await sql.query<{ due_at: Date }>(
    `
      with freed as (
        update enrolment
        set hold_kind = null, hold_until = null, reason_detail = null, is_parked = false,
          next_eligible_at = next_due_at,
          constraint_code = case when status = 'PAUSED' then constraint_code end, updated_at = now()
        where id = any($1)
        returning next_due_at
      )
      select greatest(min(coalesce(next_due_at, $2)), $2) as due_at
      from freed
    `,
    [ids, given.at],
  );
  if (freed) await wakeFor(sql, place.campaign_id, freed.due_at, given.at);
}
