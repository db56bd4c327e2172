import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { leadProviders, leadStatuses, pageSizes } from '@skein/contracts/constants';
import type { LeadFilter } from '@skein/contracts/main/leads.contract';
import { useAccess } from '@skein/mfe/access';
import { useCampaignNow } from '@skein/mfe/campaign-time';
import { usePage } from '@skein/mfe/page';
import { Button } from '@skein/ui/button';
import { SavedViews } from '@skein/mfe/lists/saved-views';
import { ColumnChooser } from '@skein/ui/column-chooser';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { FilterBar, FilterEnd, FilterSearch } from '@skein/ui/filter-bar';
import { BareLink, Link, LinkButton } from '@skein/ui/link';
import { PageHeader } from '@skein/ui/page-header';
import { Segmented } from '@skein/ui/segmented';
import { Badge } from '@skein/ui/badge';
import { SubLine } from '@skein/ui/text';
import { useUi } from '@skein/ui/ui-provider';
import { useListChoice } from '@skein/mfe/lists/list-choice';
import { ChoiceFilter, LeadSearch } from '../overview/lead-list/lead-filters';
import { leadStateWords } from '../overview/lead-list/lead-state';
import { fullInstant, shortInstant } from '../when';
import { useCategories, useLeadsAddress, useLeadsPage, type LeadRow } from './all-leads.hooks';

/** All leads of the workspace, newest first, with the columns of the specification's section 3. */
export function AllLeadsPage() {
  usePage([{ label: 'Leads' }]);
  const { timeZone } = useUi();
  const now = useCampaignNow(30_000);
  const navigate = useNavigate();
  const access = useAccess();
  const list = useLeadsAddress();
  const { filter } = list;
  const { categories } = useCategories();
  const columns = useMemo(() => leadsColumns(now, timeZone), [now, timeZone]);
  const { view, setView, pageSize, setPageSize } = useListChoice('all-leads', columns, pageSizes.leads);
  const { data, rows, isLoading, error } = useLeadsPage(filter, list.cursor, pageSize);
  const of = (name: keyof LeadFilter) => ((filter[name] as readonly unknown[] | undefined) ?? []).map(String);
  const marks = [filter.is_unsubscribed && 'is_unsubscribed', filter.is_bounced && 'is_bounced'].filter((mark): mark is string => typeof mark === 'string');
  return (
    <>
      <PageHeader title="Leads" detail={data ? `${data.total.toLocaleString('en-US')}${data.total_is_capped ? '+' : ''} ${list.isFiltered ? 'match' : 'in all'}` : undefined} />
      <FilterBar>
        <FilterSearch><LeadSearch label="Search all leads" value={filter.search ?? ''} onChange={(search) => list.change({ search })} /></FilterSearch>
        <Segmented label="Which leads" value={filter.lead_type ?? 'all'} onValueChange={(type) => list.change({ lead_type: type === 'all' ? undefined : type })} items={[{ id: 'all', label: 'All' }, { id: 'active', label: 'Active' }, { id: 'yet_to_use', label: 'Not used yet' }, { id: 'previously_active', label: 'Done' }]} />
        <ChoiceFilter label="Status" choices={leadStatuses.map((status) => ({ value: status, label: leadStateWords[status] }))} chosen={of('lead_statuses')} onChange={(chosen) => list.change({ lead_statuses: chosen as LeadFilter['lead_statuses'] })} />
        <ChoiceFilter label="Category" choices={categories.map((category) => ({ value: String(category.id), label: category.name }))} chosen={of('category_ids')} onChange={(chosen) => list.change({ category_ids: chosen.map(Number) })} />
        <ChoiceFilter label="Lead ESP" choices={leadProviders.map((value) => ({ value, label: espWord(value) }))} chosen={of('providers')} onChange={(chosen) => list.change({ providers: chosen as LeadFilter['providers'] })} />
        <ChoiceFilter label="Only" choices={[{ value: 'is_unsubscribed', label: 'Unsubscribed' }, { value: 'is_bounced', label: 'Bounced' }]} chosen={marks} onChange={(chosen) => list.change({ is_unsubscribed: chosen.includes('is_unsubscribed') || undefined, is_bounced: chosen.includes('is_bounced') || undefined })} />
        {list.isFiltered && <LinkButton onClick={list.reset}>Reset</LinkButton>}
        <FilterEnd><SavedViews list="all-leads" /><ColumnChooser columns={columns} view={view} onViewChange={setView} /></FilterEnd>
      </FilterBar>
      <DataTable<LeadRow> label="All leads" columns={columns} rows={rows} rowId={(row) => String(row.id)} rowLabel={(row) => row.email} view={view} onViewChange={setView} {...(data && !data.total_is_capped ? { total: data.total } : {})} loading={isLoading}
        error={error} filtered={list.isFiltered} onRowOpen={(row) => navigate(`/lead/${row.id}/view`)}
        empty={<EmptyState icon="users" title="No leads yet" actions={access.may('campaign.write') ? <Button variant="primary" href="/app/email-campaign/new-campaign">Make a campaign and import leads</Button> : undefined}>Leads are imported into a campaign, and stand here with everything that happened to them.</EmptyState>}
        emptyFiltered={<EmptyState icon="filter" title="No lead matches" actions={<Button onClick={list.reset}>Clear the filters</Button>}>Other filters, or none, show the rest.</EmptyState>}
        paging={{
          from: rows.length === 0 ? 0 : list.offset + 1, to: rows.length === 0 ? 0 : list.offset + rows.length, ...(data && !data.total_is_capped ? { total: data.total } : {}), hasPrevious: list.cursor !== null, hasNext: Boolean(data?.next_cursor), onPrevious: list.previous,
          onNext: () => { if (data?.next_cursor) list.next(data.next_cursor, list.offset + rows.length); }, pageSize, pageSizes: [5, 10, 25, 50, 100], onPageSizeChange: (size) => { setPageSize(size); list.change({}); },
        }} />
    </>
  );
}

