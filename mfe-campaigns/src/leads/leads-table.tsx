import { useMemo, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { LeadSort } from '@skein/contracts/main/leads.contract';
import { useAccess } from '@skein/mfe/access';
import { useCampaignNow } from '@skein/mfe/campaign-time';
import { useListChoice } from '@skein/mfe/lists/list-choice';
import { SavedViews } from '@skein/mfe/lists/saved-views';
import { useSelection } from '@skein/mfe/lists/use-selection';
import { Button } from '@skein/ui/button';
import { ColumnChooser } from '@skein/ui/column-chooser';
import { DataTable, nothingSelected, type DataTableSort } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { useUi } from '@skein/ui/ui-provider';
import { AllLeadFilters } from './all-lead-filters';
import { useLeadsAddress, useLeadsPage, type LeadRow } from './all-leads.hooks';
import { LeadBulk } from './lead-bulk';
import { leadsColumns } from './lead-columns';
import { useKeepLeadsInView } from './leads-in-view.hooks';
import { selectionOf } from './use-lead-work';

const sortOf: Record<LeadSort, DataTableSort> = {
  newest: { column: 'created_at', direction: 'desc' },
  oldest: { column: 'created_at', direction: 'asc' },
  email: { column: 'email', direction: 'asc' },
  email_desc: { column: 'email', direction: 'desc' },
};
const nameOf = (sort: DataTableSort | null): LeadSort =>
  sort?.column === 'email'
    ? sort.direction === 'asc'
      ? 'email'
      : 'email_desc'
    : sort?.direction === 'asc'
      ? 'oldest'
      : 'newest';

interface LeadsTableProps {
  label: string;
  /** Leads of this list only. */
  list?: { id: number; name: string };
  empty: ReactNode;
  /** Shown above the filters, with the total and whether filters are set. */
  head: (total: number | null) => ReactNode;
}

/** Leads with search, filters, order, selection over pages and what can be done with them. */
export function LeadsTable({ label, list: ofList, empty, head }: LeadsTableProps) {
  const { timeZone } = useUi();
  const now = useCampaignNow(30_000);
  const navigate = useNavigate();
  const access = useAccess();
  const list = useLeadsAddress();
  const { filter } = list;
  const asked = useMemo(() => (ofList ? { ...filter, list_id: ofList.id } : filter), [filter, ofList]);
  const columns = useMemo(() => leadsColumns(now, timeZone), [now, timeZone]);
  const { view, setView, pageSize, fills, setPageSize } = useListChoice('all-leads', columns);
  const { data, rows, isLoading, error } = useLeadsPage(asked, list.sort, list.cursor, pageSize);
  useKeepLeadsInView(rows);
  const [selection, setSelection] = useSelection(asked);
  const exact = data && !data.total_is_capped ? { total: data.total } : {};
  return (
    <>
      {head(data ? data.total : null)}
      <AllLeadFilters
        label={label}
        list={list}
        end={
          <>
            {!ofList && <SavedViews list="all-leads" />}
            <ColumnChooser columns={columns} view={view} onViewChange={setView} />
          </>
        }
      />
      <DataTable<LeadRow>
        label={label}
        columns={columns}
        rows={rows}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.email}
        view={view}
        onViewChange={setView}
        {...exact}
        loading={isLoading}
        sort={sortOf[list.sort]}
        onSortChange={(sort) => list.setSort(nameOf(sort))}
        {...(access.may('lead.write') ? { selection, onSelectionChange: setSelection } : {})}
        bulkActions={(selected, count) => (
          <LeadBulk
            selection={selectionOf(selected, asked)}
            count={count}
            {...(ofList ? { list: ofList } : {})}
            onDone={() => setSelection(nothingSelected)}
          />
        )}
        error={error}
        filtered={list.isFiltered}
        onRowOpen={(row) => navigate(`/lead/${row.id}/view`)}
        empty={empty}
        emptyFiltered={
          <EmptyState
            icon="filter"
            title="No lead matches"
            actions={<Button onClick={list.reset}>Clear the filters</Button>}
          >
            Change or clear the filters to see more.
          </EmptyState>
        }
        paging={{
          ...list.pagingOf(rows.length, data?.next_cursor),
          ...exact,
          pageSize,
          fills,
          pageSizes: [5, 10, 25, 50, 100],
          onPageSizeChange: (size) => {
            setPageSize(size);
            list.change({});
          },
        }}
      />
    </>
  );
}
