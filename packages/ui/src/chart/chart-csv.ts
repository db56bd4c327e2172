import type { ChartSeries } from './chart-types';

/** A cell as CSV; a text that a spreadsheet would run as a formula is kept a text. */
function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The chart's figures, unrounded, one line per category. */
export function chartCsv(categoryLabel: string, categories: readonly string[], series: readonly ChartSeries[]): string {
  const lines = [
    [categoryLabel, ...series.map((entry) => entry.label)],
    ...categories.map((category, index) => [category, ...series.map((entry) => entry.values[index] ?? null)]),
  ];
  return lines.map((line) => line.map(cell).join(',')).join('\r\n');
}

/** Gives a file to the browser to save. */
export function saveFile(name: string, content: Blob | string): void {
  const address = typeof content === 'string' ? content : URL.createObjectURL(content);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  if (typeof content !== 'string') setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
