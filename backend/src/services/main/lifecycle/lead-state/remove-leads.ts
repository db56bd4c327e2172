import type { LeadId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { SkeinError } from '#platform/http/skein-error';
import { deleteRows, deleteOpenStepTasks, findBusy, forgetMessages, lockEnrolmentsOf } from './change-leads.store';
import { detachMail } from './detach-mail';
import { cancelOfLeads } from './enrolment/cancel-emails';

/**
 * Holds every place of people in campaigns until the transaction ends, whatever became of it there, and cancels what is
 * reserved for them: none of their emails begins to leave meanwhile.
 * @returns their places
 * @throws SkeinError CONFLICT while an email to one of them is being sent
 */
export async function holdEverywhere(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  leadIds: readonly LeadId[],
  reason: 'LEAD_REMOVED' | 'ADDRESS_CHANGED',
): Promise<number[]> {
  const ids: number[] = [];
  for (const leadId of leadIds) ids.push(...(await lockEnrolmentsOf(workspaceId, sql, leadId)));
  await cancelOfLeads(workspaceId, sql, ids, reason);
  if ((await findBusy(workspaceId, sql, ids)).size > 0)
    throw new SkeinError(
      'CONFLICT',
      `An email to ${leadIds.length === 1 ? 'this lead' : 'one of them'} is being sent right now. Try again in a minute.`,
    );
  return ids;
}

/**
 * Takes places out of campaigns. Their sent emails stay as messages of the lead, and count for mailbox and campaign as
 * before. Nothing may be leaving.
 */
export async function deletePlaces(workspaceId: WorkspaceId, sql: SqlClient, ids: readonly number[]): Promise<void> {
  await forgetMessages(workspaceId, sql, ids);
  await detachMail(workspaceId, sql, { enrolmentIds: ids });
  await deleteOpenStepTasks(workspaceId, sql, ids);
  await deleteRows(workspaceId, sql, ids);
}

/**
 * Takes leads out of their campaign, but for those whose email is being sent at this moment.
 * @returns which stay, and how many emails were cancelled
 */
export async function removePlaces(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  ids: readonly number[],
): Promise<{ busy: ReadonlySet<number>; cancelled: number }> {
  const cancelled = await cancelOfLeads(workspaceId, sql, ids, 'LEAD_REMOVED');
  const busy = await findBusy(workspaceId, sql, ids);
  await deletePlaces(
    workspaceId,
    sql,
    ids.filter((id) => !busy.has(id)),
  );
  return { busy, cancelled };
}
