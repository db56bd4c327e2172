import iconv from 'iconv-lite';
import type { Readable } from 'node:stream';
import type { Quoting } from '@skein/contracts/main/uploads.contract';
import { RowParser, type ParsedRow, type RowProblem } from './parse-rows';

/** One row of a file: its cells, or why it cannot be read. */
export type FileRow = ParsedRow | { cells: null; text: string; emptyAbove: number; problem: string };

const problems: Record<RowProblem, string> = {
  QUOTE_NOT_CLOSED: 'A quote is never closed: the rest of the file cannot be read',
  TOO_LONG: 'Longer than 1,000,000 characters: a quote may be missing',
};

/**
 * Rows of a file that comes in pieces. A quote that is never closed swallows the rest: that is one row with a problem, and the end.
 * A NUL, which nothing can store, is left out.
 */
export class RowReader {
  private readonly parser: RowParser;
  private readonly decoder: iconv.DecoderStream;

  constructor(format: { encoding: string; delimiter: string; quoting?: Quoting }) {
    this.parser = new RowParser(format.delimiter, format.quoting ?? 'double');
    this.decoder = iconv.getDecoder(format.encoding, { stripBOM: true });
  }

  /** Whether nothing behind what was read can be read. */
  get isBroken(): boolean {
    return this.parser.problem !== null;
  }

  read(bytes: Buffer): FileRow[] {
    return this.rowsOf(this.decoder.write(bytes), false);
  }

  /** The row that no line end follows. */
  end(): FileRow[] {
    return this.rowsOf(this.decoder.end() ?? '', true);
  }

  private rowsOf(text: string, isEnd: boolean): FileRow[] {
    const { parser } = this;
    if (parser.problem !== null) return [];
    const rows: FileRow[] = parser.push(text.includes('\u0000') ? text.replaceAll('\u0000', '') : text);
    if (isEnd) for (const row of parser.finish()) rows.push(row);
    if (parser.problem !== null)
      rows.push({ cells: null, text: '', emptyAbove: parser.emptyAbove, problem: problems[parser.problem] });
    return rows;
  }
}

/** Rows of a stream, as many together as one piece of the file holds: memory does not grow with it. */
export async function* readRows(
  stream: Readable,
  format: { encoding: string; delimiter: string; quoting?: Quoting },
): AsyncGenerator<FileRow[]> {
  const reader = new RowReader(format);
  try {
    for await (const chunk of stream) {
      yield reader.read(chunk as Buffer);
      if (reader.isBroken) return;
    }
    yield reader.end();
  } finally {
    stream.destroy();
  }
}

/**
 * The first rows of a text, at most `most`; the last one may be cut off by the end of the sample, so it is left out when there are more.
 */
export function readSample(text: string, delimiter: string, most: number, quoting: Quoting = 'double'): ParsedRow[] {
  const parser = new RowParser(delimiter, quoting);
  const rows = parser.push(text, most);
  if (rows.length === most) return rows;
  const isCut = rows.length > 0 && !/[\r\n]$/.test(text);
  return (isCut ? rows : [...rows, ...parser.finish()]).slice(0, most);
}
