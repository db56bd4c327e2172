import type { TeamRow, TimesView, WaitingReply } from '@skein/contracts/analytics/insights.contract';
import { Button } from '@skein/ui/button';
import { Card } from '@skein/ui/card';
import { CategoryBadge } from '@skein/ui/category-badge';
import { Chart } from '@skein/ui/chart';
import { DataTable } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { Stat, Stats } from '@skein/ui/stat';
import { SubLine } from '@skein/ui/text';
import {
  useAnalyticsInsightAnswersQuery,
  useAnalyticsInsightReplyTimesQuery,
  useAnalyticsInsightWaitingQuery,
} from '../api';
import type { Insights } from './insights.hooks';
import { Problem } from './problem-card';
import { lengthText, spanText } from './span-text';

const number = (count: number) => count.toLocaleString('en-US');
const sentimentName = (sentiment: string, none: string) =>
  sentiment === 'none' ? none : `${sentiment.charAt(0).toUpperCase()}${sentiment.slice(1)}`;
const share = (count: number, of: number) => (of === 0 ? null : `${((count / of) * 100).toFixed(1)}%`);

function Distribution({ title, times, loading }: { title: string; times: TimesView | undefined; loading: boolean }) {
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
        series={[{ id: 'count', label: 'Replies', values: (times?.spans ?? []).map((span) => span.count) }]}
      />
    </Card>
  );
}

/** Time to first reply, and which step brings the reply. */
export function ReplyTimesSection({ insights }: { insights: Insights }) {
  const { data, error, isFetching, refetch } = useAnalyticsInsightReplyTimesQuery({
    query: { ...insights.range, ...insights.filter },
  });
  if (error) return <Problem message={error.message ?? ''} onRetry={() => void refetch()} />;
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
          detail={data && `${lengthText(data.previous_median_seconds)} in the previous period`}
          loading={!data}
        />
        <Stat
          label="90th percentile"
          definition="90% of first replies arrive within this time of the email they answer."
          value={data ? lengthText(data.times.p90_seconds) : null}
          loading={!data}
        />
      </Stats>
      <Distribution title="Time to first reply" times={data?.times} loading={isFetching} />
      <Card>
        <Chart
          title="First replies by step"
          kind="column"
          heading="h2"
          categoryLabel="Step"
          height={200}
          loading={isFetching}
          categories={(data?.steps ?? []).map((step) =>
            step.seq_number === null ? 'Deleted step' : `Step ${step.seq_number}`,
          )}
          series={[{ id: 'replied', label: 'First replies', values: (data?.steps ?? []).map((step) => step.replied) }]}
        />
      </Card>
    </>
  );
}

/** What leads answer, by category and sentiment. */
export function CategoriesSection({ insights }: { insights: Insights }) {
  const { data, currentData, error, isFetching, refetch } = useAnalyticsInsightReplyTimesQuery({
    query: { ...insights.range, ...insights.filter },
  });
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
          />
        ))}
      </Stats>
      <Card title="Replies by category" padded={false}>
        <DataTable<(typeof rows)[number]>
          label="Replies by category"
          gutter={16}
          rows={rows}
          rowId={(row) => String(row.category_id)}
          rowLabel={(row) => row.name}
          loading={isFetching && !currentData}
          error={error ? { message: error.message, onRetry: () => void refetch() } : null}
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
            { id: 'count', label: 'Replies', align: 'end', cell: (row) => number(row.count) },
            { id: 'share', label: 'Share', align: 'end', cell: (row) => share(row.count, sum) },
          ]}
        />
      </Card>
    </>
  );
}

