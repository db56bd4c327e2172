import type { StepInput } from '@skein/contracts/main/sequence-views';
import type { SqlClient } from '#platform/db/database';
import { checkAssignee, type Who } from '#access/access.api';
import type { StepRecord } from './sequences.store';

/** Who gets the tasks of a step is somebody whom the asker may know, or who has them already. */
export async function checkAssignees(
  sql: SqlClient,
  who: Who,
  steps: readonly StepInput[],
  old: readonly StepRecord[],
): Promise<void> {
  for (const [index, { id, detail }] of steps.entries()) {
    const known = id ? old.find((step) => step.id === id)?.detail['assigned_user_id'] : undefined;
    if (detail.assigned_user_id !== known)
      await checkAssignee(who, sql, `steps.${index}.detail.assigned_user_id`, detail.assigned_user_id);
  }
}
