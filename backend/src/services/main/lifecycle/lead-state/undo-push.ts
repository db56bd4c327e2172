import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { publishTopics } from '#platform/live/live';
import { findBusy } from './change-leads.store';
import { cancelOfLeads } from './enrolment/cancel-emails';
import { deletePlaces } from './remove-leads';

import { holdSequenceOf } from './next-step';
import { holdCampaignsOf } from './hold-people';
import {
  type PushToUndo,
  findPush,
  type UndoneCategory,
  hasBegun,
  isChanged,
  lockPlaces,
  deletePush,
  findPushesOfCategory,
} from './undo-push.store';
import { restoreLead } from './restore-lead';

type UndonePush = { result: 'UNDONE' } | { result: 'KEPT'; why: 'NOT_PUSHED' | 'EMAILED' | 'BEING_SENT' | 'CHANGED' };

/**
 * Takes a lead out of a subsequence again as if it had never been pushed, while nothing was sent to it there: its email
 * is cancelled, and the lead continues in the parent campaign where it stood, unless it had ended there or must not be
 * emailed.
 */
export async function undoPush(workspaceId: WorkspaceId, sql: SqlClient, push: PushToUndo): Promise<UndonePush> {
  const found = await findPush(workspaceId, sql, push);
  if (!found) return { result: 'KEPT', why: 'NOT_PUSHED' };
  const ids = [push.parentEnrolmentId, found.enrolment_id];
  await holdCampaignsOf(sql, ids);
  await holdSequenceOf(sql, push.parentEnrolmentId);
  await lockPlaces(workspaceId, sql, ids);
  if (!(await findPush(workspaceId, sql, push))) return { result: 'KEPT', why: 'NOT_PUSHED' };
  if ((await findBusy(workspaceId, sql, [found.enrolment_id])).size > 0) return { result: 'KEPT', why: 'BEING_SENT' };
  if (await hasBegun(workspaceId, sql, found.enrolment_id)) return { result: 'KEPT', why: 'EMAILED' };
  if (await isChanged(workspaceId, sql, found.enrolment_id)) return { result: 'KEPT', why: 'CHANGED' };
  // The push of an earlier version kept nothing to release: the lead would be in neither campaign.
  if (!found.parent_before && found.parent_reason === 'PUSHED') return { result: 'KEPT', why: 'CHANGED' };
  await cancelOfLeads(workspaceId, sql, [found.enrolment_id], 'LEAD_REMOVED');
  await deletePlaces(workspaceId, sql, [found.enrolment_id]);
  await deletePush(workspaceId, sql, found.id);
  if (found.parent_before)
    await restoreLead(workspaceId, sql, {
      enrolmentId: push.parentEnrolmentId,
      endedBy: 'PUSHED',
      before: found.parent_before,
      at: push.at,
    });
  await publishTopics(sql, workspaceId, ['campaigns', `campaign:${push.subsequenceId}`]);
  return { result: 'UNDONE' };
}

/**
 * Takes a lead out of the subsequences again that took it because of a category. A lead that a subsequence has begun to
 * write to stays there.
 * @returns how many subsequences keep it
 */
export async function undoPushesOfCategory(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { enrolmentId, categoryId, since, at }: UndoneCategory,
): Promise<number> {
  let kept = 0;
  for (const subsequenceId of await findPushesOfCategory(workspaceId, sql, { enrolmentId, categoryId, since })) {
    const push = { subsequenceId, parentEnrolmentId: enrolmentId, by: { categoryId, since }, at };
    if ((await undoPush(workspaceId, sql, push)).result === 'KEPT') kept += 1;
  }
  return kept;
}
