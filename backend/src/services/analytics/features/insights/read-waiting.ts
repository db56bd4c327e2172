import { answerTargetSeconds } from '@skein/contracts/analytics/insights.contract';
import type { Database, SqlClient } from '#platform/db/database';
import { categoryName } from '../figures/figures';
import { scopeOf, type Range, type Who } from '../figures/selection';
import { overallSelection, type OverallFilter } from '../overall/read-overall';
import { listWaiting } from './insights.store';

/** Older replies are answered no more: who waits is looked for among those of the last 90 days. */
const waitingDays = 90;

export async function findWaiting(sql: SqlClient, who: Who, query: OverallFilter, now: number) {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const range: Range = {
    from: day(now - waitingDays * 86_400_000),
    to: day(now),
    time_zone: 'Etc/GMT',
    axis: 'event',
    include_out_of_office: false,
  };
  const rows = await listWaiting(who.workspaceId, sql, scopeOf(who), { ...overallSelection({ ...query, ...range }) });
  return rows.map((row) => ({
    ...row,
    category_name: categoryName(row.category_id, row.category_name),
    replied_at: row.replied_at.toISOString(),
    waiting_seconds: Math.max(0, Math.round((now - row.replied_at.getTime()) / 1000)),
  }));
}

/** Positive replies without an answer, longest wait first. */
export const readWaiting = (
  db: Database,
  who: Who,
  query: OverallFilter & { late_only: boolean; limit: number },
  now: number,
) =>
  db.tenantSql(who.workspaceId, async (sql) => {
    const all = await findWaiting(sql, who, query, now);
    const late = all.filter((row) => row.waiting_seconds > answerTargetSeconds);
    const shown = query.late_only ? late : all;
    return { rows: shown.slice(0, query.limit), total: shown.length, late: late.length };
  });
