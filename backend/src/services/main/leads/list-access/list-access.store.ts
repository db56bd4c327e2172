import type { ClientId, LeadId, UserId, WorkspaceId } from '@skein/contracts/ids';
import { Conditions } from '#platform/db/conditions';
import type { SqlClient } from '#platform/db/database';
import type { CampaignScope } from '#access/access.api';

export interface LeadListRecord {
  id: number;
  client_id: ClientId | null;
  name: string;
  created_by_name: string | null;
  created_at: Date;
  updated_at: Date;
  lead_count: number;
  active_count: number;
  tags: { id: number; name: string; color: string }[];
}

/** Who sees a list: the team all of them, a client its own, a member with limited access those they made. */
export function addListScope(where: Conditions, scope: CampaignScope, userId: UserId, alias = 't'): void {
  if (scope.clientId !== null) where.add(`${alias}.client_id = ?`, scope.clientId);
  if (scope.memberId !== null) where.add(`${alias}.created_by = ?`, userId);
}
export const tagsOfList = `
  (
    select coalesce(
      json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color) order by g.name), '[]'
    )
    from lead_list_tag lt
    join tag g on g.id = lt.tag_id
    where lt.list_id = t.id
  )
`;
/** Its leads are counted for the rows that are shown (`countLeads`). */
export const uncountedLeads = '0 AS lead_count, 0 AS active_count';
/** Counts the leads of these lists, and those of them in a running sequence, by a function that takes the workspace. */
export async function countLeads(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  lists: readonly LeadListRecord[],
): Promise<void> {
  if (lists.length === 0) return;
  const { rows } = await sql.query<{ list_id: number; leads: number; active: number }>(
    'select list_id, leads, active from count_members($1, $2)',
    [workspaceId, lists.map((list) => list.id)],
  );
  const byList = new Map(rows.map((row) => [row.list_id, row]));
  for (const list of lists)
    Object.assign(list, {
      lead_count: byList.get(list.id)?.leads ?? 0,
      active_count: byList.get(list.id)?.active ?? 0,
    });
}

/** A list and the person who wants to see it. */
interface ListOfPerson {
  userId: UserId;
  listId: number;
}

/** Whether there is such a list inside the scope: without the counts of its leads, which take their time in a large one. */
export async function hasList(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: CampaignScope,
  { userId, listId }: ListOfPerson,
): Promise<boolean> {
  const where = new Conditions();
  where.add('t.workspace_id = ? AND t.id = ?', workspaceId, listId);
  addListScope(where, scope, userId);
  return (await sql.query(`select from lead_list t where ${where.sql}`, where.values)).rowCount === 1;
}

/** A list that a person may see, locked or only read. */
interface ListLookup {
  userId: UserId;
  listId: number;
  lock?: boolean;
}

/** One list inside the scope; with `lock` held until the transaction ends. */
export async function findList(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: CampaignScope,
  { userId, listId, lock = false }: ListLookup,
): Promise<LeadListRecord | null> {
  const where = new Conditions();
  where.add('t.workspace_id = ? AND t.id = ?', workspaceId, listId);
  addListScope(where, scope, userId);
  if (lock) await sql.query(`select from lead_list t where ${where.sql} for update`, where.values);
  const { rows } = await sql.query<LeadListRecord>(
    `
      select t.id, t.client_id, t.name, coalesce(u.name, u.email) as created_by_name, t.created_at,
        t.updated_at, ${uncountedLeads}, ${tagsOfList} as tags
      from lead_list t
      left join app_user u on u.id = t.created_by
      where ${where.sql}
    `,
    where.values,
  );
  await countLeads(workspaceId, sql, rows);
  return rows[0] ?? null;
}

/**
 * The first leads of these lists, each once, by id. Reads no more of a list than `limit`, and of long lists together
 * hardly more: they are walked side by side.
 */
export async function findMembersOf(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  listIds: readonly number[],
  limit: number,
): Promise<number[]> {
  if (listIds.length === 0) return [];
  const each = listIds.map(
    (_, index) => `
        (
          select lead_id
          from lead_list_member
          where workspace_id = $1 and list_id = $${index + 3}
          order by lead_id
          limit $2
        )
      `,
  );
  return (
    await sql.query<{ lead_id: LeadId }>(
      `select distinct lead_id from (${each.join(' UNION ALL ')}) as m order by lead_id limit $2`,
      [workspaceId, limit, ...listIds],
    )
  ).rows.map((row) => row.lead_id);
}
