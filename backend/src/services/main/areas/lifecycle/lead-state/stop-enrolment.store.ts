import type { EnrolmentReason } from '@skein/contracts/constants';
import type { SqlClient } from '../../../../../platform/db/database';
import { cancelReservedWhere } from './cancel-reserved.store';

/** Reasons that block (the address must not be mailed) rather than stop. */
const blocking: ReadonlySet<EnrolmentReason> = new Set(['BOUNCED', 'SUPPRESSED']);

/**
 * Ends an enrolment with its reason, and takes back what is reserved for it, in the caller's transaction: once it is committed, no
 * e-mail to the lead leaves (Invariant 2, no email after a stop). An enrolment that had COMPLETED keeps its end unless the reason says more (a reply, an unsubscribe, a bounce).
 * @returns whether anything changed
 */
export async function stopEnrolment(
  sql: SqlClient,
  given: { enrolmentId: number; reason: EnrolmentReason; at: Date; detail: unknown },
): Promise<boolean> {
  const alsoCompleted = ['REPLIED', 'UNSUBSCRIBED', 'BOUNCED'].includes(given.reason);
  const { rowCount } = await sql.query(
    `
      update enrolment
      set status = $2, reason = $3, reason_detail = $4, ended_at = $5, hold_kind = null, hold_until = null,
        is_parked = false, constraint_code = 'LEAD_ENDED', next_eligible_at = null, updated_at = now()
      where id = $1 and (status in ('STARTED', 'INPROGRESS', 'PAUSED') or ($6 and status = 'COMPLETED'))
    `,
    [
      given.enrolmentId,
      blocking.has(given.reason) ? 'BLOCKED' : 'STOPPED',
      given.reason,
      JSON.stringify(given.detail ?? {}),
      given.at,
      alsoCompleted,
    ],
  );
  await takeBackReserved(sql, [given.enrolmentId], given.reason);
  return rowCount === 1;
}

/** Cancels reservations of enrolments that were not yet being submitted. @returns how many */
export async function takeBackReserved(
  sql: SqlClient,
  enrolmentIds: readonly number[],
  reason: string,
): Promise<number> {
  return enrolmentIds.length === 0
    ? 0
    : cancelReservedWhere(sql, reason, {
        which: `i.enrolment_id = any($2) and i.kind = 'CAMPAIGN'`,
        values: [enrolmentIds],
      });
}
