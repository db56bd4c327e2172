import { acceptedOutcomes, outcomeTexts, uploadOutcomes } from '@skein/contracts/main/upload-outcomes';
import type { UploadView } from '@skein/contracts/main/uploads.contract';
import { lockRun } from '#platform/bulk-runs/bulk-runs.store';
import { toRunView } from '#platform/bulk-runs/run-view';
import type { SqlClient } from '#platform/db/database';
import { notFound } from '#platform/http/skein-error';
import { isScoped, scopeOf, visibleCampaigns, type Who } from '#access/access.api';
import { requireList } from '../list-access/require-list';
import { findUpload, type UploadRecord } from './uploads.store';

/**
 * An upload that this person may see: its campaign or list is in their scope; without either it is the team's, or theirs.
 * @throws SkeinError NOT_FOUND
 */
export async function requireUpload(sql: SqlClient, who: Who, uploadId: number): Promise<UploadRecord> {
  const upload = await findUpload(who.workspaceId, sql, uploadId);
  if (upload?.list_id) await requireList(sql, who, upload.list_id);
  const isMine =
    upload &&
    (upload.list_id !== null ||
      (upload.campaign_id === null
        ? !isScoped(scopeOf(who)) || upload.created_by === who.userId
        : (await visibleCampaigns(sql, who, [upload.campaign_id])).length > 0));
  if (!upload || !isMine) throw notFound('This upload');
  return upload;
}

/** The same, with its run held until the transaction ends: what is decided by its status stays true. @throws SkeinError NOT_FOUND */
export async function requireHeldUpload(sql: SqlClient, who: Who, uploadId: number): Promise<UploadRecord> {
  await lockRun(who.workspaceId, sql, (await requireUpload(sql, who, uploadId)).run_id);
  return requireUpload(sql, who, uploadId);
}

/** Rows of the sheet above the first lead: a row's number is this and its `row_number`. */
export const rowsAbove = ({ columns, has_header: hasHeader }: Pick<UploadRecord, 'columns' | 'has_header'>): number =>
  columns.rows_above ?? (columns.title_rows?.length ?? 0) + (hasHeader ? 1 : 0);

/** Statuses have names of their own on the wire; undoing is done at once. */
const statusOf = ({ status }: Pick<UploadRecord, 'status'>): UploadView['status'] =>
  status === 'RUNNING' || status === 'WAITING' || status === 'UNDOING' ? 'IMPORTING' : status;

/** Progress with counts. `realNow` is real time in milliseconds: an import runs in real time. */
export function toUploadView(upload: UploadRecord, realNow: number): UploadView {
  const run = toRunView(upload, realNow);
  const total = upload.status === 'UPLOADED' ? upload.rows_total : run.total;
  const accepted = acceptedOutcomes.reduce((sum, outcome) => sum + (upload.counts[outcome] ?? 0), 0);
  return {
    ...run,
    total: total ?? 0,
    id: upload.id,
    campaign_id: upload.campaign_id,
    list_id: upload.list_id,
    list_name: upload.list_name,
    file_name: upload.file_name,
    file_size: upload.file_size,
    status: statusOf(upload),
    encoding: upload.encoding,
    delimiter: upload.delimiter,
    quoting: upload.columns.quoting ?? 'double',
    sheet: upload.columns.sheet ?? null,
    has_header: upload.has_header,
    columns: upload.columns.columns ?? [],
    sample_rows: upload.columns.sample_rows ?? [],
    title_rows: upload.columns.title_rows ?? [],
    rows_above: rowsAbove(upload),
    sample_row_numbers:
      upload.columns.sample_numbers ??
      (upload.columns.sample_rows ?? []).map((_, index) => rowsAbove(upload) + index + 1),
    rows_total: total,
    rows_total_is_estimate: upload.has_estimate,
    rows_done: run.done,
    rows_waiting: total === null ? null : Math.max(0, total - run.done),
    rejected: run.done - accepted,
    repaired_addresses: upload.repaired_addresses,
    role_addresses: upload.role_addresses,
    counts: uploadOutcomes
      .filter((outcome) => (upload.counts[outcome] ?? 0) > 0 || acceptedOutcomes.includes(outcome))
      .map((outcome) => ({ outcome, text: outcomeTexts[outcome], count: upload.counts[outcome] ?? 0 })),
    mapping: Array.isArray(upload.mapping) ? upload.mapping : [],
    options: upload.options,
    delete_identifier: upload.delete_identifier,
    can_undo:
      (upload.status === 'COMPLETED' || upload.status === 'CANCELLED' || upload.status === 'FAILED') && accepted > 0,
  };
}
