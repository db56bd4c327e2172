import { blockOutcomes, blockOutcomeTexts, type BlockUploadView } from '@skein/contracts/main/block-uploads.contract';
import { lockRun } from '#platform/bulk-runs/bulk-runs.store';
import { toRunView } from '#platform/bulk-runs/run-view';
import type { SqlClient } from '#platform/db/database';
import { notFound } from '#platform/http/skein-error';
import { blockScopesOf } from '../block-list/block-scopes';
import type { Who } from '#access/access.api';
import { findBlockUpload, type BlockUploadRecord } from './block-uploads.store';

/** An upload whose entries this person sees. @throws SkeinError NOT_FOUND */
export async function requireBlockUpload(
  sql: SqlClient,
  who: Who,
  key: { id: number } | { identifier: string },
): Promise<BlockUploadRecord> {
  const upload = await findBlockUpload(who.workspaceId, sql, { key, scopes: await blockScopesOf(sql, who) });
  if (!upload) throw notFound('This upload');
  return upload;
}

/** The same, with its run held until the transaction ends: what is decided by its status stays true. @throws SkeinError NOT_FOUND */
export async function requireHeldBlockUpload(sql: SqlClient, who: Who, id: number): Promise<BlockUploadRecord> {
  await lockRun(who.workspaceId, sql, (await requireBlockUpload(sql, who, { id })).run_id);
  return requireBlockUpload(sql, who, { id });
}

/** Statuses have names of their own on the wire. */
export const blockStatusOf = ({ status }: Pick<BlockUploadRecord, 'status'>): BlockUploadView['status'] =>
  status === 'RUNNING' || status === 'WAITING' ? 'IMPORTING' : status;

/** Progress with counts and effects. `realNow` is real time in milliseconds: an upload runs in real time. */
export function toBlockUploadView(upload: BlockUploadRecord, realNow: number): BlockUploadView {
  const added = upload.counts['ADDED'] ?? 0;
  const run = toRunView(upload, realNow);
  const total = upload.status === 'UPLOADED' ? upload.rows_total : run.total;
  return {
    ...run,
    total: total ?? 0,
    id: upload.id,
    client_id: upload.client_scope === 0 ? null : upload.client_scope,
    client_name: upload.client_name,
    file_name: upload.file_name,
    file_size: upload.file_size,
    status: blockStatusOf(upload),
    encoding: upload.encoding,
    delimiter: upload.delimiter,
    quoting: upload.quoting,
    sheet: upload.sheet,
    has_header: upload.has_header,
    title_rows: upload.title_rows,
    columns: upload.columns,
    column: upload.column_index,
    reason: upload.reason,
    rows_total: total,
    rows_total_is_estimate: upload.has_estimate,
    rows_done: run.done,
    counts: blockOutcomes.map((outcome) => ({
      outcome,
      text: blockOutcomeTexts[outcome],
      count: upload.counts[outcome] ?? 0,
    })),
    left_out: run.done - added,
    leads_blocked: upload.leads_blocked,
    emails_cancelled: upload.emails_cancelled,
    entries_removed: upload.entries_removed,
    entries_handed_over: upload.entries_handed_over,
    delete_identifier: upload.delete_identifier,
    can_undo: ['COMPLETED', 'CANCELLED', 'FAILED'].includes(upload.status) && added > 0,
    undone_at: upload.undone_at?.toISOString() ?? null,
  };
}
