import type { ReactNode } from 'react';
import type { CampaignLeadRow } from '@skein/contracts/main/campaign-leads.contract';
import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { useAccess } from '@skein/mfe/access';
import type { useListChoice } from '@skein/mfe/lists/list-choice';
import { Button } from '@skein/ui/button';
import { DataTable, type DataTableSelection } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { zoneLabel } from '@skein/ui/instant';
import { useUi } from '@skein/ui/ui-provider';
import { useKeepLeadsInView } from '../../leads/leads-in-view.hooks';
import { nameOf, type LeadColumns } from './lead-columns';
import { useCampaignLeads } from './lead-list.hooks';
import type { LeadMenus } from './lead-menus';
import { NoLeads } from './no-leads';
import type { useLeadListAddress } from './use-lead-list-address';
import type { SelectedLeads } from './use-selected-leads';

/** The rows of the lead list, page by page, and what can be selected of them. */
export function LeadTable({
  campaign,
  list,
  columns,
  choice,
  selected,
  menus,
  onRowOpen,
  bulkActions,
}: {
  campaign: CampaignView;
  list: ReturnType<typeof useLeadListAddress>;
  columns: LeadColumns;
  choice: ReturnType<typeof useListChoice>;
  selected: SelectedLeads;
  menus: LeadMenus;
  onRowOpen: (row: CampaignLeadRow) => void;
  bulkActions: (selection: DataTableSelection, count: number | null) => ReactNode;
}) {
  const { timeZone } = useUi();
  const mayWrite = useAccess().may('lead.write');
  const { view, setView, pageSize, fills, setPageSize } = choice;
  const query = { ...list.filter, limit: pageSize, ...(list.cursor ? { cursor: list.cursor } : {}) };
  const { data, isLoading, problem } = useCampaignLeads(campaign.id, query);
  const rows = data?.rows ?? [];
  useKeepLeadsInView(rows.map(({ lead }) => lead));
  const exact = data && !data.total_is_capped ? { total: data.total } : {};
  return (
    <DataTable<CampaignLeadRow>
      label="Leads of the campaign"
      columns={columns}
      rows={rows}
      rowId={(row) => String(row.enrolment_id)}
      rowLabel={(row) => nameOf(row) || row.lead.email}
      view={view}
      onViewChange={setView}
      {...(mayWrite ? { selection: selected.selection, onSelectionChange: selected.select } : {})}
      {...exact}
      rowActions={menus.rowActions}
      onRowOpen={onRowOpen}
      loading={isLoading}
      error={problem}
      filtered={list.isFiltered}
      bulkActions={bulkActions}
      empty={<NoLeads campaign={campaign} mayWrite={mayWrite} />}
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
        pageSizes: [5, 10, 25, 50, 100, 200],
        onPageSizeChange: (size) => {
          setPageSize(size);
          list.change({});
        },
        note: `Times in ${zoneLabel(timeZone)}`,
      }}
    />
  );
}
