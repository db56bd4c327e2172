import { parse, type CsvError, type Options } from 'csv-parse';
import { parse as parseSync } from 'csv-parse/sync';
import iconv from 'iconv-lite';
import type { Readable } from 'node:stream';
import { uploadDelimiters, type Quoting } from '@skein/contracts/main/uploads.contract';

export type Delimiter = (typeof uploadDelimiters)[number];

/** Longest row in characters; a longer one means a quote that is never closed. */
const longestRow = 1_000_000;

const marks: Record<Quoting, string | false> = { double: '"', single: "'", none: false };
const shared = (delimiter: string, quoting: Quoting = 'double'): Options => ({ delimiter, quote: marks[quoting], escape: quoting === 'single' ? "'" : '"', relax_column_count: true, relax_quotes: true, skip_empty_lines: true, max_record_size: longestRow, record_delimiter: ['\r\n', '\n', '\r'] });

/** One row of a file: its cells, or why it cannot be read. */
export type FileRow = { cells: string[]; problem: null } | { cells: null; problem: string };

/**
 * Rows of a file, streamed: memory does not grow with it. A header row is the first one. A quote that is never closed swallows
 * the rest: that is one row with a problem, and the end.
 */
export async function* readRows(stream: Readable, format: { encoding: string; delimiter: string; quoting?: Quoting }): AsyncGenerator<FileRow> {
  const parser = parse({ ...shared(format.delimiter, format.quoting), bom: true });
  const decoder = iconv.decodeStream(format.encoding, { stripBOM: true });
  stream.on('error', (error) => parser.destroy(error));
  (decoder as NodeJS.ReadWriteStream).on('error', (error: Error) => parser.destroy(error));
  stream.pipe(decoder).pipe(parser);
  try {
    for await (const cells of parser as AsyncIterable<string[]>) yield { cells, problem: null };
  } catch (error) {
    const { code } = error as CsvError;
    if (code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE') yield { cells: null, problem: code === 'CSV_QUOTE_NOT_CLOSED' ? 'A quote is never closed: the rest of the file cannot be read' : 'Longer than 1,000,000 characters: a quote may be missing' };
    else if (typeof code === 'string' && code.startsWith('CSV_')) yield { cells: null, problem: 'The row does not follow the form of the file' };
    else throw error;
  } finally {
    stream.destroy();
    (decoder as unknown as Readable).destroy();
    parser.destroy();
  }
}

/** The first rows of a text, at most `most`; the last one may be cut off by the end of the sample, so it is left out when there are more. */
export function readSample(text: string, delimiter: string, most: number, quoting: Quoting = 'double'): string[][] {
  const isCut = text.length > 0 && !/[\r\n]$/.test(text);
  let rows: string[][] = [];
  try {
    rows = parseSync(text, { ...shared(delimiter, quoting), bom: true, to: most + 1 }) as string[][];
  } catch {
    // An open quote at the cut: everything up to the last whole line that parses.
    const lines = text.split(/\r\n|\n|\r/);
    for (let count = lines.length - 1; count > 0 && rows.length === 0; count = Math.floor(count * 0.8)) {
      try { rows = parseSync(lines.slice(0, count).join('\n'), { ...shared(delimiter, quoting), bom: true, to: most + 1 }) as string[][]; } catch { /* shorter */ }
    }
    return rows.slice(0, most);
  }
  return isCut && rows.length > 1 && rows.length <= most ? rows.slice(0, -1) : rows.slice(0, most);
}

/** The delimiter that cuts the sample into the most even rows of more than one cell; a comma when none does. */
export function detectDelimiter(text: string): Delimiter {
  let best: { delimiter: Delimiter; score: number } = { delimiter: ',', score: 0 };
  for (const delimiter of uploadDelimiters) {
    const rows = readSample(text, delimiter, 50);
    if (rows.length === 0) continue;
    const widths = new Map<number, number>();
    for (const row of rows) widths.set(row.length, (widths.get(row.length) ?? 0) + 1);
    const [width, count] = [...widths].sort((one, other) => other[1] - one[1] || other[0] - one[0])[0] as [number, number];
    const score = width < 2 ? 0 : (count / rows.length) * 10 + Math.min(width, 20) / 10;
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** How cells are enclosed: in double quotes as the standard has it, in single ones when whole cells are and none is in double ones, or not at all. */
export function detectQuoting(text: string, delimiter: string): Quoting {
  const edge = `[${delimiter === '\t' ? '\\t' : `\\${delimiter}`}\\r\\n]`;
  const cells = (mark: string) => text.match(new RegExp(`(?:^|${edge})${mark}[^${mark}\\r\\n]*${mark}(?=${edge}|$)`, 'g'))?.length ?? 0;
  if (new RegExp(`(?:^|${edge})"`).test(text)) return 'double';
  return cells("'") >= 3 ? 'single' : 'none';
}
