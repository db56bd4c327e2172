import type { ConversationAction } from '@skein/contracts/main/inbox-fields';
import { bulkLimit } from '@skein/contracts/main/inbox-bulk.contract';
import type { InboxFolder } from '@skein/contracts/main/inbox-choices';
import type { InboxFilter } from '@skein/contracts/main/inbox-views';
import { notFound } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { changeIn } from '../conversations/change-conversations';
import { findPage } from '../conversations/thread.api';
import { usualSort } from '../conversations/list-conversations';
import { findStates, insertBulkChange, sweepBulkChanges, takeBulkChange } from './bulk.store';
import { canStepBack, stepsBack } from './step-back';

type BulkDeps = Pick<MainDeps, 'db' | 'campaignClock' | 'realClock' | 'live'>;

export interface MatchingChange {
  folder: InboxFolder;
  filter: InboxFilter;
  excluded_ids: readonly number[];
  action: ConversationAction;
}

/** Does one thing to everything that a view shows, in one transaction, and remembers what undoes it. */
export async function changeMatching(deps: BulkDeps, who: Who, given: MatchingChange) {
  const { folder, filter, action } = given;
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const page = await findPage(sql, who, {
      folder,
      filter,
      sort: usualSort(folder),
      after: null,
      offset: 0,
      limit: bulkLimit + given.excluded_ids.length,
      now: new Date(deps.campaignClock.now()),
    });
    const excluded = new Set(given.excluded_ids);
    const wanted = page.ids.map(({ id }) => id).filter((id) => !excluded.has(id));
    const ids = wanted.slice(0, bulkLimit);
    const before = stepsBack(await findStates(who.workspaceId, sql, ids), action);
    const { changed } = await changeIn(deps, sql, who, { enrolmentIds: ids, action });
    const bulkId = await insertBulkChange(who.workspaceId, sql, {
      userId: who.userId,
      before,
      at: new Date(deps.realClock.now()),
    });
    return {
      bulk_id: bulkId,
      changed,
      unchanged: ids.length - changed,
      can_undo: canStepBack(action) && before.length > 0,
      has_more: wanted.length > ids.length,
    };
  });
}

/** Undoes a change of one's own, once. @throws SkeinError NOT_FOUND */
export async function undoBulkChange(deps: BulkDeps, who: Who, bulkId: number) {
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const steps = await takeBulkChange(who.workspaceId, sql, bulkId, who.userId);
    if (!steps) throw notFound('This change');
    let changed = 0;
    for (const { ids, action } of steps)
      changed += (await changeIn(deps, sql, who, { enrolmentIds: ids, action })).changed;
    return { changed };
  });
}

/** Forgets changes that can no longer be undone. */
export const sweepOldChanges = (deps: BulkDeps) =>
  deps.db.systemSql((sql) => sweepBulkChanges(sql, new Date(deps.realClock.now() - 86_400_000)));
