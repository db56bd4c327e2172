import { deleteRun } from '#platform/bulk-runs/bulk-runs.store';
import { cancelRun } from '#platform/bulk-runs/start-run';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { blockUploadRun } from './block-upload.run';
import { requireBlockUpload, requireHeldBlockUpload, toBlockUploadView } from './block-upload-view';
import { noteBlockStatus } from './note-block-status';

/**
 * Stops an upload: the batch under way is rolled back by its fence; what is on the list stays, and its leads are still
 * stopped by a job, which then lets go of the file. One that never began leaves nothing behind.
 * @throws SkeinError NOT_FOUND, ILLEGAL_TRANSITION
 */
export async function cancelBlockUpload(
  deps: Pick<MainDeps, 'db' | 'realClock' | 'live' | 'jobs' | 'files'>,
  who: Who,
  uploadId: number,
) {
  const { view, unused } = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const upload = await requireHeldBlockUpload(sql, who, uploadId);
    const isUnused = upload.status === 'UPLOADED';
    if (!(await cancelRun(deps, sql, blockUploadRun, upload)))
      throw new SkeinError('ILLEGAL_TRANSITION', 'This upload is over; there is nothing to stop.');
    await noteBlockStatus(who, sql, upload, 'CANCELLED');
    const view = toBlockUploadView(await requireBlockUpload(sql, who, { id: uploadId }), deps.realClock.now());
    if (isUnused) await deleteRun(who.workspaceId, sql, upload.run_id);
    return { view, unused: isUnused ? upload.storage_key : null };
  });
  if (unused) await deps.files.delete(unused);
  return view;
}
