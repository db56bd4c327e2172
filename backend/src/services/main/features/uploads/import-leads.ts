import type { LeadField } from '@skein/contracts/constants';
import type { UploadOutcome } from '@skein/contracts/main/upload-outcomes';
import type { ColumnTarget } from '@skein/contracts/main/uploads.contract';
import { StorageError } from '../../../../platform/storage/storage-error';
import type { MainDeps } from '../../deps';
import { wakeCampaign } from '../campaigns/wake-campaign';
import { detectProvidersJob } from '../leads/detect-providers';
import { importBatch } from '../leads/import-batch';
import { prepareRow, type PreparedRow, type RejectedRow } from '../leads/prepare-row';
import { readRows } from './read-rows';
import { advanceUpload, changeUpload, findUpload, insertRows, type UploadRecord } from './uploads.store';

/** Rows of one transaction: about half a second with all indexes of leads, enrolments and rows kept up, so that sending never waits long. */
const batchRows = 5_000;

/** Rolls a batch back whose upload was cancelled or taken over in the meantime. */
class GaveWay extends Error {}

type ImportDeps = Pick<MainDeps, 'db' | 'files' | 'campaignClock' | 'realClock' | 'live' | 'jobs' | 'log'>;

/**
 * Runs an import to its end. Each batch is one transaction: leads, enrolments, outcomes, counts and the number of rows that are
 * behind. So a crash loses nothing and repeats nothing, a cancel acts at the next batch, and of two processes one gives way.
 */
export async function importLeads(deps: ImportDeps, payload: { workspaceId: number; uploadId: number }, run: { signal?: AbortSignal; isLastAttempt?: boolean } = {}): Promise<void> {
  const { workspaceId, uploadId } = payload;
  const upload = await takeOver(deps, workspaceId, uploadId);
  if (!upload) return;
  try {
    const isWhole = await importRows(deps, upload, run.signal);
    if (isWhole) await finish(deps, upload);
  } catch (error) {
    const isGone = error instanceof StorageError && error.status === 404;
    if (isGone || run.isLastAttempt) await fail(deps, upload, isGone ? 'The file is no longer stored.' : 'The import broke off. What is in stays; start the rest with the rejected rows and the file.');
    if (!isGone) throw error;
  }
}

/** Raises the number of the run, so that whoever held the upload before gives way. */
const takeOver = (deps: ImportDeps, workspaceId: number, uploadId: number): Promise<UploadRecord | null> => deps.db.tenantSql(workspaceId, async (sql) => {
  const upload = await findUpload(workspaceId, sql, uploadId, true);
  if (!upload || upload.status !== 'IMPORTING') return null;
  await changeUpload(workspaceId, sql, uploadId, { run: upload.run + 1 });
  return { ...upload, run: upload.run + 1 };
});

/** True when the end of the file was reached; false when somebody else goes on, or it was cancelled. */
async function importRows(deps: ImportDeps, upload: UploadRecord, signal?: AbortSignal): Promise<boolean> {
  const { stream } = await deps.files.get(upload.storage_key);
  let rowNumber = upload.has_header ? -1 : 0;
  let done = upload.rows_done;
  let batch: (PreparedRow | RejectedRow)[] = [];
  const progress = { enrolled: 0 };
  for await (const row of readRows(stream, { encoding: upload.encoding ?? 'utf-8', delimiter: upload.delimiter ?? ',' })) {
    rowNumber += 1;
    if (rowNumber <= done || rowNumber < 1) continue;
    batch.push(row.cells === null ? { rowNumber, email: null, outcome: 'MALFORMED', reason: row.problem, raw: null } : mapRow(rowNumber, row.cells, upload.mapping));
    if (batch.length < batchRows) continue;
    signal?.throwIfAborted();
    if (!(await writeBatch(deps, upload, batch, done, progress))) return false;
    done += batch.length;
    batch = [];
  }
  if (batch.length > 0 && !(await writeBatch(deps, upload, batch, done, progress))) return false;
  return true;
}

function mapRow(rowNumber: number, cells: readonly string[], mapping: readonly ColumnTarget[]): PreparedRow | RejectedRow {
  const fields: Partial<Record<LeadField, string>> = {};
  const custom: Record<string, string> = {};
  for (const [index, target] of mapping.entries()) {
    const cell = cells[index];
    if (cell === undefined || cell === '') continue;
    if (target.kind === 'field') fields[target.field] = cell;
    else if (target.kind === 'custom') custom[target.name] = cell;
  }
  return prepareRow({ rowNumber, email: fields.email ?? '', fields, custom, raw: cells });
}

async function writeBatch(deps: ImportDeps, upload: UploadRecord, rows: readonly (PreparedRow | RejectedRow)[], from: number, progress: { enrolled: number }): Promise<boolean> {
  const { workspace_id: workspaceId } = upload;
  const write = deps.db.tenantSql(workspaceId, async (sql) => {
    const now = deps.campaignClock.now();
    const { outcomes, enrolled, uncheckedDomains } = await importBatch(workspaceId, sql, { campaignId: upload.campaign_id, clientScope: upload.client_id ?? 0, uploadId: upload.id, options: upload.options, at: new Date(now), realNow: new Date(deps.realClock.now()) }, rows);
    const counts: Partial<Record<UploadOutcome, number>> = {};
    for (const { outcome } of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
    if (!(await advanceUpload(workspaceId, sql, { id: upload.id, run: upload.run, from, to: from + rows.length, counts }))) throw new GaveWay();
    await insertRows(workspaceId, sql, upload.id, outcomes);
    if (uncheckedDomains.length > 0) await deps.jobs.enqueue(sql, detectProvidersJob.name, { workspaceId, domains: uncheckedDomains });
    if (upload.campaign_id !== null && enrolled > 0 && progress.enrolled === 0) await wakeCampaign(workspaceId, sql, upload.campaign_id, now);
    progress.enrolled += enrolled;
    await deps.live.publish(sql, workspaceId, [`upload:${upload.id}`, ...(upload.campaign_id === null ? [] : [`campaign:${upload.campaign_id}`])]);
    return true;
  });
  return write.catch((error) => {
    if (error instanceof GaveWay) return false;
    throw error;
  });
}

const finish = (deps: ImportDeps, upload: UploadRecord): Promise<void> => deps.db.tenantSql(upload.workspace_id, async (sql) => {
  const current = await findUpload(upload.workspace_id, sql, upload.id, true);
  if (!current || current.run !== upload.run || current.status !== 'IMPORTING') return;
  await changeUpload(upload.workspace_id, sql, upload.id, { status: 'COMPLETED', rows_total: current.rows_done, has_estimate: false, finished_at: new Date(deps.realClock.now()) });
  await deps.live.publish(sql, upload.workspace_id, [`upload:${upload.id}`, 'uploads', 'leads', 'campaigns', ...(upload.campaign_id === null ? [] : [`campaign:${upload.campaign_id}`])]);
});

const fail = (deps: ImportDeps, upload: UploadRecord, text: string): Promise<void> => deps.db.tenantSql(upload.workspace_id, async (sql) => {
  await changeUpload(upload.workspace_id, sql, upload.id, { status: 'FAILED', error: text, finished_at: new Date(deps.realClock.now()) });
  await deps.live.publish(sql, upload.workspace_id, [`upload:${upload.id}`, 'uploads']);
});
