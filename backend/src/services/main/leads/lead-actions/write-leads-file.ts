import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { csvLine as line } from '@skein/contracts/csv-cell';
import type { HeldRun } from '#platform/bulk-runs/bulk-run';
import type { SqlClient } from '#platform/db/database';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { standardFieldNames, type StandardFields } from '../lead-rows/lead-line';

export const exportPage = 2_000;
/** 2 GB: more than ten million leads. */
const largest = 2 * 1024 * 1024 * 1024;
const cell = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** The leads of a file: what is read page by page, and the columns behind the fields of each lead. */
export interface ExportedLeads<Row> {
  /** A page of so many ids behind one of them, and the rows of those that are still there. */
  read: (sql: SqlClient, place: number | null) => Promise<{ ids: number[]; rows: Row[] }>;
  lead: (row: Row) => StandardFields & { email: string; custom_fields: Record<string, unknown> };
  columns: Record<string, (row: Row) => string | number>;
}

/**
 * Writes leads as CSV with a column for each custom field that any of them has, so that the file can be imported again.
 * The fields are gathered in a first pass over the same selection. Values that a spreadsheet would run are disarmed.
 * Each page is counted by `commit`, in the transaction that read it.
 */
export async function writeLeadsFile<Row>(
  deps: Pick<MainDeps, 'db' | 'files'>,
  who: Who,
  { read, lead, columns }: ExportedLeads<Row>,
  commit: HeldRun['commit'],
): Promise<string> {
  const pages = async function* (withProgress: boolean): AsyncGenerator<Row[]> {
    for (let place: number | null = null; ;) {
      const from: number | null = place;
      let found: Awaited<ReturnType<typeof read>> = { ids: [], rows: [] };
      if (withProgress)
        await commit(async (sql) => {
          found = await read(sql, from);
          return { done: found.ids.length, counts: { CHANGED: found.ids.length } };
        });
      else found = await deps.db.tenantSql(who.workspaceId, (sql) => read(sql, from));
      if (found.rows.length > 0) yield found.rows;
      // By the ids: a lead that was deleted between the two looks is no end of the file.
      if (found.ids.length < exportPage) return;
      place = found.ids.at(-1) as number;
    }
  };
  const custom = new Set<string>();
  for await (const rows of pages(false))
    for (const row of rows)
      for (const name of Object.keys(lead(row).custom_fields)) if (custom.size < 1_000) custom.add(name);
  const names = [...custom].sort();
  const lineOf = (row: Row): string => {
    const fields = lead(row);
    return line([
      fields.email,
      ...standardFieldNames.map((name) => fields[name] ?? ''),
      ...names.map((name) => cell(fields.custom_fields[name])),
      ...Object.values(columns).map((valueOf) => valueOf(row)),
    ]);
  };
  const content = async function* () {
    // The mark makes spreadsheets read UTF-8.
    yield `\ufeff${line(['email', ...standardFieldNames, ...names, ...Object.keys(columns)])}`;
    for await (const rows of pages(true)) yield rows.map(lineOf).join('');
  };
  const key = `exports/${who.workspaceId}/${randomUUID()}.csv`;
  await deps.files.put(key, Readable.from(content()), { type: 'text/csv', maximum: largest });
  return key;
}
