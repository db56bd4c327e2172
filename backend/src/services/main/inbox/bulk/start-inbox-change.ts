import {
  inboxChangeLimits,
  type InboxChangeView,
  type MatchingAction,
} from '@skein/contracts/main/inbox-bulk.contract';
import type { InboxFolder } from '@skein/contracts/main/inbox-choices';
import type { InboxFilter } from '@skein/contracts/main/inbox-views';
import { permits } from '@skein/contracts/permissions';
import { cancelRun, startRun, undoRun } from '#platform/bulk-runs/start-run';
import { decodeIdCursor, encodeCursor } from '#platform/db/cursor';
import type { SqlClient } from '#platform/db/database';
import { invalidField, notFound, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { requireTaking } from '#campaigns/campaigns.api';
import { checkAction } from '../conversations/change-conversations';
import { usualSort } from '../conversations/list-conversations';
import { countMatching, findMatchingIds, type MatchingQuery } from '../conversations/conversation-page.store';
import { inboxChangeRun } from './inbox-change.run';
import { noUndoReason, toChangeView } from './inbox-change-view';
import {
  findChanges,
  hasChangeUnderWay,
  insertChange,
  lockChange,
  sweepChanges,
  type InboxChangeRecord,
} from './inbox-changes.store';

const day = 86_400_000;

/** Everything that a view shows, but some. */
interface Matching {
  folder: InboxFolder;
  filter: InboxFilter;
  excluded_ids: readonly number[];
}

const queryOf = (deps: Pick<MainDeps, 'campaignClock'>, { folder, filter, excluded_ids }: Matching): MatchingQuery => ({
  folder,
  filter,
  sort: usualSort(folder),
  excludedIds: excluded_ids,
  now: new Date(deps.campaignClock.now()),
});

/** How many conversations match, exactly. */
export const countInboxChange = (deps: MainDeps, who: Who, matching: Matching) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => ({
    total: await countMatching(sql, who, queryOf(deps, matching)),
  }));

interface ChangeToStart extends Matching {
  action: MatchingAction;
  expected_total?: number;
}

/**
 * Begins to do one thing to the conversations that match at this moment.
 * @throws SkeinError VALIDATION, FORBIDDEN, CONFLICT when more match than were confirmed
 */
export const startInboxChange = (deps: MainDeps, who: Who, given: ChangeToStart): Promise<InboxChangeView> =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const { action } = given;
    await checkMatchingAction(sql, who, action);
    if (await hasChangeUnderWay(who.workspaceId, sql, who.userId))
      throw new SkeinError('CONFLICT', 'Your last change is still under way. Start the next one when it is done.');
    const most = inboxChangeLimits.conversations;
    const ids = await findMatchingIds(sql, who, { ...queryOf(deps, given), limit: most + 1 });
    const matches = `matches more than ${most.toLocaleString('en-US')} conversations; narrow the filter`;
    if (ids.length > most) throw invalidField('filter', matches);
    if (ids.length === 0) throw invalidField('filter', 'matches no conversation');
    if (given.expected_total !== undefined && ids.length > given.expected_total)
      throw new SkeinError(
        'CONFLICT',
        `${ids.length.toLocaleString('en-US')} conversations match by now. Confirm again.`,
      );
    const runId = await startRun(deps, sql, inboxChangeRun, {
      workspaceId: who.workspaceId,
      createdBy: who.userId,
      total: ids.length,
    });
    const at = new Date(deps.campaignClock.now());
    const id = await insertChange(who.workspaceId, sql, { runId, action, who, at, enrolmentIds: ids });
    return toChangeView(await requireChange(sql, who, id), deps.realClock.now());
  });

/** What a batch would be refused for is refused at once. */
async function checkMatchingAction(sql: SqlClient, who: Who, action: MatchingAction): Promise<void> {
  if (action.do !== 'push') return checkAction(sql, who, action);
  if (!permits(who, 'lead.write')) throw new SkeinError('FORBIDDEN');
  await requireTaking(sql, who, action.subsequence_id);
}

/** Stops a change between two batches. @throws SkeinError NOT_FOUND, ILLEGAL_TRANSITION */
export const cancelInboxChange = (deps: MainDeps, who: Who, changeId: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    if (!(await cancelRun(deps, sql, inboxChangeRun, await requireChange(sql, who, changeId))))
      throw new SkeinError('ILLEGAL_TRANSITION', 'This change is over; there is nothing to stop.');
    return toChangeView(await requireChange(sql, who, changeId), deps.realClock.now());
  });

/**
 * Begins to put the conversations back as they were. One that is under way stops first: no worker adds to it once this commits.
 * @throws SkeinError NOT_FOUND, ILLEGAL_TRANSITION
 */
export const undoInboxChange = (deps: MainDeps, who: Who, changeId: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const found = await lockChange(who.workspaceId, sql, { userId: who.userId, id: changeId });
    if (!found || found.is_at_once) throw notFound('This change');
    const reason = noUndoReason(found, deps.realClock.now());
    if (reason) throw new SkeinError('ILLEGAL_TRANSITION', reason);
    await undoRun(deps, sql, inboxChangeRun, found);
    return toChangeView(await requireChange(sql, who, changeId), deps.realClock.now());
  });

export const getInboxChange = (deps: Pick<MainDeps, 'db' | 'realClock'>, who: Who, changeId: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) =>
    toChangeView(await requireChange(sql, who, changeId), deps.realClock.now()),
  );

export const listInboxChanges = (
  deps: Pick<MainDeps, 'db' | 'realClock'>,
  who: Who,
  query: { cursor?: string; limit: number },
) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const found = await findChanges(who.workspaceId, sql, {
      userId: who.userId,
      before: decodeIdCursor(query.cursor),
      limit: query.limit + 1,
      only: 'workers',
    });
    const rows = found.slice(0, query.limit);
    const last = rows.at(-1);
    return {
      rows: rows.map((record) => toChangeView(record, deps.realClock.now())),
      next_cursor: found.length > query.limit && last ? encodeCursor([last.id]) : null,
      total: rows.length,
      total_is_capped: found.length > query.limit,
    };
  });

/** Changes of one transaction. */
const sweepBatch = 5_000;

/**
 * Forgets changes that can no longer be undone. Those that were done at once stay as long as the others: undoing one of
 * everything matching asks what was decided since.
 * @returns how many
 */
export async function sweepOldChanges(deps: Pick<MainDeps, 'db' | 'realClock'>, most = sweepBatch): Promise<number> {
  const before = new Date(deps.realClock.now() - inboxChangeLimits.undoDays * day);
  for (let all = 0; ;) {
    const swept = await deps.db.systemSql((sql) => sweepChanges(sql, before, most));
    all += swept;
    if (swept < most) return all;
  }
}

/** A change of this person. @throws SkeinError NOT_FOUND */
async function requireChange(sql: SqlClient, who: Who, changeId: number): Promise<InboxChangeRecord> {
  const [found] = await findChanges(who.workspaceId, sql, { userId: who.userId, id: changeId });
  if (!found) throw notFound('This change');
  return found;
}
