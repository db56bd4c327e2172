import { decodeIdCursor, encodeCursor } from '#platform/db/cursor';
import type { SqlClient } from '#platform/db/database';
import { isUniqueViolation } from '#platform/db/unique-violation';
import { invalidField } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { scopeOf, type Who } from '#access/access.api';
import { requireTags } from '#labels/labels.api';
import { changeListTags, deleteListRow, findLists, insertList, renameList } from './lead-lists.store';
import { requireList } from '../list-access/require-list';

type ListDeps = Pick<MainDeps, 'db' | 'realClock' | 'live'>;
const topics = ['leads'];

/** Lists that this person may see, newest first. */
export const listLists = (
  deps: Pick<MainDeps, 'db'>,
  who: Who,
  query: { search?: string; tag_ids?: number[]; cursor?: string; limit: number; offset?: number },
) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const { rows, total } = await findLists(who.workspaceId, sql, scopeOf(who), {
      userId: who.userId,
      query: {
        search: query.search,
        tagIds: query.tag_ids,
        before: decodeIdCursor(query.cursor),
        limit: query.limit + 1,
        offset: query.offset,
      },
    });
    const page = rows.slice(0, query.limit);
    const last = page.at(-1);
    return {
      rows: page,
      next_cursor: rows.length > query.limit && last ? encodeCursor([last.id]) : null,
      total,
      total_is_capped: false,
    };
  });

export const getList = (deps: Pick<MainDeps, 'db'>, who: Who, listId: number) =>
  deps.db.tenantSql(who.workspaceId, (sql) => requireList(sql, who, listId));

/**
 * Makes a list in the caller's transaction; a client's list is always the client's own.
 * @throws SkeinError VALIDATION when the name is taken
 */
export async function makeList(sql: SqlClient, who: Who, name: string, at: Date): Promise<number> {
  const list = { name, clientId: who.client?.id ?? null, userId: who.userId, at };
  const id = await insertList(who.workspaceId, sql, list);
  if (id === null) throw invalidField('name', 'is the name of another list');
  return id;
}

export const createList = (deps: ListDeps, who: Who, input: { name: string; tag_ids?: number[] }) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const id = await makeList(sql, who, input.name, new Date(deps.realClock.now()));
    await setTags(sql, who, [id], { add: input.tag_ids ?? [], remove: [] });
    await deps.live.publish(sql, who.workspaceId, topics);
    return requireList(sql, who, id);
  });

/** Renames a list; `tag_ids` are all its tags. @throws SkeinError VALIDATION */
export async function updateList(
  deps: ListDeps,
  who: Who,
  listId: number,
  input: { name?: string; tag_ids?: number[] },
) {
  try {
    return await deps.db.tenantSql(who.workspaceId, async (sql) => {
      const list = await requireList(sql, who, listId, true);
      if (input.name !== undefined)
        await renameList(who.workspaceId, sql, { listId, name: input.name, at: new Date(deps.realClock.now()) });
      const kept = input.tag_ids;
      if (kept)
        await setTags(sql, who, [listId], {
          add: kept,
          remove: list.tags.map((tag) => tag.id).filter((id) => !kept.includes(id)),
        });
      await deps.live.publish(sql, who.workspaceId, topics);
      return requireList(sql, who, listId);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw invalidField('name', 'is the name of another list');
    throw error;
  }
}

/** Adds tags to lists and takes others away. @throws SkeinError NOT_FOUND for a list, VALIDATION for a tag that is not the workspace's */
export async function setTags(
  sql: SqlClient,
  who: Who,
  listIds: readonly number[],
  change: { add: readonly number[]; remove: readonly number[] },
): Promise<void> {
  for (const id of listIds) await requireList(sql, who, id);
  await requireTags(sql, who, change.add);
  await changeListTags(who.workspaceId, sql, listIds, change);
}

/** Deletes a list; its leads stay. */
export const deleteList = (deps: ListDeps, who: Who, listId: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireList(sql, who, listId, true);
    await deleteListRow(who.workspaceId, sql, listId);
    await deps.live.publish(sql, who.workspaceId, topics);
    return { done: true as const };
  });
