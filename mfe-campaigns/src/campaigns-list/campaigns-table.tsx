import { Suspense, useCallback, useMemo, useState, type ComponentProps, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { CampaignAction, CampaignRow } from '@skein/contracts/main/campaign-views';
import { useAccess } from '@skein/mfe/access';
import { useCampaignNow } from '@skein/mfe/campaign-time';
import { lazyPage } from '@skein/mfe/lazy-page';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { SavedViews } from '@skein/mfe/lists/saved-views';
import { ColumnChooser } from '@skein/ui/column-chooser';
import { DataTable, isSelected, nothingSelected, type DataTableSelection } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { useUi } from '@skein/ui/ui-provider';
import { OpeningPart } from '@skein/ui/typed-ahead';
import { useFolders } from '../folders/folders.hooks';
import { CampaignBulk } from './campaign-bulk';
import { campaignAddress, campaignColumns } from './campaign-columns';
import { CampaignFilters } from './campaign-filters';
import { useCampaignsPage } from './campaigns.hooks';
import { isFiltered, toFilter, type ListAddress } from './list-address';
import type { OpenDialog } from './list-dialogs';
import { useListChoice } from '@skein/mfe/lists/list-choice';
import { useSelection } from '@skein/mfe/lists/use-selection';
import { useCampaignActions, type Refused } from './use-campaign-actions';
import { useListAddress } from './use-list-address';
import { useRowActions } from './row-actions';
import { useSelectionIds } from './use-selection-ids';

// Loaded with the first one that is opened.
const ListDialogs = lazyPage(() => import('./list-dialogs').then((module) => module.ListDialogs));

const sizes = [5, 10, 25, 50, 100];

/** Address within this area's router for an address of the product. */
const local = (address: string) => address.replace(/^\/app/, '');

/** The list of campaigns with filters, bulk actions and row menus; in a folder when `folderId` is given. */
export function CampaignsTable({ folderId, empty }: { folderId?: number; empty: ReactNode }) {
  const { address, change, next, previous, sort, resetSort } = useListAddress();
  const access = useAccess();
  const navigate = useNavigate();
  const now = useCampaignNow(30_000);
  const [open, setOpen] = useState<OpenDialog | null>(null);

  const hour = Math.floor(now.getTime() / 3_600_000);
  const filter = useMemo(
    () => toFilter(folderId === undefined ? address : { ...address, folderId }, new Date(hour * 3_600_000)),
    [address, folderId, hour],
  );
  const { cursor: _cursor, offset: _offset, sort: _sort, direction: _direction, ...shown } = address;
  const [selection, setSelection] = useSelection({ ...shown, folderId: folderId ?? address.folderId });
  const onWhy = useCallback((row: CampaignRow) => setOpen({ kind: 'why', row }), []);
  const columns = useColumns({ now, onWhy, ...(folderId === undefined ? {} : { folderId }) });
  const { view, setView, pageSize, fills, setPageSize } = useListChoice('all-campaigns', columns);
  const { data, isLoading, problem } = useCampaignsPage(pageQuery(address, filter, pageSize));
  const rows = useMemo(() => data?.rows ?? [], [data]);

  const onRefused = useCallback(
    (title: string, refused: Refused[]) => setOpen({ kind: 'refused', title, refused }),
    [],
  );
  const { changeStatus, moveTo } = useCampaignActions(onRefused);
  const idsOf = useSelectionIds(filter);
  const withIds = (selected: DataTableSelection, run: (ids: number[]) => void) => {
    idsOf(selected).then(run, (failure: unknown) => showProblem('The campaigns could not be loaded', failure));
  };
  const writes = access.may('campaign.write');
  const chosenRows = rows.filter((row) => isSelected(selection, String(row.id)));

  const rowActions = useRowActions({ open: setOpen, onWhy, changeStatus });
  const clear = () => setSelection(nothingSelected);
  const bulkStatus = (selected: DataTableSelection, action: CampaignAction) =>
    withIds(selected, (ids) => {
      clear();
      void changeStatus(ids, action);
    });
  const only =
    chosenRows.length === 1 && selection.mode === 'some' && selection.ids.length === 1 ? chosenRows[0] : undefined;
  const first = address.offset + 1;
  return (
    <>
      <CampaignFilters
        address={address}
        onChange={change}
        byStatus={data?.by_status}
        withFolder={folderId === undefined}
        end={
          <>
            {folderId === undefined && <SavedViews list="all-campaigns" />}
            <ColumnChooser columns={columns} view={view} onViewChange={setView} />
          </>
        }
      />
      <DataTable<CampaignRow>
        label="Email campaigns"
        columns={columns}
        rows={rows}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.name}
        view={view}
        onViewChange={setView}
        sort={{ column: address.sort, direction: address.direction }}
        onSortChange={(wanted) => (wanted ? sort(wanted.column, wanted.direction) : resetSort())}
        {...(writes ? { selection, onSelectionChange: setSelection } : {})}
        total={data?.total ?? 0}
        bulkActions={(selected) => (
          <CampaignBulk
            onStatus={(action) => bulkStatus(selected, action)}
            onOpen={(kind) => withIds(selected, (ids) => setOpen({ kind, ids }))}
            {...(only ? { onDuplicate: () => setOpen({ kind: 'duplicate', row: only }) } : {})}
          />
        )}
        onRowOpen={(row) => navigate(local(campaignAddress(row)))}
        rowActions={rowActions}
        loading={isLoading}
        error={problem}
        filtered={isFiltered(address)}
        empty={empty}
        emptyFiltered={
          <NoCampaignMatches
            onClear={() => change({ search: '', statuses: null, tagIds: [], updatedDays: null, folderId: null })}
          />
        }
        paging={{
          from: rows.length === 0 ? 0 : first,
          to: rows.length === 0 ? 0 : address.offset + rows.length,
          total: data?.total ?? 0,
          hasPrevious: address.cursor !== null,
          hasNext: Boolean(data?.next_cursor),
          onPrevious: previous,
          onNext: () => {
            if (data?.next_cursor) next(data.next_cursor, address.offset + rows.length);
          },
          pageSize,
          fills,
          pageSizes: sizes,
          onPageSizeChange: (size) => {
            setPageSize(size);
            change({});
          },
          note: 'Rates per contacted lead, without out-of-office replies',
        }}
      />
      {open && (
        <CampaignDialogs
          open={open}
          rows={rows}
          onClose={() => setOpen(null)}
          onDone={clear}
          onStop={(row) => changeStatus([row.id], 'STOP', row.name)}
          onMove={moveTo}
        />
      )}
    </>
  );
}

