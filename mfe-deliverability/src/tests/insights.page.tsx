import { counted } from '@skein/ui/counted';
import { useState } from 'react';
import type { PlacementInsight } from '@skein/contracts/smart-delivery/placement-shapes';
import { usePage } from '@skein/mfe/page';
import { Badge } from '@skein/ui/badge';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { FilterBar, FilterSearch } from '@skein/ui/filter-bar';
import { PageHeader } from '@skein/ui/page-header';
import { Segmented } from '@skein/ui/segmented';
import { SubLine } from '@skein/ui/text';
import { SearchInput } from '@skein/ui/text-input';
import { AreaTabs, percent, Simulated } from '../parts';
import { PlacementBar, Trend } from '../placement-bar';
import { useInsights, useInsightsPeriod, useLists } from '../placement.hooks';
import { resultTone } from '../results/result-tone';
import { InsightDrawer } from './insight-drawer';

const periods = [
  { id: '14', label: '14 days' },
  { id: '90', label: '90 days' },
  { id: 'all', label: 'All' },
] as const;

/** Mailboxes of a page. */
const pageSize = 100;

const Result = ({ value }: { value: string | null }) =>
  value === null ? <>–</> : <Badge tone={resultTone(value)}>{value}</Badge>;

const columns: DataTableColumn<PlacementInsight>[] = [
  { id: 'name', label: 'Mailbox', fixed: true, minWidth: 200, cell: ({ name }) => name },
  {
    id: 'score',
    label: 'Placement',
    align: 'end',
    width: 100,
    phone: 'status',
    cell: ({ score }) => percent(score),
  },
  {
    id: 'bar',
    label: 'Where emails landed',
    minWidth: 220,
    cell: (row) => <PlacementBar tally={row} label={`Placement of ${row.name}`} />,
  },
  {
    id: 'trend',
    label: 'Last 10 runs',
    width: 140,
    cell: ({ trend }) => <Trend scores={trend.map(({ score }) => score)} />,
    phoneCell: ({ trend }) => (trend.length < 2 ? null : <Trend scores={trend.map(({ score }) => score)} />),
  },
  {
    id: 'spf',
    label: 'SPF',
    width: 90,
    cell: ({ spf }) => <Result value={spf} />,
    phoneCell: ({ spf, dkim, dmarc }) =>
      `SPF ${spf ?? 'unknown'}, DKIM ${dkim ?? 'unknown'}, DMARC ${dmarc ?? 'unknown'}`,
  },
  { id: 'dkim', label: 'DKIM', width: 90, phone: 'hidden', cell: ({ dkim }) => <Result value={dkim} /> },
  { id: 'dmarc', label: 'DMARC', width: 90, phone: 'hidden', cell: ({ dmarc }) => <Result value={dmarc} /> },
  {
    id: 'mails',
    label: 'Emails',
    align: 'end',
    width: 100,
    cell: ({ mails, tests }) => (
      <>
        {mails}
        <SubLine>{counted(tests, 'test')}</SubLine>
      </>
    ),
  },
];

/** How each mailbox fared over its tests, worst first. */
export function InsightsPage() {
  usePage([{ label: 'SmartDelivery', to: useLists() }, { label: 'Mailbox insights' }]);
  const { period, setPeriod } = useInsightsPeriod();
  const [search, setSearch] = useState('');
  const [offset, setOffset] = useState(0);
  const [opened, setOpened] = useState<PlacementInsight | null>(null);
  const days = period === 'all' ? {} : { days: Number(period) };
  const text = search.trim();
  const { rows, total, isLoading, problem } = useInsights({
    ...days,
    ...(text === '' ? {} : { search: text }),
    offset,
    limit: pageSize,
  });
  const find = (next: string) => {
    setSearch(next);
    setOffset(0);
  };
  const choosePeriod = (next: typeof period) => {
    setPeriod(next);
    setOffset(0);
  };
  return (
    <>
      <PageHeader title="SmartDelivery" status={<Simulated />} tabs={<AreaTabs value="insights" />} />
      <FilterBar>
        <FilterSearch>
          <SearchInput
            size="small"
            aria-label="Search mailboxes"
            placeholder="Mailbox or domain"
            maxLength={254}
            value={search}
            onChange={(event) => find(event.target.value)}
            onClear={() => find('')}
          />
        </FilterSearch>
        <Segmented label="Period" items={periods} value={period} onValueChange={choosePeriod} />
      </FilterBar>
      <DataTable<PlacementInsight>
        label="Mailboxes"
        rows={rows}
        rowId={({ mailbox_id: id }) => String(id)}
        rowLabel={({ name }) => name}
        loading={isLoading}
        error={problem}
        total={total}
        onRowOpen={setOpened}
        filtered={text !== ''}
        paging={{
          from: rows.length === 0 ? 0 : offset + 1,
          to: offset + rows.length,
          total,
          hasPrevious: offset > 0,
          hasNext: offset + rows.length < total,
          onPrevious: () => setOffset(Math.max(0, offset - pageSize)),
          onNext: () => setOffset(offset + pageSize),
        }}
        emptyFiltered={<EmptyState title="No mailbox matches">Search for another address or domain.</EmptyState>}
        empty={
          <EmptyState title={period === 'all' ? 'No results yet' : 'No results in this period'}>
            Results appear as emails are found in the seeds.
          </EmptyState>
        }
        columns={columns}
      />
      {opened && (
        <InsightDrawer
          key={`${opened.mailbox_id} ${period}`}
          mailbox={opened}
          days={days.days}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
