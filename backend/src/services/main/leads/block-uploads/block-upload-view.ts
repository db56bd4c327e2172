import { blockOutcomes, blockOutcomeTexts, type BlockUploadView } from '@skein/contracts/main/block-uploads.contract';
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
  lock = false,
): Promise<BlockUploadRecord> {
  const upload = await findBlockUpload(who.workspaceId, sql, { key, scopes: await blockScopesOf(sql, who), lock });
  if (!upload) throw notFound('This upload');
  return upload;
}

/** Progress with counts and effects. `realNow` is real time in milliseconds: an upload runs in real time. */
export function toBlockUploadView(upload: BlockUploadRecord, realNow: number): BlockUploadView {
  const total = upload.rows_total;
  const elapsed = upload.started_at ? realNow - upload.started_at.getTime() : 0;
  const added = upload.counts.ADDED ?? 0;
  return {
    id: upload.id,
    client_id: upload.client_scope === 0 ? null : upload.client_scope,
    client_name: upload.client_name,
    file_name: upload.file_name,
    file_size: upload.file_size,
    status: upload.status,
    error: upload.error,
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
    rows_done: upload.rows_done,
    percent:
      upload.status === 'COMPLETED'
        ? 100
        : total
          ? Math.min(100, Math.round((upload.rows_done / total) * 1000) / 10)
          : 0,
    seconds_left:
      upload.status === 'IMPORTING' && total !== null && upload.rows_done > 0 && elapsed > 0
        ? Math.ceil((Math.max(0, total - upload.rows_done) * elapsed) / upload.rows_done / 1000)
        : null,
    counts: blockOutcomes.map((outcome) => ({
      outcome,
      text: blockOutcomeTexts[outcome],
      count: upload.counts[outcome] ?? 0,
    })),
    left_out: upload.rows_done - added,
    leads_blocked: upload.leads_blocked,
    emails_cancelled: upload.emails_cancelled,
    entries_removed: upload.entries_removed,
    entries_handed_over: upload.entries_handed_over,
    delete_identifier: upload.delete_identifier,
    can_undo: ['COMPLETED', 'CANCELLED', 'FAILED'].includes(upload.status) && added > 0,
    created_at: upload.created_at.toISOString(),
    started_at: upload.started_at?.toISOString() ?? null,
    finished_at: upload.finished_at?.toISOString() ?? null,
    undone_at: upload.undone_at?.toISOString() ?? null,
    created_by_name: upload.created_by_name,
  };
}
