import { counted } from '@skein/ui/counted';
import { styled } from 'styled-components';
import { navigateTo } from '@skein/mfe/navigation';
import { Card } from '@skein/ui/card';
import { EmptyState } from '@skein/ui/empty-state';
import { SkeletonRows } from '@skein/ui/skeleton';
import { Stat } from '@skein/ui/stat';
import { useAnswers, useGroups } from './insight-reads.hooks';
import type { Insights } from './insights.hooks';
import { DaysSection, TotalsSection } from './overview-sections';
import { Problem } from './problem-card';
import { ShareBars } from './share-bars';

const Beside = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 2fr) minmax(0, 1fr);
  gap: var(--s-4);
  align-items: start;
  @media (max-width: 1000px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;
const number = (count: number) => count.toLocaleString('en-US');
const share = (count: number, of: number) => (of === 0 ? null : `${((count / of) * 100).toFixed(1)}%`);

/** The figures of the range, and how many positive replies were answered in time. */
export function AgencyTotals({ insights }: { insights: Insights }) {
  const { data } = useAnswers(insights);
  const due = data ? data.in_time + data.late : 0;
  const before = data ? share(data.previous.in_time, data.previous.in_time + data.previous.late) : null;
  return (
    <TotalsSection insights={insights} only={['contacted', 'sent', 'replied', 'positive', 'meetings', 'bounced']}>
      <Stat
        label="Answered in 4 h"
        definition="Share of positive replies answered within four hours. Replies that are younger and still unanswered are left out."
        value={data ? share(data.in_time, due) : null}
        detail={
          data &&
          (before === null
            ? `${number(data.in_time)} of ${number(due)}`
            : `${number(data.in_time)} of ${number(due)}, was ${before}`)
        }
        href={`/app/analytics-v2/team-board${insights.search ? `?${insights.search}` : ''}`}
        loading={!data}
      />
    </TotalsSection>
  );
}

/** A rate of positive replies that is worth a darker bar, in percent of contacted leads. */
const strongRate = 2;
const shown = 8;
const signed = (change: number) => (change === 0 ? '0' : `${change > 0 ? '+' : '−'}${Math.abs(change)}`);

/** Days, and beside them whose positive replies they were. */
export function DaysAndClients({ insights }: { insights: Insights }) {
  const { data, problem } = useGroups(insights, 'client');
  const groups = [...(data?.groups ?? [])].sort((one, other) => other.counts.positive - one.counts.positive);
  const rest = groups.slice(shown);
  const sum = (of: (group: (typeof groups)[number]) => number) => rest.reduce((total, group) => total + of(group), 0);
  const bars = groups.slice(0, shown).map((group) => ({
    key: group.key,
    name: group.name,
    count: group.counts.positive,
    strong: (group.rates.positive ?? 0) >= strongRate,
    open: {
      label: `Positive, ${group.name}`,
      onOpen: () =>
        insights.change({ figure: 'positive', narrow: { group_by: 'client', group_key: group.key }, of: group.name }),
    },
    ...(group.previous ? { note: signed(group.counts.positive - group.previous.counts.positive) } : {}),
  }));
  if (rest.length > 0)
    bars.push({
      key: 'rest',
      name: counted(rest.length, 'other'),
      count: sum((group) => group.counts.positive),
      strong: false,
      open: {
        label: 'Positive, other clients',
        onOpen: () =>
          navigateTo(`/app/analytics-v2/overall-client-performance${insights.search ? `?${insights.search}` : ''}`),
      },
      note: signed(sum((group) => group.counts.positive - (group.previous?.counts.positive ?? 0))),
    });
  return (
    <Beside>
      <DaysSection insights={insights} />
      {problem ? (
        <Problem {...problem} />
      ) : (
        <Card title="Positive by client" detail={`darker from ${strongRate}% of contacted`}>
          {!data ? (
            <SkeletonRows rows={4} />
          ) : bars.length === 0 ? (
            <EmptyState level={3} icon="chart" title="Nothing in this period">
              Try other dates or fewer filters.
            </EmptyState>
          ) : (
            <ShareBars label="Positive replies by client" bars={bars} />
          )}
        </Card>
      )}
    </Beside>
  );
}
