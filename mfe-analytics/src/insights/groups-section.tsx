import { useState } from 'react';
import {
  insightsContract,
  type InsightGroup,
  type InsightGrouping,
} from '@skein/contracts/analytics/insights.contract';
import { measureDefinitions, type Measure } from '@skein/contracts/analytics/measures';
import type { Rates } from '@skein/contracts/analytics/figures';
import { useAccess } from '@skein/mfe/access';
import { saveAnswer } from '@skein/mfe/save-answer';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { Card } from '@skein/ui/card';
import { DataTable, type DataTableColumn, type DataTableSort } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { SubLine } from '@skein/ui/text';
import { useAnalyticsInsightGroupsQuery } from '../api';
import type { InsightFilter, Insights } from './insights.hooks';

const number = (count: number) => count.toLocaleString('en-US');
const percent = (rate: number | null) => (rate === null ? '–' : `${rate.toFixed(1)}%`);
const pageSize = 25;

function changeText(now: number | null, before: number | null | undefined): string {
  if (now === null || before === null || before === undefined) return '';
  const change = Math.round((now - before) * 10) / 10;
  return change === 0 ? 'no change' : `${change > 0 ? '+' : '−'}${Math.abs(change).toFixed(1)} pt`;
}

const countColumn = (measure: Measure): DataTableColumn<InsightGroup> => ({
  id: measure,
  label: measureDefinitions[measure].label,
  definition: measureDefinitions[measure].definition,
  align: 'end',
  width: 110,
  sortable: true,
  firstSort: 'desc',
  cell: (row) => (
    <>
      {number(row.counts[measure])}
      <SubLine>{row.previous && `from ${number(row.previous.counts[measure])}`}</SubLine>
    </>
  ),
});
const rateColumn = (measure: keyof Rates): DataTableColumn<InsightGroup> => ({
  ...countColumn(measure),
  cell: (row) => (
    <>
      {percent(row.rates[measure])}
      <SubLine>
        {[number(row.counts[measure]), changeText(row.rates[measure], row.previous?.rates[measure])]
          .filter(Boolean)
          .join(', ')}
      </SubLine>
    </>
  ),
});

function sortGroups(groups: readonly InsightGroup[], { column, direction }: DataTableSort): InsightGroup[] {
  const sign = direction === 'asc' ? 1 : -1;
  return [...groups].sort((one, other) =>
    column === 'name'
      ? sign * one.name.localeCompare(other.name)
      : sign * (one.counts[column as Measure] - other.counts[column as Measure]),
  );
}

function ExportGroups({ insights, by }: { insights: Insights; by: InsightGrouping }) {
  const access = useAccess();
  const [isSaving, setSaving] = useState(false);
  if (!access.may('insights.export')) return null;
  const save = async () => {
    setSaving(true);
    try {
      await saveAnswer(
        insightsContract,
        'exportInsights',
        { query: { ...insights.range, ...insights.filter, by } },
        `${by} ${insights.range.from} to ${insights.range.to}.csv`,
      );
    } catch (error) {
      showProblem('The file could not be made', error);
    } finally {
      setSaving(false);
    }
  };
  return (
    <Button size="small" icon="download" loading={isSaving} onClick={() => void save()}>
      CSV
    </Button>
  );
}

/** Figures by client, campaign, mailbox, domain, provider or tag. A row narrows the page to what it is about, where that can be chosen. */
export function GroupsSection({
  insights,
  by,
  title,
  nameLabel,
}: {
  insights: Insights;
  by: InsightGrouping;
  title: string;
  nameLabel: string;
}) {
  const [sort, setSort] = useState<DataTableSort>({ column: 'sent', direction: 'desc' });
  const [page, setPage] = useState(0);
  const { data, currentData, error, isFetching, refetch } = useAnalyticsInsightGroupsQuery({
    query: { ...insights.range, ...insights.filter, by },
  });
  const all = sortGroups(data?.groups ?? [], sort);
  const first = Math.min(page, Math.max(0, Math.ceil(all.length / pageSize) - 1)) * pageSize;
  const rows = all.slice(first, first + pageSize);
  const filter = (['client', 'campaign', 'mailbox'] as string[]).includes(by) ? (by as InsightFilter) : null;
  return (
    <Card
      title={title}
      detail={all.length > 0 ? number(all.length) : undefined}
      padded={false}
      actions={<ExportGroups insights={insights} by={by} />}
    >
      <DataTable<InsightGroup>
        label={title}
        gutter={16}
        rows={rows}
        rowId={(row) => row.key}
        rowLabel={(row) => row.name}
        loading={isFetching && !currentData}
        error={error ? { message: error.message, onRetry: () => void refetch() } : null}
        {...(filter
          ? {
              onRowOpen: (row: InsightGroup) => {
                if (row.key !== '') insights.choose(filter, row.key);
              },
            }
          : {})}
        sort={sort}
        onSortChange={(changed) => {
          setSort(changed ?? { column: 'sent', direction: 'desc' });
          setPage(0);
        }}
        empty={
          <EmptyState level={3} icon="chart" title="Nothing in this period">
            Try other dates or fewer filters.
          </EmptyState>
        }
        columns={[
          {
            id: 'name',
            label: nameLabel,
            fixed: true,
            flexible: true,
            minWidth: 200,
            sortable: true,
            firstSort: 'asc',
            cell: (row) => (
              <>
                {row.name}
                <SubLine>{row.detail}</SubLine>
              </>
            ),
          },
          countColumn('contacted'),
          countColumn('sent'),
          rateColumn('replied'),
          rateColumn('positive'),
          countColumn('meetings'),
          rateColumn('bounced'),
          rateColumn('sender_bounced'),
        ]}
        paging={{
          from: rows.length === 0 ? 0 : first + 1,
          to: first + rows.length,
          total: all.length,
          hasPrevious: first > 0,
          hasNext: first + pageSize < all.length,
          onPrevious: () => setPage(first / pageSize - 1),
          onNext: () => setPage(first / pageSize + 1),
        }}
      />
    </Card>
  );
}
