import type { ApexOptions } from 'apexcharts';
import { toneOf } from './chart-types';
import type { ChartProps, ChartSeries } from './chart-types';

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

interface OptionsInput extends Pick<ChartProps, 'kind' | 'categories' | 'series'> {
  color: (token: string) => string;
  format: (value: number, series: ChartSeries) => string;
  nonce: string | undefined;
  fontFamily: string;
  /** Names that fit below. */
  ticks: number;
  maximum: number | undefined;
}

/** The tooltip as HTML with everything foreign escaped: names come from people. */
function tooltipHtml(
  input: OptionsInput,
  category: string,
  entries: readonly { label: string; tone: number; text: string }[],
): string {
  const lines = entries.map(
    (entry) =>
      `<li><i data-tone="${entry.tone}"></i><span>${escapeHtml(entry.label)}</span><b>${escapeHtml(entry.text)}</b></li>`,
  );
  return `<div class="chart-tip"><strong>${escapeHtml(category)}</strong><ul>${lines.join('')}</ul></div>`;
}

/**
 * Top of a scale and its number of steps, so that every step is a round figure.
 * @param counts whether nothing lies between two whole numbers
 */
export function niceScale(largest: number, counts = false): { max: number; tickAmount: number } {
  if (!(largest > 0)) return { max: 1, tickAmount: 1 };
  const isWhole = counts || largest >= 4;
  const rough = isWhole ? Math.max(1, largest / 4) : largest / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factors = [1, 2, 2.5, 5, 10].filter((factor) => !counts || Number.isInteger(factor * power));
  const step = (factors.find((factor) => factor * power >= rough) ?? 10) * power;
  const steps = Math.ceil(largest / step - 1e-9);
  return { max: step * steps, tickAmount: steps };
}

/** The largest figure on a side; stacked columns count together. */
function largestOf(series: readonly ChartSeries[], count: number, stacked: boolean): number {
  const columns = stacked ? series.filter((entry) => (entry.draw ?? 'column') === 'column') : [];
  const sums = Array.from({ length: columns.length > 0 ? count : 0 }, (_, index) =>
    columns.reduce((sum, entry) => sum + (entry.values[index] ?? 0), 0),
  );
  return Math.max(0, ...sums, ...series.flatMap((entry) => entry.values.map((value) => value ?? 0)));
}

/** Series as the drawing library wants them; each with how it is drawn. */
export function chartSeries({
  kind,
  categories,
  series,
}: Pick<ChartProps, 'kind' | 'categories' | 'series'>): ApexOptions['series'] {
  if (kind === 'donut') return categories.map((_, index) => series[0]?.values[index] ?? 0);
  const usual = kind === 'stacked' ? 'column' : kind;
  return series.map((entry) => ({
    name: entry.label,
    type: entry.draw ?? usual,
    data: categories.map((_, index) => entry.values[index] ?? null),
  }));
}

const axisText = ({ color, fontFamily }: OptionsInput) => ({ colors: color('muted'), fontSize: '11px', fontFamily });

/** The names below a drawing. */
const xAxis = (input: OptionsInput) => ({
  categories: [...input.categories],
  tickAmount: Math.min(input.categories.length - 1, input.ticks),
  tooltip: { enabled: false },
  axisTicks: { show: false },
  axisBorder: { color: input.color('border-strong') },
  labels: { style: axisText(input), rotate: 0, hideOverlappingLabels: true, trim: false },
  crosshairs: { stroke: { color: input.color('border-strong'), dashArray: 0 } },
});

