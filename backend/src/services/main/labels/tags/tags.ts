import { isUniqueViolation } from '#platform/db/unique-violation';
import { invalidField, notFound } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { scopeOf, type Who } from '#access/access.api';
import { findTags, removeTag, writeTag } from './tags.store';

export const listTags = async (deps: Pick<MainDeps, 'db'>, who: Who) => ({
  tags: await deps.db.tenantSql(who.workspaceId, (sql) => findTags(who.workspaceId, sql, scopeOf(who).clientId)),
});

/** Makes a tag, or changes one. @throws SkeinError VALIDATION for a name that is taken */
export async function saveTag(
  deps: Pick<MainDeps, 'db' | 'live'>,
  who: Who,
  input: { id?: number; name: string; color: string },
) {
  try {
    return await deps.db.tenantSql(who.workspaceId, async (sql) => {
      const tag = await writeTag(who.workspaceId, sql, input);
      if (!tag) throw notFound('This tag');
      await deps.live.publish(sql, who.workspaceId, ['tags', 'campaigns']);
      return tag;
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw invalidField('name', 'is taken by another tag');
    throw error;
  }
}

export async function deleteTag(deps: Pick<MainDeps, 'db' | 'live'>, who: Who, tagId: number) {
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    if (!(await removeTag(who.workspaceId, sql, tagId))) throw notFound('This tag');
    await deps.live.publish(sql, who.workspaceId, ['tags', 'campaigns']);
    return { done: true as const };
  });
}