export const espWord = (provider: string): string => provider.charAt(0) + provider.slice(1).toLowerCase();
const outside = (address: string | null) => (address ? <Link href={/^https?:\/\//i.test(address) ? address : `https://${address}`} target="_blank" rel="noopener noreferrer">{address.replace(/^https?:\/\/(www\.)?/i, '')}</Link> : '–');

function leadsColumns(now: Date, timeZone: string): DataTableColumn<LeadRow>[] {
  return [
    { id: 'email', label: 'Email', fixed: true, flexible: true, minWidth: 200, cell: (row) => <><BareLink href={`/app/lead/${row.id}/view`} style={{ fontWeight: 'var(--w-medium)' }}>{row.email}</BareLink>{(row.is_unsubscribed || row.is_bounced) && <SubLine>{row.is_unsubscribed && <Badge tone="neutral">Unsubscribed</Badge>} {row.is_bounced && <Badge tone="danger">Bounced</Badge>}</SubLine>}</> },
    { id: 'first_name', label: 'First name', width: 116, cell: (row) => row.first_name ?? '–' },
    { id: 'last_name', label: 'Last name', width: 116, cell: (row) => row.last_name ?? '–' },
    { id: 'provider', label: 'Lead ESP', width: 92, phone: 'hidden', cell: (row) => espWord(row.provider) },
    { id: 'campaigns', label: 'Campaigns associated', width: 200, cell: (row) => (row.campaign_count === 0 ? '–' : <>{row.campaigns.slice(0, 1).map((campaign) => <BareLink key={campaign.id} href={`/app/email-campaign/${campaign.id}/overview/lead-list?search=${encodeURIComponent(row.email)}`}>{campaign.name}</BareLink>)}{row.campaign_count > 1 && ` and ${row.campaign_count - 1} more`}<SubLine>{row.campaigns[0] && leadStateWords[row.campaigns[0].lead_status]}</SubLine></>) },
    { id: 'phone', label: 'Phone number', width: 136, phone: 'hidden', cell: (row) => row.phone_number ?? '–' },
    { id: 'company_name', label: 'Company name', width: 150, cell: (row) => row.company_name ?? '–' },
    { id: 'company_url', label: 'Company URL', width: 150, hiddenByDefault: true, phone: 'hidden', cell: (row) => outside(row.company_url ?? row.website) },
    { id: 'linkedin', label: 'LinkedIn profile', width: 150, hiddenByDefault: true, phone: 'hidden', cell: (row) => outside(row.linkedin_profile) },
    { id: 'created_at', label: 'Created at', width: 116, phone: 'hidden', cell: (row) => <span title={fullInstant(row.created_at, timeZone)}>{shortInstant(row.created_at, now, timeZone, 'en-GB')}</span> },
  ];
}
