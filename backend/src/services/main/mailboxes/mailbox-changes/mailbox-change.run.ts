import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { MailboxChange } from '@skein/contracts/main/mailbox-changes.contract';
import type { BulkRunKind, BulkRunStep } from '#platform/bulk-runs/bulk-run';
import type { SqlClient } from '#platform/db/database';
import type { MainDeps } from '#main/deps';
import { removeInside, suspendInside } from '../connections/stop-mailbox.store';
import { findChangeable, keepLimit, writeValues } from './changed-mailboxes.store';
import {
  findChangeOfRun,
  findChangeRows,
  writeChangeRows,
  type ChangeOutcome,
  type ChangeRow,
} from './mailbox-changes.store';
import {
  differenceOf,
  tagIdsOf,
  undoOf,
  valuesOf,
  wantedOf,
  type ChangeableMailbox,
  type Values,
} from './mailbox-values';

/** Mailboxes of one transaction. Cancelling reserved emails holds more locks, so those batches are smaller. */
const usualBatch = 200;
const smallBatch = 20;

/** Changes of many mailboxes, and their undoing. A row with an outcome is done, so a batch is the next rows without one. */
export const mailboxChangeRun: BulkRunKind<MainDeps> = {
  kind: 'MAILBOX_CHANGE',
  actsAsStarter: true,
  topics: { progress: ['mailboxes'], end: ['mailboxes', 'tags', 'campaigns'] },
  oneAtATime: true,
  brokeOff: ({ status }) =>
    status === 'UNDOING'
      ? 'Undoing stopped halfway. Undo again for the rest.'
      : 'The change stopped halfway. What is changed stays.',
  async batch({ deps, sql, run }) {
    const { workspace_id: workspaceId } = run;
    const isUndo = run.status === 'UNDOING';
    const { id, change } = await findChangeOfRun(workspaceId, sql, run.run_id);
    const size = change.delete || change.is_suspended !== undefined ? smallBatch : usualBatch;
    const rows = await findChangeRows(workspaceId, sql, {
      changeId: id,
      which: isUndo ? 'changed' : 'pending',
      limit: size,
    });
    const ids = rows.map((row) => row.mailbox_id);
    const found = await findChangeable(workspaceId, sql, ids, true);
    const mailboxes = new Map(found.map((mailbox) => [mailbox.id, mailbox]));
    const settle = isUndo ? undoRow : doRow;
    const settled: (Settled & { mailbox_id: MailboxId })[] = [];
    for (const row of rows) {
      const mailbox = mailboxes.get(row.mailbox_id);
      settled.push({
        mailbox_id: row.mailbox_id,
        ...(mailbox
          ? await settle({ deps, sql, workspaceId, change }, { row, mailbox })
          : { outcome: isUndo ? 'KEPT' : 'GONE' }),
      });
    }
    await writeChangeRows(workspaceId, sql, id, settled);
    return { ...progressOf(settled, isUndo), isLast: rows.length < size };
  },
};

/** Undoing counts rows under another outcome that were counted as changed. */
function progressOf(settled: readonly Settled[], isUndo: boolean): BulkRunStep {
  const counts: Partial<Record<ChangeOutcome, number>> = {};
  for (const { outcome } of settled) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return isUndo ? { counts: { ...counts, CHANGED: -settled.length } } : { counts, done: settled.length };
}

type Settled = { outcome: ChangeOutcome; before?: Values; after?: Values };
/** A row of a change and the mailbox it is about. */
interface RowOfChange {
  row: ChangeRow;
  mailbox: ChangeableMailbox;
}
/** The transaction of a batch, and what is changed in it. */
interface InBatch {
  deps: MainDeps;
  sql: SqlClient;
  workspaceId: WorkspaceId;
  change: MailboxChange;
}

type Settle = (batch: InBatch, about: RowOfChange) => Promise<Settled>;

const doRow: Settle = async (batch, { mailbox }) => {
  const { deps, sql, workspaceId, change } = batch;
  if (change.delete) {
    await removeInside(workspaceId, sql, mailbox.id, new Date(deps.campaignClock.now()));
    return { outcome: 'CHANGED' };
  }
  const wanted = wantedOf(change);
  if ('message_per_day' in wanted) await keepLimit(workspaceId, sql, mailbox.id);
  const difference = differenceOf(valuesOf(mailbox, tagIdsOf(wanted)), wanted);
  if (!difference) return { outcome: 'SAME' };
  await write(batch, { mailbox, values: difference.after });
  return { outcome: 'CHANGED', ...difference };
};

const undoRow: Settle = async (batch, { row, mailbox }) => {
  const after = row.after ?? {};
  const { restore, kept } = undoOf(valuesOf(mailbox, tagIdsOf(after)), { before: row.before ?? {}, after });
  if ('message_per_day' in restore) await keepLimit(batch.workspaceId, batch.sql, mailbox.id);
  await write(batch, { mailbox, values: restore });
  return { outcome: kept.length > 0 ? 'KEPT' : 'RESTORED' };
};

/** A mailbox and the settings it has from now on. */
interface ValuesToWrite {
  mailbox: ChangeableMailbox;
  values: Values;
}

async function write({ deps, sql, workspaceId }: InBatch, { mailbox, values }: ValuesToWrite): Promise<void> {
  const at = new Date(deps.campaignClock.now());
  await writeValues(workspaceId, sql, { mailbox, values, at });
  if (typeof values['is_suspended'] === 'boolean')
    await suspendInside(workspaceId, sql, mailbox.id, values['is_suspended'] ? at : null);
}
