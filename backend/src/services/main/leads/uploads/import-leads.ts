import type { ColumnTarget } from '@skein/contracts/main/uploads.contract';
import { GaveWay } from '#platform/bulk-runs/bulk-run';
import { StorageError } from '#platform/storage/storage-error';
import type { MainDeps } from '#main/deps';
import { wakeCampaign } from '#lifecycle/lifecycle.api';
import { detectProvidersJob } from '../people/detect-providers';
import { insertFreshChunk, openBatch } from '../people/leads.api';
import { mostDomains, ownText } from '../people/import-batch';
import { erasureHash } from '../lead-rows/erasure-hash';
import { isRejected, rowPreparer, type CellTarget, type PreparedRow, type RejectedRow } from '../lead-rows/prepare-row';
import { settleBatch } from './settle-batch';
import { cutRow, readRows, type FileRow } from '#files/files.api';
import { RowBatch } from './row-batch';
import { advanceUpload, changeUpload, findUpload, type UploadRecord } from './uploads.store';
import { insertRows } from './upload-rows.store';

/** Rows of one transaction: about half a second with all indexes of leads, enrolments and rows kept up, so that sending never waits long. */
const batchRows = 5_000;
/** Characters of one transaction, where rows are long: two batches are held at a time, and writing one must not hold up the loop. */
const batchSize = 4_000_000;

type ImportDeps = Pick<
  MainDeps,
  'db' | 'files' | 'campaignClock' | 'realClock' | 'live' | 'jobs' | 'log' | 'masterKey'
>;

/**
 * Runs an import to its end. Each batch is one transaction: leads, enrolments, outcomes, counts and the number of rows that are
 * behind. So a crash loses nothing and repeats nothing, a cancel acts at the next batch, and of two processes one gives way.
 */
export async function importLeads(
  deps: ImportDeps,
  payload: { workspaceId: number; uploadId: number },
  run: { signal?: AbortSignal; isLastAttempt?: boolean } = {},
): Promise<void> {
  const { workspaceId, uploadId } = payload;
  const upload = await takeOver(deps, workspaceId, uploadId);
  if (!upload) return;
  try {
    const isWhole = await importRows(deps, upload, run.signal);
    if (isWhole && (await finish(deps, upload))) await deps.files.delete(upload.storage_key);
  } catch (error) {
    const isGone = error instanceof StorageError && error.status === 404;
    if (isGone || run.isLastAttempt)
      await fail(
        deps,
        upload,
        isGone
          ? 'The file is no longer stored.'
          : 'The import broke off. What is in stays; start the rest with the rejected rows and the file.',
      );
    if (!isGone) throw error;
  }
}

/** Raises the number of the run, so that whoever held the upload before gives way. */
const takeOver = (deps: ImportDeps, workspaceId: number, uploadId: number): Promise<UploadRecord | null> =>
  deps.db.tenantSql(workspaceId, async (sql) => {
    const upload = await findUpload(workspaceId, sql, uploadId, true);
    if (!upload || upload.status !== 'IMPORTING') return null;
    await changeUpload(workspaceId, sql, uploadId, { run: upload.run + 1 });
    return { ...upload, run: upload.run + 1 };
  });

type Row = PreparedRow | RejectedRow;

/** What goes from batch to batch of one run. */
interface Progress {
  enrolled: number;
  askedDomains: Set<string>;
  hashOf: (email: string) => string;
  /** Whether most rows of the batch before were new leads. */ isMostlyNew: boolean;
}

/**
 * True when the end of the file was reached; false when somebody else goes on, or it was cancelled. While a batch is written the
 * next one is read, so that neither waits for the other, and memory is that of two batches.
 */
async function importRows(deps: ImportDeps, upload: UploadRecord, signal?: AbortSignal): Promise<boolean> {
  const { stream } = await deps.files.get(upload.storage_key);
  const progress: Progress = {
    enrolled: 0,
    askedDomains: new Set(),
    hashOf: erasureHash(deps.masterKey, upload.workspace_id),
    isMostlyNew: true,
  };
  const prepare = rowPreparer(upload.mapping.map(targetOf));
  const toRow = (rowNumber: number, { cells, text, problem }: FileRow): Row => {
    const reason = cells === null ? problem : extraCells(cells, upload.mapping.length);
    return cells === null || reason !== null
      ? { rowNumber, email: null, outcome: 'MALFORMED', reason: reason ?? '', raw: cells }
      : prepare(rowNumber, cells, text);
  };
  let rowNumber = (upload.has_header ? -1 : 0) - (upload.columns.title_rows?.length ?? 0);
  let done = upload.rows_done;
  let [batch, other] = [new RowBatch(), new RowBatch()];
  let writing: Promise<boolean> = Promise.resolve(true);
  const write = () => {
    const from = done;
    done += batch.rows;
    writing = writeBatch(deps, { upload, batch, from, progress });
    // A failure is thrown where the batch is waited for; until then it must not end the process.
    writing.catch(() => undefined);
    [batch, other] = [other, batch];
    batch.clear();
  };
  for await (const group of readRows(stream, formatOf(upload))) {
    for (const row of group) {
      rowNumber += 1;
      if (rowNumber <= upload.rows_done || rowNumber < 1) continue;
      const prepared = toRow(rowNumber, row);
      batch.add(prepared, row.text);
      if (!isRejected(prepared)) noteDomain(batch, progress.askedDomains, prepared.domain);
      if (batch.rows < batchRows && batch.size < batchSize) continue;
      if (!(await writing)) return false;
      signal?.throwIfAborted();
      write();
    }
  }
  if (!(await writing)) return false;
  return batch.rows === 0 || writeBatch(deps, { upload, batch, from: done, progress });
}

