import type { EnrolmentId } from '@skein/contracts/ids';
import type { PushKind, PushSkip } from '@skein/contracts/main/subsequence-triggers';
import type { SqlClient } from '#platform/db/database';
import { publishTopics } from '#platform/live/live';
import { changeLeads } from './enrolment/enrolment.store';
import { wakeFor } from './wake-campaign.store';
import {
  type Push,
  loadChild,
  lockParent,
  holdChild,
  claimPush,
  keepBefore,
  enrol,
  writePlace,
  writeSkipped,
} from './push-lead.store';

export type PushResult =
  | { result: 'PUSHED'; pushId: string; enrolmentId: EnrolmentId; cancelledEmails: number }
  | { result: 'SKIPPED'; reason: PushSkip }
  | { result: 'NOTHING'; why: 'WAS_PUSHED' | 'HAS_REPLIED' | 'LEFT_ALONE' | 'NOT_RUNNING' | 'NOT_IN_PARENT' };

/**
 * What a machine does not begin for somebody who has answered: these triggers are about silence. The others follow from the answer itself.
 */
const silentKinds: ReadonlySet<PushKind> = new Set(['OPEN', 'CLICK', 'BOUNCE', 'LINKEDIN_CONNECTION', 'RE_ENGAGEMENT']);

/**
 * Pushes a lead into a subsequence, in the transaction of what set it off: the event and the enrolment are one thing,
 * so a crash loses neither. The unique row of subsequence and lead makes it happen once, however many events come at
 * the same time; the parent's enrolment is locked first, so that a reply that is being recorded is seen, or sees what
 * begins here; the subsequence after it, so that a trigger that finds it without leads has finished, or comes again.
 * Only a person pushes a lead to whom the parent itself may not write at present. The lead is done in the parent
 * ("completed and pushed", docs/domain.md, Statuses) unless it had ended there by itself; its mailbox and its thread go
 * along where the subsequence has that mailbox.
 */
export async function pushLead(sql: SqlClient, push: Push): Promise<PushResult> {
  const child = await loadChild(sql, push);
  if (
    !child ||
    child.status === 'STOPPED' ||
    child.status === 'ARCHIVED' ||
    (child.status === 'DRAFTED' && push.kind !== 'MANUAL')
  )
    return { result: 'NOTHING', why: 'NOT_RUNNING' };
  const parent = await lockParent(sql, push, child);
  if (!parent || parent.campaign_id !== child.parent_campaign_id) return { result: 'NOTHING', why: 'NOT_IN_PARENT' };
  const stopOnReply = push.stopOnParentReply ?? child.stop_on_parent_reply;
  if (push.kind !== 'MANUAL' && parent.was_pushed) return { result: 'NOTHING', why: 'WAS_PUSHED' };
  if (push.kind !== 'MANUAL' && parent.is_left_alone && !parent.is_suppressed)
    return { result: 'NOTHING', why: 'LEFT_ALONE' };
  if (stopOnReply && silentKinds.has(push.kind) && parent.has_answered)
    return { result: 'NOTHING', why: 'HAS_REPLIED' };
  if (!(await holdChild(sql, push))) return { result: 'NOTHING', why: 'NOT_RUNNING' };
  const dueAt = new Date(push.at.getTime() + (push.delaySeconds ?? child.delay_seconds) * 1000);
  const pushId = await claimPush(sql, push, parent, { dueAt, stopOnReply });
  if (pushId === null) return { result: 'NOTHING', why: 'WAS_PUSHED' };
  if (push.kind === 'MANUAL' || push.kind === 'CATEGORY') await keepBefore(sql, pushId, parent.id);
  // A dead address may still be reached manually or on LinkedIn; everybody else who must not be mailed is left alone altogether.
  const isDeadOnly = parent.is_bounced && !parent.is_suppressed && child.first_step_type !== 'EMAIL';
  if ((parent.is_suppressed || parent.is_bounced) && !isDeadOnly) return skip(sql, pushId, 'SUPPRESSED');
  const enrolmentId = await enrol(sql, push, parent, dueAt);
  if (enrolmentId === null) return skip(sql, pushId, 'ALREADY_IN');
  await writePlace(sql, pushId, enrolmentId);
  const { cancelled: cancelledEmails } = await changeLeads(sql, [parent.id], {
    kind: 'PUSH',
    detail: { subsequence: push.subsequenceId, by: push.kind },
    at: push.at.getTime(),
  });
  await wakeFor(sql, push.subsequenceId, dueAt, push.at);
  await publishTopics(sql, push.workspaceId, [
    'campaigns',
    `campaign:${push.subsequenceId}`,
    `campaign:${parent.campaign_id}`,
  ]);
  return { result: 'PUSHED', pushId, enrolmentId, cancelledEmails };
}

async function skip(sql: SqlClient, pushId: string, reason: PushSkip): Promise<PushResult> {
  await writeSkipped(sql, pushId, reason);
  return { result: 'SKIPPED', reason };
}
