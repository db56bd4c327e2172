import type { BlockOutcome } from '@skein/contracts/main/block-uploads.contract';
import type { BulkRunDeps, BulkRunKind, EndedRun, HeldRun } from '#platform/bulk-runs/bulk-run';
import { lockRun } from '#platform/bulk-runs/bulk-runs.store';
import { queueOf } from '#platform/bulk-runs/start-run';
import type { SqlClient } from '#platform/db/database';
import { StorageError } from '#platform/storage/storage-error';
import type { MainDeps } from '#main/deps';
import { insertLeftOut, insertUploadEntries } from './block-batch.store';
import { entriesOf, outcomeOf, readBlockRows, type BlockRow } from './block-rows';
import { settleBlockUploadJob } from './block-uploads.jobs';
import {
  endBlockUpload,
  findBlockUploadOfRun,
  markBlockUploadUndone,
  type BlockUploadDetails,
  type LeftOutRow,
} from './block-uploads.store';
import { stopBlocked } from './stop-blocked';
import { removeUploadEntries } from './undo-block-upload.store';

type RunDeps = Pick<MainDeps, 'db' | 'files' | 'campaignClock' | 'realClock' | 'live' | 'jobs'> & {
  /** Rows of one transaction; the usual number if not given. */
  batchRows?: number;
};

/** Rows of one transaction: about a quarter of a second, so that a mail that is about to leave never waits long for the list. */
const usualBatch = 5_000;
/** Entries that are taken off the list in one transaction. */
const undoBatch = 5_000;

/** The rest of a file cannot be read. People who must not be mailed may stand in it: that is not a completed upload. */
class UnreadableRest extends Error {}

/**
 * Blocks the rows of a file, and undoes that. Each batch is one transaction: entries, outcomes, counts and the number
 * of rows that are behind; from its commit on no email is sent to what it named. The leads it matches are stopped right
 * after, in transactions of their own, with a number of their own (`rows_applied`), so that a crash between the two
 * loses neither. What is left of that when the run ends is done by settleBlockUpload.
 */
export const blockUploadRun: BulkRunKind<RunDeps> = {
  kind: 'BLOCK_UPLOAD',
  topics: { progress: ['block-list'], end: ['block-list'] },
  attempts: 25,
  oneAtATime: true,
  keepsEnd: true,
  brokeOff: ({ status }) =>
    status === 'UNDOING'
      ? 'Undoing stopped halfway. Undo again for the rest.'
      : 'The upload broke off. What is on the list stays; send the file again for the rest.',
  refusalOf: (error) =>
    error instanceof UnreadableRest
      ? error.message
      : error instanceof StorageError && error.status === 404
        ? 'The file is no longer stored.'
        : null,
  onEnd: settleLater,
  async perform(deps, held) {
    const { workspace_id: workspaceId, run_id: runId, status } = held.run;
    const upload = await deps.db.tenantSql(workspaceId, (sql) => findBlockUploadOfRun(workspaceId, sql, runId));
    if (status === 'UNDOING') return removeEntries(deps, held, upload);
    const broken = await blockRows(deps, held, upload);
    if (broken !== null)
      throw new UnreadableRest(`${broken}. The entries before it are on the list. Fix the file and upload it again.`);
  },
};

/** The samples of the file go with the end; leads that are still to be stopped, and the file itself, are left to a job of their own. */
async function settleLater(
  sql: SqlClient,
  { workspace_id: workspaceId, run_id: runId, status }: EndedRun,
  { jobs }: Pick<BulkRunDeps, 'jobs'>,
): Promise<void> {
  if (status === 'UNDONE') return;
  const uploadId = await endBlockUpload(workspaceId, sql, runId, status === 'COMPLETED');
  await jobs.enqueue(
    sql,
    settleBlockUploadJob,
    { workspaceId, uploadId },
    { queue: queueOf(blockUploadRun, workspaceId), key: `settle-block-upload-${uploadId}` },
  );
}

/** @returns why the rest of the file cannot be read, or null at its end */
async function blockRows(deps: RunDeps, held: HeldRun, upload: BlockUploadDetails): Promise<string | null> {
  const { stream } = await deps.files.get(upload.storage_key);
  const { batchRows = usualBatch } = deps;
  let done = held.run.done;
  let batch: BlockRow[] = [];
  let broken: string | null = null;
  const commit = (work: (sql: SqlClient) => Promise<void>) =>
    held.commit(async (sql) => {
      // Before the upload's own row: stopping takes the two in this order.
      await lockRun(upload.workspace_id, sql, held.run.run_id);
      await work(sql);
      return {};
    });
  const settle = async () => {
    const rows = batch;
    batch = [];
    if (rows.length === 0) return;
    held.signal.throwIfAborted();
    // Rows that are on the list since before a crash: only their leads are left.
    if ((rows.at(-1) as BlockRow).rowNumber > done) {
      await writeBatch(deps, held, upload, rows);
      done += rows.length;
    }
    await stopBlocked(deps, upload, { rows, commit });
  };
  for await (const rows of readBlockRows(stream, upload, { behind: upload.rows_applied }))
    for (const row of rows) {
      broken = row.problem ?? broken;
      batch.push(row);
      if (batch.length >= batchRows || row.rowNumber === done) await settle();
    }
  await settle();
  return broken;
}

const writeBatch = (
  deps: RunDeps,
  held: HeldRun,
  upload: BlockUploadDetails,
  rows: readonly BlockRow[],
): Promise<void> =>
  held.commit(async (sql) => {
    const named = [...entriesOf(rows).values()];
    const outcomes = await insertUploadEntries(
      upload.workspace_id,
      sql,
      {
        id: upload.id,
        clientScope: upload.client_scope,
        reason: upload.reason,
        createdBy: held.run.created_by,
        at: new Date(deps.campaignClock.now()),
      },
      named.map(({ entry }) => entry),
    );
    const byRow = new Map(named.map(({ rowNumber }, index) => [rowNumber, outcomes[index] as BlockOutcome]));
    const counts: Record<string, number> = {};
    const leftOut: LeftOutRow[] = [];
    for (const row of rows) {
      const { outcome, reason, value } = outcomeOf(row, byRow);
      counts[outcome] = (counts[outcome] ?? 0) + 1;
      if (outcome !== 'ADDED') leftOut.push({ row_number: row.sheetRow, outcome, reason, value });
    }
    await insertLeftOut(upload.workspace_id, sql, upload.id, leftOut);
    return { done: rows.length, counts };
  });

/** Takes what an upload brought off the list, in batches: those that are gone are not found again. */
async function removeEntries(deps: RunDeps, held: HeldRun, upload: BlockUploadDetails): Promise<void> {
  for (let isMore = true; isMore;) {
    held.signal.throwIfAborted();
    await held.commit(async (sql) => {
      isMore = await removeUploadEntries(upload.workspace_id, sql, upload.id, undoBatch);
      return {};
    });
  }
  const at = new Date(deps.realClock.now());
  await held.complete((sql) => markBlockUploadUndone(upload.workspace_id, sql, upload.id, at));
}
