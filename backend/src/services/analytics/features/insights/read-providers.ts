import type { Database } from '../../../../platform/db/database';
import { scopeOf, type Who } from '../figures/selection';
import { overallSelection } from '../overall/read-overall';
import { countMailboxStates } from './attention.store';
import { readMatrix } from './insights.store';
import type { InsightQuery } from './read-groups';

/** What was sent from each mailbox provider to each provider of leads, with replies and bounces. */
export const readProviderMatrix = (db: Database, who: Who, query: InsightQuery) =>
  db.tenantSql(who.workspaceId, async (sql) => ({
    cells: await readMatrix(who.workspaceId, sql, scopeOf(who), overallSelection(query)),
  }));

/** How many mailboxes are signed in, failing, warming up. */
export const readMailboxStates = (db: Database, who: Who, query: Pick<InsightQuery, 'client_ids'>) =>
  db.tenantSql(who.workspaceId, (sql) => countMailboxStates(who.workspaceId, sql, scopeOf(who), query.client_ids));
