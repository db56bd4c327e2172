import type { SpanView, TimesView } from '@skein/contracts/analytics/insights.contract';
import { Card } from '@skein/ui/card';
import { Chart } from '@skein/ui/chart';
import { EmptyState } from '@skein/ui/empty-state';
import { spanText } from './span-text';

/** How many took how long, by spans. */
export function Distribution({
  title,
  times,
  loading,
  onOpen,
}: {
  title: string;
  times: TimesView | undefined;
  loading: boolean;
  /** Opens what took that long. */ onOpen: (span: SpanView) => void;
}) {
  if (times?.count === 0 && !loading)
    return (
      <Card title={title}>
        <EmptyState level={3} icon="clock" title="No times in this period">
          How long each took appears here, from minutes to weeks.
        </EmptyState>
      </Card>
    );
  return (
    <Card>
      <Chart
        title={title}
        kind="column"
        heading="h2"
        categoryLabel="Time"
        height={220}
        loading={loading}
        categories={(times?.spans ?? []).map(spanText)}
        onOpen={(index) => {
          const span = times?.spans[index];
          if (span && span.count > 0) onOpen(span);
        }}
        series={[{ id: 'count', label: 'Replies', values: (times?.spans ?? []).map((span) => span.count) }]}
      />
    </Card>
  );
}
