import type { UserId } from '@skein/contracts/ids';
import type { Database } from '#platform/db/database';
import { decodeIdCursor, encodeCursor } from '#platform/db/cursor';
import { notFound } from '#platform/http/skein-error';
import type { UndoClocks, UndoKeeper } from './undo-keeper';
import { countByState, deleteRule, findRules } from './untracked-rules.store';
import type { Viewer } from './untracked-replies.store';

type RuleDeps = { db: Database };

export const countUntracked = (deps: RuleDeps, viewer: Viewer, userId: UserId | undefined) =>
  deps.db.tenantSql(viewer.workspaceId, (sql) => countByState(viewer, sql, userId));

/** What associations have taught, newest first. */
export const listRules = (deps: RuleDeps, viewer: Viewer, query: { search?: string; cursor?: string; limit: number }) =>
  deps.db.tenantSql(viewer.workspaceId, async (sql) => {
    const { rows, total } = await findRules(viewer, sql, {
      ...(query.search ? { search: query.search } : {}),
      before: decodeIdCursor(query.cursor),
      limit: query.limit,
    });
    const page = rows.slice(0, query.limit);
    const last = page.at(-1);
    return {
      rows: page.map((rule) => ({
        id: rule.id,
        email: rule.email,
        lead: { id: rule.lead_id, email: rule.lead_email, name: rule.lead_name },
        learned_from: rule.learned_from,
        learned_at: rule.created_at.toISOString(),
      })),
      next_cursor: rows.length > query.limit && last ? encodeCursor([last.id]) : null,
      total: Math.min(total, 10_000),
      total_is_capped: total > 10_000,
    };
  });

/** @throws SkeinError NOT_FOUND */
export const removeRule = (deps: RuleDeps & { undos: UndoKeeper } & UndoClocks, viewer: Viewer, ruleId: number) =>
  deps.db.tenantSql(viewer.workspaceId, async (sql) => {
    const forgotten = await deleteRule(viewer, sql, ruleId);
    if (!forgotten) throw notFound('This address');
    return { done: true as const, change_key: await deps.undos.keepForgottenAddress(deps, sql, viewer, forgotten) };
  });
