import type { SqlClient } from '#platform/db/database';
import { notFound } from '#platform/http/skein-error';
import { scopeOf, type Who } from '#access/access.api';
import { findList, hasList, type LeadListRecord } from './list-access.store';

/** Refuses a list that this person may not see. @throws SkeinError NOT_FOUND */
export async function checkList(sql: SqlClient, who: Who, listId: number): Promise<void> {
  if (!(await hasList(who.workspaceId, sql, scopeOf(who), { userId: who.userId, listId })))
    throw notFound('This lead list', 'leadList');
}

/** A list that this person may see. @throws SkeinError NOT_FOUND */
export async function requireList(sql: SqlClient, who: Who, listId: number, lock = false): Promise<LeadListRecord> {
  const list = await findList(who.workspaceId, sql, scopeOf(who), { userId: who.userId, listId, lock });
  if (!list) throw notFound('This lead list', 'leadList');
  return list;
}
