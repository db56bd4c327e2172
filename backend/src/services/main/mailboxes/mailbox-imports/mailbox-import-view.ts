import type { WorkspaceId } from '@skein/contracts/ids';
import {
  mailboxImportLimits,
  mailboxImportOutcomes,
  mailboxImportOutcomeTexts,
  type MailboxImportView,
} from '@skein/contracts/main/mailbox-imports.contract';
import { toRunView } from '#platform/bulk-runs/run-view';
import type { SqlClient } from '#platform/db/database';
import { notFound } from '#platform/http/skein-error';
import type { Who } from '#access/access.api';
import { findImport, type MailboxImportRecord } from './mailbox-imports.store';

const day = 86_400_000;

/** Context under which a row of an import is sealed. */
export const importRowContext = (workspaceId: WorkspaceId, importId: number, row: number): string =>
  `mailbox-import:${workspaceId}:${importId}:${row}`;

/** Whose imports somebody sees: null for all of the workspace, else their own. */
export const creatorSeenBy = (who: Who): number | null =>
  who.role === 'OWNER' || who.role === 'ADMIN_ACCESS' ? null : who.userId;

/** An import that this person sees. @throws SkeinError NOT_FOUND */
export async function requireImport(
  sql: SqlClient,
  who: Who,
  importId: number,
  lock = false,
): Promise<MailboxImportRecord> {
  const found = await findImport(who.workspaceId, sql, { importId, creatorId: creatorSeenBy(who), lock });
  if (!found) throw notFound('This import');
  return found;
}

/** Progress with counts. `realNow` is real time in milliseconds: an import runs in real time. */
export function toImportView(record: MailboxImportRecord, realNow: number): MailboxImportView {
  return {
    ...toRunView(record, realNow),
    id: record.id,
    file_name: record.file_name,
    file_size: record.file_size,
    status: record.status,
    columns: record.columns,
    mapping: record.mapping,
    rows_total: record.total,
    rows_done: record.done,
    counts: mailboxImportOutcomes.map((outcome) => ({
      outcome,
      text: mailboxImportOutcomeTexts[outcome],
      count: record.counts[outcome] ?? 0,
    })),
    failed: record.done - (record.counts.CONNECTED ?? 0),
    can_retry: record.status === 'RUNNING' || record.status === 'UPLOADED' ? 0 : record.can_retry,
    forgotten_at:
      record.can_retry > 0 && record.finished_at
        ? new Date(record.finished_at.getTime() + mailboxImportLimits.daysKept * day).toISOString()
        : null,
  };
}
