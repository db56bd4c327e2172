import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAccess } from '@skein/mfe/access';
import { useCampaignNow } from '@skein/mfe/campaign-time';
import { usePage } from '@skein/mfe/page';
import { Button } from '@skein/ui/button';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { DataTable } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { FilterBar, FilterSearch } from '@skein/ui/filter-bar';
import { toasts } from '@skein/ui/toast-store';
import { useUi } from '@skein/ui/ui-provider';
import { CampaignsHead } from '../campaigns-list/campaigns-head';
import { keeping, KeptAddress } from '@skein/mfe/lists/kept-address';
import { useListChoice } from '@skein/mfe/lists/list-choice';
import { ListSearch } from '@skein/mfe/lists/list-search';
import { useSearchParams } from '@skein/mfe/search-params';
import { counted } from '@skein/ui/counted';
import { addressOf, findFolders, folderColumns, type Folder } from './folder-columns';
import { useDeleteFolder, useFolders } from './folders.hooks';
import { NameFolderDialog } from './name-folder-dialog';

const keepAddress = keeping('sort');

/** The folders that campaigns are sorted into: /app/email-campaign/folders. A workspace has few: they come in one answer. */
export function FoldersPage() {
  usePage([{ label: 'Email campaigns', to: '/app/email-campaign/all' }, { label: 'Folders' }]);
  return (
    <KeptAddress list="campaign-folders" keep={keepAddress}>
      <Folders />
    </KeptAddress>
  );
}

function Folders() {
  const access = useAccess();
  const navigate = useNavigate();
  const { timeZone } = useUi();
  const now = useCampaignNow(60_000);
  const [query, setQuery] = useSearchParams();
  const [naming, setNaming] = useState<Folder | null>(null);
  const [deleting, setDeleting] = useState<Folder | null>(null);
  const { folders, withoutFolder, error, isFetching, refetch } = useFolders();

  const search = query.get('q') ?? '';
  const sort = query.get('sort') ?? 'name';
  const page = Math.max(1, Number(query.get('page')) || 1);
  const put = (change: Record<string, string | null>) =>
    setQuery(
      (current) => {
        const changed = new URLSearchParams(current);
        for (const [key, value] of Object.entries(change))
          if (value) changed.set(key, value);
          else changed.delete(key);
        return changed;
      },
      { replace: true },
    );
  const columns = useMemo(() => folderColumns(now, timeZone), [now, timeZone]);
  const { view, setView, pageSize, fills, setPageSize } = useListChoice('campaign-folders', columns);
  const found = useMemo(() => findFolders(folders ?? [], search, sort), [folders, search, sort]);
  const first = Math.min((page - 1) * pageSize, Math.max(0, Math.ceil(found.length / pageSize) - 1) * pageSize);
  // The last one, where the address names a page that is not there any more.
  const shownPage = first / pageSize + 1;
  const rows = found.slice(first, first + pageSize);
  return (
    <>
      <CampaignsHead tab="folders" />
      <FilterBar>
        <FilterSearch>
          <ListSearch
            label="Filter by name"
            placeholder="Filter by name"
            maxLength={200}
            value={search}
            onChange={(text) => put({ q: text || null, page: null })}
          />
        </FilterSearch>
        {withoutFolder > 0 && (
          <Button size="small" variant="ghost" href="/app/email-campaign/all?folder=0">
            {counted(withoutFolder, 'campaign')} in no folder
          </Button>
        )}
      </FilterBar>
      <DataTable<Folder>
        label="Folders"
        columns={columns}
        rows={rows}
        rowId={(folder) => String(folder.id)}
        rowLabel={(folder) => folder.name}
        view={view}
        onViewChange={setView}
        sort={{ column: sort.replace(/^-/, ''), direction: sort.startsWith('-') ? 'desc' : 'asc' }}
        onSortChange={(wanted) =>
          put({ sort: wanted ? `${wanted.direction === 'desc' ? '-' : ''}${wanted.column}` : null, page: null })
        }
        onRowOpen={(folder) => navigate(addressOf(folder).replace(/^\/app/, ''))}
        rowActions={(folder) => [
          { label: 'Open', icon: 'arrow-right', href: addressOf(folder) },
          ...(access.may('shared.write')
            ? [{ label: 'Rename', icon: 'edit' as const, onSelect: () => setNaming(folder) }]
            : []),
          ...(access.may('campaign.delete')
            ? [
                {
                  label: 'Delete',
                  detail: 'Its campaigns stay, in no folder',
                  icon: 'trash' as const,
                  tone: 'danger' as const,
                  onSelect: () => setDeleting(folder),
                },
              ]
            : []),
        ]}
        loading={isFetching && !folders}
        error={error ? { message: error.message, onRetry: refetch } : null}
        filtered={search !== ''}
        empty={
          <EmptyState icon="folder" title="No folders yet">
            Folders keep the campaigns of a client, a team or a season together. Create one, then move campaigns into
            it.
          </EmptyState>
        }
        emptyFiltered={
          <EmptyState
            icon="filter"
            title="No folder matches"
            actions={<Button onClick={() => put({ q: null })}>Show all folders</Button>}
          />
        }
        paging={{
          from: rows.length === 0 ? 0 : first + 1,
          to: first + rows.length,
          total: found.length,
          hasPrevious: first > 0,
          hasNext: first + pageSize < found.length,
          onPrevious: () => put({ page: shownPage > 2 ? String(shownPage - 1) : null }),
          onNext: () => put({ page: String(shownPage + 1) }),
          pageSize,
          fills,
          pageSizes: [5, 10, 25, 50],
          onPageSizeChange: (size) => {
            setPageSize(size);
            put({ page: null });
          },
        }}
      />
      {naming && <NameFolderDialog folder={naming} onClose={() => setNaming(null)} />}
      {deleting && <DeleteFolderDialog folder={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}

function DeleteFolderDialog({ folder, onClose }: { folder: Folder; onClose: () => void }) {
  const remove = useDeleteFolder();
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete ${folder.name}`}
      confirmLabel="Delete folder"
      description={
        folder.campaign_count === 0
          ? 'The folder is empty.'
          : `${counted(folder.campaign_count, 'campaign stays as it is', 'campaigns stay as they are')}, in no folder.`
      }
      onConfirm={async () => {
        await remove(folder.id);
        toasts.show({ title: `${folder.name} deleted` });
      }}
    />
  );
}
