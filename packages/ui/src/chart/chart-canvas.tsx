import ApexCharts from 'apexcharts';
import { useEffect, useMemo, useRef, useState } from 'react';
import ReactApexChart from 'react-apexcharts';
import { css, styled } from 'styled-components';
import { usePageNonce } from '../page-nonce';
import { createColorResolver } from './chart-colors';
import { chartOptions, chartSeries } from './chart-options';
import { toneOf } from './chart-types';
import type { ChartProps, ChartSeries } from './chart-types';

type Draw = 'render' | 'updateOptions' | 'updateSeries';

/**
 * The library rejects when a chart leaves the page while it is drawn ("Element not found"). Leaving is not an error, so
 * those rejections end here; every other one goes on.
 */
function forgiveLeaving(method: Draw): void {
  const prototype = ApexCharts.prototype as unknown as Record<
    Draw,
    (this: { el?: Element }, ...args: unknown[]) => Promise<unknown>
  >;
  const original = prototype[method];
  prototype[method] = function forgiving(...args) {
    const failed = (error: unknown) => {
      if (!this.el?.isConnected) return this;
      throw error;
    };
    try {
      return Promise.resolve(original.apply(this, args)).catch(failed);
    } catch (error) {
      return Promise.resolve(failed(error));
    }
  };
}
(['render', 'updateOptions', 'updateSeries'] as const).forEach(forgiveLeaving);

const Box = styled.div<{ $tones: readonly string[] }>`
  .apexcharts-tooltip.apexcharts-theme-light,
  .apexcharts-tooltip.apexcharts-theme-dark {
    border: 1px solid var(--border-strong);
    border-radius: var(--r-2);
    background: var(--overlay);
    color: var(--text);
    box-shadow: var(--shadow-2);
    white-space: nowrap;
  }
  .chart-tip {
    padding: 6px 10px;
    font: var(--fs-2)/var(--lh-2) var(--font);
  }
  .chart-tip strong {
    font-weight: var(--w-medium);
  }
  .chart-tip li {
    display: flex;
    align-items: center;
    gap: 6px;
    padding-top: 2px;
  }
  .chart-tip i {
    width: 8px;
    height: 8px;
    border-radius: 2px;
  }
  .chart-tip span {
    color: var(--muted);
  }
  .chart-tip b {
    margin-left: auto;
    padding-left: 12px;
    font-weight: var(--w-medium);
    font-variant-numeric: tabular-nums;
  }
  ${({ $tones }) =>
    $tones.map(
      (tone, index) => css`
        .chart-tip i[data-tone='${index}'] {
          background: var(--${tone});
        }
      `,
    )}
  text {
    font-variant-numeric: tabular-nums;
  }
`;

/** The part of the drawn chart that is used here. */
interface DrawnChart {
  dataURI: (options: { scale: number }) => Promise<{ imgURI: string }>;
  w: {
    globals: { isXNumeric: boolean; gridWidth: number; gridHeight: number; translateX: number; translateY: number };
  };
}

/** Where a category stands, in px of the drawing. */
interface Place {
  left: number;
  top: number;
  height: number;
}

/** On a counted axis the first and the last category stand on the edges, on a named one each in the middle of its band. */
function placeOf(chart: DrawnChart, index: number, count: number): Place {
  const { isXNumeric, gridWidth, gridHeight, translateX, translateY } = chart.w.globals;
  const share = !isXNumeric ? (index + 0.5) / count : count > 1 ? index / (count - 1) : 0.5;
  return { left: translateX + gridWidth * share, top: translateY, height: gridHeight };
}

const Guide = styled.span`
  position: absolute;
  width: 1px;
  background: var(--accent-text);
  pointer-events: none;
`;

/** Room in px that a name below the drawing needs. */
const nameWidth = 84;

/** What the frame around the drawing can ask of it. */
export interface ChartHandle {
  /** The drawing as a PNG data address, at twice its size. */
  png: () => Promise<string>;
  /** Marks a category, or none. */
  mark: (index: number | null) => void;
}

type Figures = Pick<ChartProps, 'kind' | 'categories' | 'series'> & { maximum: number | undefined };

interface ChartCanvasProps extends Pick<ChartProps, 'kind' | 'categories' | 'series' | 'maximum'> {
  height: number;
  format: (value: number, series: ChartSeries) => string;
  onReady: (handle: ChartHandle | null) => void;
}

/** The drawing itself. It is created only after its place is in the page, and again when the theme changes. */
export default function ChartCanvas({ kind, categories, series, height, maximum, format, onReady }: ChartCanvasProps) {
  // The drawing library makes style elements of its own: without the page's nonce they are refused, and its crosshairs stay visible.
  const nonce = usePageNonce();
  const box = useRef<HTMLDivElement>(null);
  const [ticks, setTicks] = useState(0);
  const [guide, setGuide] = useState<Place | null>(null);
  const [theme, setTheme] = useState<string | null>(null);
  useEffect(() => {
    const read = () =>
      setTheme(
        `${document.documentElement.dataset.theme ?? 'light'} ${document.documentElement.getAttribute('style') ?? ''}`,
      );
    read();
    const observer = new MutationObserver(read);
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'style'] });
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = () => setTicks(Math.max(2, Math.floor(element.clientWidth / nameWidth)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  // The same figures in new arrays are the same drawing: callers rarely keep theirs.
  const signature = JSON.stringify({ kind, categories, series, maximum });
  const formatNow = useRef(format);
  formatNow.current = format;
  const options = useMemo(() => {
    if (theme === null || ticks === 0) return null;
    const figures = JSON.parse(signature) as Figures;
    const color = createColorResolver();
    const fontFamily = getComputedStyle(document.body).fontFamily;
    const made = chartOptions({ ...figures, color, format: formatNow.current, nonce, fontFamily, ticks });
    return {
      ...made,
      chart: {
        ...made.chart,
        events: {
          mounted: (chart: DrawnChart) =>
            onReady({
              png: async () => (await chart.dataURI({ scale: 2 })).imgURI,
              mark: (index) =>
                setGuide(
                  index === null || figures.kind === 'donut' ? null : placeOf(chart, index, figures.categories.length),
                ),
            }),
        },
      },
    };
  }, [theme, signature, nonce, ticks, onReady]);
  const drawn = useMemo(
    () => (options ? { options, series: chartSeries(JSON.parse(signature) as Figures) } : null),
    [options, signature],
  );
  useEffect(() => () => onReady(null), [onReady]);

  const tones =
    kind === 'donut'
      ? categories.map((_, index) => toneOf(kind, index))
      : series.map((entry, index) => toneOf(kind, index, entry.tone));
  return (
    <Box ref={box} $tones={tones} style={{ minHeight: height, position: 'relative' }}>
      {drawn && (
        <ReactApexChart
          key={`${signature} ${theme} ${ticks}`}
          type={kind === 'donut' ? 'donut' : 'line'}
          height={height}
          width="100%"
          series={drawn.series}
          options={drawn.options}
        />
      )}
      {guide && <Guide style={guide} />}
    </Box>
  );
}
