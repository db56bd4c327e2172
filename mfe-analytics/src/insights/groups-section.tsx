import { useState } from 'react';
import { styled } from 'styled-components';
import {
  insightsContract,
  type InsightGroup,
  type InsightGrouping,
} from '@skein/contracts/analytics/insights.contract';
import { measureDefinitions, rateOf, type Measure } from '@skein/contracts/analytics/measures';
import type { Rates } from '@skein/contracts/analytics/figures';
import { useAccess } from '@skein/mfe/access';
import { saveAnswer } from '@skein/mfe/save-answer';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { Card } from '@skein/ui/card';
import { ColumnChooser } from '@skein/ui/column-chooser';
import {
  DataTable,
  defaultView,
  type DataTableColumn,
  type DataTableSort,
  type DataTableView,
} from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { SubLine } from '@skein/ui/text';
import { useGroups, useWeeks } from './insight-reads.hooks';
import { FigureButton } from '../figure-rows/figure-button';
import type { Figure } from '../global/range-address';
import { HealthStatus, healthDefinition } from './health-status';
import type { InsightFilter, Insights } from './insights.hooks';
import { WeekLine } from './week-line';

const number = (count: number) => count.toLocaleString('en-US');
const percent = (rate: number | null) => (rate === null ? '–' : `${rate.toFixed(1)}%`);
const pageSize = 25;

function changeText(now: number | null, before: number | null | undefined): string {
  if (now === null || before === null || before === undefined) return '';
  const change = Math.round((now - before) * 10) / 10;
  return change === 0 ? 'no change' : `${change > 0 ? '+' : '−'}${Math.abs(change).toFixed(1)} pt`;
}

type Open = (row: InsightGroup, figure: Figure) => void;

const figureOf = (row: InsightGroup, measure: Measure, { text, open }: { text: string; open: Open }) => (
  <FigureButton
    text={text}
    label={`${measureDefinitions[measure].label}, ${row.name}`}
    count={row.counts[measure]}
    onOpen={() => open(row, measure)}
  />
);
const countColumn = (measure: Measure, open: Open): DataTableColumn<InsightGroup> => ({
  id: measure,
  label: measureDefinitions[measure].label,
  definition: measureDefinitions[measure].definition,
  align: 'end',
  width: measure === 'sender_bounced' ? 130 : measure === 'meetings' ? 124 : 100,
  sortable: true,
  firstSort: 'desc',
  cell: (row) => (
    <>
      {figureOf(row, measure, { text: number(row.counts[measure]), open })}
      <SubLine>
        {row.previous && row.previous.counts[measure] > 0 && `from ${number(row.previous.counts[measure])}`}
      </SubLine>
    </>
  ),
});
const rateColumn = (measure: keyof Rates, open: Open): DataTableColumn<InsightGroup> => ({
  ...countColumn(measure, open),
  cell: (row) => (
    <>
      {figureOf(row, measure, { text: percent(row.rates[measure]), open })}
      <SubLine>
        {[number(row.counts[measure]), changeText(row.rates[measure], row.previous?.rates[measure])]
          .filter(Boolean)
          .join(', ')}
      </SubLine>
    </>
  ),
});

const healthColumn: DataTableColumn<InsightGroup> = {
  id: 'health',
  label: 'Health',
  definition: healthDefinition,
  width: 170,
  sortable: true,
  firstSort: 'asc',
  phone: 'status',
  cell: (row) => <HealthStatus health={row.health} />,
};
/** Two figures in one cell, each large enough to be pressed. */
const TwoFigures = styled.div`
  && button {
    min-height: 24px;
  }
`;
const spamColumn = (open: Open): DataTableColumn<InsightGroup> => ({
  id: 'spam',
  label: 'Spam',
  definition: 'Warmup and test emails that landed in spam, of those whose folder is known.',
  align: 'end',
  width: 100,
  cell: (row) => (
    <TwoFigures>
      <FigureButton
        text={percent(rateOf(row.spam ?? 0, row.placed ?? 0))}
        label={`Spam, ${row.name}`}
        count={row.spam ?? 0}
        onOpen={() => open(row, 'spam')}
      />
      <SubLine>
        {row.placed ? (
          <FigureButton
            text={`${number(row.spam ?? 0)} of ${number(row.placed)}`}
            label={`warmup and test emails, ${row.name}`}
            count={row.placed}
            onOpen={() => open(row, 'placed')}
          />
        ) : null}
      </SubLine>
    </TwoFigures>
  ),
});
const withHealth: readonly InsightGrouping[] = ['client', 'mailbox', 'domain'];
/** What cannot be told comes last. */
const scoreOf = (row: InsightGroup) => row.health?.score ?? 101;

