import { cursorInstant, decodeCursor, encodeCursor } from '#platform/db/cursor';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { requireConnection } from './integrations';
import { readLog } from './sync-log.store';

/** What a connection exchanged, newest first. */
export async function syncLog(
  deps: Pick<MainDeps, 'db'>,
  who: Who,
  id: number,
  query: { state?: string; cursor?: string; limit: number },
) {
  await requireConnection(deps, who, id);
  const place = decodeCursor(query.cursor, 2);
  const before = place && { at: cursorInstant(place[0]), key: String(place[1]) };
  const { rows, total } = await deps.db.tenantSql(who.workspaceId, (sql) =>
    readLog(who.workspaceId, sql, id, { state: query.state, before, limit: query.limit + 1 }),
  );
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    rows: page.map(({ key, at, next_at, ...row }) => ({
      ...row,
      id: key,
      at: at.toISOString(),
      next_at: next_at?.toISOString() ?? null,
    })),
    next_cursor: rows.length > query.limit && last ? encodeCursor([last.at.toISOString(), last.key]) : null,
    total,
    total_is_capped: total > 10_000,
  };
}
