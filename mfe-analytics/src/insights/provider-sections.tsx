import { useState } from 'react';
import { styled } from 'styled-components';
import { rateOf } from '@skein/contracts/analytics/measures';
import type { MatrixCell } from '@skein/contracts/analytics/insights.contract';
import { Card, CardBody } from '@skein/ui/card';
import { EmptyState } from '@skein/ui/empty-state';
import { Segmented } from '@skein/ui/segmented';
import { Stat, Stats } from '@skein/ui/stat';
import { SkeletonRows } from '@skein/ui/skeleton';
import { SubLine, Text } from '@skein/ui/text';
import { useAnalyticsInsightMailboxesQuery, useAnalyticsInsightMatrixQuery } from '../api';
import type { Insights } from './insights.hooks';
import { Problem } from './problem-card';

const names: Record<string, string> = { GMAIL: 'Google', OUTLOOK: 'Microsoft 365', ZOHO: 'Zoho' };
const nameOf = (provider: string) => names[provider] ?? 'Other';
const number = (count: number) => count.toLocaleString('en-US');
/** Fewer sends than this say nothing about a rate. */
const enough = 50;

const Wide = styled.div`
  overflow-x: auto;
`;
const Matrix = styled.table`
  width: 100%;
  min-width: 560px;
  border-collapse: separate;
  border-spacing: 2px;
  th {
    text-align: start;
    font-weight: var(--w-medium);
    padding: var(--s-2);
  }
`;
const Cell = styled.td<{ $share: number | null; $good: boolean }>`
  padding: var(--s-2) var(--s-3);
  border-radius: var(--r-2);
  font-variant-numeric: tabular-nums;
  background: ${({ $share, $good }) =>
    $share === null
      ? 'transparent'
      : `color-mix(in srgb, var(${$good ? '--success' : '--danger'}) ${Math.round($share * 40)}%, var(--surface))`};
  /* Muted text is too faint on the stronger tints. */
  & > * {
    color: var(--text);
  }
`;

interface Place {
  sent: number;
  contacted: number;
  replied: number;
  bounced: number;
}
/** Cells by their providers’ names: several kinds of servers are all “Other”. */
export function placesOf(cells: readonly MatrixCell[]): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const cell of cells) {
    const key = `${nameOf(cell.from)}|${nameOf(cell.to)}`;
    const place = places.get(key) ?? { sent: 0, contacted: 0, replied: 0, bounced: 0 };
    places.set(key, {
      sent: place.sent + cell.sent,
      contacted: place.contacted + cell.contacted,
      replied: place.replied + cell.replied,
      bounced: place.bounced + cell.bounced,
    });
  }
  return places;
}

/** From each provider of mailboxes to each of recipients: a heat map, whose cells say their figure too. */
export function MatrixSection({ insights }: { insights: Insights }) {
  const [measure, setMeasure] = useState<'replied' | 'bounced'>('replied');
  const { data, error, refetch } = useAnalyticsInsightMatrixQuery({ query: { ...insights.range, ...insights.filter } });
  if (error) return <Problem message={error.message ?? ''} onRetry={() => void refetch()} />;
  const places = placesOf(data?.cells ?? []);
  const from = [...new Set([...places.keys()].map((key) => key.split('|')[0] as string))].sort();
  const to = [...new Set([...places.keys()].map((key) => key.split('|')[1] as string))].sort();
  const rate = (place: Place) =>
    measure === 'replied' ? rateOf(place.replied, place.contacted) : rateOf(place.bounced, place.sent);
  const top = Math.max(
    1,
    ...[...places.values()].filter((place) => place.sent >= enough).map((place) => rate(place) ?? 0),
  );
  return (
    <Card
      title="Provider to provider"
      actions={
        <Segmented
          label="Rate shown"
          value={measure}
          onValueChange={setMeasure}
          items={[
            { id: 'replied', label: 'Replied' },
            { id: 'bounced', label: 'Bounced' },
          ]}
        />
      }
    >
      {!data ? (
        <SkeletonRows rows={4} />
      ) : places.size === 0 ? (
        <EmptyState level={3} icon="chart" title="Nothing sent in this period">
          Try other dates or fewer filters.
        </EmptyState>
      ) : (
        <Wide tabIndex={0} role="group" aria-label="Provider to provider">
          <Matrix>
            <thead>
              <tr>
                <th scope="col">From \ to</th>
                {to.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {from.map((sender) => (
                <tr key={sender}>
                  <th scope="row">{sender}</th>
                  {to.map((recipient) => {
                    const place = places.get(`${sender}|${recipient}`);
                    const value = place ? rate(place) : null;
                    const share = place && place.sent >= enough && value !== null ? value / top : null;
                    return (
                      <Cell key={recipient} $share={share} $good={measure === 'replied'}>
                        {value === null ? '–' : `${value.toFixed(1)}%`}
                        <SubLine>{place && `${number(place.sent)} sent`}</SubLine>
                      </Cell>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </Matrix>
        </Wide>
      )}
      <CardBody>
        <Text $tone="muted" $size={2}>
          {measure === 'replied' ? 'Reply rate of contacted leads.' : 'Bounce rate of sent emails.'} Cells with fewer
          than {enough} sends are not shaded.
        </Text>
      </CardBody>
    </Card>
  );
}

/** Mailboxes by state, now. */
export function MailboxStatesSection({ insights }: { insights: Insights }) {
  const { data, error, refetch } = useAnalyticsInsightMailboxesQuery({
    query: insights.filter.client_ids ? { client_ids: insights.filter.client_ids } : {},
  });
  if (error) return <Problem message={error.message ?? ''} onRetry={() => void refetch()} />;
  const stat = (label: string, definition: string, value: number | undefined) => (
    <Stat
      label={label}
      definition={definition}
      value={value === undefined ? null : number(value)}
      loading={!data}
      href="/app/email-accounts/emails"
    />
  );
  return (
    <Stats style={{ flex: 'none' }}>
      {stat('Mailboxes', 'All mailboxes in the workspace right now, whatever the dates.', data?.total)}
      {stat('Connected', 'Sending and receiving both work.', data?.connected)}
      {stat('In use', 'Mailboxes used by at least one active campaign.', data?.in_use)}
      {stat('Cannot sign in', 'Sending or receiving fails.', data?.failing)}
      {stat('Without warmup', 'Mailboxes whose warmup is off.', data?.without_warmup)}
    </Stats>
  );
}
