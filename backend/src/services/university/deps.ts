import type { OperatorActionName } from '@skein/contracts/main/operator-views';
import type { SqlClient } from '#platform/db/database';
import type { ServiceDeps } from '#platform/http/service-deps';
import type { Library } from './library/library';

export interface UniversityDeps extends ServiceDeps {
  library: Library;
  /** Writes into the operators' log, in the transaction of the change. */
  noteOperator: (
    sql: SqlClient,
    entry: { actor: string; action: OperatorActionName; detail: object; at: Date },
  ) => Promise<void>;
}
