import type { ColumnTarget } from '@skein/contracts/main/uploads.contract';
import { cleanAddress, isRepaired } from '@skein/contracts/clean-address';
import { isEmailAddress } from '@skein/contracts/email-address';
import type { BulkRunKind, EndedRun, BulkRunDeps, HeldRun } from '#platform/bulk-runs/bulk-run';
import type { SqlClient } from '#platform/db/database';
import { StorageError } from '#platform/storage/storage-error';
import type { MainDeps } from '#main/deps';
import { wakeCampaign } from '#lifecycle/lifecycle.api';
import { detectProvidersJob } from '../people/detect-providers';
import { insertFreshChunk, openBatch } from '../people/fresh-leads.store';
import { mostDomains, ownText } from '../people/import-batch';
import { erasureHash } from '../lead-rows/erasure-hash';
import { isRoleAddress } from '../lead-rows/role-address';
import { isRejected, rowPreparer, type CellTarget, type PreparedRow, type RejectedRow } from '../lead-rows/prepare-row';
import { settleBatch } from './settle-batch';
import { cutRow, readRows, type FileRow } from '#files/files.api';
import { RowBatch } from './row-batch';
import { rowsAbove } from './upload-view';
import { addAddressCounts, findUploadOfRun, markWhole, type UploadDetails } from './uploads.store';
import { insertRows } from './upload-rows.store';

/**
 * Rows of one transaction: about half a second with all indexes of leads, enrolments and rows kept up, so that sending never waits long.
 */
const batchRows = 5_000;
/** Characters of one transaction, where rows are long: two batches are held at a time, and writing one must not hold up the loop. */
const batchSize = 4_000_000;

type RunDeps = Pick<MainDeps, 'db' | 'files' | 'campaignClock' | 'realClock' | 'live' | 'jobs' | 'log' | 'masterKey'>;

/**
 * Imports the rows of a file. Each batch is one transaction: leads, enrolments, outcomes, counts and the number of rows
 * that are behind. So a crash loses nothing and repeats nothing, a cancel acts at the next batch, and of two processes
 * one gives way.
 */
export const leadUploadRun: BulkRunKind<RunDeps> = {
  kind: 'LEAD_UPLOAD',
  topics: { progress: [], end: ['uploads', 'leads', 'campaigns'] },
  attempts: 25,
  oneAtATime: true,
  brokeOff: () => 'The import broke off. What is in stays; start the rest with the rejected rows and the file.',
  refusalOf: (error) =>
    error instanceof StorageError && error.status === 404 ? 'The file is no longer stored.' : null,
  onEnd: tellEnd,
  async perform(deps, held) {
    const { workspace_id: workspaceId, run_id: runId } = held.run;
    const upload = await deps.db.tenantSql(workspaceId, (sql) => findUploadOfRun(workspaceId, sql, runId));
    await importRows(deps, held, upload);
    await held.complete((sql) => markWhole(workspaceId, sql, upload.id));
    // The file is no longer needed, and copies of people's data are not kept.
    await deps.files.delete(upload.storage_key);
  },
};

const topicsOf = ({ id, campaign_id: campaignId }: Pick<UploadDetails, 'id' | 'campaign_id'>) => [
  `upload:${id}` as const,
  ...(campaignId === null ? [] : [`campaign:${campaignId}` as const]),
];

async function tellEnd(
  sql: SqlClient,
  { workspace_id: workspaceId, run_id: runId }: EndedRun,
  { live }: Pick<BulkRunDeps, 'live'>,
): Promise<void> {
  await live.publish(sql, workspaceId, topicsOf(await findUploadOfRun(workspaceId, sql, runId)));
}

type Row = PreparedRow | RejectedRow;

/** What goes from batch to batch of one run. */
interface Progress {
  enrolled: number;
  askedDomains: Set<string>;
  hashOf: (email: string) => string;
  /** Whether most rows of the batch before were new leads. */ isMostlyNew: boolean;
}

