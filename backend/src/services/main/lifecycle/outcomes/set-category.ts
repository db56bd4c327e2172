import type { ClientId, EnrolmentId, LeadId, UserId, WorkspaceId } from '@skein/contracts/ids';
import type { CategoryAuthor } from '@skein/contracts/constants';
import type { SqlClient } from '#platform/db/database';

import { stopContact } from '../lead-state/stop-contact';
import { lockCategorised, writeCategoryOf } from './set-category.store';
import { appendEvents } from '../events/append-events';

/** The fixed category whose leads must never be mailed again. */
export const doNotContact = 4;

/**
 * `ofClient`: a person of this client of the agency decided, whose word counts in the client's own campaigns only.
 * `isUndo`: a person's choice is undone; the category counts as given by its earlier author, and no subsequence
 * enrolls the lead because of it.
 */
export interface CategoryChange {
  enrolmentId: EnrolmentId;
  categoryId: number | null;
  by: CategoryAuthor;
  at: Date;
  evidence: unknown;
  userId?: UserId | null;
  ofClient?: ClientId | null;
  isUndo?: boolean;
}

/**
 * Gives an enrolment a category, in the caller's transaction. What a person decided stays when a rule or a model says
 * otherwise. Do Not Contact ends the lead in every campaign and puts its address on the block list (docs/domain.md,
 * Statuses), also where a rule heard the lead say so and the category that a person gave stays: how a conversation is
 * sorted takes nobody's wish to be left alone away.
 * @returns whether the category is another one now
 */
export async function setCategory(sql: SqlClient, change: CategoryChange): Promise<boolean> {
  const row = await lockCategorised(sql, change.enrolmentId);
  if (!row) return false;
  const staysAsIs = !change.isUndo && change.by !== 'USER' && row.category_by === 'USER';
  if (staysAsIs && change.by !== 'RULE') return false;
  const isChanged = !staysAsIs && row.category_id !== change.categoryId;
  if (!staysAsIs) await writeCategoryOf(sql, change.enrolmentId, change.categoryId, change.by);
  if (change.categoryId === doNotContact)
    await markDoNotContact(row.workspace_id, sql, {
      leadIds: [row.lead_id],
      by: { userId: change.by === 'USER' ? (change.userId ?? null) : null, clientId: change.ofClient ?? null },
      author: change.by,
      at: change.at,
      evidence: change.evidence,
    });
  if (!isChanged) return false;
  await appendEvents(sql, [
    {
      workspaceId: row.workspace_id,
      kind: 'CATEGORY',
      at: change.at,
      campaignId: row.campaign_id,
      enrolmentId: change.enrolmentId,
      leadId: row.lead_id,
      mailboxId: row.mailbox_id,
      clientId: row.client_id,
      isMachine: !change.isUndo && change.by !== 'USER',
      isFirst: row.category_id === null,
      setsNothingOff: change.isUndo === true,
      evidence: {
        category_id: change.categoryId,
        from: row.category_id,
        by: change.by,
        user_id: change.userId ?? null,
        evidence: change.evidence,
        ...(change.isUndo ? { is_undo: true } : {}),
      },
    },
  ]);
  return true;
}

/** Leads that are marked Do Not Contact, and whose decision that is; `by` names nobody for a rule or a model. */
interface LeadsToMark {
  leadIds: readonly LeadId[];
  by: { userId: UserId | null; clientId: ClientId | null };
  author: CategoryAuthor;
  at: Date;
  evidence: unknown;
}

/**
 * Puts leads' addresses on the block list of the workspace (or of one client of the agency) and ends them in every
 * campaign there where they still wait, wherever the category was given. What they were there is kept with their ends,
 * for who undoes it.
 */
export const markDoNotContact = (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { leadIds, by, author, at, evidence }: LeadsToMark,
): ReturnType<typeof stopContact> =>
  stopContact(workspaceId, sql, {
    leadIds,
    as: 'DO_NOT_CONTACT',
    because: 'Do Not Contact',
    by,
    at,
    detail: { category_id: doNotContact, by: author, evidence },
  });
