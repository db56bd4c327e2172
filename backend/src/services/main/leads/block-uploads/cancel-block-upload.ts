import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { requireBlockUpload, toBlockUploadView } from './block-upload-view';
import { changeBlockUpload, deleteBlockUpload } from './block-uploads.store';

/**
 * Stops an upload: the batch under way is rolled back by its fence; what is on the list stays, and its leads are still stopped by the job, which
 * then lets go of the file. One that never began leaves nothing behind.
 */
export async function cancelBlockUpload(
  deps: Pick<MainDeps, 'db' | 'realClock' | 'live' | 'files'>,
  who: Who,
  uploadId: number,
) {
  const { view, unused } = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const upload = await requireBlockUpload(sql, who, { id: uploadId }, true);
    if (upload.status !== 'IMPORTING' && upload.status !== 'UPLOADED')
      throw new SkeinError('ILLEGAL_TRANSITION', 'This upload is over; there is nothing to stop.');
    await changeBlockUpload(who.workspaceId, sql, uploadId, {
      status: 'CANCELLED',
      finished_at: new Date(deps.realClock.now()),
    });
    await deps.live.publish(sql, who.workspaceId, ['block-list']);
    const view = toBlockUploadView(await requireBlockUpload(sql, who, { id: uploadId }), deps.realClock.now());
    const isUnused = upload.status === 'UPLOADED';
    if (isUnused) await deleteBlockUpload(who.workspaceId, sql, uploadId);
    return { view, unused: isUnused ? upload.storage_key : null };
  });
  if (unused) await deps.files.delete(unused);
  return view;
}
