import { inboxChangeLimits, type InboxChangeView } from '@skein/contracts/main/inbox-bulk.contract';
import { toRunView } from '#platform/bulk-runs/run-view';
import type { InboxChangeRecord } from './inbox-changes.store';
import { undoReason } from './undo-reason';
import { refusalToStepBack } from './step-back';

const day = 86_400_000;

/** Why a change cannot be undone; null when it can. */
export function noUndoReason(record: InboxChangeRecord, realNow: number): string | null {
  if (record.status === 'UNDONE' || record.status === 'UNDOING') return 'It was undone already.';
  const refusal = refusalToStepBack(record.action);
  if (refusal) return refusal;
  if (record.status !== 'RUNNING' && !record.counts['CHANGED']) return 'It changed nothing.';
  if (record.finished_at && realNow - record.finished_at.getTime() > inboxChangeLimits.undoDays * day)
    return `Changes can be undone for ${inboxChangeLimits.undoDays} days.`;
  return null;
}

/** Progress with counts. `realNow` is real time in milliseconds. */
export function toChangeView(record: InboxChangeRecord, realNow: number): InboxChangeView {
  const { CHANGED = 0, SAME = 0, GONE = 0, RESTORED = 0, KEPT = 0, ...reasons } = record.counts;
  const all = Object.entries(reasons).map(([text, count]) => ({ reason: text, count }));
  const isUndo = record.status === 'UNDOING' || record.status === 'UNDONE';
  const changed = CHANGED + RESTORED + KEPT;
  const reason = noUndoReason(record, realNow);
  const [part, whole] = isUndo ? [RESTORED + KEPT, changed] : [record.done, record.total];
  return {
    ...toRunView(record, realNow),
    bulk_id: record.id,
    status: record.status,
    action: record.action,
    changed,
    unchanged: SAME,
    gone: GONE,
    reasons: all.filter((each) => !each.reason.startsWith(undoReason)),
    undo_reasons: all
      .filter((each) => each.reason.startsWith(undoReason))
      .map((each) => ({ ...each, reason: each.reason.slice(undoReason.length) })),
    restored: RESTORED,
    kept: KEPT,
    percent: whole === 0 ? 100 : Math.round((part / whole) * 1000) / 10,
    can_undo: reason === null,
    no_undo_reason: reason,
    has_more: false,
  };
}
