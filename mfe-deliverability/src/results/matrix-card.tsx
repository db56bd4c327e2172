import { styled } from 'styled-components';
import type { PlacementReport } from '@skein/contracts/smart-delivery/placement-shapes';
import { Card } from '@skein/ui/card';
import { Glyph } from '@skein/ui/icon';

type Cell = PlacementReport['summary']['by_place'][number];
/** Percent below which a place has failed, and does not only miss the mark. */
const veryLow = 60;
const sumOf = (cells: readonly Cell[], of: 'known' | 'good') => cells.reduce((sum, cell) => sum + cell[of], 0);

/** Placement of each provider in each region. Until the run ends, `isOpen`, it counts and judges nothing. */
export function MatrixCard({ report, isOpen }: { report: PlacementReport; isOpen: boolean }) {
  const providers = report.by_provider.map(({ name }) => name);
  const regions = report.by_region.map(({ name }) => name).sort();
  if (providers.length === 0) return null;
  const figures = (name: string, own: readonly Cell[]) => {
    const [known, good] = [sumOf(own, 'known'), sumOf(own, 'good')];
    if (own.length === 0) return <td key={name}>–</td>;
    const score = known === 0 ? null : Math.round((100 * good) / known);
    const low =
      isOpen || score === null || score >= report.pass_percent ? undefined : score < veryLow ? 'very' : 'a little';
    return (
      <td key={name} data-low={low}>
        {score === null ? (
          <small>Waiting</small>
        ) : isOpen ? (
          `${good} of ${known}`
        ) : (
          <>
            {low && (
              <Glyph
                name={low === 'very' ? 'bad' : 'warn'}
                title={`Below ${low === 'very' ? veryLow : report.pass_percent}%`}
                style={{ marginRight: 4 }}
              />
            )}
            {`${score}%`} <small>{`${good}/${known}`}</small>
          </>
        )}
      </td>
    );
  };
  return (
    <Card title="Placement by provider and region" padded={false}>
      <Scroll tabIndex={0} role="region" aria-label="Placement by provider and region">
        <table>
          <thead>
            <tr>
              <th scope="col">Provider</th>
              {regions.map((region) => (
                <th scope="col" key={region}>
                  {region}
                </th>
              ))}
              <th scope="col">All</th>
            </tr>
          </thead>
          <tbody>
            {providers.map((provider) => {
              const own = report.summary.by_place.filter((cell) => cell.provider === provider);
              return (
                <tr key={provider}>
                  <th scope="row">{provider}</th>
                  {regions.map((region) =>
                    figures(
                      region,
                      own.filter((cell) => cell.region === region),
                    ),
                  )}
                  {figures('all', own)}
                </tr>
              );
            })}
          </tbody>
        </table>
      </Scroll>
    </Card>
  );
}

const Scroll = styled.div`
  overflow-x: auto;
  table {
    width: 100%;
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }
  th,
  td {
    padding: var(--s-2) var(--s-2);
    border-top: 1px solid var(--border);
    text-align: right;
    white-space: nowrap;
  }
  thead th {
    border-top: 0;
    white-space: normal;
    vertical-align: bottom;
    color: var(--muted);
    font-weight: var(--w-medium);
  }
  th:first-child {
    padding-left: var(--s-4);
    text-align: left;
    font-weight: var(--w-medium);
  }
  td[data-low='very'] {
    color: var(--danger);
  }
  td[data-low='a little'] {
    color: var(--warning);
  }
  tr > :last-child {
    padding-right: var(--s-4);
  }
  small {
    color: var(--muted);
  }
`;
