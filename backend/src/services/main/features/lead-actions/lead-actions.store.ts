import type {
  LeadAction,
  LeadSelection,
  leadActionKinds,
  leadActionStatuses,
} from '@skein/contracts/main/lead-actions.contract';
import type { SqlClient } from '../../../../platform/db/database';
import type { Who } from '../campaigns/campaign-scope';

export interface ActionRecord {
  id: number;
  workspace_id: number;
  kind: (typeof leadActionKinds)[number];
  status: (typeof leadActionStatuses)[number];
  selection: LeadSelection;
  options: LeadAction & { campaign_id?: number; list_id?: number };
  who: Omit<Who, 'workspaceId'>;
  total: number;
  done: number;
  changed: number;
  reasons: Record<string, number>;
  place: number | null;
  run: number;
  file_key: string | null;
  file_name: string | null;
  error: string | null;
  created_by: number | null;
  created_by_name: string | null;
  runs_at: Date;
  created_at: Date;
  finished_at: Date | null;
  campaign_name: string | null;
  list_id: number | null;
  list_name: string | null;
}

const columns = `a.*, coalesce(u.name, u.email) AS created_by_name, c.name AS campaign_name, t.id AS list_id, t.name AS list_name`;
const joins = `LEFT JOIN app_user u ON u.id = a.created_by LEFT JOIN campaign c ON c.id = (a.options ->> 'campaign_id')::int AND c.workspace_id = a.workspace_id LEFT JOIN lead_list t ON t.id = coalesce((a.options ->> 'list_id')::int, (a.selection -> 'filter' ->> 'list_id')::int) AND t.workspace_id = a.workspace_id`;

export async function insertAction(
  workspaceId: number,
  sql: SqlClient,
  action: {
    selection: LeadSelection;
    options: LeadAction;
    who: Who;
    total: number;
    runsAt: Date;
    fileName: string | null;
    at: Date;
  },
): Promise<number> {
  const { workspaceId: _, ...who } = action.who;
  const { rows } = await sql.query<{ id: number }>(
    'INSERT INTO lead_action (workspace_id, kind, selection, options, who, total, created_by, runs_at, file_name, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id',
    [
      workspaceId,
      action.options.kind,
      JSON.stringify(action.selection),
      JSON.stringify(action.options),
      JSON.stringify(who),
      action.total,
      action.who.userId,
      action.runsAt,
      action.fileName,
      action.at,
    ],
  );
  return (rows[0] as { id: number }).id;
}

/** One action; with `lock` held until the transaction ends. */
export async function findAction(
  workspaceId: number,
  sql: SqlClient,
  actionId: number,
  lock = false,
): Promise<ActionRecord | null> {
  return (
    (
      await sql.query<ActionRecord>(
        `SELECT ${columns} FROM lead_action a ${joins} WHERE a.workspace_id = $1 AND a.id = $2${lock ? ' FOR UPDATE OF a' : ''}`,
        [workspaceId, actionId],
      )
    ).rows[0] ?? null
  );
}

/** Actions of one person, newest first. */
export async function findActions(
  workspaceId: number,
  sql: SqlClient,
  userId: number,
  before: number | null,
  limit: number,
): Promise<ActionRecord[]> {
  return (
    await sql.query<ActionRecord>(
      `SELECT ${columns} FROM lead_action a ${joins} WHERE a.workspace_id = $1 AND a.created_by = $2 AND ($3::int IS NULL OR a.id < $3) ORDER BY a.id DESC LIMIT $4`,
      [workspaceId, userId, before, limit],
    )
  ).rows;
}

/** Begins or takes over an action that is due: whoever held it before gives way at its next batch. Null when it is not to run (any more). */
export async function takeAction(workspaceId: number, sql: SqlClient, actionId: number): Promise<ActionRecord | null> {
  const { rowCount } = await sql.query(
    `UPDATE lead_action SET status = 'RUNNING', run = run + 1 WHERE workspace_id = $1 AND id = $2 AND status IN ('WAITING', 'RUNNING')`,
    [workspaceId, actionId],
  );
  return rowCount === 1 ? findAction(workspaceId, sql, actionId) : null;
}

export interface ActionStep {
  done: number;
  changed: number;
  reasons: Record<string, number>;
  place: number | null;
}

/** Records a batch under the fence of its run; false when the action was stopped or somebody else goes on with it. */
export async function advanceAction(
  workspaceId: number,
  sql: SqlClient,
  action: { id: number; run: number },
  step: ActionStep,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `UPDATE lead_action SET done = done + $4, changed = changed + $5, total = greatest(total, done + $4), place = $6,
       reasons = (SELECT coalesce(jsonb_object_agg(key, coalesce((reasons ->> key)::int, 0) + coalesce(($7::jsonb ->> key)::int, 0)), '{}') FROM (SELECT jsonb_object_keys(reasons) AS key UNION SELECT jsonb_object_keys($7::jsonb)) k)
     WHERE workspace_id = $1 AND id = $2 AND run = $3 AND status = 'RUNNING'`,
    [workspaceId, action.id, action.run, step.done, step.changed, step.place, JSON.stringify(step.reasons)],
  );
  return rowCount === 1;
}

/** Ends an action. With `run` only for whoever still holds it: false when it was stopped or taken over in the meantime. */
export async function endAction(
  workspaceId: number,
  sql: SqlClient,
  actionId: number,
  end: { status: 'COMPLETED' | 'CANCELLED' | 'FAILED'; at: Date; error?: string; fileKey?: string; run?: number },
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `UPDATE lead_action SET status = $3, finished_at = $4, error = $5, file_key = coalesce($6, file_key), run = run + 1, total = CASE WHEN $3 = 'COMPLETED' THEN done ELSE total END WHERE workspace_id = $1 AND id = $2 AND ($7::int IS NULL OR run = $7 AND status = 'RUNNING')`,
    [workspaceId, actionId, end.status, end.at, end.error ?? null, end.fileKey ?? null, end.run ?? null],
  );
  return rowCount === 1;
}

/** An export that begins anew counts anew. */
export async function resetProgress(workspaceId: number, sql: SqlClient, actionId: number): Promise<void> {
  await sql.query(
    `UPDATE lead_action SET done = 0, changed = 0, reasons = '{}', place = NULL WHERE workspace_id = $1 AND id = $2`,
    [workspaceId, actionId],
  );
}
