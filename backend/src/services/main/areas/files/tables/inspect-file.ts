import iconv from 'iconv-lite';
import { Buffer } from 'node:buffer';
import type { Quoting } from '@skein/contracts/main/uploads.contract';
import { readCell } from '../../../../../platform/csv/csv-cell';
import type { FileStore } from '../../../../../platform/storage/disk-store';

import { EncodingEvidence, type Encoding } from './detect-encoding';
import { detectDelimiter, detectQuoting, readRows, readSample, type Delimiter } from './read-rows';
import { countTitles, mostTitles } from './find-titles';
import { detectHeader } from './detect-header';

/** What a file is read from: the store, or one that lies in memory. */
export type ReadableFiles = Pick<FileStore, 'get'>;

/** `titleRows`: rows above the header that are no leads. */
export interface FileFormat {
  encoding: Encoding;
  delimiter: Delimiter;
  hasHeader: boolean;
  titleRows: number;
}
export interface InspectedFile extends FileFormat {
  titles: string[][];
  quoting: Quoting;
  header: string[];
  sample: string[][];
  rowsTotal: number;
  isEstimate: boolean;
}

/** Bytes from the start that the sample is read from, and files up to this size are counted exactly: counting reads the whole file once more. */
const sampleBytes = 262_144;
const countedBytes = 4 * 1024 * 1024;
const sampleRows = 50;

/** Looks a stored file over: encoding by all of its bytes, delimiter, header and a sample by its start. What is given is not guessed. */
export async function inspectFile(
  files: ReadableFiles,
  storageKey: string,
  given: Partial<FileFormat> = {},
): Promise<InspectedFile> {
  const evidence = new EncodingEvidence();
  const start: Buffer[] = [];
  let kept = 0;
  const { stream, size } = await files.get(storageKey);
  for await (const piece of stream) {
    const chunk = piece as Buffer;
    evidence.add(chunk);
    if (kept < sampleBytes) {
      start.push(chunk.subarray(0, sampleBytes - kept));
      kept += chunk.length;
    }
  }
  const encoding = given.encoding ?? evidence.finish().encoding;
  const text = iconv.decode(Buffer.concat(start), encoding, { stripBOM: true });
  const whole = size <= sampleBytes ? `${text}\n` : text;
  const delimiter = given.delimiter ?? detectDelimiter(whole);
  // Without a quote at the start the standard's reading is kept: one may come later in the file.
  const quoting = detectQuoting(whole, delimiter);
  const reading = quoting === 'single' ? 'single' : 'double';
  const all = readSample(whole, delimiter, sampleRows + 1 + mostTitles, reading);
  const titleRows = Math.min(given.titleRows ?? countTitles(all), Math.max(0, all.length - 1));
  const titles = all.slice(0, titleRows).map((row) => row.slice(0, 20).map((cell) => cell.slice(0, 200)));
  const rows = all.slice(titleRows, titleRows + sampleRows + 1);
  const hasHeader = given.hasHeader ?? detectHeader(rows);
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const first = rows[0] ?? [];
  const header = Array.from(
    { length: hasHeader ? first.length : width },
    (_, index) => (hasHeader ? readCell(first[index] ?? '').trim() : '') || `Column ${index + 1}`,
  );
  const sample = (hasHeader ? rows.slice(1) : rows.slice(0, sampleRows)).map((row) =>
    row.map((cell) => readCell(cell).slice(0, 500)),
  );
  const found = { encoding, delimiter, quoting, hasHeader, titleRows, titles, header, sample };
  const above = titleRows + (hasHeader ? 1 : 0);
  if (size > countedBytes) {
    const sampled = readSample(text, delimiter, 100_000, reading).length;
    return {
      ...found,
      rowsTotal: Math.max(0, Math.round((sampled * size) / Math.max(1, Math.min(kept, sampleBytes))) - above),
      isEstimate: true,
    };
  }
  return {
    ...found,
    rowsTotal: Math.max(0, (await countRows(files, storageKey, { encoding, delimiter, quoting: reading })) - above),
    isEstimate: false,
  };
}

async function countRows(
  files: ReadableFiles,
  storageKey: string,
  format: { encoding: string; delimiter: string; quoting: Quoting },
): Promise<number> {
  const { stream } = await files.get(storageKey);
  let count = 0;
  for await (const rows of readRows(stream, format)) count += rows.length;
  return count;
}
