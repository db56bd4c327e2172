import { counted } from '@skein/ui/counted';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { VerificationView } from '@skein/contracts/main/verification.contract';
import { verificationProviderNames } from '@skein/contracts/main/verification-results';
import { useAccess } from '@skein/mfe/access';
import { usePage } from '@skein/mfe/page';
import { useSearchParams } from '@skein/mfe/search-params';
import { Button } from '@skein/ui/button';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { FilterBar } from '@skein/ui/filter-bar';
import { BareLink } from '@skein/ui/link';
import { PageHeader } from '@skein/ui/page-header';
import { Segmented } from '@skein/ui/segmented';
import { SubLine } from '@skein/ui/text';
import { InstantText } from '@skein/ui/instant-text';
import { firstPage, useKeysetPages } from '../keyset-pages';
import { LeadsTabs } from '../leads/leads-tabs';
import { ProviderDialog } from './provider-dialog';
import { BuyDialog } from './buy-dialog';
import { LedgerTable } from './ledger-table';
import { RunStatus } from './run-status';
import { useCredits, useProvider, useRuns } from './verification.hooks';

const pageSize = 25;
const share = (count: number | undefined, run: VerificationView) =>
  run.done === 0 ? '–' : `${(count ?? 0).toLocaleString('en-US')}`;

/** Runs of verification, and the credits they are paid with. */
export function VerificationsPage() {
  usePage([{ label: 'Leads', to: '/app/leads/all' }, { label: 'Verification' }]);
  const access = useAccess();
  const [query, setQuery] = useSearchParams();
  const credits = useCredits();
  const [buying, setBuying] = useState(query.get('buy') === '1');
  const provider = useProvider();
  const [choosing, setChoosing] = useState(false);
  const isCredits = query.get('view') === 'credits';
  const mayBuy = access.may('billing.manage') && credits?.seller;
  const close = () => setBuying(false);
  // Taken out of the address at once: doing so when the dialog closes would lead back here from the checkout.
  const isAsked = query.has('buy');
  useEffect(() => {
    if (isAsked)
      setQuery(
        (current) => {
          current.delete('buy');
          return current;
        },
        { replace: true },
      );
  }, [isAsked, setQuery]);
  const open = () => setBuying(true);
  return (
    <>
      <PageHeader
        title="Leads"
        detail={credits ? `${counted(credits.balance, 'credit')} left` : undefined}
        tabs={<LeadsTabs current="verification" />}
        secondary={
          provider && access.may('settings.write')
            ? [
                {
                  label:
                    provider.provider === 'SKEIN'
                      ? 'Verification provider'
                      : `${verificationProviderNames[provider.provider]} verifies${provider.is_sandbox ? ', sandbox' : ''}`,
                  icon: 'settings',
                  onClick: () => setChoosing(true),
                },
              ]
            : []
        }
        actions={
          mayBuy ? (
            <Button variant="primary" icon="plus" onClick={open}>
              Buy credits
            </Button>
          ) : null
        }
      />
      <FilterBar>
        <Segmented
          label="What to show"
          value={isCredits ? 'credits' : 'runs'}
          onValueChange={(view) =>
            setQuery(
              (current) => {
                if (view === 'credits') current.set('view', view);
                else current.delete('view');
                return firstPage(current);
              },
              { replace: true },
            )
          }
          items={[
            { id: 'runs', label: 'Runs' },
            { id: 'credits', label: 'Credits' },
          ]}
        />
      </FilterBar>
      {isCredits ? (
        <LedgerTable
          onBuy={mayBuy ? open : null}
          canSell={credits?.seller !== null}
          renewals={credits?.renewals ?? []}
        />
      ) : (
        <Runs />
      )}
      {choosing && provider && <ProviderDialog state={provider} onClose={() => setChoosing(false)} />}
      {buying && mayBuy && <BuyDialog onClose={close} />}
    </>
  );
}

function Runs() {
  const navigate = useNavigate();
  const pages = useKeysetPages();
  const { data, rows, isLoading, error } = useRuns(pages.cursor, pageSize);
  const columns: DataTableColumn<VerificationView>[] = [
    {
      id: 'name',
      label: 'Run',
      fixed: true,
      flexible: true,
      minWidth: 180,
      cell: (row) => (
        <>
          <BareLink href={`/app/leads/verification/${row.id}`} style={{ fontWeight: 'var(--w-medium)' }}>
            {row.name}
          </BareLink>
          <SubLine>
            <InstantText at={row.created_at} />
            {row.created_by_name ? `, ${row.created_by_name}` : ''}
            {row.provider === 'SKEIN' ? '' : `, by ${verificationProviderNames[row.provider]}`}
          </SubLine>
        </>
      ),
    },
    {
      id: 'status',
      label: 'Status',
      width: 150,
      phone: 'status',
      cell: (row) => <RunStatus run={row} />,
    },
    { id: 'total', label: 'Addresses', align: 'end', width: 110, cell: (row) => row.total.toLocaleString('en-US') },
    { id: 'valid', label: 'Valid', align: 'end', width: 90, cell: (row) => share(row.counts.VALID, row) },
    { id: 'invalid', label: 'Invalid', align: 'end', width: 90, cell: (row) => share(row.counts.INVALID, row) },
    {
      id: 'unsure',
      label: 'Not certain',
      align: 'end',
      width: 110,
      phone: 'hidden',
      definition: 'Catch-all, role, disposable and unknown',
      cell: (row) =>
        share(
          (row.counts.CATCH_ALL ?? 0) +
            (row.counts.ROLE ?? 0) +
            (row.counts.DISPOSABLE ?? 0) +
            (row.counts.UNKNOWN ?? 0),
          row,
        ),
    },
    {
      id: 'charged',
      label: 'Credits',
      align: 'end',
      width: 90,
      phone: 'hidden',
      cell: (row) => row.charged.toLocaleString('en-US'),
    },
  ];
  return (
    <DataTable<VerificationView>
      label="Verification runs"
      columns={columns}
      rows={rows}
      rowId={(row) => String(row.id)}
      rowLabel={(row) => row.name}
      loading={isLoading}
      error={error}
      onRowOpen={(row) => navigate(`/leads/verification/${row.id}`)}
      empty={
        <EmptyState
          icon="check"
          title="No verifications yet"
          actions={
            <>
              <Button href="/app/leads/all">Choose leads</Button>
              <Button href="/app/leads/lists">Verify a list</Button>
            </>
          }
        >
          Verify the emails of a list or of selected leads to find dead addresses before they bounce.
        </EmptyState>
      }
      paging={pages.pagingOf(rows.length, data?.next_cursor)}
    />
  );
}
