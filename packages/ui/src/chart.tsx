import { useMemo, useRef, useState } from 'react';
import { styled } from 'styled-components';
import type { ChartHandle } from './chart/chart-canvas';
import { ChartLegend } from './chart/chart-legend';
import { ChartPlot } from './chart/chart-plot';
import { Readout } from './chart/chart-readout';
import { ChartTable } from './chart/chart-table';
import { ChartTools } from './chart/chart-tools';
import type { ChartProps } from './chart/chart-types';
import { Skeleton, useDelayed } from './skeleton';
import { useUi } from './ui-provider';

export type { ChartKind, ChartProps, ChartSeries, ChartTone } from './chart/chart-types';

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

/**
 * A chart with its twin as a table and its figures as a file. With the keyboard: focus the drawing, arrow keys read one
 * category after the other, Enter opens the rows behind it.
 */
export function Chart(props: ChartProps) {
  const { title, kind, categories, series, categoryLabel, height = 220, formatValue } = props;
  const { heading = 'h3', loading = false, empty, onOpen, defaultAsTable = false } = props;
  const { locale } = useUi();
  const [asTable, setAsTable] = useState(defaultAsTable);
  const handle = useRef<ChartHandle | null>(null);
  const late = useDelayed(loading);
  const format = useMemo(
    () => formatValue ?? ((value: number) => value.toLocaleString(locale, { maximumFractionDigits: 1 })),
    [formatValue, locale],
  );
  const nothing = categories.length === 0 || series.every((entry) => entry.values.every((value) => value === null));
  const donut = kind === 'donut';
  const figures = donut ? series.slice(0, 1) : series;
  const below = (donut ? categories.length : series.length) > 3;
  const Title = heading === 'none' ? null : heading;
  return (
    <Figure>
      <Head>
        {Title && <Title>{title}</Title>}
        <ChartLegend kind={kind} categories={categories} series={series} format={format} below={below} />
        <ChartTools
          title={title}
          categoryLabel={categoryLabel}
          categories={categories}
          figures={figures}
          actions={props.actions}
          asTable={asTable}
          onAsTable={setAsTable}
          nothing={nothing}
          push={below}
          handle={handle}
        />
      </Head>
      {nothing && !loading && (empty ?? <Readout>There is nothing to show for this period.</Readout>)}
      {nothing && late && <Skeleton $height={height} />}
      {!nothing && asTable && (
        <ChartTable
          title={title}
          categoryLabel={categoryLabel}
          categories={categories}
          series={figures}
          format={format}
          {...(onOpen ? { onOpen } : {})}
        />
      )}
      {!nothing && !asTable && <ChartPlot chart={props} height={height} format={format} handle={handle} />}
    </Figure>
  );
}
