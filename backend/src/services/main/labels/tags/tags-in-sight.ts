import type { SqlClient } from '#platform/db/database';
import { invalidField } from '#platform/http/skein-error';
import { scopeOf, type Who } from '#access/access.api';
import { findSeenTags } from './tags.store';

/** Those of these tags that are the workspace's and in sight of whoever asks: of a client those that stand on something of its own. */
export const tagsInSight = (sql: SqlClient, who: Who, ids: readonly number[]): Promise<number[]> =>
  findSeenTags(who.workspaceId, sql, ids, scopeOf(who).clientId);

/**
 * Whatever is to bear tags: they have to be the workspace's, and in sight of the client who asks.
 * @throws SkeinError VALIDATION that names the field
 */
export async function requireTags(sql: SqlClient, who: Who, ids: readonly number[], field = 'tag_ids'): Promise<void> {
  if (ids.length > 0 && (await tagsInSight(sql, who, ids)).length !== new Set(ids).size)
    throw invalidField(field, 'contains a tag that isn’t in this workspace');
}
