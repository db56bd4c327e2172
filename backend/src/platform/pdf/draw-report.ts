import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brandColours } from '@skein/contracts/brand-colours';
import { brandRadiusSizes, type BrandFont, type BrandRadius } from '@skein/contracts/brand-theme';
import type PdfDocument from 'pdfkit';
import type { HeavyTask } from '../workers/heavy-work';
import { isSafePicture } from './safe-picture';
import { findRepositoryRoot } from '../env/repository-root';
import type { ReportDocument, ReportFigure, ReportTable } from './report-document';

type Page = InstanceType<typeof PdfDocument>;

/** Loaded when something is drawn: with its fonts it is the largest package of the services. */
const loadPdfKit = async () => (await import('pdfkit')).default;

/** A4 in points. */
const margin = 48;
const width = 595.28 - 2 * margin;
const bottom = 841.89 - margin - 24;
const ink = { text: '#1b1b19', muted: '#6b6a64', line: '#e3e1da', pale: '#f6f5f2' };

/**
 * The file of each font of a brand. The standard fonts of PDF know no letters beyond Western Europe, which names of people have; the fonts
 * of a reader's device are not ours to embed, so each choice has the nearest free family, and "font of the device" that of the product.
 */
const families: Record<BrandFont, { folder: string; file: string }> = {
  standard: { folder: 'inter', file: 'Inter' },
  system: { folder: 'inter', file: 'Inter' },
  humanist: { folder: 'source-sans-3', file: 'SourceSans3' },
  serif: { folder: 'source-serif-4', file: 'SourceSerif4' },
};
const fonts = new Map<string, { regular: Buffer; bold: Buffer }>();
function loadFonts(font: BrandFont) {
  const { folder, file } = families[font];
  const known = fonts.get(file);
  if (known) return known;
  const { resolve } = createRequire(join(findRepositoryRoot(), 'backend', 'package.json'));
  const at = dirname(resolve(`@expo-google-fonts/${folder}/package.json`));
  const load = (name: string) => readFileSync(join(at, `${name}.ttf`));
  const loaded = { regular: load(`400Regular/${file}_400Regular`), bold: load(`600SemiBold/${file}_600SemiBold`) };
  fonts.set(file, loaded);
  return loaded;
}

/** Line breaks and other control characters of names would move what follows. */
const plain = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');

/** A text and the room it has on the page. */
interface LineToDraw {
  text: string;
  x: number;
  y: number;
  room: number;
  align?: 'left' | 'right';
}

function oneLine(page: Page, { text, x, y, room, align = 'left' }: LineToDraw) {
  page.text(plain(text), x, y, {
    width: room,
    height: page.currentLineHeight(),
    ellipsis: true,
    align,
    lineBreak: true,
  });
}

function drawHead(page: Page, { brand, title, lines }: ReportDocument): void {
  let x = margin;
  if (brand.logo) {
    page.image(Buffer.from(brand.logo), margin, margin, { fit: [120, 32] });
    x += 132;
  }
  page.font('bold').fontSize(11).fillColor(ink.text);
  oneLine(page, { text: brand.name, x, y: margin + 9, room: width - (x - margin) });
  page.rect(margin, margin + 42, width, 3).fill(brandColours(brand.look.accent).accent);
  page.font('bold').fontSize(20).fillColor(ink.text);
  page.text(plain(title), margin, margin + 62, { width });
  page.font('regular').fontSize(9.5).fillColor(ink.muted);
  for (const line of lines) page.text(plain(line), margin, page.y + 2, { width });
  page.y += 14;
}

/** Leaves the page when what follows would not fit. */
function makeRoom(page: Page, height: number): void {
  if (page.y + height <= bottom) return;
  page.addPage();
  page.y = margin;
}

function drawFigures(page: Page, figures: readonly ReportFigure[], radius: BrandRadius): void {
  const perRow = 4;
  const box = (width - (perRow - 1) * 8) / perRow;
  // A pixel of the screen is three quarters of a point.
  const corners = brandRadiusSizes[radius][1] * 0.75;
  for (let first = 0; first < figures.length; first += perRow) {
    makeRoom(page, 70);
    const top = page.y;
    figures.slice(first, first + perRow).forEach((figure, index) => {
      const x = margin + index * (box + 8);
      page.roundedRect(x, top, box, 60, corners).lineWidth(0.75).stroke(ink.line);
      page.font('regular').fontSize(8.5).fillColor(ink.muted);
      oneLine(page, { text: figure.label, x: x + 9, y: top + 8, room: box - 18 });
      page.font('bold').fontSize(16).fillColor(ink.text);
      oneLine(page, { text: figure.value, x: x + 9, y: top + 20, room: box - 18 });
      page.font('regular').fontSize(8.5).fillColor(ink.muted);
      oneLine(page, { text: figure.change, x: x + 9, y: top + 43, room: box - 18 });
    });
    page.y = top + 68;
  }
  page.y += 8;
}