const pageQuery = (address: ListAddress, filter: ReturnType<typeof toFilter>, pageSize: number) => ({
  ...filter,
  sort: address.sort,
  direction: address.direction,
  limit: pageSize,
  ...(address.cursor ? { cursor: address.cursor } : {}),
});

/** The folder of a campaign is shown where campaigns of several are. */
function useColumns({ now, folderId, onWhy }: { now: Date; folderId?: number; onWhy: (row: CampaignRow) => void }) {
  const { timeZone } = useUi();
  const { folders } = useFolders();
  const folderName = useCallback(
    (id: number) => (folderId === undefined ? (folders?.find((folder) => folder.id === id)?.name ?? null) : null),
    [folders, folderId],
  );
  return useMemo(() => campaignColumns({ now, timeZone, folderName, onWhy }), [now, timeZone, folderName, onWhy]);
}

/** The dialog that is open over the list. */
function CampaignDialogs({
  open,
  rows,
  onClose,
  onDone,
  onStop,
  onMove,
}: {
  open: OpenDialog;
  rows: readonly CampaignRow[];
  onClose: () => void;
  onDone: () => void;
  onStop: ComponentProps<typeof ListDialogs>['onStop'];
  onMove: ReturnType<typeof useCampaignActions>['moveTo'];
}) {
  const before = new Map(rows.map((row) => [row.id, row.folder_id]));
  return (
    <Suspense fallback={<OpeningPart />}>
      <ListDialogs
        open={open}
        rows={rows}
        onClose={onClose}
        onStop={onStop}
        onDuplicated={onDone}
        onMove={async (ids, folder) => {
          await onMove(ids, folder, before);
          onDone();
        }}
        onTagged={onDone}
      />
    </Suspense>
  );
}

function NoCampaignMatches({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon="filter"
      title="No campaign matches"
      actions={<Button onClick={onClear}>Clear the filters</Button>}
    >
      Change or clear the filters to see more.
    </EmptyState>
  );
}
