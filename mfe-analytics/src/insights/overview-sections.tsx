import type { ReactNode } from 'react';
import { rateNote, type Measure } from '@skein/contracts/analytics/measures';
import { Callout } from '@skein/ui/callout';
import { countDays } from '@skein/ui/calendar-days';
import { Card } from '@skein/ui/card';
import { Chart } from '@skein/ui/chart';
import { dayText } from '@skein/ui/instant';
import { useDays, useTotals } from './insight-reads.hooks';
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
  const { data, problem } = useTotals(insights);
  if (problem) return <Problem {...problem} />;
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
  const { data, before, isReading, problem } = useDays(insights);
  if (problem) return <Problem {...problem} />;
  const days = data?.days ?? [];
  const length = countDays(insights.range.from, insights.range.to);
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
        loading={isReading}
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
          ...(before
            ? ([
                {
                  id: 'before',
                  label: `Positive, ${length === 1 ? 'the day' : `${length} days`} before`,
                  values: before.map((day) => day.positive),
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
