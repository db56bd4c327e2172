import type { ClientId, LeadId, UserId, WorkspaceId } from '@skein/contracts/ids';
import { Conditions } from '#platform/db/conditions';
import type { SqlClient } from '#platform/db/database';
import { isUniqueViolation } from '#platform/db/unique-violation';
import type { CampaignScope } from '#access/access.api';
import {
  addListScope,
  countLeads,
  tagsOfList,
  uncountedLeads,
  type LeadListRecord,
} from '../list-access/list-access.store';
import { detachUploads } from '../uploads/detach-uploads';

interface ListQuery {
  search?: string;
  tagIds?: readonly number[];
  before: number | null;
  limit: number;
  offset?: number;
}

/** The lists that a person searches. */
interface ListsToFind {
  userId: UserId;
  query: ListQuery;
}

/** Lists, newest first, with how many leads they hold and how many of those are in a running sequence. */
export async function findLists(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: CampaignScope,
  { userId, query }: ListsToFind,
): Promise<{ rows: LeadListRecord[]; total: number }> {
  const where = new Conditions();
  where.add('t.workspace_id = ?', workspaceId);
  addListScope(where, scope, userId);
  if (query.search) where.add('strpos(lower(t.name), lower(?)) > 0', query.search);
  if (query.tagIds?.length)
    where.add('exists (select from lead_list_tag lt where lt.list_id = t.id and lt.tag_id = any(?))', [
      ...query.tagIds,
    ]);
  const total =
    (
      await sql.query<{ count: number }>(
        `select count(*)::int as count from lead_list t where ${where.sql}`,
        where.values,
      )
    ).rows[0]?.count ?? 0;
  if (query.before !== null) where.add('t.id < ?', query.before);
  const { rows } = await sql.query<LeadListRecord>(
    `
      select t.id, t.client_id, t.name, coalesce(u.name, u.email) as created_by_name, t.created_at,
        t.updated_at, ${uncountedLeads}, ${tagsOfList} as tags
      from lead_list t
      left join app_user u on u.id = t.created_by
      where ${where.sql}
      order by t.id desc
      limit ${where.value(query.limit)}
      offset ${where.value(query.offset ?? 0)}
    `,
    where.values,
  );
  await countLeads(workspaceId, sql, rows);
  return { rows, total };
}

/** Inserts a list. @returns its id; null when another list has the name, and the transaction goes on */
export async function insertList(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  list: { name: string; clientId: ClientId | null; userId: UserId; at: Date },
): Promise<number | null> {
  await sql.query('savepoint list_name');
  try {
    const { rows } = await sql.query<{ id: number }>(
      `
        insert into lead_list (workspace_id, client_id, name, created_by, created_at, updated_at)
        values ($1, $2, $3, $4, $5, $5)
        returning id
      `,
      [workspaceId, list.clientId, list.name, list.userId, list.at],
    );
    return (rows[0] as { id: number }).id;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await sql.query('rollback to savepoint list_name');
    return null;
  }
}

/** The new name of a list. */
interface ListName {
  listId: number;
  name: string;
  at: Date;
}

export async function renameList(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { listId, name, at }: ListName,
): Promise<void> {
  await sql.query('update lead_list set name = $3, updated_at = $4 where workspace_id = $1 and id = $2', [
    workspaceId,
    listId,
    name,
    at,
  ]);
}

/** Deletes a list; its leads and the history of its uploads stay, and an upload into it that still runs ends. */
export async function deleteListRow(workspaceId: WorkspaceId, sql: SqlClient, listId: number): Promise<void> {
  await detachUploads(workspaceId, sql, 'list_id', listId);
  await sql.query('delete from lead_list where workspace_id = $1 and id = $2', [workspaceId, listId]);
}

export async function changeListTags(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  listIds: readonly number[],
  change: { add: readonly number[]; remove: readonly number[] },
): Promise<void> {
  await sql.query('delete from lead_list_tag where workspace_id = $1 and list_id = any($2) and tag_id = any($3)', [
    workspaceId,
    listIds,
    change.remove,
  ]);
  await sql.query(
    `
      insert into lead_list_tag (workspace_id, list_id, tag_id)
      select $1, l.id, g.id
      from unnest($2::int[]) as l(id), unnest($3::int[]) as g(id)
      order by l.id, g.id
      on conflict
      do nothing
    `,
    [workspaceId, listIds, change.add],
  );
}

/** Takes leads out of a list; answers how many were in it. */
export async function removeMembers(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  listId: number,
  leadIds: readonly LeadId[],
): Promise<number> {
  return (
    (
      await sql.query('delete from lead_list_member where workspace_id = $1 and list_id = $2 and lead_id = any($3)', [
        workspaceId,
        listId,
        leadIds,
      ])
    ).rowCount ?? 0
  );
}
