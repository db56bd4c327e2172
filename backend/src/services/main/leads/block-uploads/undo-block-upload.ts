import { undoRun } from '#platform/bulk-runs/start-run';
import { SkeinError } from '#platform/http/skein-error';
import type { BlockUndoEffects } from '@skein/contracts/main/block-uploads.contract';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { addBlockEffects } from './block-batch.store';
import { blockUploadRun } from './block-upload.run';
import { requireBlockUpload, requireHeldBlockUpload, toBlockUploadView } from './block-upload-view';
import { noteBlockStatus } from './note-block-status';
import { countUndoneEntries } from './undo-block-upload.store';

/** What undoing an upload would take off the list and keep. */
export const describeBlockUndo = (deps: Pick<MainDeps, 'db'>, who: Who, uploadId: number): Promise<BlockUndoEffects> =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const upload = await requireBlockUpload(sql, who, { id: uploadId });
    const { removed, handedOver } = await countUndoneEntries(who.workspaceId, sql, uploadId);
    const gone = upload.entries_removed + upload.entries_handed_over;
    return {
      entries_removed: removed,
      handed_over: handedOver,
      no_longer_its_own: Math.max(0, (upload.counts['ADDED'] ?? 0) - removed - handedOver - gone),
      already_there: upload.counts['ALREADY_THERE'] ?? 0,
      leads_blocked: upload.leads_blocked,
    };
  });

/**
 * Begins to take what an upload brought off the list.
 * @throws SkeinError ILLEGAL_TRANSITION while it runs, before it began, and a second time
 */
export const undoBlockUpload = (
  deps: Pick<MainDeps, 'db' | 'realClock' | 'live' | 'jobs'>,
  who: Who,
  uploadId: number,
) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const upload = await requireHeldBlockUpload(sql, who, uploadId);
    if (upload.status === 'UNDOING' || upload.status === 'UNDONE')
      throw new SkeinError('ILLEGAL_TRANSITION', 'This upload was undone already.');
    if (upload.status === 'RUNNING')
      throw new SkeinError('ILLEGAL_TRANSITION', 'This upload still runs. Stop it before you undo it.');
    if (upload.status === 'UPLOADED')
      throw new SkeinError('ILLEGAL_TRANSITION', 'This upload has not begun; there is nothing to undo.');
    // From now on no lead is stopped for what it brought, also when the undoing breaks off halfway.
    await addBlockEffects(who.workspaceId, sql, uploadId, { leads: 0, emails: 0, appliedTo: upload.done });
    await undoRun(deps, sql, blockUploadRun, upload);
    await noteBlockStatus(who, sql, upload, 'UNDOING');
    return toBlockUploadView(await requireBlockUpload(sql, who, { id: uploadId }), deps.realClock.now());
  });
