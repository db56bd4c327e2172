import { Buffer } from 'node:buffer';
import { cleanAddress, isRepaired } from '@skein/contracts/clean-address';
import { isEmailAddress } from '@skein/contracts/email-address';
import type { Quoting, UploadColumn } from '@skein/contracts/main/uploads.contract';
import type { HeavyTask } from '#platform/workers/heavy-work';
import { readForRequest } from '#platform/workers/answer-heavy';
import type { MainDeps } from '#main/deps';
import { RowReader, type FileRow, type InspectedFile } from '#files/files.api';
import { isRoleAddress } from '../lead-rows/role-address';

/** Bytes from the start of a file that are looked at. */
const surveyedBytes = 4 * 1024 * 1024;
const mostExamples = 3;
/** Bytes that are read at once: rows are looked at and forgotten. */
const pieceBytes = 65_536;
/** Characters of a cell that an example shows. */
const exampleLength = 120;

type ColumnAddresses = NonNullable<UploadColumn['addresses']>;

interface SurveyOrder {
  content: Uint8Array;
  /** Whether the content is only the start of the file: its last row may be cut. */ isCut: boolean;
  format: { encoding: string; delimiter: string; quoting: Quoting };
  /** Titles and the header. */
  skipped: number;
}

/** What the addresses of each column are like, by the column's index. */
export const surveyAddressesTask: HeavyTask<SurveyOrder, Map<number, ColumnAddresses>> = {
  name: 'survey-addresses',
  lane: 'request',
  limit: 10_000,
  inlineBelow: 8_192,
  run: survey,
};

function survey({ content, isCut, format, skipped }: SurveyOrder): Map<number, ColumnAddresses> {
  const reader = new RowReader(format);
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  const found = new Map<number, ColumnAddresses>();
  let [place, row] = [-skipped, 0];
  const look = (rows: readonly FileRow[]) => {
    for (const { cells, emptyAbove } of rows) {
      place += 1;
      row += emptyAbove + 1;
      if (place < 1 || cells === null) continue;
      for (const [column, cell] of cells.entries()) if (cell.includes('@')) note(found, { row, column, cell });
    }
  };
  for (let at = 0; at < bytes.length; at += pieceBytes) look(reader.read(bytes.subarray(at, at + pieceBytes)));
  if (!isCut) look(reader.end());
  for (const about of found.values()) about.rows = place;
  return found;
}

function note(
  found: Map<number, ColumnAddresses>,
  { row, column, cell }: { row: number; column: number; cell: string },
): void {
  const address = cleanAddress(cell);
  if (!isEmailAddress(address)) return;
  const about = found.get(column) ?? { rows: 0, repaired: 0, role: 0, examples: [] };
  found.set(column, about);
  if (isRoleAddress(address)) about.role += 1;
  if (!isRepaired(cell, address)) return;
  about.repaired += 1;
  if (about.examples.length < mostExamples)
    about.examples.push({ row, from: cell.slice(0, exampleLength), to: address.slice(0, exampleLength) });
}

/**
 * Counts, before an import, the addresses that it will repair and those of a role, in each column that holds addresses.
 * @throws SkeinError VALIDATION (422) for a file that takes too long to read, UNAVAILABLE
 */
export async function surveyAddresses(
  { files, heavyWork }: Pick<MainDeps, 'files' | 'heavyWork'>,
  storageKey: string,
  file: InspectedFile,
): Promise<Map<number, ColumnAddresses>> {
  const { stream, size } = await files.get(storageKey);
  const start: Buffer[] = [];
  let kept = 0;
  for await (const piece of stream) {
    const chunk = (piece as Buffer).subarray(0, surveyedBytes - kept);
    start.push(chunk);
    kept += chunk.length;
    if (kept >= surveyedBytes) break;
  }
  const order = {
    content: Buffer.concat(start),
    isCut: kept < size,
    format: {
      encoding: file.encoding,
      delimiter: file.delimiter,
      quoting: file.quoting === 'single' ? ('single' as const) : ('double' as const),
    },
    skipped: file.titleRows + (file.hasHeader ? 1 : 0),
  };
  return readForRequest(heavyWork, surveyAddressesTask, order, { size: kept, field: 'body' });
}
