import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { styled } from 'styled-components';
import type { ChartHandle } from './chart/chart-canvas';
import { chartCsv, saveFile } from './chart/chart-csv';
import { formatted } from './chart/chart-options';
import { ChartTable } from './chart/chart-table';
import { toneOf } from './chart/chart-types';
import type { ChartProps, ChartSeries } from './chart/chart-types';
import { ErrorBoundary } from './error-boundary';
import { IconButton } from './icon-button';
import { Menu } from './menu';
import { Skeleton, useDelayed } from './skeleton';
import { toasts } from './toast-store';
import { useUi } from './ui-provider';

export type { ChartKind, ChartProps, ChartSeries, ChartTone } from './chart/chart-types';

// The drawing library is 150 KB: it comes with the first chart, never with a page.
const ChartCanvas = lazy(() => import('./chart/chart-canvas'));

const Figure = styled.figure`
  min-width: 0;
`;

const Head = styled.figcaption`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-1) var(--s-4);
  min-height: 32px;
  margin-bottom: var(--s-2);
  h2,
  h3 {
    font-size: var(--fs-3);
    line-height: var(--lh-3);
    font-weight: var(--w-bold);
  }
`;

const Legend = styled.ul<{ $below: boolean }>`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-1) var(--s-4);
  ${({ $below }) => ($below ? 'order: 4; flex-basis: 100%;' : 'margin-left: auto;')}
  @media (max-width: 639.98px) {
    order: 4;
    flex-basis: 100%;
  }
  font-size: var(--fs-2);
  line-height: var(--lh-2);
  color: var(--muted);
  li {
    display: flex;
    align-items: center;
    gap: 6px;
  }
  b {
    font-weight: var(--w-regular);
    color: var(--text-2);
    font-variant-numeric: tabular-nums;
  }
`;

const Key = styled.i<{ $tone: string; $line: boolean }>`
  flex: none;
  width: ${({ $line }) => ($line ? 12 : 8)}px;
  height: ${({ $line }) => ($line ? 2 : 8)}px;
  border-radius: ${({ $line }) => ($line ? 1 : 2)}px;
  background: var(--${({ $tone }) => $tone});
`;

const Tools = styled.div<{ $push: boolean }>`
  display: flex;
  align-items: center;
  gap: 2px;
  ${({ $push }) => $push && 'margin-left: auto;'}
  @media (max-width: 639.98px) {
    margin-left: auto;
  }
`;

const Plot = styled.div`
  border-radius: var(--r-1);
`;

const Readout = styled.p`
  min-height: 16px;
  margin-top: var(--s-1);
  font-size: var(--fs-2);
  line-height: var(--lh-2);
  color: var(--text-2);
  font-variant-numeric: tabular-nums;
`;

const fileName = (title: string, ending: string) =>
  `${title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')}.${ending}`;

/**
 * A chart with its twin as a table and its figures as a file. With the keyboard: focus the drawing, arrow keys read one
 * category after the other, Enter opens the rows behind it.
 */
export function Chart(props: ChartProps) {
  const {
    title,
    kind,
    categories,
    series,
    categoryLabel,
    height = 220,
    formatValue,
    maximum,
    actions,
    heading = 'h3',
    loading = false,
    empty,
    onOpen,
    defaultAsTable = false,
  } = props;
  const { locale } = useUi();
  const [asTable, setAsTable] = useState(defaultAsTable);
  const [at, setAt] = useState<number | null>(null);
  const handle = useRef<ChartHandle | null>(null);
  const onReady = useCallback((next: ChartHandle | null) => {
    handle.current = next;
  }, []);
  const late = useDelayed(loading);
  const format = useMemo(
    () => formatValue ?? ((value: number) => value.toLocaleString(locale, { maximumFractionDigits: 1 })),
    [formatValue, locale],
  );
  const nothing = categories.length === 0 || series.every((entry) => entry.values.every((value) => value === null));

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
  const savePng = async () => {
    try {
      const address = await handle.current?.png();
      if (address) saveFile(fileName(title, 'png'), address);
    } catch {
      toasts.show({
        title: 'The picture could not be created',
        text: 'The figures can still be downloaded as CSV.',
        tone: 'danger',
      });
    }
  };
  const total = (entry: ChartSeries) => entry.values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  const donut = kind === 'donut';
  const first = series[0];
  const summary = donut
    ? categories.map((category, index) => `${category} ${first ? formatted(first, index, format) : ''}`).join(', ')
    : `${series.map((entry) => `${entry.label} ${format(total(entry), entry)} in all`).join(', ')}, ${categories.length} ${categoryLabel.toLowerCase()} values from ${categories[0] ?? ''} to ${categories[categories.length - 1] ?? ''}`;
  const below = (donut ? categories.length : series.length) > 3;
  const Title = heading === 'none' ? null : heading;
  return (
    <Figure>
      <Head>
        {Title && <Title>{title}</Title>}
        <Legend aria-label="Legend" $below={below}>
          {donut && first
            ? categories.map((category, index) => (
                <li key={index}>
                  <Key $tone={toneOf(kind, index)} $line={false} />
                  {category}
                  <b>{formatted(first, index, format)}</b>
                </li>
              ))
            : series.map((entry, index) => (
                <li key={entry.id}>
                  <Key $tone={toneOf(kind, index, entry.tone)} $line={(entry.draw ?? kind) === 'line'} />
                  {entry.label}
                  {entry.axis === 'right' && ', right scale'}
                </li>
              ))}
        </Legend>
        <Tools $push={below}>
          {actions}
          <IconButton
            icon={asTable ? 'chart' : 'table'}
            label={asTable ? 'Show as a chart' : 'Show as a table'}
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
          />
          <Menu
            align="end"
            trigger={<IconButton icon="download" label={`Download ${title}`} tooltip={false} disabled={nothing} />}
            entries={[
              {
                label: 'Figures as CSV',
                icon: 'table',
                onSelect: () =>
                  saveFile(
                    fileName(title, 'csv'),
                    new Blob([`\uFEFF${chartCsv(categoryLabel, categories, donut && first ? [first] : series)}`], {
                      type: 'text/csv;charset=utf-8',
                    }),
                  ),
              },
              {
                label: 'Picture as PNG',
                icon: 'image',
                disabled: asTable,
                detail: asTable ? 'Show the chart first' : undefined,
                onSelect: () => void savePng(),
              },
            ]}
          />
        </Tools>
      </Head>
      {nothing && !loading && (empty ?? <Readout>There is nothing to show for this period.</Readout>)}
      {nothing && late && <Skeleton $height={height} />}
      {!nothing && asTable && (
        <ChartTable
          title={title}
          categoryLabel={categoryLabel}
          categories={categories}
          series={donut && first ? [first] : series}
          format={format}
          {...(onOpen ? { onOpen } : {})}
        />
      )}
      {!nothing && !asTable && (
        <>
          <Plot
            tabIndex={0}
            role="img"
            aria-label={`${title}: ${summary}`}
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
              `${categories[at] ?? ''}: ${(donut ? series.slice(0, 1) : series).map((entry) => `${entry.label} ${formatted(entry, at, format)}`).join(', ')}`}
          </Readout>
        </>
      )}
    </Figure>
  );
}