/** While a batch is written the next one is read, so that neither waits for the other, and memory is that of two batches. */
async function importRows(deps: RunDeps, held: HeldRun, upload: UploadDetails): Promise<void> {
  const { stream } = await deps.files.get(upload.storage_key);
  const progress: Progress = {
    enrolled: 0,
    askedDomains: new Set(),
    hashOf: erasureHash(deps.masterKey, upload.workspace_id),
    isMostlyNew: true,
  };
  const prepare = rowPreparer(upload.mapping.map(targetOf));
  const emailAt = upload.mapping.findIndex((target) => target.kind === 'field' && target.field === 'email');
  const toRow = (rowNumber: number, { cells, text, problem }: FileRow): Row => {
    const reason = cells === null ? problem : extraCells(cells, upload.mapping.length);
    return cells === null || reason !== null
      ? { rowNumber, email: addressIn(cells?.[emailAt]), outcome: 'MALFORMED', reason: reason ?? '', raw: cells }
      : prepare(rowNumber, cells, text);
  };
  const sheet = new SheetRows((upload.columns.title_rows?.length ?? 0) + (upload.has_header ? 1 : 0));
  let [batch, other] = [new RowBatch(), new RowBatch()];
  let writing: Promise<void> = Promise.resolve();
  const write = () => {
    writing = writeBatch(deps, held, { upload, batch, progress });
    // A failure is thrown where the batch is waited for; until then it must not end the process.
    writing.catch(() => undefined);
    [batch, other] = [other, batch];
    batch.clear();
  };
  for await (const group of readRows(stream, formatOf(upload))) {
    for (const row of group) {
      const { place, rowNumber } = sheet.next(row);
      if (place <= held.run.done || place < 1) continue;
      const prepared = toRow(rowNumber, row);
      batch.add(prepared, row.text);
      if (!isRejected(prepared)) {
        noteDomain(batch, progress.askedDomains, prepared.domain);
        if (isRepaired(row.cells?.[emailAt] ?? '', prepared.email)) batch.repaired += 1;
        if (isRoleAddress(prepared.email)) batch.roles += 1;
      }
      if (batch.rows < batchRows && batch.size < batchSize) continue;
      await writing;
      held.signal.throwIfAborted();
      write();
    }
  }
  await writing;
  if (batch.rows > 0) await writeBatch(deps, held, { upload, batch, progress });
}

function noteDomain(batch: RowBatch, asked: Set<string>, domain: string): void {
  if (asked.has(domain)) return;
  const own = ownText(domain);
  batch.domains.push(own);
  if (asked.size < mostDomains) asked.add(own);
}

/** Counts the rows of a file: a spreadsheet numbers its empty rows too, and an import continues behind a number of rows that were read. */
class SheetRows {
  private sheetRow = 0;
  private place: number;
  private above = 0;

  /** @param skipped titles and the header */
  constructor(skipped: number) {
    this.place = -skipped;
  }

  /** `place` is 1 for the first lead; `rowNumber` is the number in the sheet below the last row that is no lead. */
  next({ emptyAbove }: Pick<FileRow, 'emptyAbove'>): { place: number; rowNumber: number } {
    this.place += 1;
    this.sheetRow += emptyAbove + 1;
    if (this.place === 0) this.above = this.sheetRow;
    return { place: this.place, rowNumber: this.sheetRow - this.above };
  }
}

const formatOf = (upload: UploadDetails) => ({
  encoding: upload.encoding ?? 'utf-8',
  delimiter: upload.delimiter ?? ',',
  quoting: upload.columns.quoting === 'single' ? ('single' as const) : ('double' as const),
});

/** The address of a refused row, so that a person can find it; null where its cells have shifted. */
function addressIn(cell = ''): string | null {
  const email = cleanAddress(cell);
  return isEmailAddress(email) ? email : null;
}

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

/** A batch of an upload. */
interface BatchToWrite {
  upload: UploadDetails;
  batch: RowBatch;
  progress: Progress;
}

async function writeBatch(deps: RunDeps, held: HeldRun, { upload, batch, progress }: BatchToWrite): Promise<void> {
  let wrote: Pick<Progress, 'enrolled' | 'isMostlyNew'> = progress;
  await held.commit(async (sql) => {
    const { workspace_id: workspaceId } = upload;
    await openBatch(sql);
    const now = deps.campaignClock.now();
    const target = {
      campaignId: upload.campaign_id,
      listId: upload.list_id,
      clientScope: upload.client_id ?? 0,
      uploadId: upload.id,
      options: upload.options,
      rowsAbove: rowsAbove(upload),
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
    const format = formatOf(upload);
    if (batch.repaired > 0 || batch.roles > 0) await addAddressCounts(workspaceId, sql, upload.id, batch);
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
    wrote = { enrolled: progress.enrolled + enrolled, isMostlyNew };
    return { done: batch.rows, counts, topics: topicsOf(upload) };
  });
  // Not before: a transaction that lost a conflict is repeated as if it had never been.
  Object.assign(progress, wrote);
}
