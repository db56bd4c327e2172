import type { EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { setCategory } from './set-category';
import { lockCategory, addToClassification } from './record-sorted.store';

/** A further "yes" of somebody who asked for a meeting takes nothing back. */
export const isLesser = (present: number | null, found: number): boolean =>
  (present === 2 && (found === 1 || found === 5)) || (present === 5 && found === 1);

/** What was decided about a reply that waited for a model. `because`: why the model did not decide. */
export interface Sorted {
  enrolmentId: EnrolmentId;
  /** Row of the message. */
  messageId: string;
  at: Date;
  categoryId: number | null;
  by: 'RULE' | 'AI';
  confidence: number | null;
  because: string | null;
  evidence: { rule: string; text: string }[];
}

/**
 * Gives an enrolment the category of its reply, and keeps with the mail what decided. Doing it again changes nothing.
 * @returns whether the category is another one now
 */
export async function recordSorted(workspaceId: WorkspaceId, sql: SqlClient, sorted: Sorted): Promise<boolean> {
  const enrolment = await lockCategory(workspaceId, sql, sorted.enrolmentId);
  if (!enrolment) return false;
  await addToClassification(workspaceId, sql, sorted.messageId, {
    category: sorted.categoryId,
    categoryEvidence: sorted.evidence,
    sorting: { by: sorted.by, confidence: sorted.confidence, because: sorted.because },
  });
  if (sorted.categoryId === null || isLesser(enrolment.category_id, sorted.categoryId)) return false;
  return setCategory(sql, {
    enrolmentId: sorted.enrolmentId,
    categoryId: sorted.categoryId,
    by: sorted.by,
    at: sorted.at,
    evidence: sorted.evidence,
  });
}
