import { csvLine } from '@skein/contracts/csv-cell';
import type { ChartSeries } from './chart-types';

/** The chart's figures, unrounded, one line per category. */
export function chartCsv(categoryLabel: string, categories: readonly string[], series: readonly ChartSeries[]): string {
  const lines = [
    [categoryLabel, ...series.map((entry) => entry.label)],
    ...categories.map((category, index) => [category, ...series.map((entry) => entry.values[index] ?? null)]),
  ];
  return lines.map(csvLine).join('');
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
