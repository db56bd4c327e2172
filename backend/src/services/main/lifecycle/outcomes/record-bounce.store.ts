import type { EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import type { MatchedInbound } from '#engine/inbox-sync/inbound.types';
import type { InboundContext } from './inbound';

/** @returns whether this email had not bounced before */
export async function writeBouncedEmail(sql: SqlClient, intentId: string, text: string | null): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      update intent
      set is_bounced = true, failure_text = coalesce(failure_text, $2), updated_at = now()
      where id = $1 and not is_bounced
    `,
    [intentId, text],
  );
  return rowCount === 1;
}

export async function writeSenderBounced(sql: SqlClient, enrolmentId: EnrolmentId): Promise<void> {
  await sql.query('update enrolment set is_sender_bounced = true, updated_at = now() where id = $1', [enrolmentId]);
}

/** @returns whether nothing to this lead of the campaign had bounced before */
export async function writeBounced(sql: SqlClient, enrolmentId: EnrolmentId): Promise<boolean> {
  const {
    rows: [first],
  } = await sql.query<{ is_bounced: boolean }>('select is_bounced from enrolment where id = $1', [enrolmentId]);
  await sql.query('update enrolment set is_bounced = true, updated_at = now() where id = $1', [enrolmentId]);
  return !first?.is_bounced;
}

/** An event that began without the lead's place in its campaign, so that nothing follows from it, gets it. */
export async function writeEnrolmentOfBounce(
  sql: SqlClient,
  context: InboundContext,
  given: MatchedInbound,
): Promise<void> {
  await sql.query(
    `
      update event
      set enrolment_id = $1
      where enrolment_id is null and at = $2 and workspace_id = $3 and intent_id = $4 and kind = 'BOUNCE'
    `,
    [context.id, given.at, context.workspace_id, given.intentId],
  );
}

/** What a report cites of an email, and the addresses that failed. */
interface OldBounce {
  workspaceId: WorkspaceId;
  cited: { envelopeId: string | null; messageIds: readonly string[] };
  failed: readonly string[];
  text: string | null;
}

/** Marks an email whose lead or campaign is gone as bounced. @returns the address that it went to, null where none is cited */
export async function writeOldBounce(
  sql: SqlClient,
  { workspaceId, cited, failed, text }: OldBounce,
): Promise<string | null> {
  const {
    rows: [old],
  } = await sql.query<{ to_email: string }>(
    `
      update intent
      set is_bounced = true, failure_text = coalesce(failure_text, $5), updated_at = now()
      where workspace_id = $1
        and enrolment_id is null
        and kind in ('CAMPAIGN', 'REPLY', 'SINGLE')
        and state in ('SUBMITTING', 'SENT', 'IN_DOUBT')
        and not is_bounced
        and (envelope_id = $2 or message_id = any($3) or provider_message_id = any($3))
        and (cardinality($4::text[]) = 0 or lower(to_email) = any($4))
      returning to_email
    `,
    [workspaceId, cited.envelopeId, cited.messageIds, failed, text],
  );
  return old?.to_email ?? null;
}

/** A lead whose address is dead, and where it still waits, locked. */
export async function lockDeadLead(workspaceId: WorkspaceId, sql: SqlClient, email: string): Promise<number[]> {
  const {
    rows: [lead],
  } = await sql.query<{ id: number }>(
    'update lead set is_bounced = true, updated_at = now() where workspace_id = $1 and email = $2 returning id',
    [workspaceId, email],
  );
  if (!lead) return [];
  const { rows } = await sql.query<{ id: number }>(
    `
      select id
      from enrolment
      where workspace_id = $1 and lead_id = $2 and status in ('STARTED', 'INPROGRESS', 'PAUSED')
      order by id
      for update
    `,
    [workspaceId, lead.id],
  );
  return rows.map((row) => row.id);
}
