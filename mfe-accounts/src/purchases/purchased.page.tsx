import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import type { OrderRow, PurchasedDomain, PurchasedMailbox } from '@skein/contracts/smart-senders/purchase-views';
import { useAccess } from '@skein/mfe/access';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { usePage } from '@skein/mfe/page';
import { Button } from '@skein/ui/button';
import { counted } from '@skein/ui/counted';
import { DataTable } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import type { MenuEntry } from '@skein/ui/menu';
import { PageHeader } from '@skein/ui/page-header';
import { Stat, Stats } from '@skein/ui/stat';
import { Tabs } from '@skein/ui/tabs';
import { useUi } from '@skein/ui/ui-provider';
import { useCursorPages } from '../cursor-pages';
import {
  useCancelPurchased,
  useHasPurchases,
  useOrders,
  usePurchasedDomains,
  usePurchasedMailboxes,
  usePurchaseSummary,
} from './purchased.hooks';
import { DomainDrawer } from './domain-drawer';
import { domainColumns, mailboxColumns, orderColumns } from './purchased-columns';
import {
  asked,
  domainStates,
  mailboxStates,
  PurchasedFilters,
  useSettled,
  type PurchasedFilter,
} from './purchased-filters';
import { base, dollars, priceLine, Simulated } from './purchase-labels';

const tabs = ['emails', 'domains', 'orders'] as const;
type Tab = (typeof tabs)[number];

/** What was bought: mailboxes, domains with their DNS, and orders. */
export function PurchasedPage() {
  const tab = useParams().tab as Tab;
  const access = useAccess();
  const summary = usePurchaseSummary();
  const hasRows = useHasPurchases(tab);
  usePage([{ label: 'Email accounts', to: '/app/email-accounts' }, { label: 'Purchased' }]);
  if (!tabs.includes(tab)) return <NotFoundPage />;
  const buy = (
    <Button
      variant="primary"
      icon="plus"
      {...(access.may('purchase.pay')
        ? { href: `/app${base}/new` }
        : { disabledReason: 'Only the owner and administrators buy mailboxes.' })}
    >
      Buy mailboxes
    </Button>
  );
  const count = (value: number | undefined) => (value === undefined ? {} : { count: value.toLocaleString('en-US') });
  return (
    <>
      <PageHeader
        title="Purchased"
        status={<Simulated isSandbox={summary?.is_sandbox ?? false} />}
        tabs={
          <Tabs
            label="Purchased"
            line={false}
            value={tab}
            items={[
              { id: 'emails', label: 'Emails', ...count(summary?.mailboxes), href: '/app/email-accounts-new/emails' },
              { id: 'domains', label: 'Domains', ...count(summary?.domains), href: '/app/email-accounts-new/domains' },
              { id: 'orders', label: 'Orders', href: '/app/email-accounts-new/orders' },
            ]}
          />
        }
        actions={hasRows && buy}
      />
      {summary && tab !== 'orders' && (
        <div style={{ padding: 'var(--s-3) var(--s-6)' }}>
          <Stats>
            {tab === 'emails' ? (
              <>
                <Stat label="Ready" value={`${summary.ready} of ${summary.mailboxes}`} size="small" />
                <Stat label="Setting up" value={summary.setting_up} size="small" />
                <Stat label="Failed" value={summary.mailboxes_failed} size="small" />
              </>
            ) : (
              <>
                <Stat label="Active" value={`${summary.domains_active} of ${summary.domains}`} size="small" />
                <Stat label="All DNS passes" value={summary.dns_passes} size="small" />
                <Stat label="Need attention" value={summary.domains_need_you} size="small" />
              </>
            )}
            <Stat
              label="Renewals, next 30 days"
              value={dollars(summary.renewals_cents)}
              detail={counted(summary.renewals, 'renewal')}
              size="small"
            />
          </Stats>
        </div>
      )}
      {tab === 'emails' ? <Mailboxes buy={buy} /> : tab === 'domains' ? <Domains buy={buy} /> : <Orders buy={buy} />}
    </>
  );
}

