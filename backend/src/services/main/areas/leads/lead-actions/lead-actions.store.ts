import type {
  LeadAction,
  LeadSelection,
  leadActionKinds,
  leadActionStatuses,
} from '@skein/contracts/main/lead-actions.contract';
import type { SqlClient } from '../../../../../platform/db/database';
import type { Who } from '../../access/access.api';

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
const joins = `
  left join app_user u on u.id = a.created_by
  left join campaign c on c.id = (a.options ->> 'campaign_id')::int and c.workspace_id = a.workspace_id
  left join lead_list t on t.id = coalesce(
      (a.options ->> 'list_id')::int, (a.selection -> 'filter' ->> 'list_id')::int
    )
    and t.workspace_id = a.workspace_id
`;

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
    `
      insert into lead_action (
        workspace_id, kind, selection, options, who, total, created_by, runs_at, file_name, created_at
      )
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
      returning id
    `,
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
        `select ${columns} from lead_action a ${joins} where a.workspace_id = $1 and a.id = $2${lock ? ' FOR UPDATE OF a' : ''}`,
        [workspaceId, actionId],
      )
    ).rows[0] ?? null
  );
}

/** A person's actions before one id. */
interface ActionsPage {
  userId: number;
  before: number | null;
  limit: number;
}

/** Actions of one person, newest first. */
export async function findActions(
  workspaceId: number,
  sql: SqlClient,
  { userId, before, limit }: ActionsPage,
): Promise<ActionRecord[]> {
  return (
    await sql.query<ActionRecord>(
      `
        select ${columns}
        from lead_action a ${joins}
        where a.workspace_id = $1 and a.created_by = $2 and ($3::int is null or a.id < $3)
        order by a.id desc
        limit $4
      `,
      [workspaceId, userId, before, limit],
    )
  ).rows;
}

/** Begins or takes over an action that is due: whoever held it before gives way at its next batch. Null when it is not to run (any more). */
export async function takeAction(workspaceId: number, sql: SqlClient, actionId: number): Promise<ActionRecord | null> {
  const { rowCount } = await sql.query(
    `
      update lead_action
      set status = 'RUNNING', run = run + 1
      where workspace_id = $1 and id = $2 and status in ('WAITING', 'RUNNING')
    `,
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
    `
      update lead_action
      set done = done + $4, changed = changed + $5, total = greatest(total, done + $4), place = $6,
        reasons = (
          select coalesce(
            jsonb_object_agg(
                key, coalesce((reasons ->> key)::int, 0) + coalesce(($7::jsonb ->> key)::int, 0)
              ),
              '{}'
          )
          from (select jsonb_object_keys(reasons) as key union select jsonb_object_keys($7::jsonb)) k
        )
      where workspace_id = $1 and id = $2 and run = $3 and status = 'RUNNING'
    `,
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
    `
      update lead_action
      set status = $3, finished_at = $4, error = $5, file_key = coalesce($6, file_key), run = run + 1,
        total = case when $3 = 'COMPLETED' then done else total end
      where workspace_id = $1 and id = $2 and ($7::int is null or run = $7 and status = 'RUNNING')
    `,
    [workspaceId, actionId, end.status, end.at, end.error ?? null, end.fileKey ?? null, end.run ?? null],
  );
  return rowCount === 1;
}

/** An export that begins anew counts anew. */
export async function resetProgress(workspaceId: number, sql: SqlClient, actionId: number): Promise<void> {
  await sql.query(
    `
      update lead_action
      set done = 0, changed = 0, reasons = '{}', place = null
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, actionId],
  );
}
