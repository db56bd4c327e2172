import { Conditions } from '../../../../platform/db/conditions';
import type { SqlClient } from '../../../../platform/db/database';
import type { CampaignScope } from '../campaigns/campaign-scope';
import { detachUploads } from '../uploads/uploads.store';

export interface LeadListRecord {
  id: number;
  client_id: number | null;
  name: string;
  created_by_name: string | null;
  created_at: Date;
  updated_at: Date;
  lead_count: number;
  active_count: number;
  tags: { id: number; name: string; color: string }[];
}

/** Who sees a list: the team all of them, a client its own, a member with limited access those they made. */
export function addListScope(where: Conditions, scope: CampaignScope, userId: number, alias = 't'): void {
  if (scope.clientId !== null) where.add(`${alias}.client_id = ?`, scope.clientId);
  if (scope.memberId !== null) where.add(`${alias}.created_by = ?`, userId);
}

const tags = `(SELECT coalesce(json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color) ORDER BY g.name), '[]') FROM lead_list_tag lt JOIN tag g ON g.id = lt.tag_id WHERE lt.list_id = t.id)`;
/** Its leads are counted for the rows that are shown (`countLeads`). */
const counts = '0 AS lead_count, 0 AS active_count';

/** Counts the leads of these lists, and those of them in a running sequence, by a function that takes the workspace. */
async function countLeads(workspaceId: number, sql: SqlClient, lists: readonly LeadListRecord[]): Promise<void> {
  if (lists.length === 0) return;
  const { rows } = await sql.query<{ list_id: number; leads: number; active: number }>(
    'SELECT list_id, leads, active FROM count_members($1, $2)',
    [workspaceId, lists.map((list) => list.id)],
  );
  const byList = new Map(rows.map((row) => [row.list_id, row]));
  for (const list of lists)
    Object.assign(list, {
      lead_count: byList.get(list.id)?.leads ?? 0,
      active_count: byList.get(list.id)?.active ?? 0,
    });
}

export interface ListQuery {
  search?: string;
  tagIds?: readonly number[];
  before: number | null;
  limit: number;
  offset?: number;
}

