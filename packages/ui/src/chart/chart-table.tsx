import { styled } from 'styled-components';
import { formatted } from './chart-options';
import type { ChartProps, ChartSeries } from './chart-types';

const Scroll = styled.div`
  max-height: 320px;
  overflow: auto;
  &:focus-visible {
    outline-offset: -2px;
  }
  table {
    width: 100%;
  }
  th {
    position: sticky;
    top: 0;
    height: 32px;
    padding: 0 var(--s-3);
    background: var(--surface-2);
    border-bottom: 1px solid var(--border);
    font-size: var(--fs-2);
    font-weight: var(--w-medium);
    color: var(--muted);
    text-align: left;
    white-space: nowrap;
  }
  td,
  tbody th {
    height: 32px;
    padding: 0 var(--s-3);
    border-bottom: 1px solid var(--border);
    white-space: nowrap;
  }
  tbody th {
    position: static;
    background: none;
    color: var(--text);
    font-size: inherit;
    font-weight: var(--w-regular);
  }
  th + th,
  td {
    text-align: right;
    font-variant-numeric: tabular-nums;
  }
  button {
    color: var(--accent-text);
    font-weight: var(--w-medium);
    min-height: 24px;
    &:hover {
      text-decoration: underline;
    }
  }
`;

interface ChartTableProps extends Pick<ChartProps, 'title' | 'categoryLabel' | 'categories' | 'series' | 'onOpen'> {
  format: (value: number, series: ChartSeries) => string;
}

/** The same figures as rows. */
export function ChartTable({ title, categoryLabel, categories, series, format, onOpen }: ChartTableProps) {
  return (
    <Scroll tabIndex={0} role="region" aria-label={`${title}, as a table`}>
      <table>
        <thead>
          <tr>
            <th scope="col">{categoryLabel}</th>
            {series.map((entry) => (
              <th key={entry.id} scope="col">
                {entry.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {categories.map((category, index) => (
            <tr key={index}>
              <th scope="row">
                {onOpen ? (
                  <button type="button" onClick={() => onOpen(index)}>
                    {category}
                  </button>
                ) : (
                  category
                )}
              </th>
              {series.map((entry) => (
                <td key={entry.id}>{formatted(entry, index, format)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