function Mailboxes({ buy }: { buy: React.ReactNode }) {
  const { timeZone } = useUi();
  const navigate = useNavigate();
  const access = useAccess();
  const { page, pagingOf, first } = useCursorPages(25);
  const [filter, setFilter] = useState<PurchasedFilter<keyof typeof mailboxStates>>({ search: '', status: null });
  const search = useSettled(filter.search);
  const query = asked({ ...filter, search });
  const { rows, next: nextCursor, isLoading, problem } = usePurchasedMailboxes({ ...page, ...query });
  const setCancelled = useCancelPurchased();
  const actions = (row: PurchasedMailbox): MenuEntry[] => [
    { label: 'Open order', icon: 'arrow-right', href: `/app${base}/${row.order_id}/view` },
    ...(row.mailbox_id === null
      ? []
      : [{ label: 'Open mailbox', icon: 'mail' as const, href: `/app/email-account/${row.mailbox_id}/overview` }]),
    ...(access.may('purchase.pay') && row.status !== 'EXPIRED'
      ? [
          row.is_cancelled
            ? { label: 'Renew after all', icon: 'refresh' as const, onSelect: () => void setCancelled(row.id, false) }
            : {
                label: 'Cancel at the end of the month',
                icon: 'trash' as const,
                tone: 'danger' as const,
                onSelect: () => void setCancelled(row.id, true),
              },
        ]
      : []),
  ];
  return (
    <>
      <PurchasedFilters
        label="purchased mailboxes"
        states={mailboxStates}
        filter={filter}
        onChange={(next) => {
          setFilter(next);
          first();
        }}
        file="exportPurchasedMailboxes"
      />
      <DataTable<PurchasedMailbox>
        label="Purchased mailboxes"
        columns={mailboxColumns(timeZone)}
        rows={rows}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.email}
        onRowOpen={(row) =>
          navigate(
            row.mailbox_id === null ? `${base}/${row.order_id}/view` : `/email-account/${row.mailbox_id}/overview`,
          )
        }
        rowActions={actions}
        filtered={Object.keys(query).length > 0}
        loading={isLoading}
        error={problem}
        empty={
          <EmptyState icon="mail" title="No purchased mailboxes yet" actions={buy} note={priceLine}>
            Buy domains and mailboxes from a vendor. They are connected, tagged and warming when the order is done.
          </EmptyState>
        }
        paging={pagingOf(rows.length, nextCursor)}
      />
    </>
  );
}

function Domains({ buy }: { buy: React.ReactNode }) {
  const { timeZone } = useUi();
  const { page, pagingOf, first } = useCursorPages(25);
  const [filter, setFilter] = useState<PurchasedFilter<keyof typeof domainStates>>({ search: '', status: null });
  const search = useSettled(filter.search);
  const query = asked({ ...filter, search });
  const { rows, next: nextCursor, isLoading, problem } = usePurchasedDomains({ ...page, ...query });
  const [open, setOpen] = useState<number | null>(null);
  const shown = rows.find((row) => row.id === open);
  return (
    <>
      <PurchasedFilters
        label="purchased domains"
        states={domainStates}
        filter={filter}
        onChange={(next) => {
          setFilter(next);
          first();
        }}
        file="exportPurchasedDomains"
      />
      <DataTable<PurchasedDomain>
        label="Purchased domains"
        columns={domainColumns(timeZone)}
        rows={rows}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.name}
        onRowOpen={(row) => setOpen(row.id)}
        filtered={Object.keys(query).length > 0}
        loading={isLoading}
        error={problem}
        empty={
          <EmptyState icon="link" title="No purchased domains yet" actions={buy} note={priceLine}>
            Domains that you buy are shown here with their DNS records and their renewal.
          </EmptyState>
        }
        paging={pagingOf(rows.length, nextCursor)}
      />
      {shown && <DomainDrawer domain={shown} onClose={() => setOpen(null)} />}
    </>
  );
}

function Orders({ buy }: { buy: React.ReactNode }) {
  const { timeZone } = useUi();
  const navigate = useNavigate();
  const { page, pagingOf } = useCursorPages(25);
  const { rows, next: nextCursor, isLoading, problem } = useOrders(page);
  return (
    <DataTable<OrderRow>
      label="Orders"
      columns={orderColumns(timeZone)}
      rows={rows}
      rowId={(row) => String(row.id)}
      rowLabel={(row) => `Order ${row.id}`}
      onRowOpen={(row) => navigate(`${base}/${row.id}/view`)}
      loading={isLoading}
      error={problem}
      empty={
        <EmptyState icon="file" title="No orders yet" actions={buy} note={priceLine}>
          Each order is shown here with its payments and how far it is.
        </EmptyState>
      }
      paging={pagingOf(rows.length, nextCursor)}
    />
  );
}
