import type { MatchingAction } from '@skein/contracts/main/inbox-bulk.contract';
import type { SqlClient } from '#platform/db/database';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';

/** The transaction of a batch, for whom, and what is done in it. */
export interface InBatch {
  deps: MainDeps;
  sql: SqlClient;
  who: Who;
  action: MatchingAction;
}

/** A batch of an undo, and the change that it undoes. */
export type InUndoBatch = InBatch & { change: { id: number; at: Date | null } };
