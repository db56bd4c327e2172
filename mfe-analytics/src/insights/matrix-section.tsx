import { useState } from 'react';
import { styled } from 'styled-components';
import type { ProviderEnd } from '@skein/contracts/analytics/narrowing';
import { Card } from '@skein/ui/card';
import { EmptyState } from '@skein/ui/empty-state';
import { Stack } from '@skein/ui/layout';
import { Segmented } from '@skein/ui/segmented';
import { SkeletonRows } from '@skein/ui/skeleton';
import { Status } from '@skein/ui/status';
import { SubLine, Text } from '@skein/ui/text';
import { useMatrix } from './insight-reads.hooks';
import { FigureButton } from '../figure-rows/figure-button';
import type { Figure } from '../global/range-address';
import { ExportTable } from './export-table';
import type { Insights } from './insights.hooks';
import {
  baseOf,
  enough,
  outliersOf,
  placeRate,
  placesOf,
  shadeOf,
  sumOf,
  type MatrixMeasure,
  type Place,
} from './matrix-places';
import { Problem } from './problem-card';

const number = (count: number) => count.toLocaleString('en-US');
const percent = (rate: number | null) => (rate === null ? '–' : `${rate.toFixed(1)}%`);

const Wide = styled.div`
  overflow-x: auto;
`;
const Matrix = styled.table`
  width: 100%;
  min-width: 560px;
  table-layout: fixed;
  border-collapse: separate;
  border-spacing: 2px;
  th {
    text-align: start;
    font-weight: var(--w-medium);
    padding: var(--s-2);
  }
`;
const Cell = styled.td<{ $share: number | null; $good: boolean; $named?: boolean }>`
  padding: var(--s-2) var(--s-3);
  border-radius: var(--r-2);
  font-variant-numeric: tabular-nums;
  background: ${({ $share, $good }) =>
    $share === null
      ? 'transparent'
      : `color-mix(in srgb, var(${$good ? '--success' : '--danger'}) ${Math.round($share * 40)}%, var(--surface))`};
  ${({ $named }) => $named && 'box-shadow: inset 0 0 0 2px var(--danger);'}
  /* Muted text is too faint on the stronger tints. */
  & > * {
    color: var(--text);
  }
`;
const Sides = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 3fr) minmax(240px, 1fr);
  gap: var(--s-4);
  @media (max-width: 1199.98px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const explained: Record<MatrixMeasure, { says: string; unit: string }> = {
  spam: { says: 'Share of warmup and test emails that landed in spam', unit: 'placed' },
  bounced: { says: 'Bounce rate of sent emails', unit: 'sent' },
  replied: { says: 'Reply rate of contacted leads', unit: 'contacted' },
};
const verbs: Record<MatrixMeasure, string> = { spam: 'lands in spam', bounced: 'bounces', replied: 'is answered' };

/** Opens the rows of a figure between two ends. */
type Open = (figure: Figure, from: ProviderEnd, to: ProviderEnd) => void;

interface FiguresProps {
  place: Place | undefined;
  measure: MatrixMeasure;
  from: string;
  to: string;
  open: Open;
}

/** An end as it is read; the call for its rows names it as the contract does. */
const readEnd = (name: string) => (name === 'Other' ? /* text */ 'Other' : name);

function Figures({ place, measure, from, to, open }: FiguresProps) {
  const rate = percent(place ? placeRate(place, measure) : null);
  const ends = `${readEnd(from)} to ${readEnd(to)}`;
  const end = (name: string) => (name === /* text */ 'All' ? 'any' : (name as ProviderEnd));
  return (
    <>
      <FigureButton
        text={rate}
        label={`${verbs[measure]}, ${ends}`}
        count={place?.[measure] ?? 0}
        onOpen={() => open(measure, end(from), end(to))}
      />
      <SubLine>
        {place && baseOf(place, measure) > 0 && measure !== 'spam'
          ? `${number(place[measure])} of ${number(baseOf(place, measure))}`
          : null}
        {place && measure === 'spam' && place.placed > 0 ? (
          <FigureButton
            text={`${number(place.spam)} of ${number(place.placed)}`}
            label={`warmup and test emails, ${ends}`}
            count={place.placed}
            onOpen={() => open('placed', end(from), end(to))}
          />
        ) : null}
      </SubLine>
    </>
  );
}

function MatrixTable({
  places,
  measure,
  open,
}: {
  places: ReadonlyMap<string, Place>;
  measure: MatrixMeasure;
  open: Open;
}) {
  const shared = { measure, open };
  const ends = [...places.keys()].map((key) => key.split('|') as [string, string]);
  const from = [...new Set(ends.map(([name]) => name))].sort();
  const to = [...new Set(ends.map(([, name]) => name))].sort();
  const named = new Set(outliersOf(places, measure).map((outlier) => `${outlier.from}|${outlier.to}`));
  return (
    <Wide tabIndex={0} role="group" aria-label="Provider to provider">
      <Matrix>
        <thead>
          <tr>
            {['From \\ to', ...to, 'All'].map((name) => (
              <th key={name} scope="col">
                {readEnd(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {from.map((sender) => (
            <tr key={sender}>
              <th scope="row">{readEnd(sender)}</th>
              {to.map((recipient) => {
                const key = `${sender}|${recipient}`;
                return (
                  <Cell
                    key={recipient}
                    $share={shadeOf(places, key, measure)}
                    $good={measure === 'replied'}
                    $named={named.has(key)}
                  >
                    <Figures place={places.get(key)} from={sender} to={recipient} {...shared} />
                  </Cell>
                );
              })}
              <Cell $share={null} $good>
                <Figures place={sumOf(places, { from: sender })} from={sender} to={/* text */ 'All'} {...shared} />
              </Cell>
            </tr>
          ))}
          <tr>
            <th scope="row">All</th>
            {[...to, undefined].map((recipient) => (
              <Cell key={recipient ?? 'all'} $share={null} $good>
                <Figures
                  place={sumOf(places, recipient === undefined ? {} : { to: recipient })}
                  from="All"
                  to={recipient ?? /* text */ 'All'}
                  {...shared}
                />
              </Cell>
            ))}
          </tr>
        </tbody>
      </Matrix>
    </Wide>
  );
}

/** What is twice as bad as the rest, in a sentence each. */
function StandsOut({ places, measure }: { places: ReadonlyMap<string, Place>; measure: MatrixMeasure }) {
  const outliers = outliersOf(places, measure);
  return (
    <Stack as="section" aria-label="What stands out" $gap={3}>
      <b>What stands out</b>
      {outliers.length === 0 ? (
        <Status tone="success" glyph="done" quiet style={{ whiteSpace: 'normal' }}>
          Nothing is twice as bad as the rest.
        </Status>
      ) : (
        outliers.map(({ from, to, rate, rest }) => (
          <Text key={`${from} ${to}`}>
            <b>
              {from} to {to} {verbs[measure]} {percent(rate)},
            </b>{' '}
            all others {percent(rest)}.
          </Text>
        ))
      )}
    </Stack>
  );
}

/** From each provider of mailboxes to each of recipients: a heat map, whose cells say their figure too. */
export function MatrixSection({ insights }: { insights: Insights }) {
  const [measure, setMeasure] = useState<MatrixMeasure>('replied');
  const { data, problem } = useMatrix(insights);
  if (problem) return <Problem {...problem} />;
  const places = placesOf(data?.cells ?? []);
  return (
    <Card
      title="Provider to provider"
      actions={
        <>
          <Segmented
            label="Rate shown"
            value={measure}
            onValueChange={setMeasure}
            items={[
              { id: 'replied', label: 'Replied' },
              { id: 'bounced', label: 'Bounced' },
              { id: 'spam', label: 'Spam' },
            ]}
          />
          <ExportTable
            name="Provider to provider"
            header={['From', 'To', 'Sent', 'Contacted', 'Replied', 'Bounced', 'Placed', 'Spam']}
            rows={[...places].map(([key, { sent, contacted, replied, bounced, placed, spam }]) => [
              ...key.split('|'),
              sent,
              contacted,
              replied,
              bounced,
              placed,
              spam,
            ])}
          />
        </>
      }
    >
      {!data ? (
        <SkeletonRows rows={4} />
      ) : places.size === 0 ? (
        <EmptyState level={3} icon="chart" title="Nothing sent in this period">
          Try other dates or fewer filters.
        </EmptyState>
      ) : (
        <Sides>
          <MatrixTable
            places={places}
            measure={measure}
            open={(figure, from, to) => insights.change({ figure, narrow: { from_provider: from, to_provider: to } })}
          />
          <StandsOut places={places} measure={measure} />
        </Sides>
      )}
      <Text as="p" $tone="muted" $size={2} style={{ marginTop: 'var(--s-4)' }}>
        {explained[measure].says}; below it, of how many {explained[measure].unit}. The darker, the higher; fewer than{' '}
        {enough} are not shaded. What stands out is framed.
      </Text>
    </Card>
  );
}
