import { Card } from '@skein/ui/card';
import { CategoryBadge } from '@skein/ui/category-badge';
import { Chart } from '@skein/ui/chart';
import { DataTable } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { Stat, Stats } from '@skein/ui/stat';
import { useReplyTimes } from './insight-reads.hooks';
import { FigureButton } from '../figure-rows/figure-button';
import { ExportTable } from './export-table';
import type { Insights } from './insights.hooks';
import { Distribution } from './distribution';
import { Problem } from './problem-card';
import { lengthText } from './span-text';

const number = (count: number) => count.toLocaleString('en-US');
const sentimentNames = { positive: 'Positive', neutral: 'Neutral', negative: 'Negative' } as const;
const sentimentName = (sentiment: keyof typeof sentimentNames | 'none', none: string) =>
  sentiment === 'none' ? none : sentimentNames[sentiment];
const share = (count: number, of: number) => (of === 0 ? null : `${((count / of) * 100).toFixed(1)}%`);

/** Time to first reply, and which step brings the reply. */
export function ReplyTimesSection({ insights }: { insights: Insights }) {
  const { data, isReading, problem } = useReplyTimes(insights);
  if (problem) return <Problem {...problem} />;
  const open = () => insights.change({ figure: 'replied' });
  return (
    <>
      <Stats style={{ flex: 'none' }}>
        <Stat
          label="First replies"
          definition="Leads whose first reply arrived in this period."
          value={data ? number(data.times.count) : null}
          loading={!data}
          onOpen={open}
        />
        <Stat
          label="Median time to reply"
          definition="Half of first replies arrive sooner than this after the email they answer, half later."
          value={data ? lengthText(data.times.median_seconds) : null}
          {...(data && data.previous_median_seconds !== null
            ? { detail: `${lengthText(data.previous_median_seconds)} in the previous period` }
            : {})}
          loading={!data}
          onOpen={open}
        />
        <Stat
          label="90th percentile"
          definition="90% of first replies arrive within this time of the email they answer."
          value={data ? lengthText(data.times.p90_seconds) : null}
          loading={!data}
          onOpen={open}
        />
      </Stats>
      <Distribution
        title="Time to first reply"
        times={data?.times}
        loading={isReading}
        onOpen={({ from_seconds: from, to_seconds: to }) =>
          insights.change({ figure: 'replied', narrow: { took_from: from, ...(to === null ? {} : { took_to: to }) } })
        }
      />
      <Card>
        <Chart
          title="First replies by step"
          actions={
            <ExportTable
              name="First replies by step"
              header={['Step', 'First replies']}
              rows={data?.steps.map((step) => [step.seq_number ?? 'Deleted step', step.replied])}
            />
          }
          kind="column"
          heading="h2"
          categoryLabel="Step"
          height={200}
          loading={isReading}
          categories={(data?.steps ?? []).map((step) =>
            step.seq_number === null ? 'Deleted step' : `Step ${step.seq_number}`,
          )}
          onOpen={(index) => {
            const step = data?.steps[index];
            if (step) insights.change({ figure: 'replied', narrow: { step: step.seq_number ?? 'none' } });
          }}
          series={[{ id: 'replied', label: 'First replies', values: (data?.steps ?? []).map((step) => step.replied) }]}
        />
      </Card>
    </>
  );
}

/** What leads answer, by category and sentiment. */
export function CategoriesSection({ insights }: { insights: Insights }) {
  const { data, isLoading, problem } = useReplyTimes(insights);
  const rows = data?.categories ?? [];
  const sum = rows.reduce((total, row) => total + row.count, 0);
  const of = (sentiment: string) =>
    rows.filter((row) => row.sentiment === sentiment).reduce((total, row) => total + row.count, 0);
  return (
    <>
      <Stats style={{ flex: 'none' }}>
        {(['positive', 'neutral', 'negative', 'none'] as const).map((sentiment) => (
          <Stat
            key={sentiment}
            label={sentimentName(sentiment, 'Not assigned')}
            definition="First replies in this period, by the sentiment of the lead’s current category."
            value={data ? number(of(sentiment)) : null}
            detail={data && share(of(sentiment), sum)}
            loading={!data}
            onOpen={() => insights.change({ figure: 'replied', narrow: { sentiment } })}
          />
        ))}
      </Stats>
      <Card
        title="Replies by category"
        padded={false}
        actions={
          <ExportTable
            name="Replies by category"
            header={['Category', 'Sentiment', 'Replies']}
            rows={data?.categories.map((row) => [row.name, row.sentiment, row.count])}
          />
        }
      >
        <DataTable<(typeof rows)[number]>
          label="Replies by category"
          gutter={16}
          rows={rows}
          rowId={(row) => String(row.category_id)}
          rowLabel={(row) => row.name}
          loading={isLoading}
          error={problem}
          empty={
            <EmptyState level={3} icon="inbox" title="No replies in this period">
              Try other dates or fewer filters.
            </EmptyState>
          }
          columns={[
            {
              id: 'name',
              label: 'Category',
              fixed: true,
              flexible: true,
              cell: (row) => <CategoryBadge id={row.category_id} name={row.name} />,
            },
            { id: 'sentiment', label: 'Sentiment', cell: (row) => sentimentName(row.sentiment, '–') },
            {
              id: 'count',
              label: 'Replies',
              align: 'end',
              cell: (row) => (
                <FigureButton
                  text={number(row.count)}
                  label={`Replies, ${row.name}`}
                  count={row.count}
                  onOpen={() =>
                    insights.change({
                      figure: 'replied',
                      narrow: { category: row.category_id ?? 'none' },
                      of: row.name,
                    })
                  }
                />
              ),
            },
            { id: 'share', label: 'Share', align: 'end', cell: (row) => share(row.count, sum) },
          ]}
        />
      </Card>
    </>
  );
}