/** The scales of a drawing, one for each series; each side shows the one of its first. */
function yAxes(input: OptionsInput) {
  const { kind, categories, series, format, maximum } = input;
  const label = axisText(input);
  const sideOf = (entry: ChartSeries) => entry.axis ?? 'left';
  const onSide = (side: 'left' | 'right') => {
    const entries = series.filter((entry) => sideOf(entry) === side);
    const counts = entries.every((entry) => entry.values.every((value) => Number.isInteger(value ?? 0)));
    return niceScale(largestOf(entries, categories.length, kind === 'stacked'), counts);
  };
  const scales = { left: onSide('left'), right: onSide('right') };
  return series.map((entry, index) => {
    const side = sideOf(entry);
    const leader = series.find((other) => sideOf(other) === side) ?? entry;
    return {
      seriesName: leader.label,
      show: index === series.indexOf(leader),
      opposite: side === 'right',
      min: 0,
      ...(maximum !== undefined && side === 'left' ? { max: maximum, tickAmount: 4 } : scales[side]),
      labels: { style: label, formatter: (value: number) => format(value, entry) },
    };
  });
}

/** Options of a drawing in the product's own look: no motion, our type, our colours, our legend. */
export function chartOptions(input: OptionsInput): ApexOptions {
  const { kind, categories, series, color, format, nonce, fontFamily } = input;
  const donut = kind === 'donut';
  const tones = donut
    ? categories.map((_, index) => toneOf(kind, index))
    : series.map((entry, index) => toneOf(kind, index, entry.tone));
  const drawn = series.map((entry) => entry.draw ?? (kind === 'stacked' ? 'column' : kind));
  return {
    chart: {
      type: donut ? 'donut' : 'line',
      stacked: kind === 'stacked',
      fontFamily,
      background: 'transparent',
      foreColor: color('muted'),
      toolbar: { show: false },
      zoom: { enabled: false },
      animations: { enabled: false },
      parentHeightOffset: 0,
      redrawOnParentResize: true,
      ...(nonce ? { nonce } : {}),
    },
    colors: tones.map(color),
    fill: { type: 'solid', opacity: donut ? 1 : (drawn.map((draw) => (draw === 'area' ? 0.16 : 1)) as never) },
    stroke: donut
      ? { width: 2, colors: [color('surface')] }
      : {
          width: drawn.map((draw) => (draw === 'column' ? (kind === 'stacked' ? 1 : 0) : 1.5)),
          curve: 'straight',
          ...(kind === 'stacked' ? { colors: [color('surface')] } : {}),
        },
    markers: {
      size: drawn.map((draw) => (draw === 'line' && categories.length <= 40 ? 3 : 0)),
      colors: [color('surface')],
      strokeColors: tones.map(color),
      strokeWidth: 1.5,
      hover: { sizeOffset: 1 },
    },
    dataLabels: { enabled: false },
    legend: { show: false },
    plotOptions: {
      bar: {
        // A single column as wide as two thirds of the chart would look like an area.
        columnWidth: categories.length > 24 ? '80%' : categories.length < 6 ? `${categories.length * 12}%` : '68%',
        borderRadius: kind === 'stacked' ? 1 : 2,
        borderRadiusApplication: 'end',
      },
      pie: { expandOnClick: false, donut: { size: '68%' } },
    },
    states: { hover: { filter: { type: 'none' } }, active: { filter: { type: 'none' } } },
    grid: {
      borderColor: color('chart-grid'),
      strokeDashArray: 0,
      padding: donut ? { left: 0, right: 0, top: 0, bottom: 0 } : { left: 8, right: 8, top: -12, bottom: -8 },
    },
    ...(donut
      ? { labels: [...categories] }
      : {
          xaxis: xAxis(input),
          yaxis: yAxes(input),
        }),
    tooltip: {
      shared: !donut,
      intersect: false,
      followCursor: donut,
      custom: ({ dataPointIndex, seriesIndex }: { dataPointIndex: number; seriesIndex: number }) => {
        const index = donut ? seriesIndex : dataPointIndex;
        const entries = series.map((entry, at) => ({
          label: entry.label,
          tone: donut ? index : at,
          text: formatted(entry, index, format),
        }));
        return tooltipHtml(input, categories[index] ?? '', donut ? entries.slice(0, 1) : entries);
      },
    },
  };
}

/** A figure of a series as text; an en dash where there is none. */
export function formatted(
  series: ChartSeries,
  index: number,
  format: (value: number, series: ChartSeries) => string,
): string {
  const value = series.values[index];
  return value === null || value === undefined ? '–' : format(value, series);
}
