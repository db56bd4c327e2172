import type { ClientId } from '@skein/contracts/ids';
import { recountRun } from '#platform/bulk-runs/bulk-runs.store';
import { resumeRun } from '#platform/bulk-runs/start-run';
import { invalidField, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { checkClient, scopeOf, type Who } from '#access/access.api';
import { blockUploadRun } from './block-upload.run';
import { requireBlockUpload, requireHeldBlockUpload, toBlockUploadView } from './block-upload-view';
import { changeBlockUpload } from './block-uploads.store';
import { noteBlockStatus } from './note-block-status';

export interface StartBlockUpload {
  column: number;
  client_id?: ClientId | null;
  reason?: string;
}

/**
 * Begins to block what stands in a column, in the background, in the transaction that says so. A client's own upload holds for that client.
 * @throws SkeinError VALIDATION, ILLEGAL_TRANSITION
 */
export const startBlockUpload = (
  deps: Pick<MainDeps, 'db' | 'realClock' | 'live' | 'jobs'>,
  who: Who,
  uploadId: number,
  input: StartBlockUpload,
) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const upload = await requireHeldBlockUpload(sql, who, uploadId);
    if (upload.status !== 'UPLOADED') throw new SkeinError('ILLEGAL_TRANSITION', 'This upload has begun already.');
    if (input.column >= upload.columns.length)
      throw invalidField('column', `must be one of the ${upload.columns.length} columns, counted from 0`);
    const clientScope = who.client?.id ?? input.client_id ?? 0;
    await checkClient(who.workspaceId, sql, clientScope, scopeOf(who).memberId);
    await changeBlockUpload(who.workspaceId, sql, uploadId, {
      client_scope: clientScope,
      column_index: input.column,
      reason: input.reason || null,
    });
    const progress = { total: upload.rows_total ?? 0, done: 0, counts: {} };
    await recountRun(who.workspaceId, sql, { run_id: upload.run_id }, progress);
    await resumeRun(deps, sql, blockUploadRun, upload);
    await noteBlockStatus(who, sql, upload, 'IMPORTING');
    return toBlockUploadView(await requireBlockUpload(sql, who, { id: uploadId }), deps.realClock.now());
  });
