import { Readable } from 'node:stream';
import { inlineWork } from '#platform/workers/heavy-work';
import { asText } from './as-text';
import { zipOf } from './testing';

const book = {
  'xl/workbook.xml':
    '<workbook xmlns:r="r"><workbookPr/><sheets><sheet name="Old" sheetId="1" state="hidden" r:id="rId1"/><sheet name="Leads &amp; more" sheetId="2" r:id="rId2"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="worksheets/sheet2.xml"/></Relationships>',
  'xl/styles.xml':
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="22"/></cellXfs></styleSheet>',
  'xl/sharedStrings.xml':
    '<sst><si><t>Email</t></si><si><r><t>First </t></r><r><t>name</t></r><rPh><t>nope</t></rPh></si><si><t>josé@x.test</t></si></sst>',
  'xl/worksheets/sheet1.xml':
    '<worksheet><sheetData><row><c t="inlineStr"><is><t>hidden</t></is></c></row></sheetData></worksheet>',
  'xl/worksheets/sheet2.xml':
    '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="D1" t="inlineStr"><is><t>A "b", c</t></is></c></row><row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2"><v>4.9151123456780E12</v></c><c r="C2" s="1"><v>45000</v></c><c r="D2" s="2"><v>45000.5</v></c><c r="E2" t="b"><v>1</v></c><c r="F2" t="e"><v>#N/A</v></c></row><row r="3"><c r="A3" s="1"/></row></sheetData></worksheet>',
};
const read = async (content: Buffer) => {
  const { stream, sheet } = await asText(inlineWork, Readable.from([content.subarray(0, 3), content.subarray(3)]));
  let text = '';
  for await (const part of stream) text += String(part);
  return { text, sheet };
};

it('reads the first visible sheet as text: shared and rich texts, dates, long numbers, gaps, no empty rows', async () => {
  expect(await read(zipOf(book))).toEqual({
    sheet: 'Leads & more',
    text: 'Email,First name,,"A ""b"", c"\r\njosé@x.test,4915112345678,2023-03-15,2023-03-15 12:00,true,\r\n',
  });
});

it('keeps the numbers of rows: one without a value is an empty line, written or not, and below the last there are none', async () => {
  const row = (number: string, value: string) => `<row${number}><c><v>${value}</v></c></row>`;
  const sheet = (rows: string) =>
    read(zipOf({ ...book, 'xl/worksheets/sheet2.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>` }));
  const text = row(' r="2"', '1') + row(' r="3"', '') + row(' r="6"', '2') + row('', '3') + row(' r="9999"', '');
  expect((await sheet(text)).text).toBe('\r\n1\r\n\r\n\r\n\r\n2\r\n3\r\n');
  // Numbers that go back or that no sheet has do not move a row.
  expect((await sheet(row(' r="4"', '1') + row(' r="2"', '2') + row(' r="99999999"', '3'))).text).toBe(
    '\r\n\r\n\r\n1\r\n2\r\n3\r\n',
  );
});

it('leaves a text as it is, whatever its name', async () => {
  expect(await read(Buffer.from('email\na@b.test\n'))).toEqual({ sheet: null, text: 'email\na@b.test\n' });
  expect(await read(Buffer.from('a'))).toEqual({ sheet: null, text: 'a' });
});

it('refuses what unpacks to far more than it is, before unpacking it, and what is larger than it says', async () => {
  await expect(
    read(zipOf({ ...book, 'xl/sharedStrings.xml': Buffer.alloc(8 * 1024 * 1024, 'a') })),
  ).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  await expect(
    read(zipOf({ ...book, 'xl/sharedStrings.xml': Buffer.alloc(2 * 1024 * 1024, 'a') }, 1000)),
  ).rejects.toMatchObject({ code: 'UNSUPPORTED_MEDIA' });
  await expect(read(zipOf(book, 2 ** 31))).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
});

it('refuses entities that would grow, broken sheets and other zips', async () => {
  const laughs = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><sst><si><t>&b;</t></si></sst>';
  await expect(read(zipOf({ ...book, 'xl/sharedStrings.xml': laughs }))).rejects.toMatchObject({
    code: 'UNSUPPORTED_MEDIA',
  });
  await expect(read(zipOf({ 'readme.txt': 'x' }))).rejects.toMatchObject({ code: 'UNSUPPORTED_MEDIA' });
  await expect(read(zipOf({ ...book, 'xl/worksheets/sheet2.xml': '<worksheet><row><c' }))).rejects.toMatchObject({
    code: 'UNSUPPORTED_MEDIA',
  });
});
