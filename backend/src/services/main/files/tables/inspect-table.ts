import iconv from 'iconv-lite';
import { Buffer } from 'node:buffer';
import type { Quoting } from '@skein/contracts/main/uploads.contract';
import { readCell } from '@skein/contracts/csv-cell';
import type { HeavyTask } from '#platform/workers/heavy-work';
import { numberNames } from './number-columns';
import { encodingOf, type Encoding, type EncodingFacts } from './detect-encoding';
import { detectHeader } from './detect-header';
import { countTitles, mostTitles } from './find-titles';
import { detectDelimiter, detectQuoting, type Delimiter } from './detect-delimiter';
import { readSample, RowReader } from './read-rows';

/** `titleRows`: rows above the header that are no leads. */
export interface FileFormat {
  encoding: Encoding;
  delimiter: Delimiter;
  hasHeader: boolean;
  titleRows: number;
}
export interface InspectedFile extends FileFormat {
  titles: string[][];
  /** Rows of the sheet above the first lead: titles, the header and the empty rows between them. */
  rowsAbove: number;
  quoting: Quoting;
  header: string[];
  sample: string[][];
  /** The number that a spreadsheet shows for each row of the sample. */
  sampleNumbers: number[];
  rowsTotal: number;
  isEstimate: boolean;
}

const sampleRows = 50;

/** What is looked over: all bytes of a small file, or the start of a large one. */
export interface TableBytes {
  content: Uint8Array;
  /** Bytes of the whole file. */
  size: number;
  /** From the start, that encoding apart everything is guessed from. */
  sampleBytes: number;
  facts: EncodingFacts;
  given: Partial<FileFormat>;
}

/** Reading 4 MB takes some 0.2 s, and statistics of letters up to a second. */
export const inspectTableTask: HeavyTask<TableBytes, InspectedFile> = {
  name: 'inspect-table',
  lane: 'request',
  limit: 10_000,
  inlineBelow: 8_192,
  run: inspectTable,
};

export function inspectTable({ content, size, sampleBytes, facts, given }: TableBytes): InspectedFile {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  const encoding = given.encoding ?? encodingOf(facts).encoding;
  const text = iconv.decode(bytes.subarray(0, sampleBytes), encoding, { stripBOM: true });
  const whole = size <= sampleBytes ? `${text}\n` : text;
  const delimiter = given.delimiter ?? detectDelimiter(whole);
  // Without a quote at the start the standard's reading is kept: one may come later in the file.
  const quoting = detectQuoting(whole, delimiter);
  const reading = quoting === 'single' ? 'single' : 'double';
  const parsed = readSample(whole, delimiter, sampleRows + 1 + mostTitles, reading);
  const all = parsed.map((row) => row.cells);
  const numbers = numberRows(parsed);
  const titleRows = Math.min(given.titleRows ?? countTitles(all), Math.max(0, all.length - 1));
  const titles = all.slice(0, titleRows).map((row) => row.slice(0, 20).map((cell) => cell.slice(0, 200)));
  const rows = all.slice(titleRows, titleRows + sampleRows + 1);
  const hasHeader = given.hasHeader ?? detectHeader(rows);
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const first = rows[0] ?? [];
  const header = numberNames(
    Array.from(
      { length: hasHeader ? first.length : width },
      (_, index) => (hasHeader ? readCell(first[index] ?? '').trim() : '') || `Column ${index + 1}`,
    ),
  );
  const sample = (hasHeader ? rows.slice(1) : rows.slice(0, sampleRows)).map((row) =>
    row.map((cell) => readCell(cell).slice(0, 500)),
  );
  const above = titleRows + (hasHeader ? 1 : 0);
  const found = {
    ...{ encoding, delimiter, quoting, hasHeader, titleRows, titles, header, sample },
    rowsAbove: numbers[above - 1] ?? 0,
    sampleNumbers: numbers.slice(above, above + sample.length),
  };
  if (content.length < size) {
    const sampled = readSample(text, delimiter, 100_000, reading).length;
    return {
      ...found,
      rowsTotal: Math.max(0, Math.round((sampled * size) / Math.max(1, Math.min(content.length, sampleBytes))) - above),
      isEstimate: true,
    };
  }
  const rowsTotal = Math.max(0, countRows(bytes, { encoding, delimiter, quoting: reading }) - above);
  return { ...found, rowsTotal, isEstimate: false };
}

/** The number that a spreadsheet shows for each row: it counts empty ones, and one with line breaks in a cell once. */
function numberRows(rows: readonly { emptyAbove: number }[]): number[] {
  let number = 0;
  return rows.map(({ emptyAbove }) => (number += emptyAbove + 1));
}

/** Bytes that are read at once: rows are counted and forgotten. */
const pieceBytes = 65_536;

/** Rows as an import reads them: a rest that cannot be read is one. */
function countRows(bytes: Buffer, format: { encoding: string; delimiter: string; quoting: Quoting }): number {
  const reader = new RowReader(format);
  let count = 0;
  for (let at = 0; at < bytes.length; at += pieceBytes)
    count += reader.read(bytes.subarray(at, at + pieceBytes)).length;
  return count + reader.end().length;
}
