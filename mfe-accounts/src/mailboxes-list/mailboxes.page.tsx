import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { MailboxSelection } from '@skein/contracts/main/mailbox-changes.contract';
import type { MailboxView } from '@skein/contracts/main/mailbox-views';
import { useAccess } from '@skein/mfe/access';
import { useActions } from '@skein/mfe/actions';
import { useCampaignNow } from '@skein/mfe/campaign-time';
import { usePage } from '@skein/mfe/page';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { KeptAddress } from '@skein/mfe/lists/kept-address';
import { SavedViews } from '@skein/mfe/lists/saved-views';
import { ColumnChooser } from '@skein/ui/column-chooser';
import { DataTable, isSelected, nothingSelected, type DataTableSelection } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import type { MenuEntry } from '@skein/ui/menu';
import { PageHeader } from '@skein/ui/page-header';
import { Tabs } from '@skein/ui/tabs';
import { useUi } from '@skein/ui/ui-provider';
import { ChangeBanner } from '../change/change-banner';
import { ChangeDrawer } from '../change/change-drawer';
import { toSelection } from '../change/change-form';
import { importsAddress } from '../import/import-labels';
import { RemoveDialog } from '../remove-dialog';
import { useWarmupSwitch } from '../mailbox/warmup.hooks';
import { useMailboxActions } from '../use-mailbox-actions';
import {
  isFiltered,
  keepAddress,
  listStates,
  readAddress,
  sortOf,
  tabAddress,
  tableSort,
  toFilter,
  writeAddress,
} from './list-address';
import { useListChoice } from '@skein/mfe/lists/list-choice';
import { useListAddress } from '@skein/mfe/lists/use-list-address';
import { useSelection } from '@skein/mfe/lists/use-selection';
import { BulkButtons } from './bulk-buttons';
import { mailboxAddress, mailboxColumns } from './mailbox-columns';
import { connectAddress, useListActions } from './list-actions';
import { MailboxFilters, noFilters } from './mailbox-filters';
import { useMailboxes, useWarmupOf } from './mailboxes.hooks';
import { TagDialog } from './tag-dialog';

const sizes = [5, 10, 25, 50, 100];
const stateWords = { connected: 'Connected', failing: 'Failing', suspended: 'Suspended' } as const;
/** What may be chosen and remembered of the columns does not hang on what is in them. */
const columnsWithout = mailboxColumns({ now: new Date(0), timeZone: 'UTC', warmup: new Map() });
const local = (address: string) => address.replace(/^\/app/, '');

/** Every mailbox of the workspace: /app/email-accounts. */
export function MailboxesPage() {
  usePage([{ label: 'Email accounts' }]);
  return (
    <KeptAddress list="email-accounts" keep={keepAddress}>
      <Mailboxes />
    </KeptAddress>
  );
}