function sortGroups(groups: readonly InsightGroup[], { column, direction }: DataTableSort): InsightGroup[] {
  const sign = direction === 'asc' ? 1 : -1;
  return [...groups].sort((one, other) =>
    column === 'health'
      ? sign * (scoreOf(one) - scoreOf(other)) || one.name.localeCompare(other.name)
      : column === 'name'
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
      showProblem('The file could not be created', error);
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

type GroupWeeks = NonNullable<ReturnType<typeof useWeeks>>[number];

/** Figures of each group, with what tells of its health where it has one. */
function groupColumns(
  { by, nameLabel }: { by: InsightGrouping; nameLabel: string },
  byKey: ReadonlyMap<string, GroupWeeks>,
  open: Open,
): DataTableColumn<InsightGroup>[] {
  return [
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
    ...(withHealth.includes(by) ? [healthColumn] : []),
    countColumn('contacted', open),
    countColumn('sent', open),
    rateColumn('replied', open),
    rateColumn('positive', open),
    {
      id: 'weeks',
      label: by === 'client' || by === 'campaign' ? 'Positive, 9 weeks' : 'Replied, 9 weeks',
      width: 140,
      phone: 'hidden',
      cell: (row) =>
        by === 'client' || by === 'campaign' ? (
          <WeekLine label="Positive replies" values={byKey.get(row.key)?.positive} />
        ) : (
          <WeekLine label="Replies" values={byKey.get(row.key)?.replied} />
        ),
    },
    ...(by === 'mailbox' || by === 'domain' ? [spamColumn(open)] : []),
    countColumn('meetings', open),
    rateColumn('bounced', open),
    rateColumn('sender_bounced', open),
  ];
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
  const hasHealth = withHealth.includes(by);
  const first: DataTableSort = hasHealth
    ? { column: 'health', direction: 'asc' }
    : { column: 'sent', direction: 'desc' };
  const [sort, setSort] = useState<DataTableSort>(first);
  const [page, setPage] = useState(0);
  const { data, isLoading, problem } = useGroups(insights, by);
  const byKey = new Map(useWeeks(insights, by)?.map((group) => [group.key, group]));
  const all = sortGroups(data?.groups ?? [], sort);
  const start = Math.min(page, Math.max(0, Math.ceil(all.length / pageSize) - 1)) * pageSize;
  const rows = all.slice(start, start + pageSize);
  const filter = (['client', 'campaign', 'mailbox'] as string[]).includes(by) ? (by as InsightFilter) : null;
  const open: Open = (row, figure) =>
    insights.change({ figure, narrow: { group_by: by, group_key: row.key }, of: row.name });
  const columns = groupColumns({ by, nameLabel }, byKey, open);
  const [view, setView] = useState<DataTableView>(() => defaultView(columns));
  return (
    <Card
      title={title}
      detail={all.length > 0 ? number(all.length) : undefined}
      padded={false}
      actions={
        <>
          <ColumnChooser columns={columns} view={view} onViewChange={setView} />
          <ExportGroups insights={insights} by={by} />
        </>
      }
    >
      <DataTable<InsightGroup>
        label={title}
        gutter={16}
        rows={rows}
        rowId={(row) => row.key}
        rowLabel={(row) => row.name}
        loading={isLoading}
        error={problem}
        {...(filter
          ? {
              onRowOpen: (row: InsightGroup) => {
                if (row.key !== '') insights.choose(filter, row.key);
              },
            }
          : {})}
        sort={sort}
        onSortChange={(changed) => {
          setSort(changed ?? first);
          setPage(0);
        }}
        empty={
          <EmptyState level={3} icon="chart" title="Nothing in this period">
            Try other dates or fewer filters.
          </EmptyState>
        }
        columns={columns}
        view={view}
        onViewChange={setView}
        paging={{
          from: rows.length === 0 ? 0 : start + 1,
          to: start + rows.length,
          total: all.length,
          hasPrevious: start > 0,
          hasNext: start + pageSize < all.length,
          onPrevious: () => setPage(start / pageSize - 1),
          onNext: () => setPage(start / pageSize + 1),
        }}
      />
    </Card>
  );
}
