import { formatted } from './chart-options';
import type { ChartProps, ChartSeries } from './chart-types';

type Format = (value: number, series: ChartSeries) => string;

const total = (entry: ChartSeries) => entry.values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

/** What a chart shows, in a sentence: for those who cannot see it. */
export function summaryOf(
  { kind, categories, series, categoryLabel }: Pick<ChartProps, 'kind' | 'categories' | 'series' | 'categoryLabel'>,
  format: Format,
): string {
  if (kind === 'donut') {
    const first = series[0];
    return categories
      .map((category, index) => `${category} ${first ? formatted(first, index, format) : ''}`)
      .join(', ');
  }
  const totals = series.map((entry) => `${entry.label} ${format(total(entry), entry)} in all`).join(', ');
  return `${totals}, ${categories.length} ${categoryLabel.toLowerCase()} values from ${categories[0] ?? ''} to ${categories[categories.length - 1] ?? ''}`;
}
