import type { CampaignId, UserId, WorkspaceId } from '@skein/contracts/ids';
import type {
  CampaignLeadSelection,
  LeadAction,
  LeadSelection,
  leadActionKinds,
  leadActionStatuses,
} from '@skein/contracts/main/lead-actions.contract';
import type { BulkRunRecord } from '#platform/bulk-runs/bulk-run';
import { runColumns, runJoins } from '#platform/bulk-runs/bulk-runs.store';
import type { SqlClient } from '#platform/db/database';
import type { Who } from '#access/access.api';

/** What is done with many leads. Its run counts leads that changed as CHANGED, and the others by the reason why they did not. */
export interface ActionRecord extends BulkRunRecord {
  id: number;
  kind: (typeof leadActionKinds)[number];
  status: (typeof leadActionStatuses)[number];
  selection: LeadSelection | CampaignLeadSelection;
  options: LeadAction;
  who: Omit<Who, 'workspaceId'>;
  file_key: string | null;
  file_name: string | null;
  campaign_id: CampaignId | null;
  campaign_name: string | null;
  list_id: number | null;
  list_name: string | null;
}

const columns = `
  a.id, a.kind, a.selection, a.options, a.who, a.file_key, a.file_name, c.id as campaign_id, c.name as campaign_name, t.id as list_id,
    t.name as list_name, ${runColumns}
`;
const joins = `
  ${runJoins('a')}
  left join campaign c on c.id = coalesce((a.options ->> 'campaign_id')::int, (a.selection ->> 'campaign_id')::int)
    and c.workspace_id = a.workspace_id
  left join lead_list t on t.id = coalesce(
      (a.options ->> 'list_id')::int, (a.selection -> 'filter' ->> 'list_id')::int
    )
    and t.workspace_id = a.workspace_id
`;

export async function insertAction(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  action: {
    runId: number;
    selection: ActionRecord['selection'];
    options: LeadAction;
    who: Who;
    fileName: string | null;
  },
): Promise<number> {
  const { workspaceId: _, ...who } = action.who;
  const { rows } = await sql.query<{ id: number }>(
    `
      insert into lead_action (workspace_id, run_id, kind, selection, options, who, file_name)
      values ($1, $2, $3, $4, $5, $6, $7)
      returning id
    `,
    [
      workspaceId,
      action.runId,
      action.options.kind,
      JSON.stringify(action.selection),
      JSON.stringify(action.options),
      JSON.stringify(who),
      action.fileName,
    ],
  );
  return (rows[0] as { id: number }).id;
}

/** One action, by its own number or that of its run. */
export async function findAction(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  key: { id: number } | { runId: number },
): Promise<ActionRecord | null> {
  const [column, value] = 'id' in key ? ['id', key.id] : ['run_id', key.runId];
  return (
    (
      await sql.query<ActionRecord>(
        `select ${columns} from lead_action a ${joins} where a.workspace_id = $1 and a.${column} = $2`,
        [workspaceId, value],
      )
    ).rows[0] ?? null
  );
}

/** A person's actions before one id. */
interface ActionsPage {
  userId: UserId;
  before: number | null;
  limit: number;
}

/** Actions of one person, newest first. */
export async function findActions(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { userId, before, limit }: ActionsPage,
): Promise<ActionRecord[]> {
  return (
    await sql.query<ActionRecord>(
      `
        select ${columns}
        from lead_action a ${joins}
        where a.workspace_id = $1 and r.created_by = $2 and ($3::int is null or a.id < $3)
        order by a.id desc
        limit $4
      `,
      [workspaceId, userId, before, limit],
    )
  ).rows;
}

/** Keeps the file of an export with it. */
export async function keepFile(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { id, fileKey }: { id: number; fileKey: string },
): Promise<void> {
  await sql.query('update lead_action set file_key = $3 where workspace_id = $1 and id = $2', [
    workspaceId,
    id,
    fileKey,
  ]);
}
