import type { Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { SkeinError } from '../../../../../../platform/http/skein-error';

/** What a workbook may unpack to. A sheet packs 5 to 60 times; what packs much more is made to fill memory or disk. */
const workbookLimits = {
  entries: 5_000,
  unpackedBytes: 1024 * 1024 * 1024,
  ratio: 250,
  ratioFrom: 5 * 1024 * 1024,
  sharedCharacters: 100_000_000,
};

export interface Workbook {
  sheetName: string;
  /** The XML of the sheet, unpacked as it is read. */
  sheet: () => Promise<Readable>;
  /** Texts that cells refer to by number. */
  strings: readonly string[];
  /** Whether the number format of a style shows a date, by the style's number. */
  dateStyles: readonly boolean[];
  /** Days count from 1904 instead of 1900. */
  is1904: boolean;
  close(): void;
}

const tooLarge = () =>
  new SkeinError(
    'PAYLOAD_TOO_LARGE',
    'This workbook unpacks to more than can be read. Save the sheet as CSV, and choose that file.',
  );
const noWorkbook = () =>
  new SkeinError(
    'UNSUPPORTED_MEDIA',
    'This is no Excel workbook. Save the sheet as CSV or XLSX, and choose that file.',
  );

/** Opens a workbook: its directory is checked against the limits before anything is unpacked, and each entry may not be larger than it says. */
export async function openWorkbook(path: string): Promise<Workbook> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }).catch(() => {
    throw noWorkbook();
  });
  try {
    const entries = await listEntries(zip);
    const open = (name: string) => openEntry(zip, entries, name);
    const book = await readBook(open);
    const styles = await readDateStyles(open);
    const strings = await readStrings(open);
    if (!entries.has(book.path)) throw noWorkbook();
    return {
      sheetName: book.name,
      sheet: () => open(book.path) as Promise<Readable>,
      strings,
      dateStyles: styles,
      is1904: book.is1904,
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error instanceof SkeinError ? error : noWorkbook();
  }
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > workbookLimits.entries) throw tooLarge();
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      unpacked += entry.uncompressedSize;
      if (
        unpacked > workbookLimits.unpackedBytes ||
        (entry.uncompressedSize > workbookLimits.ratioFrom &&
          entry.uncompressedSize > entry.compressedSize * workbookLimits.ratio)
      )
        return reject(tooLarge());
      entries.set(entry.fileName.replace(/^\//, ''), entry);
      zip.readEntry();
    });
    zip.on('end', resolve);
    zip.on('error', () => reject(noWorkbook()));
    zip.readEntry();
  });
  return entries;
}

type Open = (name: string) => Promise<Readable | null>;

function openEntry(zip: ZipFile, entries: Map<string, Entry>, name: string): Promise<Readable | null> {
  const entry = entries.get(name);
  if (!entry) return Promise.resolve(null);
  return new Promise((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) => (error ? reject(noWorkbook()) : resolve(stream))),
  );
}

/** Reads XML tag by tag. Saxes resolves no entities but the five of XML, so that none can grow or reach outside. */
export async function* readXml(
  stream: Readable,
  on: { open?: (tag: SaxesTagPlain) => void; close?: (tag: SaxesTagPlain) => void; text?: (text: string) => void },
): AsyncGenerator<void> {
  const parser = new SaxesParser();
  let failure: Error | null = null;
  parser.on('error', (error) => {
    failure ??= error;
  });
  const { open, close, text } = on;
  if (open) parser.on('opentag', open);
  if (close) parser.on('closetag', close);
  if (text) parser.on('text', text);
  const decoder = new TextDecoder('utf-8');
  for await (const chunk of stream) {
    parser.write(decoder.decode(chunk as Buffer, { stream: true }));
    if (failure) throw noWorkbook();
    yield;
  }
  // What is cut off in the middle is no sheet.
  parser.close();
  if (failure) throw noWorkbook();
}

const local = (tag: { name: string }) => tag.name.slice(tag.name.indexOf(':') + 1);
const drain = async (reading: AsyncGenerator<void>) => {
  for await (const _ of reading) {
    /* the handlers do the work */
  }
};

/** The first sheet that is not hidden, and where it lies. */
async function readBook(open: Open): Promise<{ name: string; path: string; is1904: boolean }> {
  const sheets: { name: string; relation: string; isHidden: boolean }[] = [];
  let is1904 = false;
  const book = await open('xl/workbook.xml');
  if (!book) throw noWorkbook();
  await drain(
    readXml(book, {
      open: (tag) => {
        if (local(tag) === 'workbookPr') is1904 = ['1', 'true'].includes(tag.attributes['date1904'] ?? '');
        if (local(tag) === 'sheet')
          sheets.push({
            name: tag.attributes['name'] ?? 'Sheet',
            relation: Object.entries(tag.attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? '',
            isHidden: (tag.attributes['state'] ?? 'visible') !== 'visible',
          });
      },
    }),
  );
  const chosen = sheets.find((sheet) => !sheet.isHidden) ?? sheets[0];
  if (!chosen) throw noWorkbook();
  let path = 'xl/worksheets/sheet1.xml';
  const relations = await open('xl/_rels/workbook.xml.rels');
  if (relations) {
    await drain(
      readXml(relations, {
        open: (tag) => {
          if (local(tag) === 'Relationship' && tag.attributes['Id'] === chosen.relation) {
            const target = tag.attributes['Target'] ?? '';
            path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
          }
        },
      }),
    );
  }
  return { name: chosen.name.slice(0, 200), path, is1904 };
}

/** Number formats that Excel has built in and that show a date or a time (ECMA-376, 18.8.30). */
const builtIn = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

async function readDateStyles(open: Open): Promise<boolean[]> {
  const stream = await open('xl/styles.xml');
  const custom = new Map<number, boolean>();
  const styles: boolean[] = [];
  let inCells = false;
  if (!stream) return styles;
  await drain(
    readXml(stream, {
      open: (tag) => {
        const name = local(tag);
        if (name === 'numFmt')
          custom.set(
            Number(tag.attributes['numFmtId']),
            /[ymdhs]/i.test((tag.attributes['formatCode'] ?? '').replace(/"[^"]*"|\[[^[\]]*\]|\\./g, '')),
          );
        if (name === 'cellXfs') inCells = true;
        if (name === 'xf' && inCells) {
          const id = Number(tag.attributes['numFmtId'] ?? 0);
          styles.push(custom.get(id) ?? builtIn(id));
        }
      },
      close: (tag) => {
        if (local(tag) === 'cellXfs') inCells = false;
      },
    }),
  );
  return styles;
}

async function readStrings(open: Open): Promise<string[]> {
  const stream = await open('xl/sharedStrings.xml');
  const strings: string[] = [];
  if (!stream) return strings;
  let text = '';
  let total = 0;
  let isText = false;
  let phonetic = 0;
  await drain(
    readXml(stream, {
      open: (tag) => {
        const name = local(tag);
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
        const name = local(tag);
        if (name === 'si') strings.push(text);
        if (name === 'rPh') phonetic -= 1;
        if (name === 't') isText = false;
      },
    }),
  );
  return strings;
}
