import { useEffect, useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import type { PlacementTestRow } from '@skein/contracts/smart-delivery/placement-shapes';
import { keeping, KeptAddress } from '@skein/mfe/lists/kept-address';
import { useListChoice } from '@skein/mfe/lists/list-choice';
import { useListAddress } from '@skein/mfe/lists/use-list-address';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { usePage } from '@skein/mfe/page';
import { smartDeliveryChoiceChanged } from '@skein/mfe/slices/smart-delivery';
import { useAppDispatch } from '@skein/mfe/store';
import { Button } from '@skein/ui/button';
import { ColumnChooser } from '@skein/ui/column-chooser';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { DataTable } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { FilterBar, FilterChip, FilterEnd, FilterSearch } from '@skein/ui/filter-bar';
import type { MenuEntry } from '@skein/ui/menu';
import { PageHeader } from '@skein/ui/page-header';
import { RadioGroup } from '@skein/ui/radio-group';
import { Text } from '@skein/ui/text';
import { SearchInput } from '@skein/ui/text-input';
import { AreaTabs, isOnItsWay, Simulated } from '../parts';
import {
  base,
  useFolders,
  useHasNoSeeds,
  useLists,
  useMayTest,
  useMonitors,
  useTestActions,
  useTests,
} from '../placement.hooks';
import { deletes } from './deletes';
import { useTestEdits } from './edit-dialogs';
import { isFiltered, readAddress, statusWords, writeAddress, type TestsAddress } from './list-address';
import { LastOpened } from './last-opened';
import { NoSeeds } from './no-seeds';
import { testColumns } from './test-columns';

const sizes = [10, 25, 50, 100];

const keepAddress = keeping('result');

/** Every manual or automatic test. */
export function AllTestsPage() {
  const { testType } = useParams();
  return testType === 'auto' || testType === 'manual' ? (
    <KeptAddress key={testType} list={`placement-${testType}`} keep={keepAddress}>
      <TestList type={testType} />
    </KeptAddress>
  ) : (
    <NotFoundPage />
  );
}

/** The tests of one folder. */
export function FolderTestsPage() {
  const folderId = Number(useParams().folderId);
  const folders = useFolders();
  const folder = folders.rows.find(({ id }) => id === folderId);
  const isUnknown = !Number.isInteger(folderId) || folderId <= 0 || (!folders.isLoading && !folders.problem && !folder);
  return isUnknown ? (
    <NotFoundPage what="The folder was deleted, or it never existed. Its tests are under Automatic and Manual." />
  ) : (
    <TestList key={folderId} folderId={folderId} folderName={folder?.name ?? 'Folder'} />
  );
}

const addressOf = (row: PlacementTestRow) =>
  row.status === 'DRAFT'
    ? `${base}/new-${row.type === 'auto' ? 'automatic' : 'manual'}-test?draft=${row.id}`
    : `${base}/${row.id}/${row.type}/deliverability-results/providers-view`;

interface TestListProps {
  type?: 'auto' | 'manual';
  folderId?: number;
  folderName?: string;
}

function TestList({ type, folderId, folderName }: TestListProps) {
  const { address, change, next, previous } = useListAddress(readAddress, writeAddress);
  const isAuto = type !== 'manual';
  const columns = useMemo(() => testColumns(isAuto), [isAuto]);
  const listName = `placement-${type ?? 'folder'}`;
  const { view, setView, pageSize, fills, setPageSize } = useListChoice(listName, columns);
  const { offset } = address;
  const { rows, total, isLoading, problem } = useTests({
    ...(type ? { type } : {}),
    ...(folderId === undefined ? {} : { folder_id: folderId }),
    ...(address.search.trim() === '' ? {} : { search: address.search.trim() }),
    ...(address.status ? { status: address.status } : {}),
    offset,
    limit: pageSize,
  });
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (type) dispatch(smartDeliveryChoiceChanged({ lastTestType: type }));
  }, [dispatch, type]);
  const lists = useLists();
  usePage([
    { label: 'SmartDelivery', to: lists },
    ...(folderName === undefined ? [] : [{ label: 'Folders', to: `/app${base}/folders` }]),
    { label: folderName ?? (type === 'auto' ? 'Automatic' : 'Manual') },
  ]);
  const navigate = useNavigate();
  const { rowActions, dialog } = useRowActions();
  const hasNoSeeds = useHasNoSeeds();
  const mayTest = useMayTest();
  return (
    <>
      <PageHeader
        title={folderName ?? 'SmartDelivery'}
        status={<Simulated />}
        tabs={<AreaTabs value={type ?? 'folders'} />}
        secondary={
          mayTest ? [{ label: 'New manual test', icon: 'send', href: `${placeOf(folderId)}/new-manual-test` }] : []
        }
        actions={<CreateButton folderId={folderId} />}
      />
      <TestFilters
        address={address}
        onChange={change}
        end={<ColumnChooser columns={columns} view={view} onViewChange={setView} />}
        isAuto={isAuto}
      />
      <DataTable
        label={folderName ?? (type === 'auto' ? 'Automatic tests' : 'Manual tests')}
        columns={columns}
        rows={rows}
        rowId={({ id }) => String(id)}
        rowLabel={({ name }) => name}
        view={view}
        onViewChange={setView}
        total={total}
        loading={isLoading}
        error={problem}
        filtered={isFiltered(address)}
        rowActions={rowActions}
        onRowOpen={(row) => void navigate(addressOf(row))}
        emptyFiltered={
          <EmptyState
            title="No test matches"
            actions={<Button onClick={() => change({ search: '', status: null })}>Clear filters</Button>}
          >
            Search for another name or campaign, or choose another result.
          </EmptyState>
        }
        empty={
          <EmptyState
            icon="shield"
            title={folderId === undefined ? 'No tests yet' : 'No tests in this folder'}
            actions={
              <>
                {mayTest && (
                  <Button icon="send" href={`${placeOf(folderId)}/new-manual-test`}>
                    New manual test
                  </Button>
                )}
                <CreateButton folderId={folderId} isQuiet />
              </>
            }
          >
            {hasNoSeeds ? (
              <NoSeeds />
            ) : (
              'A test sends your email to seed mailboxes at many providers and shows where it lands.'
            )}
          </EmptyState>
        }
        paging={{
          from: rows.length === 0 ? 0 : offset + 1,
          to: offset + rows.length,
          total,
          hasPrevious: offset > 0,
          hasNext: offset + rows.length < total,
          onPrevious: previous,
          onNext: () => next(String(offset + pageSize), offset + pageSize),
          pageSize,
          pageSizes: sizes,
          fills,
          onPageSizeChange: (size) => {
            change({});
            setPageSize(size);
          },
        }}
      />
      {dialog}
    </>
  );
}

