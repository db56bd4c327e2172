import type { CampaignId, EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { findFirstNotHad, lockSteps, lockStepsOf } from './next-step.store';

/**
 * Holds a campaign's sequence as it is until the transaction ends: an edit waits for it, or is waited for. For whoever
 * puts a lead before a step without the campaign's lock; what is read of the steps is read in a later statement.
 */
export const holdSequence = (workspaceId: WorkspaceId, sql: SqlClient, campaignId: CampaignId): Promise<void> =>
  lockSteps(workspaceId, sql, campaignId);

/** The same for the campaign that a lead is in. */
export const holdSequenceOf = (sql: SqlClient, enrolmentId: EnrolmentId): Promise<void> =>
  lockStepsOf(sql, enrolmentId);

/** The first of these steps that a lead has not had; null when it has had all of them. */
export async function firstNotHad<Step extends { id: number }>(
  sql: SqlClient,
  enrolmentId: EnrolmentId,
  steps: readonly Step[],
): Promise<Step | null> {
  const id = await findFirstNotHad(
    sql,
    enrolmentId,
    steps.map((step) => step.id),
  );
  return steps.find((step) => step.id === id) ?? null;
}
