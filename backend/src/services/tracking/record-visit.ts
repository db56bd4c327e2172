import type { Database, SqlClient } from '../../platform/db/database';
import type { Live } from '../../platform/live/live';
import { recordClick, recordOpen, recordUnsubscribe, type MailActivity } from '../../platform/outcomes/mail-activity.store';

export interface VisitDeps { db: Database; live: Live }

/** Writes what a visit means, and tells open browsers, in one transaction: the answer to the visitor comes after its commit. */
function commit<Result extends { workspaceId: number } | null>(deps: VisitDeps, work: (sql: SqlClient) => Promise<Result>): Promise<Result> {
  return deps.db.systemSql(async (sql) => {
    const result = await work(sql);
    if (result) await deps.live.publish(sql, result.workspaceId, ['campaigns', 'activity']);
    return result;
  });
}

export const countOpen = (deps: VisitDeps, visit: MailActivity) => commit(deps, async (sql) => {
  const workspaceId = await recordOpen(sql, visit);
  return workspaceId === null ? null : { workspaceId };
});

/** @returns the address behind the link, or null for a link that no sent mail has */
export const followLink = (deps: VisitDeps, visit: MailActivity & { linkIndex: number }) => commit(deps, (sql) => recordClick(sql, visit));

/** @returns whom it was for, or null for a mail that was not sent */
export const unsubscribe = (deps: VisitDeps, visit: Omit<MailActivity, 'isMachine'>) => commit(deps, (sql) => recordUnsubscribe(sql, visit));
