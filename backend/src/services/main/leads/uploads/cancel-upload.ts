import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { requireUpload, toUploadView } from './upload-view';
import { changeUpload } from './uploads.store';

/** Stops an import at once: the batch under way is rolled back by its fence; what is in stays. */
export async function cancelUpload(deps: Pick<MainDeps, 'db' | 'realClock' | 'live'>, who: Who, uploadId: number) {
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const upload = await requireUpload(sql, who, uploadId, true);
    if (upload.status !== 'IMPORTING' && upload.status !== 'UPLOADED')
      throw new SkeinError('ILLEGAL_TRANSITION', 'This import is over; there is nothing to stop.');
    await changeUpload(who.workspaceId, sql, uploadId, {
      status: 'CANCELLED',
      run: upload.run + 1,
      finished_at: new Date(deps.realClock.now()),
    });
    await deps.live.publish(sql, who.workspaceId, [`upload:${uploadId}`, 'uploads']);
    return toUploadView(await requireUpload(sql, who, uploadId), deps.realClock.now());
  });
}