function drawChart(page: Page, chart: NonNullable<ReportDocument['chart']>, accent: string): void {
  makeRoom(page, 190);
  page.font('bold').fontSize(12).fillColor(ink.text).text(plain(chart.title), margin, page.y, { width });
  const top = page.y + 22;
  const height = 110;
  const group = width / Math.max(1, chart.categories.length);
  const tones = [accent, '#b9b7ae'];
  let keyAt = margin;
  page.font('regular').fontSize(8.5);
  chart.series.forEach((series, index) => {
    page.rect(keyAt, top - 14, 7, 7).fill(tones[index] ?? ink.muted);
    page.fillColor(ink.muted).text(series.label, keyAt + 11, top - 15, { lineBreak: false });
    keyAt += 22 + page.widthOfString(series.label);
  });
  const highest = Math.max(1, ...chart.series.flatMap((series) => series.values));
  const bar = Math.min(22, (group - 8) / Math.max(1, chart.series.length));
  chart.categories.forEach((category, at) => {
    const middle = margin + group * (at + 0.5);
    chart.series.forEach((series, index) => {
      const value = series.values[at] ?? 0;
      const tall = (value / highest) * (height - 12);
      const x = middle - (bar * chart.series.length) / 2 + index * bar;
      if (tall > 0) page.rect(x, top + height - tall, bar - 2, tall).fill(tones[index] ?? ink.muted);
      page.font('regular').fontSize(7).fillColor(ink.muted);
      page.text(value.toLocaleString('en-US'), x - 8, top + height - tall - 9, {
        width: bar + 14,
        align: 'center',
        lineBreak: false,
      });
    });
    page.fontSize(8).text(category, middle - group / 2, top + height + 4, {
      width: group,
      align: 'center',
      lineBreak: false,
    });
  });
  page
    .moveTo(margin, top + height)
    .lineTo(margin + width, top + height)
    .lineWidth(0.75)
    .stroke(ink.line);
  page.y = top + height + 28;
}

function drawTable(page: Page, table: ReportTable): void {
  const figure = 56;
  const first = width - figure * (table.columns.length - 1);
  const row = 18;
  const line = (cells: readonly string[], isHead: boolean) => {
    const top = page.y;
    if (isHead) page.rect(margin, top, width, row).fill(ink.pale);
    page
      .font(isHead ? 'bold' : 'regular')
      .fontSize(8.5)
      .fillColor(isHead ? ink.muted : ink.text);
    cells.forEach((cell, index) => {
      if (index === 0) oneLine(page, { text: cell, x: margin + 6, y: top + 4.5, room: first - 12 });
      else
        oneLine(page, {
          text: cell,
          x: margin + first + (index - 1) * figure,
          y: top + 4.5,
          room: figure - 6,
          align: 'right',
        });
    });
    page
      .moveTo(margin, top + row)
      .lineTo(margin + width, top + row)
      .lineWidth(0.5)
      .stroke(ink.line);
    page.y = top + row;
  };
  makeRoom(page, 22 + 3 * row);
  page.font('bold').fontSize(12).fillColor(ink.text).text(plain(table.title), margin, page.y, { width });
  page.y += 6;
  line(table.columns, true);
  for (const cells of table.rows) {
    if (page.y + row > bottom) {
      page.addPage();
      page.y = margin;
      line(table.columns, true);
    }
    line(cells, false);
  }
  if (table.note)
    page
      .font('regular')
      .fontSize(8.5)
      .fillColor(ink.muted)
      .text(table.note, margin, page.y + 4, { width });
  page.y += 18;
}

function drawFeet(page: Page, { brand, title }: ReportDocument): void {
  const { start, count } = page.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    page.switchToPage(start + index);
    // Below the margin a text would begin a new page.
    page.page.margins.bottom = 0;
    page.font('regular').fontSize(8).fillColor(ink.muted);
    oneLine(page, { text: `${brand.name}, ${title}`, x: margin, y: 841.89 - margin, room: width - 80 });
    oneLine(page, {
      text: `${index + 1} / ${count}`,
      x: margin + width - 70,
      y: 841.89 - margin,
      room: 70,
      align: 'right',
    });
  }
}

/** Draws a report as PDF. A logo that is no readable PNG or JPEG is left out. */
export async function drawReport(report: ReportDocument): Promise<Uint8Array> {
  const PdfKit = await loadPdfKit();
  const { look } = report.brand;
  const known = isDrawable(PdfKit, report.brand.logo) ? report : { ...report, brand: { ...report.brand, logo: null } };
  const page = new PdfKit({
    size: 'A4',
    margin,
    bufferPages: true,
    lang: 'en',
    info: { Title: report.title, Author: report.brand.name },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<void>((resolve, reject) => {
    page.on('data', (chunk: Buffer) => chunks.push(chunk));
    page.on('end', resolve);
    page.on('error', reject);
  });
  const { regular, bold } = loadFonts(look.font);
  page.registerFont('regular', regular);
  page.registerFont('bold', bold);
  drawHead(page, known);
  drawFigures(page, known.figures, look.radius);
  if (known.chart) drawChart(page, known.chart, brandColours(look.accent).accent);
  for (const table of known.tables) drawTable(page, table);
  page.font('regular').fontSize(8.5).fillColor(ink.muted);
  for (const note of known.notes) {
    makeRoom(page, 30);
    page.text(plain(note), margin, page.y, { width });
  }
  drawFeet(page, known);
  page.end();
  await done;
  return new Uint8Array(Buffer.concat(chunks));
}

function isDrawable(PdfKit: typeof PdfDocument, logo: Uint8Array | null): boolean {
  if (!logo || !isSafePicture(logo)) return false;
  try {
    new PdfKit().image(Buffer.from(logo), 0, 0);
    return true;
  } catch {
    return false;
  }
}

/** Some 100 ms of drawing: in a thread, so that requests do not wait for it. */
export const drawReportTask: HeavyTask<ReportDocument, Uint8Array> = {
  name: 'draw-report',
  lane: 'request',
  limit: 20_000,
  inlineBelow: 0,
  run: drawReport,
};
