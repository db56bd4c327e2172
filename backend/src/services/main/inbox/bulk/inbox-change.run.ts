import type { BulkRunKind, BulkRunStep } from '#platform/bulk-runs/bulk-run';
import { permits } from '@skein/contracts/permissions';
import type { SqlClient } from '#platform/db/database';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { withPresentRights, type Who } from '#access/access.api';
import { doRows, undoRows } from './change-rows';
import { findChangeOfRun, findChangeRows, writeChangeRows, type SettledRow } from './inbox-changes.store';
import { undoReason } from './undo-reason';

/** Conversations of one transaction. Where each holds the locks of its campaign, they are fewer. */
const usualBatch = 500;
const smallBatch = 50;
const quickActions: ReadonlySet<string> = new Set(['read', 'important', 'archive', 'snooze', 'assign']);

/** Where a run is: behind this conversation, while it changes or while it undoes. */
interface PlaceOfChange {
  readonly [name: string]: number | null;
}

/**
 * One action for every conversation that matched when it was started, and its undoing. The conversations are written
 * down at the start: what arrives later is not touched.
 */
export const inboxChangeRun: BulkRunKind<MainDeps> = {
  kind: 'INBOX_CHANGE',
  topics: { progress: ['job'], end: ['job', 'inbox', 'leads', 'campaigns'] },
  oneAtATime: true,
  brokeOff: ({ status }) =>
    status === 'UNDOING'
      ? 'Undoing stopped halfway. Undo again for the rest.'
      : 'The change stopped halfway. What is changed stays, and can be undone.',
  // A category or colleague that is gone will not come back by trying again.
  refusalOf: (error) => (error instanceof SkeinError ? error.message : null),
  async batch({ deps, sql, run }) {
    const { workspace_id: workspaceId } = run;
    const isUndo = run.status === 'UNDOING';
    const { id, action, who: then, at } = await findChangeOfRun(workspaceId, sql, run.run_id);
    const who = await requireRights(sql, { ...then, workspaceId }, action.do);
    const size = quickActions.has(action.do) ? usualBatch : smallBatch;
    const place = (run.place ?? {}) as PlaceOfChange;
    const way = isUndo ? 'undone' : 'done';
    const rows = await findChangeRows(workspaceId, sql, {
      changeId: id,
      which: isUndo ? 'changed' : 'pending',
      after: place[way] ?? 0,
      limit: size,
    });
    const settled = isUndo
      ? await undoRows({ deps, sql, who, action, change: { id, at } }, rows)
      : await doRows({ deps, sql, who, action }, rows);
    await writeChangeRows(workspaceId, sql, id, settled);
    const last = rows.at(-1)?.enrolment_id;
    return {
      ...progressOf(settled, isUndo),
      place: { ...place, ...(last === undefined ? {} : { [way]: last }) },
      isLast: rows.length < size,
    };
  },
};

/** @throws SkeinError FORBIDDEN when the person may not do this any more */
async function requireRights(sql: SqlClient, then: Who, action: string): Promise<Who> {
  const who = await withPresentRights(sql, then);
  if (who && permits(who, 'inbox.reply') && (action !== 'push' || permits(who, 'lead.write'))) return who;
  throw new SkeinError('FORBIDDEN', 'The person who started this may no longer do it. What is changed stays.');
}

/** Undoing counts rows under another outcome that were counted as changed. */
function progressOf(settled: readonly SettledRow[], isUndo: boolean): BulkRunStep {
  const counts: Record<string, number> = {};
  const count = (name: string, by: number) => {
    counts[name] = (counts[name] ?? 0) + by;
  };
  for (const { outcome, reason } of settled)
    if (isUndo) {
      count(outcome, 1);
      if (reason !== undefined) count(undoReason + reason, 1);
    } else count(reason ?? outcome, 1);
  if (isUndo) {
    count('CHANGED', -settled.length);
    return { counts };
  }
  return { counts, done: settled.length };
}
