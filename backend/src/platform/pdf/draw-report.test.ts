import { crc32, deflateSync } from 'node:zlib';
import { brandFonts, type BrandFont } from '@skein/contracts/brand-theme';
import { drawReport } from './draw-report';
import type { ReportDocument } from './report-document';
import { readPdf } from './testing/read-pdf';

const look = { accent: '#aa3311', font: 'standard', radius: 'standard' } as const;
const report = (change: Partial<ReportDocument> = {}): ReportDocument => ({
  brand: { name: 'Northbeam', look, logo: null },
  title: 'Weekly report',
  lines: ['16 November to 22 November 2026'],
  figures: [{ label: 'Sent', value: '1,204', change: '980 the week before' }],
  chart: { title: 'By day', categories: ['Mon 16'], series: [{ label: 'Contacted', values: [0] }] },
  tables: [],
  notes: [],
  ...change,
});
const pagesOf = (pdf: Uint8Array) =>
  Buffer.from(pdf)
    .toString('latin1')
    .match(/\/Type \/Page\b/g)?.length;
const table = (rows: string[][]) => ({ title: 'Campaigns', columns: ['Name', 'Sent'], rows, note: '' });

it('is one page when it fits, and breaks long tables between rows', async () => {
  expect(pagesOf(await drawReport(report()))).toBe(1);
  const rows = Array.from({ length: 100 }, (_, index) => [`Campaign ${index}`, '1']);
  expect(pagesOf(await drawReport(report({ tables: [table(rows)] })))).toBe(4);
});

it('draws hostile names, long ones, and letters of other alphabets, on one page', async () => {
  const names = ['Zażółć gęślą jaźń', 'Привет', 'x'.repeat(2_000), 'two\nlines\u0000\u0007', '(\\) Tj ET'];
  const pdf = await drawReport(report({ title: 'Отчёт ()\\', tables: [table(names.map((name) => [name, '1']))] }));
  expect(pagesOf(pdf)).toBe(1);
});

it('leaves a logo out that is no picture it can draw', async () => {
  const logo = new Uint8Array(Buffer.from('RIFF....WEBPVP8 '));
  expect(pagesOf(await drawReport(report({ brand: { name: 'Northbeam', look, logo } })))).toBe(1);
});

/** A PNG of one colour whose pixels may be others than its head says. */
function png(
  width: number,
  height: number,
  given: { pixels?: Buffer; colour?: number; between?: Buffer } = {},
): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(Buffer.concat([Buffer.from(type), data])));
    return Buffer.concat([length, Buffer.from(type), data, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, given.colour ?? 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    given.between ?? Buffer.alloc(0),
    chunk('IDAT', deflateSync(given.pixels ?? Buffer.alloc(height * (1 + width * 3)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
const withLogo = async (logo: Buffer) =>
  readPdf(await drawReport(report({ brand: { name: 'Northbeam', look, logo: new Uint8Array(logo) } }))).pictures;

it('draws a logo of 2000 pixels a side, and none that is larger', async () => {
  expect(await withLogo(png(2000, 2))).toEqual([[2000, 2]]);
  expect(await withLogo(png(2001, 2))).toEqual([]);
  expect(await withLogo(png(2, 2001))).toEqual([]);
});

it('leaves out a PNG that would take the drawing thread down', async () => {
  const alpha = 6;
  const hostile = {
    'pixels that inflate to more than the head says': png(2, 2, { colour: alpha, pixels: Buffer.alloc(1_000_000) }),
    'a filter that does not exist': png(1, 1, { colour: alpha, pixels: Buffer.from([9, 0, 0, 0, 0]) }),
    'fewer pixels than the head says': png(9, 9, { colour: alpha, pixels: Buffer.alloc(5) }),
    'a chunk that is longer than the file': png(2, 2, { between: Buffer.from('ffffffff504c5445', 'hex') }),
    'a second head': png(2, 2, { between: png(9000, 9000).subarray(8, 33) }),
  };
  for (const [what, logo] of Object.entries(hostile)) expect([what, await withLogo(logo)]).toEqual([what, []]);
});

it.each<[BrandFont, string]>([
  ['standard', 'Inter'],
  ['system', 'Inter'],
  ['humanist', 'SourceSans3'],
  ['serif', 'SourceSerif4'],
])('is set in the brand’s font: %s', async (font, family) => {
  const names = ['Zażółć gęślą jaźń', 'Привет', 'Ολυμπία'];
  const pdf = await drawReport(
    report({ brand: { name: 'Northbeam', look: { ...look, font }, logo: null }, tables: [table([names])] }),
  );
  const used = new Set(
    [
      ...Buffer.from(pdf)
        .toString('latin1')
        .matchAll(/\/FontName \/[A-Z]+\+(\w+)-/g),
    ].map(([, name]) => name),
  );
  expect([...used]).toEqual([family]);
  expect(readPdf(pdf).text).not.toContain('\uFFFD');
  expect(brandFonts).toContain(font);
});
