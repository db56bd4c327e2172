import type { SqlClient } from '../../../../../platform/db/database';

/** SQL: a lead that was set aside until somebody acts, unless it waits at its step for a person or for LinkedIn. */
const isSetAside = `
  is_parked
    and constraint_code is distinct from 'MANUAL_STEP'
    and constraint_code is distinct from 'LINKEDIN_STEP'
`;

/** Leads of a campaign that were set aside are looked at again. */
export async function unparkLeads(workspaceId: number, sql: SqlClient, campaignId: number): Promise<void> {
  await sql.query(
    `update enrolment set is_parked = false where workspace_id = $1 and campaign_id = $2 and ${isSetAside}`,
    [workspaceId, campaignId],
  );
}

/** The same for these people in every campaign: something of them has changed. */
export async function unparkPeople(workspaceId: number, sql: SqlClient, leadIds: readonly number[]): Promise<void> {
  if (leadIds.length > 0)
    await sql.query(
      `
        update enrolment
        set is_parked = false
        where id in (
          select id
          from enrolment
          where workspace_id = $1 and lead_id = any($2) and ${isSetAside}
          order by id
          for update
        )
      `,
      [workspaceId, leadIds],
    );
}

/** Leads that were put off for a reason that may be gone are considered from their own time on. */
export async function considerAgain(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  code: 'LEAD_WINDOW_CLOSED' | 'COMPANY_DAILY_LIMIT',
): Promise<void> {
  await sql.query(
    `
      update enrolment
      set next_eligible_at = next_due_at
      where workspace_id = $1 and campaign_id = $2 and constraint_code = $3 and open_intent_id is null
    `,
    [workspaceId, campaignId, code],
  );
}

/** Leads that wait because somebody of their company replied go on. */
export async function endCompanyPauses(workspaceId: number, sql: SqlClient, campaignId: number): Promise<void> {
  await sql.query(
    `
      update enrolment
      set hold_kind = null, hold_until = null, reason_detail = null,
        constraint_code = case when status = 'PAUSED' then constraint_code end, is_parked = false,
        next_eligible_at = next_due_at
      where workspace_id = $1
        and campaign_id = $2
        and hold_kind = 'COMPANY_REPLY'
        and status in ('STARTED', 'INPROGRESS', 'PAUSED')
    `,
    [workspaceId, campaignId],
  );
}
