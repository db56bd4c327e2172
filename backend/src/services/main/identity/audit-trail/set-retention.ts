import type { RequestActor } from '#platform/http/request-actor';
import type { MainDeps } from '#main/deps';
import { writeRetention } from './audit-trail.store';

/** How long the change history is kept; what is older is deleted the next night. */
export const setRetention = (deps: Pick<MainDeps, 'db'>, actor: RequestActor, days: number) =>
  deps.db.tenantSql(actor.workspaceId, async (sql) => {
    await writeRetention(actor.workspaceId, sql, days);
    return { keep_days: days };
  });
