import type { BlockOutcome } from '@skein/contracts/main/block-uploads.contract';
import { GaveWay } from '#platform/bulk-runs/bulk-run';
import type { SqlClient } from '#platform/db/database';
import { StorageError } from '#platform/storage/storage-error';
import type { MainDeps } from '#main/deps';
import { explainEntry, readBlockEntry, storableEntry, type BlockEntry } from '../block-list/block-entry';
import { stopMatching } from '../block-list/stop-matching';
import { readRows } from '#files/files.api';
import { addBlockEffects, advanceBlockUpload, insertLeftOut, insertUploadEntries } from './block-batch.store';
import { changeBlockUpload, findBlockUpload, type BlockUploadRecord, type LeftOutRow } from './block-uploads.store';

/** Rows of one transaction: about a quarter of a second, so that a mail that is about to leave never waits long for the list. */
const usualBatch = 5_000;
/** Leads that are stopped in one transaction. A domain may have a hundred thousand: their locks are not held together. */
const stopLeads = 2_000;

type ImportDeps = Pick<MainDeps, 'db' | 'files' | 'campaignClock' | 'realClock' | 'live'>;

interface Run {
  signal?: AbortSignal;
  isLastAttempt?: boolean;
  /** Rows of one transaction. */ batchRows?: number;
}

/**
 * Runs an upload to its end. Each batch is one transaction: entries, outcomes, counts and the number of rows that are behind; from its
 * commit on no mail leaves to what it named. The leads it matches are stopped right after, in transactions of their own, with a number of
 * their own (`rows_applied`), so that a crash between the two loses neither.
 */
export async function importBlockList(
  deps: ImportDeps,
  payload: { workspaceId: number; uploadId: number },
  run: Run = {},
): Promise<void> {
  const { workspaceId, uploadId } = payload;
  const upload = await takeOver(deps, workspaceId, uploadId);
  if (!upload) return;
  try {
    const broken =
      upload.status === 'IMPORTING' || upload.rows_applied < upload.rows_done
        ? await importRows(deps, upload, run)
        : null;
    // People who must not be mailed may stand in what could not be read: that is not a completed upload.
    if (broken !== null)
      await fail(deps, upload, `${broken}. The entries before it are on the list. Fix the file and upload it again.`);
    if (broken !== null || (await finish(deps, upload))) await deps.files.delete(upload.storage_key);
  } catch (error) {
    if (error instanceof GaveWay) {
      if (await finish(deps, upload)) await deps.files.delete(upload.storage_key);
      return;
    }
    const isGone = error instanceof StorageError && error.status === 404;
    if (run.isLastAttempt && !isGone) await deps.files.delete(upload.storage_key);
    if (isGone || run.isLastAttempt)
      await fail(
        deps,
        upload,
        isGone
          ? 'The file is no longer stored.'
          : 'The upload broke off. What is on the list stays; send the file again for the rest.',
      );
    if (!isGone) throw error;
  }
}

/** Raises the number of the run, so that whoever held the upload before gives way. A cancelled one is taken for the leads that are still to be stopped, and for its file. */
const takeOver = (deps: ImportDeps, workspaceId: number, uploadId: number): Promise<BlockUploadRecord | null> =>
  deps.db.tenantSql(workspaceId, async (sql) => {
    const upload = await findBlockUpload(workspaceId, sql, { key: { id: uploadId }, scopes: null, lock: true });
    if (!upload || (upload.status !== 'IMPORTING' && upload.status !== 'CANCELLED')) return null;
    await changeBlockUpload(workspaceId, sql, uploadId, { run: upload.run + 1 });
    return { ...upload, run: upload.run + 1 };
  });

interface Row {
  rowNumber: number;
  text: string;
  problem: string | null;
}

