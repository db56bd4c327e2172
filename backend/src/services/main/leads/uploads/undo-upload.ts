import { markRunUndone } from '#platform/bulk-runs/bulk-runs.store';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { addLeadCredits } from '../people/import-batch.store';
import {
  countUndo,
  removeEnrolmentBatch,
  removeLeadBatch,
  removeMemberships,
  type UndoEffects,
} from './undo-upload.store';
import { requireHeldUpload, requireUpload } from './upload-view';
import { markUndone } from './uploads.store';

const batch = 5_000;

/** What undoing an upload would remove and keep. */
export const describeUndo = (deps: Pick<MainDeps, 'db'>, who: Who, uploadId: number): Promise<UndoEffects> =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireUpload(sql, who, uploadId);
    return countUndo(who.workspaceId, sql, uploadId);
  });

/**
 * Removes the enrolments and list entries that an upload made and the leads that only it brought, except those that
 * were mailed. In batches, so that sending goes on meanwhile; interrupted, it can be asked for again. Leads that are
 * removed give their credits back.
 * @throws SkeinError ILLEGAL_TRANSITION while it runs, before it began, and a second time
 */
export async function undoUpload(
  deps: Pick<MainDeps, 'db' | 'realClock' | 'live'>,
  who: Who,
  uploadId: number,
): Promise<UndoEffects> {
  const { campaignId, listId, runId } = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const upload = await requireHeldUpload(sql, who, uploadId);
    if (upload.status === 'UNDONE') throw new SkeinError('ILLEGAL_TRANSITION', 'This upload was undone already.');
    if (upload.status === 'RUNNING')
      throw new SkeinError('ILLEGAL_TRANSITION', 'This import still runs. Stop it before you undo it.');
    if (upload.status === 'UPLOADED')
      throw new SkeinError('ILLEGAL_TRANSITION', 'This import has not begun; there is nothing to undo.');
    return { campaignId: upload.campaign_id, listId: upload.list_id, runId: upload.run_id };
  });
  const effects: UndoEffects = { enrolments_removed: 0, leads_removed: 0, kept_contacted: 0, cancelled_emails: 0 };
  for (let isEnd = false; !isEnd;) {
    const step = await deps.db.tenantSql(who.workspaceId, (sql) =>
      removeEnrolmentBatch(who.workspaceId, sql, uploadId, batch),
    );
    ({ isEnd } = step);
    effects.enrolments_removed += step.removed;
    effects.cancelled_emails += step.cancelled;
  }
  if (listId !== null)
    await deps.db.tenantSql(who.workspaceId, (sql) => removeMemberships(who.workspaceId, sql, listId, uploadId));
  for (let removed = batch; removed > 0;) {
    removed = await deps.db.tenantSql(who.workspaceId, async (sql) => {
      const count = await removeLeadBatch(who.workspaceId, sql, uploadId, batch);
      await addLeadCredits(who.workspaceId, sql, -count);
      return count;
    });
    effects.leads_removed += removed;
  }
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    effects.kept_contacted = (await countUndo(who.workspaceId, sql, uploadId)).kept_contacted;
    if (!(await markRunUndone(who.workspaceId, sql, runId)))
      throw new SkeinError('ILLEGAL_TRANSITION', 'This upload was undone already.');
    await markUndone(who.workspaceId, sql, uploadId, new Date(deps.realClock.now()));
    await deps.live.publish(sql, who.workspaceId, [
      `upload:${uploadId}`,
      'uploads',
      'leads',
      'campaigns',
      ...(campaignId === null ? [] : [`campaign:${campaignId}`]),
    ]);
    return effects;
  });
}