function noteDomain(batch: RowBatch, asked: Set<string>, domain: string): void {
  if (asked.has(domain)) return;
  const own = ownText(domain);
  batch.domains.push(own);
  if (asked.size < mostDomains) asked.add(own);
}

const formatOf = (upload: UploadRecord) => ({
  encoding: upload.encoding ?? 'utf-8',
  delimiter: upload.delimiter ?? ',',
  quoting: upload.columns.quoting === 'single' ? ('single' as const) : ('double' as const),
});

/** Why a row with text behind the last column is not taken: its cells have most likely moved. Empty cells at the end are nothing. */
function extraCells(cells: readonly string[], columns: number): string | null {
  let last = cells.length;
  while (last > columns && (cells[last - 1] as string).trim() === '') last -= 1;
  return last > columns
    ? `${last} cells where the file has ${columns} columns: a quotation mark around a cell may be missing`
    : null;
}

const targetOf = (target: ColumnTarget): CellTarget =>
  target.kind === 'ignore' ? null : target.kind === 'field' ? { field: target.field } : { custom: target.name };

/** A batch of an upload, and the row it begins with. */
interface BatchToWrite {
  upload: UploadRecord;
  batch: RowBatch;
  from: number;
  progress: Progress;
}

async function writeBatch(deps: ImportDeps, { upload, batch, from, progress }: BatchToWrite): Promise<boolean> {
  const { workspace_id: workspaceId } = upload;
  const write = deps.db.tenantSql(workspaceId, async (sql) => {
    await openBatch(sql);
    const now = deps.campaignClock.now();
    const target = {
      campaignId: upload.campaign_id,
      listId: upload.list_id,
      clientScope: upload.client_id ?? 0,
      uploadId: upload.id,
      options: upload.options,
      hashOf: progress.hashOf,
      askedDomains: progress.askedDomains,
      at: new Date(now),
      realNow: new Date(deps.realClock.now()),
    };
    const { counts, others, created, enrolled, uncheckedDomains, isMostlyNew } = await settleBatch(workspaceId, sql, {
      target,
      batch,
      isMostlyNew: progress.isMostlyNew,
    });
    if (
      !(await advanceUpload(workspaceId, sql, { id: upload.id, run: upload.run, from, to: from + batch.rows, counts }))
    )
      throw new GaveWay();
    const format = formatOf(upload);
    await insertFreshChunk(workspaceId, sql, target, created);
    await insertRows(workspaceId, sql, {
      uploadId: upload.id,
      others,
      cellsOf: (raw) => (typeof raw === 'string' ? cutRow(raw, format) : raw),
    });
    if (uncheckedDomains.length > 0)
      await deps.jobs.enqueue(sql, detectProvidersJob.name, { workspaceId, domains: uncheckedDomains });
    if (upload.campaign_id !== null && enrolled > 0 && progress.enrolled === 0)
      await wakeCampaign(workspaceId, sql, upload.campaign_id, now);
    progress.enrolled += enrolled;
    progress.isMostlyNew = isMostlyNew;
    await deps.live.publish(sql, workspaceId, [
      `upload:${upload.id}`,
      ...(upload.campaign_id === null ? [] : [`campaign:${upload.campaign_id}`]),
    ]);
    return true;
  });
  return write.catch((error) => {
    if (error instanceof GaveWay) return false;
    throw error;
  });
}

/** Ends an import; the file is no longer needed, and copies of people's data are not kept. */
const finish = (deps: ImportDeps, upload: UploadRecord): Promise<boolean> =>
  deps.db.tenantSql(upload.workspace_id, async (sql) => {
    const current = await findUpload(upload.workspace_id, sql, upload.id, true);
    if (!current || current.run !== upload.run || current.status !== 'IMPORTING') return false;
    await changeUpload(upload.workspace_id, sql, upload.id, {
      status: 'COMPLETED',
      rows_total: current.rows_done,
      has_estimate: false,
      finished_at: new Date(deps.realClock.now()),
    });
    await deps.live.publish(sql, upload.workspace_id, [
      `upload:${upload.id}`,
      'uploads',
      'leads',
      'campaigns',
      ...(upload.campaign_id === null ? [] : [`campaign:${upload.campaign_id}`]),
    ]);
    return true;
  });

/** Says that an import broke off, unless it was cancelled, or somebody else goes on with it. */
const fail = (deps: ImportDeps, upload: UploadRecord, text: string): Promise<void> =>
  deps.db.tenantSql(upload.workspace_id, async (sql) => {
    const current = await findUpload(upload.workspace_id, sql, upload.id, true);
    if (!current || current.run !== upload.run || current.status !== 'IMPORTING') return;
    await changeUpload(upload.workspace_id, sql, upload.id, {
      status: 'FAILED',
      error: text,
      finished_at: new Date(deps.realClock.now()),
    });
    await deps.live.publish(sql, upload.workspace_id, [`upload:${upload.id}`, 'uploads']);
  });