function Mailboxes() {
  const { address, change, next, previous } = useListAddress(readAddress, writeAddress);
  const access = useAccess();
  const navigate = useNavigate();
  const { timeZone } = useUi();
  const now = useCampaignNow(15_000);
  const [open, setOpen] = useState<
    | { kind: 'tag'; ids: number[] }
    | { kind: 'change'; selection: MailboxSelection }
    | { kind: 'remove'; row: MailboxView }
    | null
  >(null);
  const [selection, setSelection] = useSelection(toFilter(address));
  const { view, setView, pageSize, fills, setPageSize } = useListChoice('email-accounts', columnsWithout);
  const { rows, total, totals, nextCursor, isLoading, problem, idsOf } = useMailboxes(address, pageSize);
  const warmup = useWarmupOf(useMemo(() => rows.map(({ id }) => id), [rows]));
  const columns = useMemo(() => mailboxColumns({ now, timeZone, warmup }), [now, timeZone, warmup]);
  const { setSuspended, testAndTell } = useMailboxActions();
  const switchWarmup = useWarmupSwitch();
  const listActions = useListActions();
  const writes = access.may('mailbox.write');
  const closed = writes ? {} : { disabledReason: 'Your role can view, not edit' };
  useActions(
    useMemo(
      () =>
        writes
          ? [
              {
                id: 'accounts.connect',
                label: 'Connect a mailbox',
                group: 'Email accounts',
                keys: 'n m',
                icon: 'plus',
                run: () => navigate(local(connectAddress)),
              },
            ]
          : [],
      [writes, navigate],
    ),
  );

  const clear = () => setSelection(nothingSelected);
  const withIds = (selected: DataTableSelection, run: (ids: number[]) => void) => {
    idsOf(selected).then(
      (ids) => {
        if (ids.length > 0) run(ids);
      },
      (trouble: unknown) => showProblem('The mailboxes could not be read', trouble),
    );
  };
  const rowActions = (row: MailboxView): MenuEntry[] => {
    const looks: MenuEntry[] = [
      { label: 'Open', icon: 'arrow-right', href: `/app/email-account/${row.id}/overview` },
      ...(row.state === 'failing'
        ? [{ label: 'What is wrong', icon: 'alert' as const, href: `/app/email-account/${row.id}/error-state` }]
        : []),
    ];
    if (!writes) return looks;
    return [
      ...looks,
      { kind: 'separator' },
      {
        label: 'Test connection',
        icon: 'refresh',
        detail: 'Logs in, sends nothing',
        onSelect: () => void testAndTell(row),
      },
      row.is_suspended
        ? {
            label: 'Resume sending',
            icon: 'play',
            onSelect: () => void setSuspended([row.id], false, row.from_email),
          }
        : {
            label: 'Suspend',
            icon: 'pause',
            detail: 'Campaigns keep it',
            onSelect: () => void setSuspended([row.id], true, row.from_email),
          },
      { label: 'Change limits', icon: 'settings', href: `/app/email-account/${row.id}/management` },
      { label: 'Warmup', icon: 'fire', href: `/app/email-account/${row.id}/warmup` },
      { label: 'Tag', icon: 'tag', onSelect: () => setOpen({ kind: 'tag', ids: [row.id] }) },
      ...(access.may('mailbox.delete')
        ? [
            { kind: 'separator' as const },
            {
              label: 'Remove',
              icon: 'trash' as const,
              tone: 'danger' as const,
              onSelect: () => setOpen({ kind: 'remove', row }),
            },
          ]
        : []),
    ];
  };
  const count = (value: number | undefined) => (value === undefined ? {} : { count: value.toLocaleString('en-US') });
  return (
    <>
      <PageHeader
        title="Email accounts"
        tabs={
          <Tabs
            label="Email accounts"
            line={false}
            value={address.state ?? 'all'}
            items={[
              { id: 'all', label: 'All', ...count(totals?.all), href: tabAddress(address, null) },
              ...listStates.map((state) => ({
                id: state,
                label: stateWords[state],
                ...count(totals?.[state]),
                ...(state === 'failing' && totals && totals.failing > 0 ? { countTone: 'danger' as const } : {}),
                href: tabAddress(address, state),
              })),
            ]}
          />
        }
        {...listActions}
      />
      <MailboxFilters
        address={address}
        onChange={change}
        end={
          <>
            <SavedViews list="email-accounts" />
            <ColumnChooser columns={columns} view={view} onViewChange={setView} />
          </>
        }
      />
      <ChangeBanner isAllowed={writes} />
      <DataTable<MailboxView>
        label="Email accounts"
        columns={columns}
        rows={rows}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.from_email}
        view={view}
        onViewChange={setView}
        sort={tableSort(address.sort)}
        onSortChange={(wanted) => change({ sort: sortOf(wanted) })}
        {...(writes ? { selection, onSelectionChange: setSelection } : {})}
        total={total}
        bulkActions={(selected) => (
          <BulkButtons
            onSuspend={(isSuspended) =>
              withIds(selected, (ids) => {
                clear();
                void setSuspended(ids, isSuspended);
              })
            }
            onWarmup={(isOn) =>
              withIds(selected, (ids) => {
                clear();
                void switchWarmup(ids, isOn);
              })
            }
            onTag={() => withIds(selected, (ids) => setOpen({ kind: 'tag', ids }))}
            onChange={() => setOpen({ kind: 'change', selection: toSelection(selected, toFilter(address)) })}
          />
        )}
        onRowOpen={(row) => navigate(local(mailboxAddress(row)))}
        rowActions={rowActions}
        loading={isLoading}
        error={problem}
        filtered={isFiltered(address)}
        empty={
          <EmptyState
            drawing="plug"
            title="No mailbox yet"
            actions={
              <>
                <Button icon="plus" {...(writes ? { href: connectAddress } : closed)}>
                  Connect a mailbox
                </Button>
                <Button {...(writes ? { href: importsAddress } : closed)}>Connect from a file</Button>
              </>
            }
          >
            Campaigns send from your own mailboxes and read the replies there. You need an address, its password, and
            two minutes.
          </EmptyState>
        }
        emptyFiltered={
          <EmptyState
            icon="filter"
            title="No mailbox matches"
            actions={<Button onClick={() => change({ ...noFilters, state: null })}>Clear the filters</Button>}
          >
            {totals
              ? `${totals.all.toLocaleString('en-US')} ${totals.all === 1 ? 'mailbox is' : 'mailboxes are'} hidden by them.`
              : 'Change or clear the filters to see more.'}
          </EmptyState>
        }
        paging={{
          from: rows.length === 0 ? 0 : address.offset + 1,
          to: rows.length === 0 ? 0 : address.offset + rows.length,
          total,
          hasPrevious: address.cursor !== null,
          hasNext: nextCursor !== null,
          onPrevious: previous,
          onNext: () => {
            if (nextCursor) next(nextCursor, address.offset + rows.length);
          },
          pageSize,
          fills,
          pageSizes: sizes,
          onPageSizeChange: (size) => {
            setPageSize(size);
            change({});
          },
          note: 'Days are counted in each mailbox’s time zone',
        }}
      />
      {open?.kind === 'tag' && (
        <TagDialog
          ids={open.ids}
          rows={
            open.ids.length === 1
              ? rows.filter((row) => row.id === open.ids[0])
              : rows.filter((row) => isSelected(selection, String(row.id)))
          }
          onClose={() => {
            setOpen(null);
            clear();
          }}
        />
      )}
      {open?.kind === 'change' && (
        <ChangeDrawer
          selection={open.selection}
          onStarted={() => {
            setOpen(null);
            clear();
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.kind === 'remove' && <RemoveDialog mailbox={open.row} onClose={() => setOpen(null)} />}
    </>
  );
}
