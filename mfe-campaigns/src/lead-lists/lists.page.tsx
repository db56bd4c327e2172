import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { LeadListView } from '@skein/contracts/main/lead-lists.contract';
import { useAccess } from '@skein/mfe/access';
import { usePage } from '@skein/mfe/page';
import { useSearchParams } from '@skein/mfe/search-params';
import { Button } from '@skein/ui/button';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { EmptyState } from '@skein/ui/empty-state';
import { FilterBar, FilterSearch } from '@skein/ui/filter-bar';
import { BareLink } from '@skein/ui/link';
import { PageHeader } from '@skein/ui/page-header';
import { counted } from '@skein/ui/counted';
import { InstantText } from '@skein/ui/instant-text';
import { firstPage, useKeysetPages } from '../keyset-pages';
import { LeadsTabs } from '../leads/leads-tabs';
import { WorkStrip } from '../leads/work-strip';
import { LeadSearch } from '../overview/lead-list/lead-filters';
import { FewTags } from './few-tags';
import { useLists } from './lead-lists.hooks';
import { ListForm } from './list-form';

const pageSize = 25;

const columns: DataTableColumn<LeadListView>[] = [
  {
    id: 'name',
    label: 'List',
    fixed: true,
    flexible: true,
    minWidth: 200,
    cell: (row) => (
      <BareLink href={`/app/leads/lists/${row.id}`} style={{ fontWeight: 'var(--w-medium)' }}>
        {row.name}
      </BareLink>
    ),
  },
  {
    id: 'tags',
    label: 'Tags',
    width: 220,
    phone: 'hidden',
    cell: (row) => (row.tags.length === 0 ? '–' : <FewTags tags={row.tags} />),
  },
  { id: 'leads', label: 'Leads', align: 'end', width: 100, cell: (row) => row.lead_count.toLocaleString('en-US') },
  {
    id: 'active',
    label: 'In a sequence',
    align: 'end',
    width: 120,
    definition: 'Leads of the list whose sequence runs in some campaign',
    cell: (row) => row.active_count.toLocaleString('en-US'),
  },
  {
    id: 'created',
    label: 'Created',
    width: 150,
    phone: 'hidden',
    cell: (row) => <InstantText at={row.created_at} />,
  },
];

/** Lists of leads outside of campaigns. */
export function LeadListsPage() {
  usePage([{ label: 'Leads', to: '/app/leads/all' }, { label: 'Lists' }]);
  const access = useAccess();
  const navigate = useNavigate();
  const [query, setQuery] = useSearchParams();
  const pages = useKeysetPages();
  const search = query.get('search') ?? '';
  const { data, rows, isLoading, error, remove } = useLists(search, pages.cursor, pageSize);
  const [edited, setEdited] = useState<LeadListView | 'new' | null>(query.has('new') ? 'new' : null);
  const [deleted, setDeleted] = useState<LeadListView | null>(null);
  const mayWrite = access.may('lead.write');
  return (
    <>
      <PageHeader
        title="Leads"
        detail={data ? counted(data.total, 'list') : undefined}
        tabs={<LeadsTabs current="lists" />}
        actions={
          mayWrite ? (
            <Button variant="primary" icon="plus" onClick={() => setEdited('new')}>
              New list
            </Button>
          ) : undefined
        }
      />
      <WorkStrip />
      <FilterBar>
        <FilterSearch>
          <LeadSearch
            label="Search lists"
            value={search}
            onChange={(text) =>
              setQuery(
                (current) => {
                  if (text) current.set('search', text);
                  else current.delete('search');
                  return firstPage(current);
                },
                { replace: true },
              )
            }
          />
        </FilterSearch>
      </FilterBar>
      <DataTable<LeadListView>
        label="Lead lists"
        columns={columns}
        rows={rows}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.name}
        loading={isLoading}
        error={error}
        filtered={search !== ''}
        onRowOpen={(row) => navigate(`/leads/lists/${row.id}`)}
        {...(mayWrite
          ? {
              rowActions: (row) => [
                { label: 'Rename or tag', icon: 'edit' as const, onSelect: () => setEdited(row) },
                { label: 'Import a file', icon: 'upload' as const, href: `/app/leads/lists/${row.id}/import` },
                ...(access.may('lead.delete')
                  ? [
                      { kind: 'separator' as const },
                      {
                        label: 'Delete',
                        icon: 'trash' as const,
                        tone: 'danger' as const,
                        onSelect: () => setDeleted(row),
                      },
                    ]
                  : []),
              ],
            }
          : {})}
        empty={
          <EmptyState
            icon="list"
            title="No lists yet"
            actions={mayWrite ? <Button onClick={() => setEdited('new')}>Create list</Button> : undefined}
          >
            Collect leads here, verify them, and add them to a campaign when it’s ready.
          </EmptyState>
        }
        emptyFiltered={
          <EmptyState icon="filter" title="No list matches">
            Try another word.
          </EmptyState>
        }
        paging={{
          ...pages.pagingOf(rows.length, data?.next_cursor),
          ...(data ? { total: data.total } : {}),
        }}
      />
      {edited && (
        <ListForm
          list={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onMade={(list) => navigate(`/leads/lists/${list.id}`)}
        />
      )}
      {deleted && <DeleteList list={deleted} onClose={() => setDeleted(null)} onDelete={remove} />}
    </>
  );
}

interface DeleteListProps {
  list: LeadListView;
  onClose: () => void;
  onDelete: ReturnType<typeof useLists>['remove'];
}

/** Confirms deleting a list, and says what becomes of its leads. */
const DeleteList = ({ list, onClose, onDelete }: DeleteListProps) => (
  <ConfirmDialog
    open
    onOpenChange={onClose}
    title={`Delete ${list.name}`}
    confirmLabel="Delete list"
    description={
      list.lead_count === 0
        ? 'The list is empty.'
        : `The list is deleted; its ${counted(list.lead_count, 'lead stays in the workspace and in its campaigns', 'leads stay in the workspace and in their campaigns')}.`
    }
    onConfirm={() => onDelete(list.id)}
  />
);