/** @returns why the rest of the file cannot be read, or null at its end */
async function importRows(
  deps: ImportDeps,
  upload: BlockUploadRecord,
  { signal, batchRows = usualBatch }: Run,
): Promise<string | null> {
  const { stream } = await deps.files.get(upload.storage_key);
  const column = upload.column_index ?? 0;
  const last = upload.status === 'CANCELLED' ? upload.rows_done : Infinity;
  let rowNumber = (upload.has_header ? -1 : 0) - upload.title_rows.length;
  let done = upload.rows_done;
  let applied = upload.rows_applied;
  let batch: Row[] = [];
  let broken: string | null = null;
  const settle = async () => {
    const rows = batch;
    batch = [];
    if (rows.length === 0) return;
    signal?.throwIfAborted();
    // Rows that are on the list since before a crash: only their leads are left.
    if (applied + rows.length > done) {
      await writeBatch(deps, upload, rows, done);
      done += rows.length;
    }
    await stopLeadsOf(deps, upload, rows, (applied += rows.length));
  };
  for await (const group of readRows(stream, {
    encoding: upload.encoding ?? 'utf-8',
    delimiter: upload.delimiter ?? ',',
    quoting: upload.quoting === 'single' ? 'single' : 'double',
  })) {
    for (const row of group) {
      rowNumber += 1;
      if (rowNumber > last) break;
      if (rowNumber <= applied || rowNumber < 1) continue;
      if (row.cells === null) broken = row.problem;
      batch.push(
        row.cells === null
          ? { rowNumber, text: '', problem: row.problem }
          : { rowNumber, text: row.cells[column] ?? '', problem: null },
      );
      if (batch.length >= batchRows || rowNumber === done) await settle();
    }
    if (rowNumber > last) break;
  }
  await settle();
  return broken;
}

/** What the rows of a batch name, each once. */
function entriesOf(rows: readonly Row[]): Map<string, { entry: BlockEntry; rowNumber: number }> {
  const entries = new Map<string, { entry: BlockEntry; rowNumber: number }>();
  for (const row of rows) {
    const entry = row.problem === null ? readBlockEntry(row.text) : null;
    if (entry && !entries.has(`${entry.kind}:${entry.value}`))
      entries.set(`${entry.kind}:${entry.value}`, { entry, rowNumber: row.rowNumber });
  }
  return entries;
}

const writeBatch = (deps: ImportDeps, upload: BlockUploadRecord, rows: readonly Row[], from: number): Promise<void> =>
  deps.db.tenantSql(upload.workspace_id, async (sql) => {
    const named = [...entriesOf(rows).values()];
    const outcomes = await insertUploadEntries(
      upload.workspace_id,
      sql,
      {
        id: upload.id,
        clientScope: upload.client_scope,
        reason: upload.reason,
        createdBy: upload.created_by,
        at: new Date(deps.campaignClock.now()),
      },
      named.map(({ entry }) => entry),
    );
    const byRow = new Map(named.map(({ rowNumber }, index) => [rowNumber, outcomes[index] as BlockOutcome]));
    const counts: Partial<Record<BlockOutcome, number>> = {};
    const leftOut: LeftOutRow[] = [];
    for (const row of rows) {
      const { outcome, reason, value } = outcomeOf(row, byRow);
      counts[outcome] = (counts[outcome] ?? 0) + 1;
      if (outcome !== 'ADDED') leftOut.push({ row_number: row.rowNumber, outcome, reason, value });
    }
    if (
      !(await advanceBlockUpload(upload.workspace_id, sql, {
        id: upload.id,
        run: upload.run,
        from,
        to: from + rows.length,
        counts,
      }))
    )
      throw new GaveWay();
    await insertLeftOut(upload.workspace_id, sql, upload.id, leftOut);
    await publishProgress(deps, sql, upload);
  });

