import { cancelRun } from '#platform/bulk-runs/start-run';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { leadUploadRun } from './lead-upload.run';
import { requireUpload, toUploadView } from './upload-view';

/**
 * Stops an import at once: the batch under way is rolled back by its fence; what is in stays.
 * @throws SkeinError NOT_FOUND, ILLEGAL_TRANSITION
 */
export const cancelUpload = (deps: Pick<MainDeps, 'db' | 'realClock' | 'live' | 'jobs'>, who: Who, uploadId: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    if (!(await cancelRun(deps, sql, leadUploadRun, await requireUpload(sql, who, uploadId))))
      throw new SkeinError('ILLEGAL_TRANSITION', 'This import is over; there is nothing to stop.');
    return toUploadView(await requireUpload(sql, who, uploadId), deps.realClock.now());
  });
