import { Readable } from 'node:stream';
import { inlineWork } from '#platform/workers/heavy-work';
import { asText } from './as-text';
import { zipOf } from './testing';

const read = async (content: Buffer) => {
  const { stream, sheet } = await asText(inlineWork, Readable.from([content]));
  let text = '';
  for await (const part of stream) text += String(part);
  return { text, sheet };
};
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const rels = (...relations: [id: string, type: string, target: string][]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.map(([id, type, target]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`).join('')}</Relationships>`;
const usual = {
  '_rels/.rels': rels(['rId1', 'officeDocument', 'xl/workbook.xml']),
  'xl/workbook.xml': `<workbook xmlns:r="${office}"><sheets><sheet name="Leads" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': rels(
    ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
    ['rId2', 'sharedStrings', 'sharedStrings.xml'],
    ['rId3', 'styles', 'styles.xml'],
  ),
};
const sheetOf = (cells: string) => `<worksheet><sheetData><row r="1">${cells}</row></sheetData></worksheet>`;

it('reads what XML cannot hold as the characters that were meant, and CDATA sections as text', async () => {
  const strings = [
    '<si><t xml:space="preserve">Jane_x000D_\nRoe</t></si>',
    '<si><t>likes _x005F_x0041_ codes</t></si>',
    '<si><t><![CDATA[Fair & Co]]></t></si>',
    '<si><r><t>rich </t></r><r><rPr><b/></rPr><t>text<![CDATA[ & more]]></t></r></si>',
  ];
  const content = zipOf({
    ...usual,
    'xl/sharedStrings.xml': `<sst>${strings.join('')}</sst>`,
    'xl/worksheets/sheet1.xml': sheetOf(
      `${strings.map((_, index) => `<c t="s"><v>${index}</v></c>`).join('')}<c t="str"><f>A1&amp;"x"</f><v>a_x000a_b</v></c><c t="inlineStr"><is><r><t>in_x0009_</t></r><r><t>line _x00e9_</t></r></is></c>`,
    ),
  });
  expect((await read(content)).text).toBe(
    '"Jane\nRoe",likes _x0041_ codes,Fair & Co,rich text & more,"a\nb",in\tline é\r\n',
  );
});

it.each([
  ['00000', '2134', '02134'],
  ['0000000000', '612345678', '0612345678'],
  ['00" "00" "00" "00" "00', '612345678', '06 12 34 56 78'],
  ['"+"0', '4.915112345678E12', '+4915112345678'],
  ['[&lt;=9999999]###\\-####;\\(###\\)\\ ###\\-####', '2125551234', '(212) 555-1234'],
  ['00000\\-0000', '21345678', '02134-5678'],
  ['0%', '0.5', '50%'],
  ['#,##0.00', '1234.5', '1,234.50'],
  ['_("$"* #,##0.00_)', '1234.5', '$1,234.50'],
  ['0;-0;;@', '0', ''],
  ['General', '0.30000000000000004', '0.3'],
  ['General', '4.915112345678E12', '4915112345678'],
  // A code that shortens a number to powers of ten, or that is none, hides nothing.
  ['0.00E+00', '4915112345678', '4915112345678'],
  ['"x', '612345678', '612345678'],
  ['dd/mm/yyyy', '46000', '2025-12-09'],
  ['[$-407]d. mmmm yyyy;@', '46000', '2025-12-09'],
  ['yyyy\\-mm\\-dd hh:mm', '46000.25', '2025-12-09 06:00'],
  ['dd/mm/yyyy', '46000.25', '2025-12-09'],
  ['mmm\\-yy', '46000', 'Dec-25'],
  ['h:mm', '0.375', '9:00'],
  ['[h]:mm', '1.5', '36:00'],
  ['dd/mm/yyyy', '31', '1900-01-31'],
])('shows a number of the format %s as its cell does: %s is %s', async (code, value, shown) => {
  const content = zipOf({
    ...usual,
    'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${code.replaceAll('"', '&quot;')}"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': sheetOf(`<c s="1"><v>${value}</v></c><c t="str"><v>.</v></c>`),
  });
  const cell = /[",]/.test(shown) ? `"${shown}"` : shown;
  expect((await read(content)).text).toBe(`${cell},.\r\n`);
});

it('knows the built-in formats, dates written as such, and days since 1904', async () => {
  const formats = [0, 1, 9, 10, 14, 17, 20, 22, 46, 49, 58, 999].map((id) => `<xf numFmtId="${id}"/>`).join('');
  const cells = [
    ['0', '612345678.5'],
    ['1', '12'],
    ['2', '0.5'],
    ['3', '0.1234'],
    ['4', '44538'],
    ['5', '44538'],
    ['6', '0.375'],
    ['7', '44538.5'],
    ['8', '1.5'],
    ['9', '12'],
    ['10', '44538'],
    ['11', '12'],
  ];
  const content = zipOf({
    ...usual,
    'xl/workbook.xml': usual['xl/workbook.xml'].replace('<sheets>', '<workbookPr date1904="1"/><sheets>'),
    'xl/styles.xml': `<styleSheet><cellXfs>${formats}</cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': sheetOf(
      `${cells.map(([style, value]) => `<c s="${style}"><v>${value}</v></c>`).join('')}<c t="d"><v>2025-12-09T00:00:00</v></c><c t="d"><v>2025-12-09T08:30:00.000</v></c>`,
    ),
  });
  expect((await read(content)).text).toBe(
    '612345678.5,12,50%,12.34%,2025-12-09,Dec-25,9:00,2025-12-09 12:00,36:00:00,12,2025-12-09,12,2025-12-09,2025-12-09 08:30\r\n',
  );
});

