import type { InsightGrouping } from '@skein/contracts/analytics/insights.contract';
import type { Database } from '#platform/db/database';
import { noCounts } from '../figures/count-events.store';
import { scopeOf, type Who } from '../figures/selection';
import { readCounts } from '../figures/sum-rollups.store';
import { overallSelection } from '../overall/read-overall';
import { foldGroups } from './fold-groups';
import { groupingOf, nameGroups, type InsightQuery } from './read-groups';

const weekCount = 9;
const day = 86_400_000;

/** Nine weeks of seven days, the last of which ends with the day. Pure. */
export function weeksUpTo(last: string): { from: string; to: string }[] {
  const text = (at: number) => new Date(at).toISOString().slice(0, 10);
  const end = Date.parse(`${last}T00:00:00Z`);
  return Array.from({ length: weekCount }, (_, index) => {
    const to = end - (weekCount - 1 - index) * 7 * day;
    return { from: text(to - 6 * day), to: text(to) };
  });
}

/** How groups fared over nine weeks, counted as everything else is. */
export const readWeeks = (db: Database, who: Who, query: InsightQuery & { by: InsightGrouping }) =>
  db.tenantSql(who.workspaceId, async (sql) => {
    const weeks = weeksUpTo(query.to ?? query.from ?? '');
    const counted = [];
    for (const { from, to } of weeks) {
      const selection = { ...overallSelection(query), range: { ...query, from, to } };
      counted.push(await readCounts(who.workspaceId, sql, scopeOf(who), { selection, grouping: groupingOf(query.by) }));
    }
    const ids = [...new Set(counted.flatMap((groups) => [...groups.keys()]))].filter(Boolean).map(Number);
    const naming = await nameGroups(who.workspaceId, sql, ids, query.by);
    const folded = counted.map((groups) => foldGroups(groups, naming.keysOf));
    const keys = [...new Set(folded.flatMap((groups) => [...groups.keys()]))];
    return {
      weeks: weeks.map(({ from }) => from),
      groups: keys.map((key) => {
        const rows = folded.map((groups) => groups.get(key) ?? noCounts());
        return {
          key,
          sent: rows.map(({ sent }) => sent),
          replied: rows.map(({ replied }) => replied),
          positive: rows.map(({ positive }) => positive),
          bounced: rows.map(({ bounced }) => bounced),
        };
      }),
    };
  });
