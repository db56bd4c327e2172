import type { Readable } from 'node:stream';
import type { BlockOutcome } from '@skein/contracts/main/block-uploads.contract';
import { readRows } from '#files/files.api';
import { explainEntry, readBlockEntry, storableEntry, type BlockEntry } from '../block-list/block-entry';
import type { BlockUploadDetails } from './block-uploads.store';

/** A row of the file, with the text of its column or why it cannot be read. */
export interface BlockRow {
  /** Its place among the rows of entries. */
  rowNumber: number;
  /** The number that a spreadsheet shows for it. */
  sheetRow: number;
  text: string;
  problem: string | null;
}

/** The rows of an upload behind the first ones, and up to a last one, group by group as they are read. */
export async function* readBlockRows(
  stream: Readable,
  upload: BlockUploadDetails,
  { behind, last = Infinity }: { behind: number; last?: number },
): AsyncGenerator<BlockRow[]> {
  const column = upload.column_index ?? 0;
  let sheetRow = 0;
  let rowNumber = (upload.has_header ? -1 : 0) - upload.title_rows.length;
  for await (const group of readRows(stream, {
    encoding: upload.encoding ?? 'utf-8',
    delimiter: upload.delimiter ?? ',',
    quoting: upload.quoting === 'single' ? 'single' : 'double',
  })) {
    const rows: BlockRow[] = [];
    for (const { cells, problem, emptyAbove } of group) {
      rowNumber += 1;
      sheetRow += emptyAbove + 1;
      if (rowNumber <= behind || rowNumber < 1 || rowNumber > last) continue;
      rows.push(
        cells === null
          ? { rowNumber, sheetRow, text: '', problem }
          : { rowNumber, sheetRow, text: cells[column] ?? '', problem: null },
      );
    }
    yield rows;
    if (rowNumber >= last) return;
  }
}

/** What the rows of a batch name, each once. */
export function entriesOf(rows: readonly BlockRow[]): Map<string, { entry: BlockEntry; rowNumber: number }> {
  const entries = new Map<string, { entry: BlockEntry; rowNumber: number }>();
  for (const row of rows) {
    const entry = row.problem === null ? readBlockEntry(row.text) : null;
    if (entry && !entries.has(`${entry.kind}:${entry.value}`))
      entries.set(`${entry.kind}:${entry.value}`, { entry, rowNumber: row.rowNumber });
  }
  return entries;
}

/** What came of a row, where `byRow` has the outcome of those that name an entry first. */
export function outcomeOf(
  row: BlockRow,
  byRow: ReadonlyMap<number, BlockOutcome>,
): { outcome: BlockOutcome; reason: string | null; value: string | null } {
  if (row.problem !== null) return { outcome: 'INVALID', reason: row.problem, value: null };
  const text = storableEntry(row.text);
  if (text === '') return { outcome: 'EMPTY', reason: null, value: null };
  const entry = readBlockEntry(row.text);
  if (!entry) return { outcome: 'INVALID', reason: explainEntry(text), value: text };
  return { outcome: byRow.get(row.rowNumber) ?? 'DUPLICATE_IN_FILE', reason: null, value: entry.value };
}
