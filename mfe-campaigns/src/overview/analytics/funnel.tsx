import { styled } from 'styled-components';
import { measureDefinitions, type Measure } from '@skein/contracts/analytics/measures';
import type { StatisticsView } from '@skein/contracts/analytics/figures';
import { Card, CardBody } from '@skein/ui/card';
import { Definition } from '@skein/ui/definition';
import { definitionOf, number, share } from './figure-texts';

const Steps = styled.ol`
  display: grid;
  gap: 10px;
  font-size: var(--fs-2);
  line-height: var(--lh-2);
`;

const Line = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto 48px;
  gap: var(--s-2);
  font-variant-numeric: tabular-nums;
  & > b {
    font-weight: var(--w-medium);
  }
  & > i {
    font-style: normal;
    text-align: right;
    color: var(--muted);
  }
`;

const Bar = styled.div<{ $width: number; $tone: number }>`
  width: ${({ $width }) => ($width > 0 ? `max(2px, ${$width}%)` : '0')};
  height: 8px;
  margin-top: 4px;
  border-radius: 2px;
  background: var(--chart-${({ $tone }) => $tone});
`;

const stages = ['contacted', 'opened', 'replied', 'positive', 'meetings'] as const satisfies readonly Measure[];

/** From imported leads to meetings. Bars are drawn to the imported leads; shares are of contacted leads, as everywhere. */
export function Funnel({
  statistics,
  onOpen,
}: {
  statistics: (StatisticsView & { imported: number }) | undefined;
  onOpen: (measure: Measure) => void;
}) {
  const imported = statistics?.imported ?? 0;
  const width = (count: number) => (imported === 0 ? 0 : Math.min(100, (count / imported) * 100));
  return (
    <Card title="Funnel" padded={false}>
      <CardBody>
        <Steps aria-label="Funnel">
          <li>
            <Line>
              <span>Imported</span>
              <b>{number(imported)}</b>
              <i />
            </Line>
            <Bar $width={imported > 0 ? 100 : 0} $tone={5} />
          </li>
          {stages.map((measure, index) => {
            const count = statistics?.counts[measure] ?? 0;
            return (
              <li key={measure}>
                <Line>
                  <span>
                    <Definition
                      text={definitionOf(measure, statistics?.range.include_out_of_office ?? false)}
                      onOpen={() => onOpen(measure)}
                    >
                      {measureDefinitions[measure].label}
                    </Definition>
                  </span>
                  <b>{number(count)}</b>
                  <i>{statistics && share(count, measure === 'contacted' ? imported : statistics.counts.contacted)}</i>
                </Line>
                <Bar $width={width(count)} $tone={Math.max(1, 4 - index)} />
              </li>
            );
          })}
        </Steps>
      </CardBody>
    </Card>
  );
}