/** Lists, newest first, with how many leads they hold and how many of those are in a running sequence. */
export async function findLists(
  workspaceId: number,
  sql: SqlClient,
  scope: CampaignScope,
  userId: number,
  query: ListQuery,
): Promise<{ rows: LeadListRecord[]; total: number }> {
  const where = new Conditions();
  where.add('t.workspace_id = ?', workspaceId);
  addListScope(where, scope, userId);
  if (query.search) where.add('strpos(lower(t.name), lower(?)) > 0', query.search);
  if (query.tagIds?.length)
    where.add('EXISTS (SELECT FROM lead_list_tag lt WHERE lt.list_id = t.id AND lt.tag_id = ANY(?))', [
      ...query.tagIds,
    ]);
  const total =
    (
      await sql.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM lead_list t WHERE ${where.sql}`,
        where.values,
      )
    ).rows[0]?.count ?? 0;
  if (query.before !== null) where.add('t.id < ?', query.before);
  const { rows } = await sql.query<LeadListRecord>(
    `SELECT t.id, t.client_id, t.name, coalesce(u.name, u.email) AS created_by_name, t.created_at, t.updated_at, ${counts}, ${tags} AS tags
     FROM lead_list t LEFT JOIN app_user u ON u.id = t.created_by WHERE ${where.sql} ORDER BY t.id DESC LIMIT ${where.value(query.limit)} OFFSET ${where.value(query.offset ?? 0)}`,
    where.values,
  );
  await countLeads(workspaceId, sql, rows);
  return { rows, total };
}

/** Whether there is such a list inside the scope: without the counts of its leads, which take their time in a large one. */
export async function hasList(
  workspaceId: number,
  sql: SqlClient,
  scope: CampaignScope,
  userId: number,
  listId: number,
): Promise<boolean> {
  const where = new Conditions();
  where.add('t.workspace_id = ? AND t.id = ?', workspaceId, listId);
  addListScope(where, scope, userId);
  return (await sql.query(`SELECT FROM lead_list t WHERE ${where.sql}`, where.values)).rowCount === 1;
}

/** One list inside the scope; with `lock` held until the transaction ends. */
export async function findList(
  workspaceId: number,
  sql: SqlClient,
  scope: CampaignScope,
  userId: number,
  listId: number,
  lock = false,
): Promise<LeadListRecord | null> {
  const where = new Conditions();
  where.add('t.workspace_id = ? AND t.id = ?', workspaceId, listId);
  addListScope(where, scope, userId);
  if (lock) await sql.query(`SELECT FROM lead_list t WHERE ${where.sql} FOR UPDATE`, where.values);
  const { rows } = await sql.query<LeadListRecord>(
    `SELECT t.id, t.client_id, t.name, coalesce(u.name, u.email) AS created_by_name, t.created_at, t.updated_at, ${counts}, ${tags} AS tags FROM lead_list t LEFT JOIN app_user u ON u.id = t.created_by WHERE ${where.sql}`,
    where.values,
  );
  await countLeads(workspaceId, sql, rows);
  return rows[0] ?? null;
}

export async function insertList(
  workspaceId: number,
  sql: SqlClient,
  list: { name: string; clientId: number | null; userId: number; at: Date },
): Promise<number> {
  return (
    (
      await sql.query<{ id: number }>(
        'INSERT INTO lead_list (workspace_id, client_id, name, created_by, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5) RETURNING id',
        [workspaceId, list.clientId, list.name, list.userId, list.at],
      )
    ).rows[0] as { id: number }
  ).id;
}

export async function renameList(
  workspaceId: number,
  sql: SqlClient,
  listId: number,
  name: string,
  at: Date,
): Promise<void> {
  await sql.query('UPDATE lead_list SET name = $3, updated_at = $4 WHERE workspace_id = $1 AND id = $2', [
    workspaceId,
    listId,
    name,
    at,
  ]);
}

/** Deletes a list; its leads and the history of its uploads stay, and an upload into it that still runs ends. */
export async function deleteListRow(workspaceId: number, sql: SqlClient, listId: number): Promise<void> {
  await detachUploads(workspaceId, sql, 'list_id', listId);
  await sql.query('DELETE FROM lead_list WHERE workspace_id = $1 AND id = $2', [workspaceId, listId]);
}

export async function changeListTags(
  workspaceId: number,
  sql: SqlClient,
  listIds: readonly number[],
  change: { add: readonly number[]; remove: readonly number[] },
): Promise<void> {
  await sql.query('DELETE FROM lead_list_tag WHERE workspace_id = $1 AND list_id = ANY($2) AND tag_id = ANY($3)', [
    workspaceId,
    listIds,
    change.remove,
  ]);
  await sql.query(
    'INSERT INTO lead_list_tag (workspace_id, list_id, tag_id) SELECT $1, l.id, g.id FROM unnest($2::int[]) AS l(id), unnest($3::int[]) AS g(id) ORDER BY l.id, g.id ON CONFLICT DO NOTHING',
    [workspaceId, listIds, change.add],
  );
}

/** The next members of a list by lead id. */
export async function findMembers(
  workspaceId: number,
  sql: SqlClient,
  listId: number,
  before: number | null,
  limit: number,
): Promise<number[]> {
  return (
    await sql.query<{ lead_id: number }>(
      'SELECT lead_id FROM lead_list_member WHERE workspace_id = $1 AND list_id = $2 AND ($3::int IS NULL OR lead_id < $3) ORDER BY lead_id DESC LIMIT $4',
      [workspaceId, listId, before, limit],
    )
  ).rows.map((row) => row.lead_id);
}

/** The first leads of these lists, each once, by id. Reads no more of a list than `limit`, and of long lists together hardly more: they are walked side by side. */
export async function findMembersOf(
  workspaceId: number,
  sql: SqlClient,
  listIds: readonly number[],
  limit: number,
): Promise<number[]> {
  if (listIds.length === 0) return [];
  const each = listIds.map(
    (_, index) =>
      `(SELECT lead_id FROM lead_list_member WHERE workspace_id = $1 AND list_id = $${index + 3} ORDER BY lead_id LIMIT $2)`,
  );
  return (
    await sql.query<{ lead_id: number }>(
      `SELECT DISTINCT lead_id FROM (${each.join(' UNION ALL ')}) AS m ORDER BY lead_id LIMIT $2`,
      [workspaceId, limit, ...listIds],
    )
  ).rows.map((row) => row.lead_id);
}

/** Takes leads out of a list; answers how many were in it. */
export async function removeMembers(
  workspaceId: number,
  sql: SqlClient,
  listId: number,
  leadIds: readonly number[],
): Promise<number> {
  return (
    (
      await sql.query('DELETE FROM lead_list_member WHERE workspace_id = $1 AND list_id = $2 AND lead_id = ANY($3)', [
        workspaceId,
        listId,
        leadIds,
      ])
    ).rowCount ?? 0
  );
}
