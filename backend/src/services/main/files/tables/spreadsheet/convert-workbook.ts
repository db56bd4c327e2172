import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SkeinError } from '#platform/http/skein-error';
import type { HeavyTask } from '#platform/workers/heavy-work';
import { openWorkbook } from './open-workbook';
import { readSheet } from './read-sheet';

/** The sheet's name, or why the workbook is refused: an error that crosses threads would lose its class. */
export type ConvertedWorkbook =
  | { refusal: null; sheet: string }
  | { refusal: { code: 'PAYLOAD_TOO_LARGE' | 'UNSUPPORTED_MEDIA'; message: string } };

/** A large export takes a thread half a minute, so these have threads of their own. A packed kilobyte unpacks to a megabyte at most. */
export const convertWorkbookTask: HeavyTask<{ from: string; to: string }, ConvertedWorkbook> = {
  name: 'convert-workbook',
  lane: 'file',
  limit: 120_000,
  inlineBelow: 1_024,
  run: convertWorkbook,
};

/** Characters of text that a sheet gives at most: what an upload may have as CSV. */
const longestText = 200 * 1024 * 1024;

/** Writes the first visible sheet of the workbook `from` as CSV into the file `to`. */
async function convertWorkbook({ from, to }: { from: string; to: string }): Promise<ConvertedWorkbook> {
  try {
    const workbook = await openWorkbook(from);
    try {
      await pipeline(Readable.from(limited(readSheet(workbook))), createWriteStream(to));
    } finally {
      workbook.close();
    }
    return { refusal: null, sheet: workbook.sheetName };
  } catch (error) {
    if (error instanceof SkeinError && (error.code === 'PAYLOAD_TOO_LARGE' || error.code === 'UNSUPPORTED_MEDIA'))
      return { refusal: { code: error.code, message: error.message } };
    return {
      refusal: {
        code: 'UNSUPPORTED_MEDIA',
        message: 'This workbook cannot be read. Save the sheet as CSV, and choose that file.',
      },
    };
  }
}

async function* limited(lines: AsyncGenerator<string>): AsyncGenerator<string> {
  let length = 0;
  for await (const line of lines) {
    length += line.length;
    if (length > longestText)
      throw new SkeinError('PAYLOAD_TOO_LARGE', 'The sheet holds more than 200 MB of text. Cut it into parts.');
    yield line;
  }
}
