import { lazy, Suspense, useCallback, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { styled } from 'styled-components';
import { ErrorBoundary } from '../error-boundary';
import { Skeleton } from '../skeleton';
import type { ChartHandle } from './chart-canvas';
import { formatted } from './chart-options';
import { Readout } from './chart-readout';
import { summaryOf } from './chart-summary';
import type { ChartProps, ChartSeries } from './chart-types';

// The drawing library is 150 KB: it comes with the first chart, never with a page.
const ChartCanvas = lazy(() => import('./chart-canvas'));

const Plot = styled.div`
  border-radius: var(--r-1);
`;

/** The drawing. Focused, arrow keys read one category after the other, and Enter opens the rows behind it. */
export function ChartPlot({
  chart,
  height,
  format,
  handle,
}: {
  chart: ChartProps;
  height: number;
  format: (value: number, series: ChartSeries) => string;
  handle: RefObject<ChartHandle | null>;
}) {
  const { title, kind, categories, series, maximum, loading, onOpen } = chart;
  const [at, setAt] = useState<number | null>(null);
  const onReady = useCallback(
    (next: ChartHandle | null) => {
      handle.current = next;
    },
    [handle],
  );
  const read = (index: number) => {
    const next = Math.max(0, Math.min(categories.length - 1, index));
    setAt(next);
    handle.current?.mark(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = {
      ArrowRight: at === null ? 0 : at + 1,
      ArrowLeft: at === null ? categories.length - 1 : at - 1,
      Home: 0,
      End: categories.length - 1,
    }[event.key];
    if (event.key === 'Enter' && at !== null && onOpen) {
      onOpen(at);
      return;
    }
    if (target === undefined) return;
    event.preventDefault();
    read(target);
  };
  const leave = () => {
    setAt(null);
    handle.current?.mark(null);
  };
  return (
    <>
      <Plot
        tabIndex={0}
        role="img"
        aria-label={`${title}: ${summaryOf(chart, format)}`}
        aria-roledescription="chart"
        aria-busy={loading || undefined}
        onKeyDown={onKeyDown}
        onBlur={leave}
      >
        <ErrorBoundary part={title}>
          <Suspense fallback={<Skeleton $height={height} />}>
            <ChartCanvas
              kind={kind}
              categories={categories}
              series={series}
              height={height}
              format={format}
              onReady={onReady}
              {...(maximum === undefined ? {} : { maximum })}
            />
          </Suspense>
        </ErrorBoundary>
      </Plot>
      <Readout role="status">
        {at !== null &&
          `${categories[at] ?? ''}: ${(kind === 'donut' ? series.slice(0, 1) : series).map((entry) => `${entry.label} ${formatted(entry, at, format)}`).join(', ')}`}
      </Readout>
    </>
  );
}
