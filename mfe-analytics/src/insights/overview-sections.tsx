import type { ReactNode } from 'react';
import { rateNote, type Measure } from '@skein/contracts/analytics/measures';
import { addDays, countDays } from '@skein/ui/calendar-days';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { Chart } from '@skein/ui/chart';
import { dayText } from '@skein/ui/instant';
import { useAnalyticsOverallDaysQuery, useAnalyticsOverallQuery } from '../api';
import { Totals } from '../global/totals';
import { ExportTable } from './export-table';
import type { Insights } from './insights.hooks';
import { Problem } from './problem-card';

/** The figures of the range, each with its change and its rows. */
export function TotalsSection({
  insights,
  only,
  children,
}: {
  insights: Insights;
  only?: readonly Measure[];
  children?: ReactNode;
}) {
  const { data, error, refetch } = useAnalyticsOverallQuery({ query: { ...insights.range, ...insights.filter } });
  if (error) return <Problem message={error.message ?? ''} onRetry={() => void refetch()} />;
  return (
    <>
      <Totals
        data={data}
        includeOutOfOffice={insights.range.include_out_of_office}
        onOpen={(figure) => insights.change({ figure })}
        {...(only ? { only } : {})}
      >
        {children}
      </Totals>
      {data && data.counts.replied > data.counts.contacted && <Callout tone="info">{rateNote}</Callout>}
    </>
  );
}

export function DaysSection({ insights }: { insights: Insights }) {
  const { data, error, isFetching, refetch } = useAnalyticsOverallDaysQuery({
    query: { ...insights.range, ...insights.filter },
  });
  const length = countDays(insights.range.from, insights.range.to);
  const before = useAnalyticsOverallDaysQuery({
    query: {
      ...insights.range,
      ...insights.filter,
      from: addDays(insights.range.from, -length),
      to: addDays(insights.range.from, -1),
    },
  });
  if (error) return <Problem message={error.message ?? ''} onRetry={() => void refetch()} />;
  const days = data?.days ?? [];
  return (
    <Card>
      <Chart
        title="Volume and positive replies"
        actions={
          <ExportTable
            name="Volume and positive replies"
            header={['Day', 'Sent', 'Positive']}
            rows={data?.days.map((day) => [day.date, day.sent, day.positive])}
          />
        }
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
          ...(before.data
            ? ([
                {
                  id: 'before',
                  label: `Positive, ${length === 1 ? 'the day' : `${length} days`} before`,
                  values: before.data.days.map((day) => day.positive),
                  draw: 'line',
                  axis: 'right',
                  tone: 'chart-neutral',
                },
              ] as const)
            : []),
        ]}
      />
    </Card>
  );
}
