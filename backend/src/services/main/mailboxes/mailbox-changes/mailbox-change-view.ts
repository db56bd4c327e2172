import { mailboxChangeLimits, type MailboxChangeView } from '@skein/contracts/main/mailbox-changes.contract';
import { toRunView } from '#platform/bulk-runs/run-view';
import type { SqlClient } from '#platform/db/database';
import { notFound } from '#platform/http/skein-error';
import type { Who } from '#access/access.api';
import { findChange, type MailboxChangeRecord } from './mailbox-changes.store';

const day = 86_400_000;

/** Whose changes somebody sees: null for all of the workspace, else their own. */
export const creatorSeenBy = (who: Who): number | null =>
  who.role === 'OWNER' || who.role === 'ADMIN_ACCESS' ? null : who.userId;

/** A change that this person sees. @throws SkeinError NOT_FOUND */
export async function requireChange(
  sql: SqlClient,
  who: Who,
  changeId: number,
  lock = false,
): Promise<MailboxChangeRecord> {
  const found = await findChange(who.workspaceId, sql, { changeId, creatorId: creatorSeenBy(who), lock });
  if (!found) throw notFound('This change');
  return found;
}

/** Why a change cannot be undone; null when it can. */
export function noUndoReason(record: MailboxChangeRecord, realNow: number): string | null {
  if (record.status === 'UNDONE' || record.status === 'UNDOING') return 'It was undone already.';
  if (record.status === 'WAITING' || record.status === 'RUNNING') return 'It is not over yet. Stop it first.';
  if (record.change.delete)
    return 'The credentials of deleted mailboxes are destroyed. Connect a mailbox again to bring it back with its history.';
  if (!record.counts.CHANGED) return 'It changed nothing.';
  if (record.finished_at && realNow - record.finished_at.getTime() > mailboxChangeLimits.undoDays * day)
    return `Changes can be undone for ${mailboxChangeLimits.undoDays} days.`;
  return null;
}

/** Progress with counts. `realNow` is real time in milliseconds. */
export function toChangeView(record: MailboxChangeRecord, realNow: number): MailboxChangeView {
  const { CHANGED = 0, SAME = 0, GONE = 0, RESTORED = 0, KEPT = 0 } = record.counts;
  const isUndo = record.status === 'UNDOING' || record.status === 'UNDONE';
  const changed = CHANGED + RESTORED + KEPT;
  const reason = noUndoReason(record, realNow);
  const [part, whole] = isUndo ? [RESTORED + KEPT, changed] : [record.done, record.total];
  return {
    ...toRunView(record, realNow),
    id: record.id,
    status: record.status,
    summary: record.summary,
    is_deletion: record.change.delete === true,
    changed,
    unchanged: SAME,
    gone: GONE,
    restored: RESTORED,
    kept: KEPT,
    percent: whole === 0 ? 100 : Math.round((part / whole) * 1000) / 10,
    can_undo: reason === null,
    no_undo_reason: reason,
  };
}
