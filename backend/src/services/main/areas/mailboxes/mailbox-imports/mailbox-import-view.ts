import {
  mailboxImportLimits,
  mailboxImportOutcomes,
  mailboxImportOutcomeTexts,
  type MailboxImportView,
} from '@skein/contracts/main/mailbox-imports.contract';
import type { SqlClient } from '../../../../../platform/db/database';
import { notFound } from '../../../../../platform/http/skein-error';
import type { Who } from '../../access/access.api';
import { findImport, type MailboxImportRecord } from './mailbox-imports.store';

const day = 86_400_000;

/** Context under which a row of an import is sealed. */
export const importRowContext = (workspaceId: number, importId: number, row: number): string =>
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
  const done = mailboxImportOutcomes.reduce((sum, outcome) => sum + (record.counts[outcome] ?? 0), 0);
  const elapsed = record.started_at ? realNow - record.started_at.getTime() : 0;
  return {
    id: record.id,
    file_name: record.file_name,
    file_size: record.file_size,
    status: record.status,
    error: record.error,
    columns: record.columns,
    mapping: record.mapping,
    rows_total: record.rows_total,
    rows_done: done,
    percent: record.rows_total === 0 ? 0 : Math.round((done / record.rows_total) * 1000) / 10,
    seconds_left:
      record.status === 'RUNNING' && done > 0 && elapsed > 0
        ? Math.ceil(((record.rows_total - done) * elapsed) / done / 1000)
        : null,
    counts: mailboxImportOutcomes.map((outcome) => ({
      outcome,
      text: mailboxImportOutcomeTexts[outcome],
      count: record.counts[outcome] ?? 0,
    })),
    failed: done - (record.counts.CONNECTED ?? 0),
    can_retry: record.status === 'RUNNING' || record.status === 'UPLOADED' ? 0 : record.can_retry,
    forgotten_at:
      record.can_retry > 0 && record.finished_at
        ? new Date(record.finished_at.getTime() + mailboxImportLimits.daysKept * day).toISOString()
        : null,
    created_at: record.created_at.toISOString(),
    started_at: record.started_at?.toISOString() ?? null,
    finished_at: record.finished_at?.toISOString() ?? null,
    created_by_name: record.created_by_name,
  };
}
