import type { ClientId, EnrolmentId, LeadId, WorkspaceId } from '@skein/contracts/ids';
import type { StoredEnrolment } from '#engine/rows/central-rows';
import type { SqlClient } from '#platform/db/database';
import { hasWrittenOnLinkedIn, isStandingReply, newestOnLinkedIn } from './left-alone.store';

/** What a lead was before somebody ended it by what they undo now. */
export interface LeadBefore extends Pick<StoredEnrolment, 'status' | 'reason' | 'hold_kind'> {
  /** An instant; null lasts until a person ends it. */
  hold_until: string | null;
  reason_detail: unknown;
  /**
   * The newest email of the person by then (0 without one): an email keeps the date at which a mailbox received it,
   * which may be before it was read. Not kept by earlier versions.
   */
  seen_message?: number;
  /** The same of what they wrote on LinkedIn. */
  seen_linkedin?: number;
}

/** SQL: the same of `e`, as JSON. */
export const leadBefore = (e: string): string => `
  jsonb_build_object(
    'status', ${e}.status, 'reason', ${e}.reason, 'hold_kind', ${e}.hold_kind, 'hold_until', ${e}.hold_until,
    'reason_detail', ${e}.reason_detail, 'seen_message',
    (select coalesce(max(seen.id), 0) from message seen where seen.workspace_id = ${e}.workspace_id and seen.lead_id = ${e}.lead_id),
    'seen_linkedin', ${newestOnLinkedIn(`${e}.workspace_id`, `${e}.lead_id`)}
  )
`;

/** A lead that is released to its campaign. */
export interface LeadToRestore {
  enrolmentId: EnrolmentId;
  /** Why it ended: a lead that ended by something else since stays as it is. */
  endedBy: 'PUSHED' | 'SUPPRESSED' | 'DO_NOT_CONTACT';
  before: LeadBefore;
  at: Date;
}

/**
 * SQL: whether a lead that ended has answered since, in whichever campaign, or was unsubscribed or asked not to be
 * contacted in one of its family. An ended lead records neither: its state cannot tell. What ended in the same moment
 * as Do Not Contact is what is undone.
 * @param seen SQL of the newest email that was there when it ended
 * @param seenLinkedIn the same of LinkedIn
 */
const hasSpokenSince = (e: string, seen: string, seenLinkedIn: string): string => `
  ${e}.is_unsubscribed
  or exists (
    select
    from message m
    where m.workspace_id = ${e}.workspace_id
      and m.lead_id = ${e}.lead_id
      and (m.at >= ${e}.ended_at or m.id > ${seen})
      and ${isStandingReply('m')}
  )
  or ${hasWrittenOnLinkedIn(`${e}.workspace_id`, `${e}.lead_id`, { at: `${e}.ended_at`, seen: seenLinkedIn })}
  or exists (
    select
    from enrolment o
    join campaign oc on oc.id = o.campaign_id
    join campaign ec on ec.id = ${e}.campaign_id
    where o.workspace_id = ${e}.workspace_id
      and o.lead_id = ${e}.lead_id
      and coalesce(oc.parent_campaign_id, oc.id) = coalesce(ec.parent_campaign_id, ec.id)
      and (
        o.is_unsubscribed
        or o.reason in ('UNSUBSCRIBED', 'REPLIED')
        or (o.reason = 'DO_NOT_CONTACT' and (o.reason is distinct from ${e}.reason or o.ended_at <> ${e}.ended_at))
      )
  )
`;

/** A lead that ended, why, and the newest that it had written by then; null where that was not kept. */
interface EndedLead {
  enrolmentId: EnrolmentId;
  endedBy: LeadToRestore['endedBy'];
  seen_message?: number | null;
  seen_linkedin?: number | null;
}

/** Whose an ended lead is that may be released, locked before it is looked at: a push that is being made holds it too. */
export async function lockEnded(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { enrolmentId, endedBy, seen_message: seen = null, seen_linkedin: seenLinkedIn = null }: EndedLead,
): Promise<{ lead_id: LeadId; client_id: ClientId | null } | null> {
  await sql.query('select from enrolment where workspace_id = $1 and id = $2 for update', [workspaceId, enrolmentId]);
  const {
    rows: [found],
  } = await sql.query<{ lead_id: LeadId; client_id: ClientId | null }>(
    `
      select e.lead_id, c.client_id
      from enrolment e
      join campaign c on c.id = e.campaign_id
      where e.workspace_id = $1
        and e.id = $2
        and e.reason = $3
        and e.status in ('COMPLETED', 'BLOCKED', 'STOPPED')
        and not (${hasSpokenSince('e', '$4::bigint', '$5::int')})
    `,
    [workspaceId, enrolmentId, endedBy, seen, seenLinkedIn],
  );
  return found ?? null;
}
