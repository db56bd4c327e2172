import type { MatrixCell } from '@skein/contracts/analytics/insights.contract';
import type { Database } from '#platform/db/database';
import { scopeOf, type Who } from '../figures/selection';
import { overallSelection } from '../overall/read-overall';
import { countMailboxStates } from './attention.store';
import { readMatrix } from './insights.store';
import { countPlacement } from './placement.store';
import type { InsightQuery } from './read-groups';

/** What was sent from each mailbox provider to each provider of leads, with replies, bounces and spam. */
export const readProviderMatrix = (db: Database, who: Who, query: InsightQuery) =>
  db.tenantSql(who.workspaceId, async (sql) => {
    const of = [who.workspaceId, sql, scopeOf(who), overallSelection(query)] as const;
    const cells = new Map<string, MatrixCell>();
    const cellOf = (from: string, to: string): MatrixCell => {
      const key = `${from} ${to}`;
      const cell = cells.get(key) ?? { from, to, sent: 0, contacted: 0, replied: 0, bounced: 0, placed: 0, spam: 0 };
      cells.set(key, cell);
      return cell;
    };
    for (const counted of await readMatrix(...of)) Object.assign(cellOf(counted.from, counted.to), counted);
    for (const { from, to, placed, spam } of await countPlacement(...of)) {
      const cell = cellOf(from, to);
      cell.placed += placed;
      cell.spam += spam;
    }
    return { cells: [...cells.values()] };
  });

/** How many mailboxes are signed in, failing, warming up. */
export const readMailboxStates = (db: Database, who: Who, query: Pick<InsightQuery, 'client_ids'>) =>
  db.tenantSql(who.workspaceId, (sql) => countMailboxStates(who.workspaceId, sql, scopeOf(who), query.client_ids));
