import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SkeinError } from '#platform/http/skein-error';
import { readForRequest } from '#platform/workers/answer-heavy';
import type { HeavyWork } from '#platform/workers/heavy-work';
import { convertWorkbookTask } from './convert-workbook';
import { foreignKind, tellingBytes } from './file-kind';

/** 50 MB packed: about a million rows of an export. */
const largestWorkbook = 50 * 1024 * 1024;

const unreadable = (why: string) =>
  new SkeinError('UNSUPPORTED_MEDIA', `${why} Save the sheet as CSV, and choose that file.`);

/**
 * The file as text: as it is, or the first visible sheet of an Excel workbook, row by row. What it is is told by its
 * first bytes, not by its name. A workbook waits in a temporary file, because its directory stands at its end, and is
 * read in a thread.
 * @throws SkeinError UNSUPPORTED_MEDIA, PAYLOAD_TOO_LARGE, VALIDATION (422) for a workbook that takes too long to read, UNAVAILABLE
 */
export async function asText(
  heavyWork: Pick<HeavyWork, 'run'>,
  content: Readable,
): Promise<{ stream: Readable; sheet: string | null }> {
  const chunks = content[Symbol.asyncIterator]() as AsyncIterator<Buffer | string>;
  let start = Buffer.alloc(0);
  while (start.length < tellingBytes) {
    const next = await chunks.next();
    if (next.done) break;
    start = Buffer.concat([start, Buffer.from(next.value as Buffer)]);
  }
  const whole = Readable.from(
    (async function* () {
      if (start.length > 0) yield start;
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
    })(),
  );
  const foreign = foreignKind(start);
  if (foreign !== null) throw unreadable(foreign);
  if (start.subarray(0, 4).toString('latin1') !== 'PK\u0003\u0004') return { stream: whole, sheet: null };
  const folder = await mkdtemp(join(tmpdir(), 'skein-sheet-'));
  const forget = () => rm(folder, { recursive: true, force: true });
  try {
    const path = join(folder, 'workbook.xlsx');
    await pipeline(whole, atMost(largestWorkbook), createWriteStream(path));
    const { size } = await stat(path);
    const text = join(folder, 'sheet.csv');
    const order = { size, field: 'body' };
    const read = await readForRequest(heavyWork, convertWorkbookTask, { from: path, to: text }, order);
    if (read.refusal !== null) throw new SkeinError(read.refusal.code, read.refusal.message);
    return {
      stream: Readable.from(
        (async function* () {
          try {
            yield* createReadStream(text);
          } finally {
            await forget();
          }
        })(),
      ),
      sheet: read.sheet,
    };
  } catch (error) {
    await forget();
    throw error instanceof SkeinError ? error : unreadable('This workbook cannot be read.');
  }
}

function atMost(bytes: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > bytes)
        done(
          new SkeinError(
            'PAYLOAD_TOO_LARGE',
            'The workbook is larger than 50 MB. Save the sheet as CSV, which may have 200 MB.',
          ),
        );
      else done(null, chunk);
    },
  });
}
