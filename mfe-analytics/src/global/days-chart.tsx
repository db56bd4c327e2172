import { Card } from '@skein/ui/card';
import { Chart } from '@skein/ui/chart';
import { dayText } from '@skein/ui/instant';
import type { Insights } from '../insights/insights.hooks';
import type { GlobalAnalytics } from './global-analytics.hooks';

/** What was sent and came back on each day of the range; a day that is opened becomes the range. */
export function DaysChart({
  days,
  isReading,
  change,
}: {
  days: GlobalAnalytics['days'];
  isReading: boolean;
  change: Insights['change'];
}) {
  return (
    <Card>
      <Chart
        title="By day"
        kind="column"
        heading="h2"
        categoryLabel="Day"
        height={240}
        loading={isReading}
        categories={days.map((day) => dayText(day.date))}
        onOpen={(index) => {
          const day = days[index];
          if (day) change({ from: day.date, to: day.date });
        }}
        series={[
          { id: 'sent', label: 'Sent', values: days.map((day) => day.sent) },
          { id: 'opened', label: 'Opened', values: days.map((day) => day.opened) },
          {
            id: 'replied',
            label: 'Replied',
            values: days.map((day) => day.replied),
            draw: 'line',
            axis: 'right',
            tone: 'success',
          },
          {
            id: 'positive',
            label: 'Positive',
            values: days.map((day) => day.positive),
            draw: 'line',
            axis: 'right',
            tone: 'info',
          },
        ]}
      />
    </Card>
  );
}
