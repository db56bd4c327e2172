import { rateNote } from '@skein/contracts/analytics/measures';
import { Badge } from '@skein/ui/badge';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { Chart } from '@skein/ui/chart';
import { DataTable } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { SubLine } from '@skein/ui/text';
import type { AttentionItem } from '@skein/contracts/analytics/insights.contract';
import { useAnalyticsInsightAttentionQuery, useAnalyticsOverallDaysQuery, useAnalyticsOverallQuery } from '../api';
import { Totals } from '../global/totals';
import type { Insights } from './insights.hooks';
import { Problem } from './problem-card';

const dayText = (date: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' }).format(
    new Date(`${date}T00:00:00Z`),
  );

/** The figures of the range, each with its change and its rows. */
export function TotalsSection({ insights }: { insights: Insights }) {
  const { data, error, refetch } = useAnalyticsOverallQuery({ query: { ...insights.range, ...insights.filter } });
  if (error) return <Problem message={error.message ?? ''} onRetry={() => void refetch()} />;
  return (
    <>
      <Totals
        data={data}
        includeOutOfOffice={insights.range.include_out_of_office}
        onOpen={(figure) => insights.change({ figure })}
      />
      {data && data.counts.replied > data.counts.contacted && <Callout tone="info">{rateNote}</Callout>}
    </>
  );
}

export function DaysSection({ insights }: { insights: Insights }) {
  const { data, error, isFetching, refetch } = useAnalyticsOverallDaysQuery({
    query: { ...insights.range, ...insights.filter },
  });
  if (error) return <Problem message={error.message ?? ''} onRetry={() => void refetch()} />;
  const days = data?.days ?? [];
  return (
    <Card>
      <Chart
        title="Volume and positive replies"
        kind="column"
        heading="h2"
        categoryLabel="Day"
        height={240}
        loading={isFetching}
        categories={days.map((day) => dayText(day.date))}
        onOpen={(index) => {
          const day = days[index];
          if (day) insights.change({ from: day.date, to: day.date });
        }}
        series={[
          { id: 'sent', label: 'Sent', values: days.map((day) => day.sent) },
          {
            id: 'positive',
            label: 'Positive',
            values: days.map((day) => day.positive),
            draw: 'line',
            axis: 'right',
            tone: 'success',
          },
        ]}
      />
    </Card>
  );
}

/** What needs somebody today, each with its next step. */
export function AttentionSection({ insights }: { insights: Insights }) {
  const { data, currentData, error, isFetching, refetch } = useAnalyticsInsightAttentionQuery({
    query: { ...insights.range, ...insights.filter },
  });
  return (
    <Card title="Needs attention today" detail={data ? String(data.items.length) : undefined} padded={false}>
      <DataTable<AttentionItem>
        label="Needs attention today"
        gutter={16}
        rows={data?.items ?? []}
        rowId={(item) => `${item.kind} ${item.href}`}
        rowLabel={(item) => item.subject}
        loading={isFetching && !currentData}
        error={error ? { message: error.message, onRetry: () => void refetch() } : null}
        empty={
          <EmptyState level={3} icon="check" title="Nothing needs your attention">
            Failing mailboxes, late answers, bounces and campaigns running out of leads appear here.
          </EmptyState>
        }
        columns={[
          {
            id: 'subject',
            label: 'What',
            fixed: true,
            width: 240,
            cell: (item) => (
              <>
                {item.subject}
                <SubLine>{item.detail}</SubLine>
              </>
            ),
          },
          {
            id: 'tone',
            label: 'State',
            width: 96,
            phone: 'status',
            cell: (item) => <Badge tone={item.tone}>{item.tone === 'danger' ? 'At risk' : 'Watch'}</Badge>,
          },
          {
            id: 'why',
            label: 'Why',
            flexible: true,
            minWidth: 260,
            cell: (item) => (
              <>
                {item.title}
                <SubLine>{item.text}</SubLine>
              </>
            ),
          },
          {
            id: 'next',
            label: 'Next step',
            width: 140,
            align: 'end',
            phone: 'line',
            cell: (item) => (
              <Button size="small" href={item.href}>
                {item.action}
              </Button>
            ),
          },
        ]}
      />
    </Card>
  );
}
