import type { CallOutput } from '@skein/contracts/endpoint';
import type { MatchingAction } from '@skein/contracts/main/inbox-bulk.contract';
import type { inboxRecentContract, RecentChange } from '@skein/contracts/main/inbox-recent.contract';
import { permits } from '@skein/contracts/permissions';
import { undoRun } from '#platform/bulk-runs/start-run';
import { markRunUndone, recountRun } from '#platform/bulk-runs/bulk-runs.store';
import { notFound, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { undoPushes } from '#campaigns/campaigns.api';
import { undoBlockEntries } from '#leads/leads.api';
import { undoRows } from '../bulk/change-rows';
import { changedSince } from '../bulk/changed-since';
import { inboxChangeRun } from '../bulk/inbox-change.run';
import { noUndoReason } from '../bulk/inbox-change-view';
import { findChangeRows, findChanges, lockChange, writeChangeRows, type SettledRow } from '../bulk/inbox-changes.store';
import { undoInboxChange } from '../bulk/start-inbox-change';
import { removeNote, removeReminder, removeTask } from '../conversations/lead-records';
import { needsToUndo, undoTime } from './list-recent-changes';
import { findMaker, findOwnBlocks, findOwnPush } from './recent.store';
import { undoRecordChange } from './undo-record-change';

type Undone = CallOutput<(typeof inboxRecentContract)['endpoints']['undoRecentChange']>;
type Undo = (deps: MainDeps, who: Who, id: number) => Promise<Undone>;

const undone = (given: Partial<Undone> = {}): Undone => ({
  restored: 1,
  kept: 0,
  reasons: [],
  leads_resumed: 0,
  is_under_way: false,
  ...given,
});

const after = (deps: MainDeps) => new Date(deps.campaignClock.now() - undoTime);

/** A change of conversations: at once where it was done so, else by a worker. */
const undoChange: Undo = async (deps, who, id) => {
  const [found] = await deps.db.tenantSql(who.workspaceId, (sql) =>
    findChanges(who.workspaceId, sql, { userId: who.userId, id }),
  );
  if (!found) {
    const { isRestored, action } = await undoRecordChange(deps, who, { id, after: after(deps) });
    if (isRestored) return undone();
    return undone({ restored: 0, kept: 1, reasons: [{ reason: changedSince(action), count: 1 }] });
  }
  if (found.is_at_once) return undoAtOnce(deps, who, id);
  await undoInboxChange(deps, who, id);
  return undone({ restored: 0, is_under_way: true });
};

/** Conversations whose leads one request continues: it holds their campaigns meanwhile. More go to a worker. */
const mostAtOnce = 50;

const undoAtOnce: Undo = (deps, who, id) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const change = await lockChange(who.workspaceId, sql, { userId: who.userId, id });
    if (!change) throw notFound('This change');
    const isOver = change.at === null || change.at.getTime() <= deps.campaignClock.now() - undoTime;
    const refusal = noUndoReason(change, deps.realClock.now()) ?? (isOver ? 'Changes can be undone for a day.' : null);
    if (refusal !== null) throw new SkeinError('ILLEGAL_TRANSITION', refusal);
    const rows = await findChangeRows(who.workspaceId, sql, { changeId: id, which: 'changed', after: 0, limit: 500 });
    if (rows.length > mostAtOnce && (change.action.do === 'category' || change.action.do === 'pause')) {
      await undoRun(deps, sql, inboxChangeRun, change);
      return undone({ restored: 0, is_under_way: true });
    }
    const settled = await undoRows({ deps, sql, who, action: change.action, change }, rows);
    await writeChangeRows(who.workspaceId, sql, id, settled);
    const restored = settled.filter(({ outcome }) => outcome === 'RESTORED').length;
    const kept = settled.length - restored;
    await recountRun(
      who.workspaceId,
      sql,
      { run_id: change.run_id },
      {
        done: settled.length,
        counts: { RESTORED: restored, KEPT: kept },
      },
    );
    await markRunUndone(who.workspaceId, sql, change.run_id);
    return undone({
      restored,
      kept,
      reasons: reasonsOf(change.action, settled),
      leads_resumed: settled.reduce((sum, { resumed = 0 }) => sum + resumed, 0),
    });
  });

function reasonsOf(action: MatchingAction, settled: readonly SettledRow[]): Undone['reasons'] {
  const counts = new Map<string, number>();
  for (const { outcome, reason = outcome === 'KEPT' ? changedSince(action) : undefined } of settled)
    if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => ({ reason, count }));
}

/** What a person wrote or planned goes as it is removed otherwise, within a day. */
const undoRecord =
  (kind: 'note' | 'task' | 'reminder', remove: (deps: MainDeps, who: Who, id: number) => Promise<unknown>): Undo =>
  async (deps, who, id) => {
    const maker = await deps.db.tenantSql(who.workspaceId, (sql) => findMaker(who.workspaceId, sql, { kind, id }));
    if (maker?.user_id !== who.userId) throw notFound(`This ${kind}`);
    if (maker.created_at <= after(deps)) throw new SkeinError('ILLEGAL_TRANSITION', 'Changes can be undone for a day.');
    await remove(deps, who, id);
    return undone();
  };

const undoBlock: Undo = async (deps, who, id) => {
  const ids = await deps.db.tenantSql(who.workspaceId, (sql) =>
    findOwnBlocks(who.workspaceId, sql, { id, userId: who.userId, after: after(deps) }),
  );
  if (ids.length === 0)
    throw new SkeinError(
      'NOT_FOUND',
      'Taken off the block list already, or added by someone else or more than a day ago.',
    );
  const { removed, leads_resumed, leads_kept } = await undoBlockEntries(deps, who, ids);
  return undone({
    restored: removed,
    kept: ids.length - removed,
    reasons: [
      ...(removed < ids.length ? [{ reason: 'Someone else asked for it too', count: ids.length - removed }] : []),
      ...(leads_kept > 0 ? [{ reason: 'Leads that stay stopped for another reason', count: leads_kept }] : []),
    ],
    leads_resumed,
  });
};

const undoPush: Undo = async (deps, who, id) => {
  const push = await deps.db.tenantSql(who.workspaceId, (sql) =>
    findOwnPush(who.workspaceId, sql, { id, userId: who.userId }),
  );
  if (!push) throw notFound('This move');
  const { subsequence_id: subsequenceId, enrolment_ids: enrolmentIds } = push;
  const { changed, unchanged, reasons } = await undoPushes(deps, who, { subsequenceId, enrolmentIds });
  return undone({ restored: changed, kept: unchanged, reasons });
};

/** By the word before the number of a key. */
const undoOf = {
  change: undoChange,
  note: undoRecord('note', removeNote),
  task: undoRecord('task', removeTask),
  reminder: undoRecord('reminder', removeReminder),
  block: undoBlock,
  push: undoPush,
} satisfies Partial<Record<RecentChange['kind'], Undo>>;

/**
 * Undoes what this person did, named as in the list. Nothing that somebody changed since is touched, and no email
 * leaves because of it to somebody who opted out or answered.
 * @throws SkeinError NOT_FOUND, FORBIDDEN, ILLEGAL_TRANSITION
 */
export async function undoRecentChange(deps: MainDeps, who: Who, key: string): Promise<Undone> {
  const [kind = '', id] = key.split('-');
  if (!Object.hasOwn(undoOf, kind)) throw notFound('This change');
  const known = kind as keyof typeof undoOf;
  const needs = needsToUndo[known];
  if (needs && !permits(who, needs)) throw new SkeinError('FORBIDDEN');
  return undoOf[known](deps, who, Number(id));
}
