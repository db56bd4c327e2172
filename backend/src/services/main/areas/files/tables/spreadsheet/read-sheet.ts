import { SkeinError } from '../../../../../../platform/http/skein-error';
import { readXml, type Workbook } from './open-workbook';

/** Columns of one sheet, and characters of one row: as many as an import can map and read. */
const mostColumns = 1_000;
const longestRow = 900_000;

/** The rows of the sheet as lines of CSV, as they are read. Rows without a value are left out, as spreadsheets keep thousands below the last. */
export async function* readSheet(workbook: Workbook): AsyncGenerator<string> {
  const { strings, dateStyles, is1904 } = workbook;
  let lines = '';
  let cells: string[] = [];
  let column = 0;
  let type = 'n';
  let isDate = false;
  let value = '';
  let isValue = false;
  let phonetic = 0;
  const name = (tag: { name: string }) => tag.name.slice(tag.name.indexOf(':') + 1);
  const reading = readXml(await workbook.sheet(), {
    open: (tag) => {
      const element = name(tag);
      if (element === 'row') {
        cells = [];
        column = 0;
      } else if (element === 'c') {
        column = columnOf(tag.attributes['r']) ?? column + 1;
        if (column > mostColumns)
          throw new SkeinError(
            'UNSUPPORTED_MEDIA',
            `The sheet has more than ${mostColumns.toLocaleString('en-US')} columns.`,
          );
        type = tag.attributes['t'] ?? 'n';
        isDate = type === 'n' && (dateStyles[Number(tag.attributes['s'] ?? 0)] ?? false);
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
        cells[column - 1] = textOf({ value, type, isDate, strings, is1904 });
      }
      if (element === 'row' && cells.some((cell) => cell !== '')) {
        const line = cells.map(quote).join(',');
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

/** A cell's value, its type, and how the workbook keeps texts and dates. */
interface CellValue {
  value: string;
  type: string;
  isDate: boolean;
  strings: readonly string[];
  is1904: boolean;
}

function textOf({ value, type, isDate, strings, is1904 }: CellValue): string {
  if (type === 's') return strings[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'true' : 'false';
  if (type === 'e') return '';
  if (type === 'n') return isDate ? dateOf(Number(value), is1904) : plainNumber(value);
  return value;
}

/** 4.915112345678E12 is a phone number. */
function plainNumber(value: string): string {
  const number = Number(value);
  return Number.isFinite(number) && Math.abs(number) < 1e21 ? String(number) : value;
}

/** Days since 1899-12-30 (or 1904-01-01) as a date, with the time where there is one. */
function dateOf(days: number, is1904: boolean): string {
  const at = new Date(Math.round((days + (is1904 ? 1_462 : 0) - 25_569) * 86_400) * 1000);
  if (Number.isNaN(at.getTime())) return String(days);
  return days % 1 === 0 ? at.toISOString().slice(0, 10) : at.toISOString().slice(0, 16).replace('T', ' ');
}

const quote = (cell: string | undefined): string =>
  cell === undefined ? '' : /[",\r\n]/.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell;
