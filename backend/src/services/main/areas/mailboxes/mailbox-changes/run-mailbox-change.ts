import { actAs, type Acting } from '../../../../../platform/audit/acting';
import type { SqlClient } from '../../../../../platform/db/database';
import type { MainDeps } from '../../../deps';
import { mailboxDeps } from '../mailboxes/mailboxes.deps';
import { findChangeable, writeValues } from './changed-mailboxes.store';
import {
  findChangeRows,
  holdChange,
  takeChange,
  writeChangeRows,
  writeStatus,
  type ChangeRow,
  type MailboxChangeRecord,
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

/** Mailboxes of one transaction. What takes reserved emails back holds more locks, so it takes fewer. */
const usualBatch = 200;
const smallBatch = 20;

/** Rolls back a batch whose change was stopped or taken over. */
class GaveWay extends Error {}

/** Runs a change, or its undoing, from where it stands: each batch is one transaction with what became of its mailboxes. */
export async function changeMailboxes(
  deps: MainDeps,
  payload: { workspaceId: number; changeId: number },
  run: { signal?: AbortSignal; isLastAttempt?: boolean } = {},
): Promise<void> {
  const { workspaceId, changeId } = payload;
  const record = await deps.db.tenantSql(workspaceId, (sql) => takeChange(workspaceId, sql, changeId));
  if (!record) return;
  const isUndo = record.status === 'UNDOING';
  const end = (status: MailboxChangeRecord['status'], error?: string) =>
    deps.db.tenantSql(workspaceId, async (sql) => {
      await writeStatus(workspaceId, sql, changeId, {
        status,
        at: new Date(deps.realClock.now()),
        run: record.run,
        ...(error ? { error } : {}),
      });
      await deps.live.publish(sql, workspaceId, ['mailboxes', 'tags', 'campaigns']);
    });
  const work = async () => {
    while (await oneBatch(deps, record, isUndo ? undoRow : doRow)) run.signal?.throwIfAborted();
    await end(isUndo ? 'UNDONE' : 'COMPLETED');
  };
  try {
    await (record.acting ? actAs(record.acting as unknown as Acting, work) : work());
  } catch (error) {
    if (error instanceof GaveWay) return;
    if (!run.isLastAttempt) throw error;
    await end(
      'FAILED',
      isUndo
        ? 'Undoing stopped halfway. Undo again for the rest.'
        : 'The change stopped halfway. What is changed stays.',
    );
  }
}

type Settled = { outcome: string; before?: Values; after?: Values };
/** A row of a change and the mailbox it is about. */
interface RowOfChange {
  row: ChangeRow;
  mailbox: ChangeableMailbox;
}

type Settle = (deps: MainDeps, sql: SqlClient, record: MailboxChangeRecord, about: RowOfChange) => Promise<Settled>;

/** @returns whether there may be more */
const oneBatch = (deps: MainDeps, record: MailboxChangeRecord, settle: Settle): Promise<boolean> =>
  deps.db.tenantSql(record.workspace_id, async (sql) => {
    const { workspace_id: workspaceId, id, change } = record;
    if (!(await holdChange(workspaceId, sql, record))) throw new GaveWay();
    const size = change.delete || change.is_suspended !== undefined ? smallBatch : usualBatch;
    const which = record.status === 'UNDOING' ? 'changed' : 'pending';
    const rows = await findChangeRows(workspaceId, sql, { changeId: id, which, limit: size });
    const mailboxes = new Map(
      (
        await findChangeable(
          workspaceId,
          sql,
          rows.map((row) => row.mailbox_id),
          true,
        )
      ).map((mailbox) => [mailbox.id, mailbox]),
    );
    const settled: (Settled & { mailbox_id: number })[] = [];
    for (const row of rows) {
      const mailbox = mailboxes.get(row.mailbox_id);
      settled.push({
        mailbox_id: row.mailbox_id,
        ...(mailbox
          ? await settle(deps, sql, record, { row, mailbox })
          : { outcome: which === 'pending' ? 'GONE' : 'KEPT' }),
      });
    }
    await writeChangeRows(workspaceId, sql, id, settled);
    await deps.live.publish(sql, workspaceId, ['mailboxes']);
    return rows.length === size;
  });

const doRow: Settle = async (deps, sql, { workspace_id: workspaceId, change }, { mailbox }) => {
  if (change.delete) {
    await mailboxDeps(deps).store.removeInside(workspaceId, sql, mailbox.id, new Date(deps.campaignClock.now()));
    return { outcome: 'CHANGED' };
  }
  const wanted = wantedOf(change);
  const difference = differenceOf(valuesOf(mailbox, tagIdsOf(wanted)), wanted);
  if (!difference) return { outcome: 'SAME' };
  await write(deps, sql, workspaceId, { mailbox, values: difference.after });
  return { outcome: 'CHANGED', ...difference };
};

const undoRow: Settle = async (deps, sql, { workspace_id: workspaceId }, { row, mailbox }) => {
  const after = row.after ?? {};
  const { restore, kept } = undoOf(valuesOf(mailbox, tagIdsOf(after)), { before: row.before ?? {}, after });
  await write(deps, sql, workspaceId, { mailbox, values: restore });
  return { outcome: kept.length > 0 ? 'KEPT' : 'RESTORED' };
};

/** A mailbox and the settings it has from now on. */
interface ValuesToWrite {
  mailbox: ChangeableMailbox;
  values: Values;
}

async function write(
  deps: MainDeps,
  sql: SqlClient,
  workspaceId: number,
  { mailbox, values }: ValuesToWrite,
): Promise<void> {
  const at = new Date(deps.campaignClock.now());
  await writeValues(workspaceId, sql, { mailbox, values, at });
  if (typeof values['is_suspended'] === 'boolean')
    await mailboxDeps(deps).store.suspendInside(workspaceId, sql, mailbox.id, values['is_suspended'] ? at : null);
}
