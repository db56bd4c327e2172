import type { OperatorActionName } from '@skein/contracts/main/operator-views';
import type { SqlClient } from '#platform/db/database';
import { insertAction } from './operator-actions.store';

interface OperatorAction {
  /** Address of the operator, or "command line (user@host)". */
  actor: string;
  action: OperatorActionName;
  workspace?: { id: number; name: string };
  email?: string;
  detail?: object;
  at: Date;
}

/** Writes down what an operator did, in the transaction of the change. */
export const noteAction = (
  sql: SqlClient,
  { at, actor, action, workspace, email, detail = {} }: OperatorAction,
): Promise<void> =>
  insertAction(sql, {
    at,
    actor,
    action,
    about_workspace_id: workspace?.id ?? null,
    about_workspace_name: workspace?.name ?? null,
    about_email: email ?? null,
    detail,
  });
