import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { cancelReservations } from './reservations.store';

/** The leads that a reply of a company holds wait because of another message now. */
export async function rememberCompanyReply(sql: SqlClient, ids: readonly number[], detail: object): Promise<void> {
  await sql.query(
    `update enrolment set reason_detail = $2, updated_at = now() where id = any($1) and hold_kind = 'COMPANY_REPLY'`,
    [ids, JSON.stringify(detail)],
  );
}

/**
 * Holds leads that a restored database may be wrong about. What they waited for until now is kept beside the hold. The
 * caller has locked them.
 */
export async function holdRestoredLeads(sql: SqlClient, ids: readonly number[]): Promise<void> {
  await sql.query(
    `
      update enrolment e
      set hold_kind = 'RESTORED', hold_until = null, next_eligible_at = null,
        constraint_code = case when e.status = 'PAUSED' then e.constraint_code else 'LEAD_ON_HOLD' end,
        reason_detail = jsonb_build_object('waited_for', e.hold_kind, 'until', e.hold_until), updated_at = now()
      where e.id = any($1) and e.status in ('STARTED', 'INPROGRESS', 'PAUSED')
    `,
    [ids],
  );
  await cancelReservations(sql, ids, 'LEAD_ON_HOLD');
}

/**
 * Lets leads that a restore held wait for what they waited for before. The caller has locked them.
 * @returns when their campaigns have to look at them
 */
export async function releaseRestoredLeads(
  sql: SqlClient,
  ids: readonly number[],
  at: Date,
): Promise<{ campaign_id: CampaignId; due_at: Date | null }[]> {
  const { rows } = await sql.query<{ campaign_id: CampaignId; due_at: Date | null }>(
    `
      update enrolment e
      set hold_kind = case when (e.reason_detail ->> 'until')::timestamptz > $2 then e.reason_detail ->> 'waited_for' end,
        hold_until = case when (e.reason_detail ->> 'until')::timestamptz > $2 then (e.reason_detail ->> 'until')::timestamptz end,
        constraint_code = case
          when e.status = 'PAUSED' then e.constraint_code
          when (e.reason_detail ->> 'until')::timestamptz > $2 then 'LEAD_ON_HOLD'
          end,
        next_eligible_at = greatest((e.reason_detail ->> 'until')::timestamptz, e.next_due_at),
        reason_detail = null, is_parked = false, updated_at = now()
      where e.id = any($1) and e.hold_kind = 'RESTORED'
      returning e.campaign_id, e.next_eligible_at as due_at
    `,
    [ids, at],
  );
  return rows;
}

/** Leads of an import that have not been contacted leave the queues until a time. */
export async function holdImportedLeads(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  uploadId: string,
  until: Date,
): Promise<void> {
  await sql.query(
    `
      update enrolment
      set next_eligible_at = $3, constraint_code = 'IMPORT_ON_HOLD', updated_at = now()
      where workspace_id = $1
        and upload_id = $2::int
        and status = 'STARTED'
        and open_intent_id is null
        and coalesce(next_eligible_at, '-infinity') < $3
    `,
    [workspaceId, uploadId, until],
  );
}

/** They are back in the queues before that time. */
export async function releaseImportedLeads(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  uploadId: string,
  until: Date,
): Promise<void> {
  await sql.query(
    `
      update enrolment
      set next_eligible_at = next_due_at, updated_at = now()
      where workspace_id = $1
        and upload_id = $2::int
        and status = 'STARTED'
        and open_intent_id is null
        and hold_kind is null
        and next_eligible_at = $3
    `,
    [workspaceId, uploadId, until],
  );
}
