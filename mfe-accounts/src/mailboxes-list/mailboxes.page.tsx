import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { MailboxView } from '@skein/contracts/main/mailbox-views';
import { useAccess } from '@skein/mfe/access';
import { useCampaignNow } from '@skein/mfe/campaign-time';
import { usePage } from '@skein/mfe/page';
import { showProblem } from '@skein/mfe/toasts';
import { KeptAddress } from '@skein/mfe/lists/kept-address';
import { SavedViews } from '@skein/mfe/lists/saved-views';
import { ColumnChooser } from '@skein/ui/column-chooser';
import { DataTable, isSelected, nothingSelected, type DataTableSelection } from '@skein/ui/data-table';
import { PageHeader } from '@skein/ui/page-header';
import { useUi } from '@skein/ui/ui-provider';
import { ChangeBanner } from '../change/change-banner';
import { toSelection } from '../change/change-form';
import { useWarmupSwitch } from '../mailbox/warmup.hooks';
import { useMailboxActions } from '../use-mailbox-actions';
import { isFiltered, keepAddress, readAddress, sortOf, tableSort, toFilter, writeAddress } from './list-address';
import { useListChoice } from '@skein/mfe/lists/list-choice';
import { useListAddress } from '@skein/mfe/lists/use-list-address';
import { useSelection } from '@skein/mfe/lists/use-selection';
import { BulkButtons } from './bulk-buttons';
import { mailboxAddress, mailboxColumns } from './mailbox-columns';
import { useConnectShortcut, useListActions, withoutApp } from './list-actions';
import { MailboxDialogs, type OpenDialog } from './mailbox-dialogs';
import { MailboxFilters, noFilters } from './mailbox-filters';
import { useMailboxes, useWarmupOf } from './mailboxes.hooks';
import { NoMailboxMatches, NoMailboxYet } from './no-mailboxes';
import { useRowEntries } from './row-entries';
import { StateTabs } from './state-tabs';

const sizes = [5, 10, 25, 50, 100];
/** What may be chosen and remembered of the columns does not hang on what is in them. */
const columnsWithout = mailboxColumns({ now: new Date(0), timeZone: 'UTC', warmup: new Map() });

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
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const [selection, setSelection] = useSelection(toFilter(address));
  const { view, setView, pageSize, fills, setPageSize } = useListChoice('email-accounts', columnsWithout);
  const { rows, total, totals, nextCursor, isLoading, problem, idsOf } = useMailboxes(address, pageSize);
  const warmup = useWarmupOf(useMemo(() => rows.map(({ id }) => id), [rows]));
  const columns = useMemo(() => mailboxColumns({ now, timeZone, warmup }), [now, timeZone, warmup]);
  const { setSuspended } = useMailboxActions();
  const entriesOf = useRowEntries();
  const switchWarmup = useWarmupSwitch();
  const listActions = useListActions();
  const writes = access.may('mailbox.write');
  useConnectShortcut(writes);
  const clear = () => setSelection(nothingSelected);
  const withIds = (selected: DataTableSelection, run: (ids: number[]) => void) => {
    idsOf(selected).then(
      (ids) => {
        if (ids.length > 0) run(ids);
      },
      (trouble: unknown) => showProblem('The mailboxes could not be read', trouble),
    );
  };
  const rowActions = (row: MailboxView) => entriesOf(row, setOpen);
  return (
    <>
      <PageHeader title="Email accounts" tabs={<StateTabs address={address} totals={totals} />} {...listActions} />
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
        onRowOpen={(row) => navigate(withoutApp(mailboxAddress(row)))}
        rowActions={rowActions}
        loading={isLoading}
        error={problem}
        filtered={isFiltered(address)}
        empty={<NoMailboxYet />}
        emptyFiltered={<NoMailboxMatches all={totals?.all} onClear={() => change({ ...noFilters, state: null })} />}
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
      {open && (
        <MailboxDialogs
          open={open}
          rowsOf={(ids) =>
            rows.filter((row) => (ids.length === 1 ? row.id === ids[0] : isSelected(selection, String(row.id))))
          }
          onClose={() => setOpen(null)}
          onDone={() => {
            setOpen(null);
            clear();
          }}
        />
      )}
    </>
  );
}
