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
