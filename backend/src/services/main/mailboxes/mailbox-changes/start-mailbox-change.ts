import {
  mailboxChangeLimits,
  type MailboxChange,
  type MailboxChangePreview,
  type MailboxSelection,
} from '@skein/contracts/main/mailbox-changes.contract';
import { permits } from '@skein/contracts/permissions';
import { cancelRun, startRun, undoRun } from '#platform/bulk-runs/start-run';
import { decodeIdCursor, encodeCursor } from '#platform/db/cursor';
import type { SqlClient } from '#platform/db/database';
import { invalidField, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { checkClient, scopeOf, type Who } from '#access/access.api';
import { requireTags } from '#labels/labels.api';
import { filterOf } from '../connections/mailbox-filter';
import { findMatchingIds } from '../connections/mailbox-conditions.store';
import { countUse, findChangeable, findNames } from './changed-mailboxes.store';
import { mailboxChangeRun } from './mailbox-change.run';
import { findChanges, insertChange } from './mailbox-changes.store';
import { creatorSeenBy, noUndoReason, requireChange, toChangeView } from './mailbox-change-view';
import { previewOf, summaryOf, wantedOf } from './mailbox-values';

interface Asked {
  selection: MailboxSelection;
  change: MailboxChange;
}

/** What a change would do, without doing it. @throws SkeinError VALIDATION, FORBIDDEN */
export const previewMailboxChange = (
  deps: MainDeps,
  who: Who,
  { selection, change }: Asked,
): Promise<MailboxChangePreview> =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await checkChange(sql, who, change);
    const ids = await selectedIds(deps, sql, who, selection);
    if (change.delete) {
      const use = await countUse(who.workspaceId, sql, ids);
      return {
        total: ids.length,
        will_change: ids.length,
        fields: [],
        waiting_leads: use.leads,
        campaigns: use.campaigns,
      };
    }
    const names = await findNames(who.workspaceId, sql);
    return {
      total: ids.length,
      ...previewOf(await findChangeable(who.workspaceId, sql, ids), wantedOf(change), names),
      waiting_leads: 0,
      campaigns: 0,
    };
  });

/**
 * Begins a change of the mailboxes that are selected at this moment; deleting waits, so that it can be cancelled.
 * @throws SkeinError VALIDATION, FORBIDDEN
 */
export const startMailboxChange = (deps: MainDeps, who: Who, { selection, change }: Asked) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await checkChange(sql, who, change);
    const mailboxIds = await selectedIds(deps, sql, who, selection);
    if (mailboxIds.length === 0) throw invalidField('selection', 'matches no mailbox');
    const runId = await startRun(deps, sql, mailboxChangeRun, {
      workspaceId: who.workspaceId,
      createdBy: who.userId,
      total: mailboxIds.length,
      delay: change.delete ? mailboxChangeLimits.deleteDelaySeconds * 1000 : 0,
    });
    const id = await insertChange(who.workspaceId, sql, {
      runId,
      change,
      summary: change.delete
        ? ['Delete']
        : summaryOf(wantedOf(change), await findNames(who.workspaceId, sql)).map((line) => line.slice(0, 200)),
      mailboxIds,
    });
    return toChangeView(await requireChange(sql, who, id), deps.realClock.now());
  });

/** Stops a change between two batches, or cancels a deletion that has not begun. @throws SkeinError ILLEGAL_TRANSITION */
export const cancelMailboxChange = (deps: MainDeps, who: Who, changeId: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const found = await requireChange(sql, who, changeId);
    if (!(await cancelRun(deps, sql, mailboxChangeRun, found)))
      throw new SkeinError('ILLEGAL_TRANSITION', 'This change is over; there is nothing to stop.');
    return toChangeView(await requireChange(sql, who, changeId), deps.realClock.now());
  });

/** Begins to give each mailbox its earlier values again. @throws SkeinError ILLEGAL_TRANSITION */
export const undoMailboxChange = (deps: MainDeps, who: Who, changeId: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const found = await requireChange(sql, who, changeId, true);
    const reason = noUndoReason(found, deps.realClock.now());
    if (reason) throw new SkeinError('ILLEGAL_TRANSITION', reason);
    await undoRun(deps, sql, mailboxChangeRun, found);
    return toChangeView(await requireChange(sql, who, changeId), deps.realClock.now());
  });

export const getMailboxChange = (deps: Pick<MainDeps, 'db' | 'realClock'>, who: Who, changeId: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) =>
    toChangeView(await requireChange(sql, who, changeId), deps.realClock.now()),
  );

export const listMailboxChanges = (
  deps: Pick<MainDeps, 'db' | 'realClock'>,
  who: Who,
  query: { cursor?: string; limit: number },
) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const found = await findChanges(who.workspaceId, sql, {
      creatorId: creatorSeenBy(who),
      before: decodeIdCursor(query.cursor),
      limit: query.limit + 1,
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

async function checkChange(sql: SqlClient, who: Who, change: MailboxChange): Promise<void> {
  if (change.delete && !permits(who, 'mailbox.delete')) throw new SkeinError('FORBIDDEN');
  await checkClient(who.workspaceId, sql, change.client_id, scopeOf(who).memberId);
  await requireTags(sql, who, change.add_tag_ids, 'change.add_tag_ids');
}

/** The mailboxes that a selection stands for, of those that the person sees. @throws SkeinError VALIDATION for too many */
async function selectedIds(deps: MainDeps, sql: SqlClient, who: Who, selection: MailboxSelection): Promise<number[]> {
  const filter =
    'mailbox_ids' in selection
      ? { ...filterOf(who, {}), ids: selection.mailbox_ids }
      : { ...filterOf(who, selection.filter), exceptIds: selection.except_ids };
  const most = mailboxChangeLimits.mailboxes;
  const ids = await findMatchingIds(who.workspaceId, sql, {
    now: new Date(deps.campaignClock.now()),
    filter,
    limit: most + 1,
  });
  if (ids.length > most)
    throw invalidField('selection', `matches more than ${most.toLocaleString('en-US')} mailboxes; narrow the filter`);
  return ids;
}