it('finds the parts by what they say of each other: other names, prefixes, folders, UTF-16, a chart before the sheet', async () => {
  const wide = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
  const content = zipOf({
    '_rels/.rels': rels(['a', 'extended-properties', 'docProps/app.xml'], ['b', 'officeDocument', '/Book/Main.xml']),
    'book/main.xml': wide(
      `<?xml version="1.0" encoding="UTF-16"?><x:workbook xmlns:x="x" xmlns:q="${office}"><x:sheets><x:sheet name="Chart" sheetId="1" q:id="c"/><x:sheet name="People_x0020_" sheetId="2" q:id="s"/></x:sheets></x:workbook>`,
    ),
    'Book/_rels/Main.xml.rels': rels(
      ['c', 'chartsheet', 'charts/one.xml'],
      ['s', 'worksheet', '../Data/the%20sheet.xml'],
      ['t', 'sharedStrings', '/Data/texts.xml'],
    ),
    'Data/the sheet.xml':
      '<x:worksheet xmlns:x="x"><x:sheetData><x:row><x:c t="s"><x:v>0</x:v></x:c></x:row></x:sheetData></x:worksheet>',
    'Data/texts.xml': '<x:sst xmlns:x="x"><x:si><x:t>Email</x:t></x:si></x:sst>',
  });
  expect(await read(content)).toEqual({ sheet: 'People ', text: 'Email\r\n' });
});

it('finds the workbook by its content type where no relation names it', async () => {
  const content = zipOf({
    '[Content_Types].xml':
      '<Types><Override PartName="/office/wb.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    'office/wb.xml': usual['xl/workbook.xml'],
    'office/_rels/wb.xml.rels': rels(['rId1', 'worksheet', 'one.xml']),
    'office/one.xml': sheetOf('<c t="str"><v>Email</v></c>'),
  });
  expect((await read(content)).text).toBe('Email\r\n');
});

describe('a file that is not what its name says', () => {
  it.each([
    ['a web page', Buffer.from('\ufeff\n <!DOCTYPE html><html><table><tr><td>Email</td></tr></table>'), 'web page'],
    ['a table of a web page', Buffer.from('<table border=1><tr><td>Email'), 'web page'],
    ['a web page of a spreadsheet', Buffer.from('<html xmlns:x="urn:schemas-microsoft-com:office:excel">'), 'web page'],
    [
      'a workbook of Excel 2003',
      Buffer.from('<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>'),
      'Excel 2003',
    ],
    ['a web page in UTF-16', Buffer.from('\ufeff<html><body>', 'utf16le'), 'web page'],
    ['a PDF', Buffer.from('%PDF-1.7\n'), 'PDF'],
    ['JSON', Buffer.from('[{"email": "a@b.test"}]'), 'JSON'],
    ['contact cards', Buffer.from('BEGIN:VCARD\r\nVERSION:3.0\r\n'), 'vCard'],
    ['an archive', Buffer.from('1f8b0800000000000003', 'hex'), 'compressed'],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old Excel'],
    ['a binary workbook', zipOf({ 'xl/workbook.bin': 'x' }), 'XLSB'],
    [
      'a document of OpenOffice',
      zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>' }),
      'OpenDocument',
    ],
    ['a Word document', zipOf({ 'word/document.xml': '<x/>' }), 'Word'],
  ])('is refused by what it is: %s', async (_, content, what) => {
    await expect(read(content)).rejects.toMatchObject({
      code: 'UNSUPPORTED_MEDIA',
      message: expect.stringMatching(new RegExp(`${what}.*Save the sheet as CSV`)),
    });
  });

  it.each([['Email,Note\na@b.test,<b>hi</b>\n'], ['<email>\na@b.test\n'], ['[email]\na@b.test\n'], ['{id};email\n']])(
    'is read when it is a table all the same: %j',
    async (text) => {
      expect((await read(Buffer.from(text))).text).toBe(text);
    },
  );
});
