import type { EnrolmentId } from '@skein/contracts/ids';
import type { EnrolmentReason } from '@skein/contracts/constants';
import type { SqlClient } from '#platform/db/database';
import { changeLeads } from './enrolment.store';

/** Reasons that block (the address must not be emailed) rather than stop. */
const blocking: ReadonlySet<EnrolmentReason> = new Set<EnrolmentReason>(['BOUNCED', 'SUPPRESSED']);

/** Why leads end. */
interface LeadsEnd {
  reason: EnrolmentReason;
  at: Date;
  /** The evidence of the reason. */
  detail?: unknown;
  /** The leads asked this campaign to stop. */
  isUnsubscribed?: boolean;
}

/**
 * Ends leads with their reason and cancels what is reserved for them, in the caller's transaction: once it is
 * committed, no email to them is sent (Invariant 2, no email after a stop). A lead that had COMPLETED keeps its end
 * unless the reason says more (a reply, an unsubscribe, a bounce).
 * @returns which leads ended, and how many emails were cancelled
 */
export async function endLeads(
  sql: SqlClient,
  ids: readonly number[],
  { reason, at, detail = null, isUnsubscribed = false }: LeadsEnd,
): Promise<{ ended: number[]; cancelled: number }> {
  const { changed, cancelled } = await changeLeads(sql, ids, {
    kind: 'END',
    as: blocking.has(reason) ? 'BLOCKED' : 'STOPPED',
    reason,
    detail,
    at: at.getTime(),
    isUnsubscribed,
  });
  return { ended: changed.map((state) => state.id), cancelled };
}

/** Pauses leads until a person resumes them, and cancels what is reserved for them. */
export async function pauseLeads(
  sql: SqlClient,
  ids: readonly number[],
  reason: 'MANUAL' | 'CATEGORY',
): Promise<{ paused: number[]; cancelled: number }> {
  const { changed, cancelled } = await changeLeads(sql, ids, { kind: 'PAUSE', reason });
  return { paused: changed.map((state) => state.id), cancelled };
}

/** One lead. @returns whether it ended now */
export const stopEnrolment = async (
  sql: SqlClient,
  { enrolmentId, reason, at, detail }: { enrolmentId: EnrolmentId; reason: EnrolmentReason; at: Date; detail: unknown },
): Promise<boolean> => (await endLeads(sql, [enrolmentId], { reason, at, detail: detail ?? {} })).ended.length === 1;
