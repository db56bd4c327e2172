import { invalidField, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { checkClient, scopeOf, type Who } from '#access/access.api';
import { importBlockListJob } from './block-uploads.jobs';
import { requireBlockUpload, toBlockUploadView } from './block-upload-view';
import { changeBlockUpload } from './block-uploads.store';

export interface StartBlockUpload {
  column: number;
  client_id?: number | null;
  reason?: string;
}

/** Begins to block what stands in a column, in the background, in the transaction that says so. A client's own upload holds for that client. @throws SkeinError VALIDATION, ILLEGAL_TRANSITION */
export const startBlockUpload = (
  deps: Pick<MainDeps, 'db' | 'realClock' | 'live' | 'jobs'>,
  who: Who,
  uploadId: number,
  input: StartBlockUpload,
) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const upload = await requireBlockUpload(sql, who, { id: uploadId }, true);
    if (upload.status !== 'UPLOADED') throw new SkeinError('ILLEGAL_TRANSITION', 'This upload has begun already.');
    if (input.column >= upload.columns.length)
      throw invalidField('column', `must be one of the ${upload.columns.length} columns, counted from 0`);
    const clientScope = who.client?.id ?? input.client_id ?? 0;
    await checkClient(who.workspaceId, sql, clientScope, scopeOf(who).memberId);
    await changeBlockUpload(who.workspaceId, sql, uploadId, {
      status: 'IMPORTING',
      client_scope: clientScope,
      column_index: input.column,
      reason: input.reason || null,
      started_at: new Date(deps.realClock.now()),
      rows_done: 0,
      rows_applied: 0,
      counts: {},
      error: null,
    });
    await deps.jobs.enqueue(
      sql,
      importBlockListJob.name,
      { workspaceId: who.workspaceId, uploadId },
      { queue: `block-list-${who.workspaceId}`, key: `block-list-${uploadId}`, attempts: 25 },
    );
    await deps.live.publish(sql, who.workspaceId, ['block-list']);
    return toBlockUploadView(await requireBlockUpload(sql, who, { id: uploadId }), deps.realClock.now());
  });
