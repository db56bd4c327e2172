import { SkeinError } from '#platform/http/skein-error';
import { showNumber, type NumberFormat } from './number-formats';
import type { Workbook } from './open-workbook';
import { localName as name, readXml, textOfXml } from './read-xml';

/** Columns of one sheet, and characters of one row: as many as an import can map and read. */
const mostColumns = 1_000;
const longestRow = 900_000;
const general: NumberFormat = { kind: 'general' };

/**
 * The rows of the sheet as lines of CSV, as they are read. A row without a value is an empty line, so that rows keep
 * their numbers; below the last value there are none, as spreadsheets keep thousands there.
 */
export async function* readSheet(workbook: Workbook): AsyncGenerator<string> {
  const { strings, formats, is1904 } = workbook;
  let lines = '';
  let cells: string[] = [];
  let row = 0;
  let written = 0;
  let column = 0;
  let type = 'n';
  let format: NumberFormat = general;
  let value = '';
  let isValue = false;
  let phonetic = 0;
  const reading = readXml(await workbook.sheet(), {
    open: (tag) => {
      const element = name(tag);
      if (element === 'row') {
        cells = [];
        column = 0;
        row = rowOf(tag.attributes['r']) ?? row + 1;
      } else if (element === 'c') {
        column = columnOf(tag.attributes['r']) ?? column + 1;
        if (column > mostColumns)
          throw new SkeinError(
            'UNSUPPORTED_MEDIA',
            `The sheet has more than ${mostColumns.toLocaleString('en-US')} columns.`,
          );
        type = tag.attributes['t'] ?? 'n';
        format = formats[Number(tag.attributes['s'] ?? 0)] ?? general;
        value = '';
      } else if (element === 'rPh') phonetic += 1;
      isValue = element === 'v' || (element === 't' && phonetic === 0);
    },
    text: (text) => {
      if (isValue) value += text;
    },
    close: (tag) => {
      const element = name(tag);
      isValue = false;
      if (element === 'rPh') phonetic -= 1;
      if (element === 'c' && value !== '') {
        while (cells.length < column - 1) cells.push('');
        cells[column - 1] = textOf({ value, type, format, strings, is1904 });
      }
      if (element === 'row' && cells.some((cell) => cell !== '')) {
        const line = cells.map(quote).join(',');
        lines += '\r\n'.repeat(Math.max(0, row - written - 1));
        written = Math.max(row, written + 1);
        lines += `${line.length > longestRow ? line.slice(0, longestRow).replaceAll('"', '') : line}\r\n`;
      }
    },
  });
  for await (const _ of reading) {
    if (lines.length < 65_536) continue;
    yield lines;
    lines = '';
  }
  if (lines !== '') yield lines;
}

/** `AB12` is column 28. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  return letters ? [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) : null;
}

/** The number of a row, where it is one that a sheet can have. */
function rowOf(reference: string | undefined): number | null {
  const row = Number(reference);
  return Number.isInteger(row) && row >= 1 && row <= 1_048_576 ? row : null;
}

/** A cell's value, its type, and how the workbook keeps texts and numbers. */
interface CellValue {
  value: string;
  type: string;
  format: NumberFormat;
  strings: readonly string[];
  is1904: boolean;
}

function textOf({ value, type, format, strings, is1904 }: CellValue): string {
  switch (type) {
    case 's':
      return strings[Number(value)] ?? '';
    case 'b':
      return value === '1' || value === 'true' ? 'true' : 'false';
    case 'e':
      return '';
    case 'n':
      return showNumber(value, format, is1904);
    case 'd':
      return dateOfText(value);
    default:
      return textOfXml(value);
  }
}

/** `2025-12-09T00:00:00.000` is a day. */
function dateOfText(value: string): string {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})/.exec(value) ?? [];
  if (day === undefined || time === undefined) return value;
  return time === '00:00' ? day : `${day} ${time}`;
}

const quote = (cell: string | undefined): string =>
  cell === undefined ? '' : /[",\r\n]/.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell;