/** How fast the team answers positive replies, and who. */
export function TeamSection({ insights }: { insights: Insights }) {
  const { data, currentData, error, isFetching, refetch } = useAnalyticsInsightAnswersQuery({
    query: { ...insights.range, ...insights.filter },
  });
  if (error) return <Problem message={error.message ?? ''} onRetry={() => void refetch()} />;
  return (
    <>
      <Stats style={{ flex: 'none' }}>
        <Stat
          label="Positive replies"
          definition="Leads whose first reply arrived in this period and whose category is positive."
          value={data ? number(data.positive) : null}
          detail={data && `${number(data.previous.positive)} in the previous period`}
          onOpen={() => insights.change({ figure: 'positive' })}
          loading={!data}
        />
        <Stat
          label="Answered"
          definition="Positive replies you answered, here or from another mail client."
          value={data ? number(data.answered) : null}
          detail={data && `${number(data.previous.answered)} in the previous period`}
          loading={!data}
        />
        <Stat
          label="Median time to answer"
          definition="Half of your answers were sent sooner than this after the reply, half later."
          value={data ? lengthText(data.times.median_seconds) : null}
          loading={!data}
        />
        <Stat
          label="Answered within 4 h"
          definition="Share of positive replies answered within four hours."
          value={data ? share(data.in_time, data.positive) : null}
          detail={data && `${share(data.previous.in_time, data.previous.positive) ?? '–'} in the previous period`}
          loading={!data}
        />
      </Stats>
      <Distribution title="Time from reply to answer" times={data?.times} loading={isFetching} />
      <Card title="Team board" padded={false}>
        <DataTable<TeamRow>
          label="Team board"
          gutter={16}
          rows={data?.team ?? []}
          rowId={(row) => String(row.user_id)}
          rowLabel={(row) => row.name}
          loading={isFetching && !currentData}
          empty={
            <EmptyState level={3} icon="users" title="No answers yet">
              Team members who answer positive replies appear here.
            </EmptyState>
          }
          columns={[
            { id: 'name', label: 'Person', fixed: true, flexible: true, cell: (row) => row.name },
            { id: 'answered', label: 'Answered', align: 'end', cell: (row) => number(row.answered) },
            { id: 'meetings', label: 'Meeting requests', align: 'end', cell: (row) => number(row.meetings) },
            { id: 'median', label: 'Median time', align: 'end', cell: (row) => lengthText(row.median_seconds) },
            { id: 'in_time', label: 'Within 4 h', align: 'end', cell: (row) => share(row.in_time, row.answered) },
          ]}
        />
      </Card>
    </>
  );
}

/** Positive replies that nobody has answered, longest wait first. */
export function WaitingSection({ insights }: { insights: Insights }) {
  const { data, currentData, error, isFetching, refetch } = useAnalyticsInsightWaitingQuery({ query: insights.filter });
  return (
    <Card
      title="Unanswered positive replies"
      detail={data ? `${number(data.total)} of the last 90 days, ${number(data.late)} over 4 h` : undefined}
      padded={false}
    >
      <DataTable<WaitingReply>
        label="Unanswered positive replies"
        gutter={16}
        rows={data?.rows ?? []}
        rowId={(row) => String(row.enrolment_id)}
        rowLabel={(row) => row.lead_email}
        loading={isFetching && !currentData}
        error={error ? { message: error.message, onRetry: () => void refetch() } : null}
        empty={
          <EmptyState level={3} icon="check" title="You’re all caught up">
            Positive replies that wait for an answer appear here.
          </EmptyState>
        }
        columns={[
          {
            id: 'lead',
            label: 'Lead',
            fixed: true,
            flexible: true,
            minWidth: 200,
            cell: (row) => (
              <>
                {row.lead_name || row.lead_email}
                <SubLine>{[row.company_name, row.client_name].filter(Boolean).join(', ')}</SubLine>
              </>
            ),
          },
          { id: 'campaign', label: 'Campaign', width: 180, cell: (row) => row.campaign_name },
          {
            id: 'category',
            label: 'Category',
            width: 160,
            cell: (row) => <CategoryBadge id={row.category_id} name={row.category_name ?? 'Not assigned'} />,
          },
          { id: 'waits', label: 'Waiting', align: 'end', width: 110, cell: (row) => lengthText(row.waiting_seconds) },
          { id: 'assigned', label: 'Assigned to', width: 140, cell: (row) => row.assigned_name ?? 'Unassigned' },
          {
            id: 'next',
            label: 'Next step',
            align: 'end',
            width: 110,
            phone: 'line',
            cell: (row) => (
              <Button size="small" href={`/app/master-inbox/all/${row.enrolment_id}`}>
                Answer
              </Button>
            ),
          },
        ]}
      />
    </Card>
  );
}
