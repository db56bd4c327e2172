import { acceptedOutcomes, outcomeTexts, uploadOutcomes } from '@skein/contracts/main/upload-outcomes';
import type { UploadView } from '@skein/contracts/main/uploads.contract';
import type { SqlClient } from '#platform/db/database';
import { notFound } from '#platform/http/skein-error';
import { isScoped, scopeOf, findCampaign, type Who } from '#access/access.api';
import { requireList } from '../list-access/require-list';
import { findUpload, type UploadRecord } from './uploads.store';

/** An upload that this person may see: its campaign or list is in their scope; without either it is the team's, or theirs. @throws SkeinError NOT_FOUND */
export async function requireUpload(sql: SqlClient, who: Who, uploadId: number, lock = false): Promise<UploadRecord> {
  const upload = await findUpload(who.workspaceId, sql, uploadId, lock);
  if (upload?.list_id) await requireList(sql, who, upload.list_id);
  const isMine =
    upload &&
    (upload.list_id !== null ||
      (upload.campaign_id === null
        ? !isScoped(scopeOf(who)) || upload.created_by === who.userId
        : (await findCampaign(who.workspaceId, sql, scopeOf(who), { campaignId: upload.campaign_id })) !== null));
  if (!upload || !isMine) throw notFound('This upload');
  return upload;
}

/** Progress with counts. `realNow` is real time in milliseconds: an import runs in real time. */
export function toUploadView(upload: UploadRecord, realNow: number): UploadView {
  const total = upload.rows_total;
  const waiting = total === null ? null : Math.max(0, total - upload.rows_done);
  const elapsed = upload.started_at ? realNow - upload.started_at.getTime() : 0;
  const isRunning = upload.status === 'IMPORTING';
  const accepted = acceptedOutcomes.reduce((sum, outcome) => sum + (upload.counts[outcome] ?? 0), 0);
  return {
    id: upload.id,
    campaign_id: upload.campaign_id,
    list_id: upload.list_id,
    list_name: upload.list_name,
    file_name: upload.file_name,
    file_size: upload.file_size,
    status: upload.status,
    error: upload.error,
    encoding: upload.encoding,
    delimiter: upload.delimiter,
    quoting: upload.columns.quoting ?? 'double',
    sheet: upload.columns.sheet ?? null,
    has_header: upload.has_header,
    columns: upload.columns.columns ?? [],
    sample_rows: upload.columns.sample_rows ?? [],
    title_rows: upload.columns.title_rows ?? [],
    rows_total: total,
    rows_total_is_estimate: upload.has_estimate,
    rows_done: upload.rows_done,
    rows_waiting: waiting,
    percent:
      total === null || total === 0
        ? upload.status === 'COMPLETED'
          ? 100
          : 0
        : Math.min(100, Math.round((upload.rows_done / total) * 1000) / 10),
    seconds_left:
      isRunning && waiting !== null && upload.rows_done > 0 && elapsed > 0
        ? Math.ceil((waiting * elapsed) / upload.rows_done / 1000)
        : null,
    rejected: upload.rows_done - accepted,
    counts: uploadOutcomes
      .filter((outcome) => (upload.counts[outcome] ?? 0) > 0 || acceptedOutcomes.includes(outcome))
      .map((outcome) => ({ outcome, text: outcomeTexts[outcome], count: upload.counts[outcome] ?? 0 })),
    mapping: Array.isArray(upload.mapping) ? upload.mapping : [],
    options: upload.options,
    delete_identifier: upload.delete_identifier,
    can_undo:
      (upload.status === 'COMPLETED' || upload.status === 'CANCELLED' || upload.status === 'FAILED') && accepted > 0,
    created_at: upload.created_at.toISOString(),
    started_at: upload.started_at?.toISOString() ?? null,
    finished_at: upload.finished_at?.toISOString() ?? null,
    created_by_name: upload.created_by_name,
  };
}