function outcomeOf(
  row: Row,
  byRow: ReadonlyMap<number, BlockOutcome>,
): { outcome: BlockOutcome; reason: string | null; value: string | null } {
  if (row.problem !== null) return { outcome: 'INVALID', reason: row.problem, value: null };
  const text = storableEntry(row.text);
  if (text === '') return { outcome: 'EMPTY', reason: null, value: null };
  const entry = readBlockEntry(row.text);
  if (!entry) return { outcome: 'INVALID', reason: explainEntry(text), value: text };
  return { outcome: byRow.get(row.rowNumber) ?? 'DUPLICATE_IN_FILE', reason: null, value: entry.value };
}

/** Stops the leads that the rows match, in bounded transactions, and notes how far that is. */
async function stopLeadsOf(
  deps: ImportDeps,
  upload: BlockUploadRecord,
  rows: readonly Row[],
  appliedTo: number,
): Promise<void> {
  const entries = [...entriesOf(rows).values()].map(({ entry }) => entry);
  for (let after: number | null = 0; after !== null;) {
    const from: number = after;
    after = await deps.db.tenantSql(upload.workspace_id, async (sql) => {
      const stopped = await stopMatching(upload.workspace_id, sql, {
        entries,
        clientScope: upload.client_scope,
        after: from,
        limit: stopLeads,
        at: new Date(deps.campaignClock.now()),
      });
      if (
        !(await addBlockEffects(upload.workspace_id, sql, upload, {
          leads: stopped.leads,
          emails: stopped.emails,
          appliedTo: stopped.next === null ? appliedTo : null,
        }))
      )
        throw new GaveWay();
      if (stopped.leads > 0) await publishProgress(deps, sql, upload, stopped.campaignIds);
      return stopped.next;
    });
  }
}

const publishProgress = (
  deps: ImportDeps,
  sql: SqlClient,
  upload: BlockUploadRecord,
  campaignIds: readonly number[] = [],
) =>
  deps.live.publish(sql, upload.workspace_id, [
    'block-list',
    ...(campaignIds.length > 0 ? ['leads', 'campaigns'] : []),
    ...campaignIds.slice(0, 50).map((id) => `campaign:${id}`),
  ]);

/** Ends an upload; true when its file is no longer needed, so that no copy of people's data is kept. */
const finish = (deps: ImportDeps, upload: BlockUploadRecord): Promise<boolean> =>
  deps.db.tenantSql(upload.workspace_id, async (sql) => {
    const current = await findBlockUpload(upload.workspace_id, sql, {
      key: { id: upload.id },
      scopes: null,
      lock: true,
    });
    if (!current || current.run !== upload.run) return false;
    if (current.status === 'CANCELLED') {
      await changeBlockUpload(upload.workspace_id, sql, upload.id, { columns: withoutSamples(current) });
      return true;
    }
    if (current.status !== 'IMPORTING') return false;
    await changeBlockUpload(upload.workspace_id, sql, upload.id, {
      status: 'COMPLETED',
      rows_total: current.rows_done,
      has_estimate: false,
      columns: withoutSamples(current),
      finished_at: new Date(deps.realClock.now()),
    });
    await publishProgress(deps, sql, upload);
    return true;
  });

/** A sample of the file is kept for choosing a column only. */
const withoutSamples = (upload: BlockUploadRecord) => upload.columns.map((column) => ({ ...column, samples: [] }));

const fail = (deps: ImportDeps, upload: BlockUploadRecord, text: string): Promise<void> =>
  deps.db.tenantSql(upload.workspace_id, async (sql) => {
    const current = await findBlockUpload(upload.workspace_id, sql, {
      key: { id: upload.id },
      scopes: null,
      lock: true,
    });
    if (current?.status !== 'IMPORTING' || current.run !== upload.run) return;
    await changeBlockUpload(upload.workspace_id, sql, upload.id, {
      status: 'FAILED',
      error: text,
      columns: withoutSamples(upload),
      finished_at: new Date(deps.realClock.now()),
    });
    await publishProgress(deps, sql, upload);
  });
