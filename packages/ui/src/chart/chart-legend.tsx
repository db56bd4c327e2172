import { styled } from 'styled-components';
import { formatted } from './chart-options';
import { toneOf } from './chart-types';
import type { ChartProps, ChartSeries } from './chart-types';

const List = styled.ul<{ $below: boolean }>`
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

/** The colours of a chart: one for each measure, or for each share of a donut with its figure. */
export function ChartLegend({
  kind,
  categories,
  series,
  format,
  below,
}: Pick<ChartProps, 'kind' | 'categories' | 'series'> & {
  format: (value: number, series: ChartSeries) => string;
  /** In a line of its own. */ below: boolean;
}) {
  const first = series[0];
  return (
    <List aria-label="Legend" $below={below}>
      {kind === 'donut' && first
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
    </List>
  );
}
