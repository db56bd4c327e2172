import {
  mailboxImportOutcomes,
  mailboxImportOutcomeTexts,
  secretImportFields,
  type MailboxImportOutcome,
} from '@skein/contracts/main/mailbox-imports.contract';
import { csvAnswer } from '#platform/csv/csv-answer';
import { csvLine } from '@skein/contracts/csv-cell';
import { decodeIdCursor, encodeCursor } from '#platform/db/cursor';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { findOutcomes, type ImportRowRecord } from './import-rows.store';
import { findImports, type MailboxImportRecord } from './mailbox-imports.store';
import { creatorSeenBy, importRowContext, requireImport, toImportView } from './mailbox-import-view';

type ReadDeps = Pick<MainDeps, 'db' | 'realClock'>;

/** Outcomes that left a row unconnected. */
const failed = mailboxImportOutcomes.filter((outcome) => outcome !== 'CONNECTED');
const page = 500;

export const getMailboxImport = (deps: ReadDeps, who: Who, importId: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) =>
    toImportView(await requireImport(sql, who, importId), deps.realClock.now()),
  );

export const listMailboxImports = (deps: ReadDeps, who: Who, query: { cursor?: string; limit: number }) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const found = await findImports(who.workspaceId, sql, {
      creatorId: creatorSeenBy(who),
      before: decodeIdCursor(query.cursor),
      limit: query.limit + 1,
    });
    const rows = found.slice(0, query.limit);
    const last = rows.at(-1);
    return {
      rows: rows.map((record) => toImportView(record, deps.realClock.now())),
      next_cursor: found.length > query.limit && last ? encodeCursor([last.id]) : null,
      total: rows.length,
      total_is_capped: found.length > query.limit,
    };
  });

/** Rows by outcome, in the order of the file. */
export const listMailboxImportRows = (
  deps: ReadDeps,
  who: Who,
  importId: number,
  query: { outcome?: MailboxImportOutcome | 'FAILED'; cursor?: string; limit: number },
) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const record = await requireImport(sql, who, importId);
    const outcomes: readonly MailboxImportOutcome[] =
      query.outcome === undefined ? mailboxImportOutcomes : query.outcome === 'FAILED' ? failed : [query.outcome];
    const found = await findOutcomes(who.workspaceId, sql, importId, {
      outcomes,
      after: decodeIdCursor(query.cursor) ?? 0,
      limit: query.limit + 1,
    });
    const rows = found.slice(0, query.limit);
    const last = rows.at(-1);
    return {
      rows: rows.map(({ sealed: _, ...row }) => row),
      next_cursor: found.length > query.limit && last ? encodeCursor([last.row_number]) : null,
      total: outcomes.reduce<number>((sum, outcome) => sum + (record.counts[outcome] ?? 0), 0),
      total_is_capped: false,
    };
  });

/**
 * The rows that failed under the names of their columns, so that the file can be corrected and sent again. No password
 * is in it, nor a column that was left out.
 */
export async function downloadFailedRows(
  deps: Pick<MainDeps, 'db' | 'vault'>,
  who: Who,
  importId: number,
): Promise<Response> {
  const record = await deps.db.tenantSql(who.workspaceId, (sql) => requireImport(sql, who, importId));
  const shown = record.columns.filter((column) => record.mapping[column.index] != null);
  let after = 0;
  const name =
    record.file_name
      .replace(/\.[^.]*$/, '')
      .replace(/[^\w.-]+/g, '_')
      .slice(0, 100) || 'mailboxes';
  const header = record.mapping.length > 0 ? shown.map((column) => headOf(record, column)) : ['email'];
  return csvAnswer(`${name}-failed.csv`, [...header, 'row number', 'outcome', 'cause'], async () => {
    const rows = await deps.db.tenantSql(who.workspaceId, (sql) =>
      findOutcomes(who.workspaceId, sql, importId, { outcomes: failed, after, limit: page }),
    );
    after = rows.at(-1)?.row_number ?? after;
    return rows.map((row) =>
      csvLine([
        ...cellsOf(deps, record, row, shown),
        String(row.row_number),
        mailboxImportOutcomeTexts[row.outcome],
        [row.cause, row.fix].filter(Boolean).join(' '),
      ]),
    );
  });
}

type Column = MailboxImportRecord['columns'][number];

/** A file without names gets those of the fields, so that they are recognised when it comes back. */
const headOf = (record: MailboxImportRecord, column: Column): string =>
  /^Column \d+$/.test(column.name) ? (record.mapping[column.index] ?? column.name) : column.name;

/** What a row may show of its cells. Once the sealed ones are deleted, only its address is left. */
function cellsOf(
  deps: Pick<MainDeps, 'vault'>,
  record: MailboxImportRecord,
  row: ImportRowRecord,
  shown: readonly Column[],
): string[] {
  const cells = row.sealed
    ? (JSON.parse(
        deps.vault.open(row.sealed, importRowContext(record.workspace_id, record.id, row.row_number)),
      ) as string[])
    : null;
  return shown.map(({ index }) => {
    const field = record.mapping[index];
    if (!field || secretImportFields.includes(field)) return '';
    return cells ? (cells[index] ?? '') : field === 'from_email' ? (row.email ?? '') : '';
  });
}