const placeOf = (folderId: number | undefined) => `/app${base}${folderId === undefined ? '' : `/folder/${folderId}`}`;

/** `isQuiet`: below the same action of the page's head. */
function CreateButton({ folderId, isQuiet = false }: { folderId: number | undefined; isQuiet?: boolean }) {
  if (!useMayTest()) return null;
  return (
    <Button variant={isQuiet ? 'default' : 'primary'} icon="plus" href={`${placeOf(folderId)}/new-automatic-test`}>
      New automatic test
    </Button>
  );
}

interface TestFiltersProps {
  address: TestsAddress;
  onChange: (changed: Partial<TestsAddress>) => void;
  end: React.ReactNode;
  isAuto: boolean;
}

function TestFilters({ address, onChange, end, isAuto }: TestFiltersProps) {
  const monitors = useMonitors();
  return (
    <FilterBar>
      <FilterSearch>
        <SearchInput
          size="small"
          aria-label="Search tests"
          placeholder="Name or campaign"
          maxLength={100}
          value={address.search}
          onChange={(event) => onChange({ search: event.target.value })}
          onClear={() => onChange({ search: '' })}
        />
      </FilterSearch>
      <FilterChip
        label="Result"
        value={address.status === null ? null : statusWords[address.status]}
        onRemove={() => onChange({ status: null })}
      >
        <RadioGroup
          aria-label="Result"
          value={address.status}
          onValueChange={(status) => onChange({ status: status as TestsAddress['status'] })}
          options={Object.entries(statusWords).map(([value, label]) => ({ value, label }))}
        />
      </FilterChip>
      <FilterEnd>
        <LastOpened />
        {isAuto && monitors && (
          <Text $tone="muted" $size={2}>{`${monitors.used} of ${monitors.limit} active monitors`}</Text>
        )}
        {end}
      </FilterEnd>
    </FilterBar>
  );
}

/** What can be done with a test from its row; deleting asks first. */
function useRowActions() {
  const mayTest = useMayTest();
  const actions = useTestActions();
  const edits = useTestEdits();
  const [doomed, setDoomed] = useState<PlacementTestRow | null>(null);
  const rowActions = (row: PlacementTestRow): MenuEntry[] => {
    const isDraft = row.status === 'DRAFT';
    const isRunning = isOnItsWay(row);
    const deletion: MenuEntry[] = [
      { kind: 'separator' },
      {
        label: isDraft ? 'Delete draft' : 'Delete test',
        icon: 'trash',
        tone: 'danger',
        onSelect: () => setDoomed(row),
      },
    ];
    if (isDraft)
      return mayTest ? [{ label: 'Open', icon: 'arrow-right', href: `/app${addressOf(row)}` }, ...deletion] : [];
    return [
      { label: 'Open', icon: 'arrow-right', href: `/app${addressOf(row)}` },
      { label: 'Action steps', icon: 'shield', href: `/app${base}/${row.id}/test/action-steps` },
      ...(mayTest
        ? [
            ...(isRunning
              ? []
              : [{ label: 'Run now', icon: 'play' as const, onSelect: () => actions.runAgain(row.id) }]),
            ...(row.next_run_at !== null
              ? [{ label: 'Pause', icon: 'pause' as const, onSelect: () => actions.pause(row.id) }]
              : []),
            ...(row.is_paused
              ? [{ label: 'Resume', icon: 'play' as const, onSelect: () => actions.resume(row.id) }]
              : []),
            ...(isRunning || row.next_run_at !== null || row.is_paused
              ? [{ label: 'Stop', icon: 'stop' as const, onSelect: () => actions.stop(row.id) }]
              : []),
            { kind: 'separator' as const },
            ...edits.entries(row),
            ...deletion,
          ]
        : []),
    ];
  };
  const dialog = (
    <>
      {edits.dialog}
      <ConfirmDialog
        open={doomed !== null}
        onOpenChange={() => setDoomed(null)}
        title={`Delete ${doomed?.name ?? 'test'}?`}
        description={doomed?.status === 'DRAFT' ? 'It was never started.' : deletes(doomed?.runs ?? 0)}
        confirmLabel={doomed?.status === 'DRAFT' ? 'Delete draft' : 'Delete test'}
        onConfirm={async () => {
          if (doomed) await actions.remove(doomed.id);
          setDoomed(null);
        }}
      />
    </>
  );
  return { rowActions, dialog };
}
