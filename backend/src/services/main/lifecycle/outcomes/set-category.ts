import type { EnrolmentId, LeadId, UserId, WorkspaceId } from '@skein/contracts/ids';
import type { CategoryAuthor } from '@skein/contracts/constants';
import type { SqlClient } from '#platform/db/database';

import { endLeads } from '../lead-state/enrolment/end-leads';
import { blockAddress } from '../lead-state/shared-entries';
import { lockCategorised, writeCategoryOf, lockOpenOf } from './set-category.store';
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
  ofClient?: number | null;
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
    await blockLead(sql, {
      workspaceId: row.workspace_id,
      leadId: row.lead_id,
      email: row.email,
      at: change.at,
      by: change.by === 'USER' ? (change.userId ?? null) : null,
      ofClient: change.ofClient ?? null,
      detail: { category_id: doNotContact, by: change.by, evidence: change.evidence },
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

/** A lead that must never be emailed again, and whose decision that is; `by` is null for a rule or a model. */
interface LeadToBlock {
  workspaceId: WorkspaceId;
  leadId: LeadId;
  email: string;
  at: Date;
  by: number | null;
  ofClient: number | null;
  detail: object;
}

/**
 * Puts a lead's address on the block list of the workspace (or of one client of the agency) and ends it in every
 * campaign there where it still waits. What it was there is kept with its end, for who takes the decision back.
 */
export async function blockLead(sql: SqlClient, given: LeadToBlock): Promise<void> {
  await blockAddress(given.workspaceId, sql, {
    email: given.email,
    source: 'category',
    reason: 'Do Not Contact',
    clientScope: given.ofClient ?? 0,
    by: given.by,
    at: given.at,
  });
  for (const { id, before } of await lockOpenOf(sql, given))
    await endLeads(sql, [id], { reason: 'DO_NOT_CONTACT', at: given.at, detail: { ...given.detail, before } });
}
