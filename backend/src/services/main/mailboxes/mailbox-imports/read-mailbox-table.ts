import { Buffer } from 'node:buffer';
import { mailboxImportLimits, type MailboxImportColumn } from '@skein/contracts/main/mailbox-imports.contract';
import type { HeavyTask } from '#platform/workers/heavy-work';
import { EncodingEvidence, inspectTable, looksLikeEmail, RowReader, type InspectedFile } from '#files/files.api';
import { guessColumns } from './guess-columns';

const mostColumns = 200;
const sampleBytes = 262_144;

/** A row below the header: the number that a spreadsheet shows for it, and the JSON of its cells. */
export interface MailboxTableRow {
  number: number;
  cells: string;
}

/** Columns and rows; or why the file is refused, by its kind (`isMedia`) or by its size. */
export type MailboxTable =
  | { refusal: null; columns: MailboxImportColumn[]; rows: MailboxTableRow[] }
  | { refusal: { isMedia: boolean; message: string } };

/** Files of mailboxes have 10 MB at most. */
export const readMailboxTableTask: HeavyTask<Uint8Array, MailboxTable> = {
  name: 'read-mailbox-table',
  lane: 'request',
  limit: 10_000,
  inlineBelow: 8_192,
  run: readMailboxTable,
};

const refuse = (isMedia: boolean, message: string): MailboxTable => ({ refusal: { isMedia, message } });
const count = (number: number) => number.toLocaleString('en-US');

function readMailboxTable(content: Uint8Array): MailboxTable {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  const evidence = new EncodingEvidence();
  evidence.add(bytes);
  const order = { content, size: content.length, sampleBytes, facts: evidence.finish(), given: {} };
  const guessed = inspectTable(order);
  // A row of data that was taken for a header would be stored as names of columns, readable.
  const hasHeader = guessed.hasHeader && !guessed.header.some(looksLikeEmail);
  const file = hasHeader === guessed.hasHeader ? guessed : inspectTable({ ...order, given: { hasHeader } });
  if (file.header.length > mostColumns)
    return refuse(true, `The file has more than ${mostColumns} columns. It may be divided by something else.`);
  const { rows, problem } = cellsOf(bytes, file);
  if (problem !== null) return refuse(true, `${problem}. Correct the file, and send it again.`);
  if (rows.length === 0) return refuse(false, 'has no rows');
  if (rows.length > mailboxImportLimits.rows) {
    const [found, most] = [count(rows.length), count(mailboxImportLimits.rows)];
    return refuse(false, `has ${found} rows; ${most} are taken at once. Cut the file into parts`);
  }
  if (!rows.slice(0, 200).some(({ cells }) => cells.some(looksLikeEmail)))
    return refuse(true, 'No email address was found in the first rows. Each row needs the address of its mailbox.');
  const sample = rows.slice(0, 50).map(({ cells }) => cells);
  return {
    refusal: null,
    columns: guessColumns(file.header, sample, hasHeader),
    rows: rows.map(({ number, cells }) => ({ number, cells: JSON.stringify(cells) })),
  };
}

/** Rows below the header, with the numbers that a spreadsheet shows for them. */
function cellsOf(
  bytes: Buffer,
  file: InspectedFile,
): { rows: { number: number; cells: string[] }[]; problem: string | null } {
  const quoting = file.quoting === 'single' ? 'single' : 'double';
  const reader = new RowReader({ encoding: file.encoding, delimiter: file.delimiter, quoting });
  const all: { number: number; cells: string[] }[] = [];
  let number = 0;
  for (const row of [...reader.read(bytes), ...reader.end()]) {
    if (row.cells === null) return { rows: [], problem: row.problem };
    number += row.emptyAbove + 1;
    all.push({ number, cells: row.cells.slice(0, mostColumns).map((cell) => cell.slice(0, 20_000)) });
  }
  return { rows: all.slice(file.titleRows + (file.hasHeader ? 1 : 0)), problem: null };
}
