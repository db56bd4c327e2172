import { useMemo, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { leadProviders, leadStatuses } from '@skein/contracts/constants';
import { verificationResults } from '@skein/contracts/main/verification-results';
import type { LeadFilter, LeadSort } from '@skein/contracts/main/leads.contract';
import { useAccess } from '@skein/mfe/access';
import { useCampaignNow } from '@skein/mfe/campaign-time';
import { useListChoice } from '@skein/mfe/lists/list-choice';
import { SavedViews } from '@skein/mfe/lists/saved-views';
import { useSelection } from '@skein/mfe/lists/use-selection';
import { Button } from '@skein/ui/button';
import { ColumnChooser } from '@skein/ui/column-chooser';
import { DataTable, nothingSelected, type DataTableSort } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { FilterBar, FilterEnd, FilterSearch } from '@skein/ui/filter-bar';
import { LinkButton } from '@skein/ui/link';
import { Segmented } from '@skein/ui/segmented';
import { useUi } from '@skein/ui/ui-provider';
import { useCampaignTags } from '../campaigns-list/campaigns.hooks';
import { ChoiceFilter, LeadSearch } from '../overview/lead-list/lead-filters';
import { providerNames } from '../provider-names';
import { leadStateWords } from '../overview/lead-list/lead-state';
import { resultWords } from '../verification/result-labels';
import { useCategories, useLeadsAddress, useLeadsPage, type LeadRow } from './all-leads.hooks';
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
  const { categories } = useCategories();
  const { tags } = useCampaignTags(access.may('campaign.read'));
  const columns = useMemo(() => leadsColumns(now, timeZone), [now, timeZone]);
  const { view, setView, pageSize, fills, setPageSize } = useListChoice('all-leads', columns);
  const { data, rows, isLoading, error } = useLeadsPage(asked, list.sort, list.cursor, pageSize);
  useKeepLeadsInView(rows);
  const [selection, setSelection] = useSelection(asked);
  const { change } = list;
  const of = (name: keyof LeadFilter) => ((filter[name] as readonly unknown[] | undefined) ?? []).map(String);
  const marks = [filter.is_unsubscribed && 'is_unsubscribed', filter.is_bounced && 'is_bounced'].filter(
    (mark): mark is string => typeof mark === 'string',
  );
  const exact = data && !data.total_is_capped ? { total: data.total } : {};
  return (
    <>
      {head(data ? data.total : null)}
      <FilterBar>
        <FilterSearch>
          <LeadSearch
            label={`Search ${label.toLowerCase()}`}
            value={filter.search ?? ''}
            onChange={(search) => change({ search })}
          />
        </FilterSearch>
        <Segmented
          label="Which leads"
          value={filter.lead_type ?? 'all'}
          onValueChange={(type) => change({ lead_type: type === 'all' ? undefined : type })}
          items={[
            { id: 'all', label: 'All' },
            { id: 'active', label: 'Active' },
            { id: 'yet_to_use', label: 'Not used' },
            { id: 'previously_active', label: 'Done' },
          ]}
        />
        <ChoiceFilter
          label="Status"
          choices={leadStatuses.map((status) => ({ value: status, label: leadStateWords[status] }))}
          chosen={of('lead_statuses')}
          onChange={(chosen) => change({ lead_statuses: chosen as LeadFilter['lead_statuses'] })}
        />
        <ChoiceFilter
          label="Category"
          choices={categories.map((category) => ({ value: String(category.id), label: category.name }))}
          chosen={of('category_ids')}
          onChange={(chosen) => change({ category_ids: chosen.map(Number) })}
        />
        <ChoiceFilter
          label="Tag"
          choices={(tags ?? []).map((tag) => ({ value: String(tag.id), label: tag.name }))}
          chosen={of('tag_ids')}
          onChange={(chosen) => change({ tag_ids: chosen.map(Number) })}
          none="There are no tags yet."
        />
        <ChoiceFilter
          label={/* text */ 'ESP'}
          choices={leadProviders.map((value) => ({ value, label: providerNames[value] }))}
          chosen={of('providers')}
          onChange={(chosen) => change({ providers: chosen as LeadFilter['providers'] })}
        />
        <ChoiceFilter
          label="Can’t email"
          choices={[
            { value: 'is_unsubscribed', label: 'Unsubscribed' },
            { value: 'is_bounced', label: 'Bounced' },
          ]}
          chosen={marks}
          onChange={(chosen) =>
            change({
              is_unsubscribed: chosen.includes('is_unsubscribed') || undefined,
              is_bounced: chosen.includes('is_bounced') || undefined,
            })
          }
        />
        <ChoiceFilter
          label="Verified"
          choices={[
            ...verificationResults.map((value) => ({ value, label: resultWords[value] })),
            { value: 'NONE', label: 'Never verified' },
          ]}
          chosen={of('verification')}
          onChange={(chosen) => change({ verification: chosen as LeadFilter['verification'] })}
        />
        {list.isFiltered && <LinkButton onClick={list.reset}>Reset</LinkButton>}
        <FilterEnd>
          {!ofList && <SavedViews list="all-leads" />}
          <ColumnChooser columns={columns} view={view} onViewChange={setView} />
        </FilterEnd>
      </FilterBar>
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
          from: rows.length === 0 ? 0 : list.offset + 1,
          to: rows.length === 0 ? 0 : list.offset + rows.length,
          ...exact,
          hasPrevious: list.cursor !== null,
          hasNext: Boolean(data?.next_cursor),
          onPrevious: list.previous,
          onNext: () => {
            if (data?.next_cursor) list.next(data.next_cursor, list.offset + rows.length);
          },
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
