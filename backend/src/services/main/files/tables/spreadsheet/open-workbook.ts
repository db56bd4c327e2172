import type { Readable } from 'node:stream';
import { SkeinError } from '#platform/http/skein-error';
import { numberFormat, type NumberFormat } from './number-formats';
import { openParts, type PackageParts, type Relation } from './package-parts';
import { localName, readWhole, textOfXml } from './read-xml';
import { noWorkbook, tooLarge } from './refusals';

const workbookLimits = {
  sharedCharacters: 100_000_000,
  /** The most formats of cells that Excel takes. */
  formats: 65_490,
};

export interface Workbook {
  sheetName: string;
  /** The XML of the sheet, unpacked as it is read. */
  sheet: () => Promise<Readable>;
  /** Texts that cells refer to by number. */
  strings: readonly string[];
  /** How numbers are shown, by the number of a cell's style. */
  formats: readonly NumberFormat[];
  /** Days count from 1904 instead of 1900. */
  is1904: boolean;
  close(): void;
}

/** Opens the first visible sheet of a workbook. */
export async function openWorkbook(path: string): Promise<Workbook> {
  const parts = await openParts(path);
  try {
    const book = await readBook(parts);
    const partOf = (type: string, usual: string) =>
      book.relations.find((relation) => relation.type === type)?.target ?? usual;
    return {
      sheetName: book.name,
      sheet: () => parts.open(book.path) as Promise<Readable>,
      strings: await readStrings(await parts.open(partOf('sharedStrings', 'xl/sharedStrings.xml'))),
      formats: await readFormats(await parts.open(partOf('styles', 'xl/styles.xml'))),
      is1904: book.is1904,
      close: () => parts.close(),
    };
  } catch (error) {
    parts.close();
    throw error instanceof SkeinError ? error : noWorkbook();
  }
}

/** The part that lists the sheets: what the document names, else what is of its type, else what most programs call it. */
async function findBook(parts: PackageParts): Promise<string> {
  const named = (await parts.relationsOf('')).find((relation) => relation.type === 'officeDocument')?.target;
  const typed = await parts.partsOfType(/spreadsheetml\.(?:sheet|template)\.main\+xml$|ms-excel\..*\.main\+xml$/i);
  const book = [named, ...typed, 'xl/workbook.xml'].find((part) => part !== undefined && parts.has(part));
  if (book?.endsWith('.bin') || (book === undefined && parts.has('xl/workbook.bin')))
    throw noWorkbook('This is a binary workbook (XLSB).');
  if (book === undefined) throw noWorkbook(foreignDocument(parts));
  return book;
}

function foreignDocument(parts: PackageParts): string | undefined {
  if (parts.has('word/document.xml')) return 'This is a Word document, not a workbook.';
  if (parts.has('ppt/presentation.xml')) return 'This is a presentation, not a workbook.';
  if (parts.has('Index/Document.iwa')) return 'This is a document of Apple Numbers, not of Excel.';
  if (parts.has('content.xml') && parts.has('mimetype')) return 'This is an OpenDocument file, not an Excel workbook.';
  return undefined;
}

interface SheetEntry {
  name: string;
  relation: string;
  isHidden: boolean;
}

/** The first sheet of cells that is not hidden, and where it lies. */
async function readBook(
  parts: PackageParts,
): Promise<{ name: string; path: string; is1904: boolean; relations: Relation[] }> {
  const part = await findBook(parts);
  const sheets: SheetEntry[] = [];
  let is1904 = false;
  await readWhole((await parts.open(part)) as Readable, {
    open: (tag) => {
      if (localName(tag) === 'workbookPr') is1904 = ['1', 'true'].includes(tag.attributes['date1904'] ?? '');
      if (localName(tag) === 'sheet')
        sheets.push({
          name: textOfXml(tag.attributes['name'] ?? 'Sheet'),
          relation: Object.entries(tag.attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? '',
          isHidden: (tag.attributes['state'] ?? 'visible') !== 'visible',
        });
    },
  });
  const relations = await parts.relationsOf(part);
  const relationOf = (sheet: SheetEntry) => relations.find((relation) => relation.id === sheet.relation);
  // Sheets of charts and macros have no cells.
  const ofCells = sheets.filter((sheet) => ['worksheet', '', undefined].includes(relationOf(sheet)?.type));
  const chosen = ofCells.find((sheet) => !sheet.isHidden) ?? ofCells[0];
  if (!chosen) throw noWorkbook();
  const path = relationOf(chosen)?.target ?? 'xl/worksheets/sheet1.xml';
  if (!parts.has(path)) throw noWorkbook();
  return { name: chosen.name.slice(0, 200), path, is1904, relations };
}

async function readFormats(stream: Readable | null): Promise<NumberFormat[]> {
  const own = new Map<number, string>();
  const known = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  let inCells = false;
  if (!stream) return formats;
  await readWhole(stream, {
    open: (tag) => {
      const name = localName(tag);
      if (name === 'numFmt' && own.size < workbookLimits.formats)
        own.set(Number(tag.attributes['numFmtId']), textOfXml(tag.attributes['formatCode'] ?? ''));
      if (name === 'cellXfs') inCells = true;
      if (name === 'xf' && inCells && formats.length < workbookLimits.formats) {
        const id = Number(tag.attributes['numFmtId'] ?? 0);
        const format = known.get(id) ?? numberFormat(id, own.get(id));
        known.set(id, format);
        formats.push(format);
      }
    },
    close: (tag) => {
      if (localName(tag) === 'cellXfs') inCells = false;
    },
  });
  return formats;
}

/** The shared texts; a rich text is its runs together, without what says how to pronounce it. */
async function readStrings(stream: Readable | null): Promise<string[]> {
  const strings: string[] = [];
  if (!stream) return strings;
  let text = '';
  let total = 0;
  let isText = false;
  let phonetic = 0;
  await readWhole(stream, {
    open: (tag) => {
      const name = localName(tag);
      if (name === 'si') text = '';
      if (name === 'rPh') phonetic += 1;
      isText = name === 't' && phonetic === 0;
    },
    text: (part) => {
      if (isText) {
        text += part;
        total += part.length;
        if (total > workbookLimits.sharedCharacters) throw tooLarge();
      }
    },
    close: (tag) => {
      const name = localName(tag);
      if (name === 'si') strings.push(textOfXml(text));
      if (name === 'rPh') phonetic -= 1;
      if (name === 't') isText = false;
    },
  });
  return strings;
}
