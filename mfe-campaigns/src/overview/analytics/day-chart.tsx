import type { DaysView } from '@skein/contracts/analytics/figures';
import { Chart } from '@skein/ui/chart';
import { dayText } from '@skein/ui/instant';

/** Sent and opened as columns, replies as a line with a scale of its own; the table beneath is the same. Enter opens the rows of a day. */
export function DayChart({
  days,
  loading,
  onOpenDay,
}: {
  days: DaysView | undefined;
  loading: boolean;
  onOpenDay: (day: string) => void;
}) {
  const rows = days?.days ?? [];
  return (
    <Chart
      title="By day"
      kind="column"
      heading="h2"
      categoryLabel="Day"
      height={232}
      loading={loading}
      categories={rows.map((day) => dayText(day.date))}
      onOpen={(index) => {
        const day = rows[index];
        if (day) onOpenDay(day.date);
      }}
      series={[
        { id: 'sent', label: 'Sent', values: rows.map((day) => day.sent) },
        { id: 'opened', label: 'Opened', values: rows.map((day) => day.opened) },
        {
          id: 'replied',
          label: 'Replied',
          values: rows.map((day) => day.replied),
          draw: 'line',
          axis: 'right',
          tone: 'success',
        },
      ]}
    />
  );
}
