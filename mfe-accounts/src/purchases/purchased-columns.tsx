import type { OrderRow, PurchasedDomain, PurchasedMailbox } from '@skein/contracts/smart-senders/purchase-views';
import type { DataTableColumn } from '@skein/ui/data-table';
import { BareLink } from '@skein/ui/link';
import { StateStatus } from '@skein/ui/status';
import { SubLine } from '@skein/ui/text';
import { base, dayOf, dnsProblem, dollars, DomainState, MailboxState, OrderStatus } from './purchase-words';

export const mailboxColumns = (timeZone: string): DataTableColumn<PurchasedMailbox>[] => [
  {
    id: 'email',
    label: 'Mailbox',
    fixed: true,
    cell: (row) => (
      <>
        {row.email}
        <SubLine>{[`${row.first_name} ${row.last_name}`.trim(), row.client_name].filter(Boolean).join(' · ')}</SubLine>
      </>
    ),
  },
  { id: 'offer', label: 'Offer', width: 140, cell: (row) => row.offer_name },
  { id: 'state', label: 'State', width: 130, cell: (row) => <MailboxState mailbox={row} /> },
  {
    id: 'dns',
    label: 'DNS',
    width: 150,
    cell: (row) =>
      row.dns === 'PASS' ? (
        <StateStatus state="good">All pass</StateStatus>
      ) : row.dns === 'FAIL' ? (
        <StateStatus state="failed">{row.dns_problem ?? 'Fails'}</StateStatus>
      ) : (
        <StateStatus state="waiting">Waiting</StateStatus>
      ),
  },
  {
    id: 'warmup',
    label: 'Warmup',
    width: 110,
    cell: (row) => (row.warmup === null ? '–' : row.warmup === 'ACTIVE' ? 'Active' : 'Off'),
  },
  { id: 'limit', label: 'Emails a day', width: 110, align: 'end', cell: (row) => row.daily_limit ?? '–' },
  {
    id: 'renews',
    label: 'Renews',
    width: 130,
    align: 'end',
    cell: (row) => (
      <>
        {row.is_cancelled ? 'Ends ' : ''}
        {dayOf(row.renews_at, timeZone)}
        <SubLine>{row.is_cancelled ? 'not renewed' : dollars(row.price_cents)}</SubLine>
      </>
    ),
  },
];

export const domainColumns = (timeZone: string): DataTableColumn<PurchasedDomain>[] => [
  {
    id: 'name',
    label: 'Domain',
    fixed: true,
    cell: (row) => (
      <>
        {row.name}
        <SubLine>{[row.offer_name, row.client_name].filter(Boolean).join(' · ')}</SubLine>
      </>
    ),
  },
  { id: 'state', label: 'State', width: 140, cell: (row) => <DomainState domain={row} /> },
  {
    id: 'dns',
    label: 'DNS',
    width: 190,
    cell: (row) => {
      const passed = row.records.filter((record) => record.state === 'PASS').length;
      return row.records.length === 0 ? '–' : (dnsProblem(row) ?? `${passed} of ${row.records.length} records pass`);
    },
  },
  { id: 'mailboxes', label: 'Mailboxes', width: 100, align: 'end', cell: (row) => row.mailboxes },
  { id: 'forwards', label: 'Forwards to', width: 180, cell: (row) => row.forwards_to },
  {
    id: 'expires',
    label: 'Renews',
    width: 140,
    align: 'end',
    cell: (row) => (
      <>
        {dayOf(row.expires_at, timeZone)}
        <SubLine>{row.auto_renew ? dollars(row.price_cents) : 'not renewed'}</SubLine>
      </>
    ),
  },
];

export const orderColumns = (timeZone: string): DataTableColumn<OrderRow>[] => [
  {
    id: 'id',
    label: 'Order',
    width: 150,
    fixed: true,
    cell: (row) => (
      <>
        <BareLink href={`/app${base}/${row.id}/view`}>Order {row.id}</BareLink>
        <SubLine>{row.kind === 'RENEWAL' ? 'Renewal' : row.offer_name}</SubLine>
      </>
    ),
  },
  { id: 'state', label: 'State', width: 190, cell: (row) => <OrderStatus order={row} /> },
  { id: 'domains', label: 'Domains', width: 90, align: 'end', cell: (row) => row.domains },
  {
    id: 'mailboxes',
    label: 'Mailboxes ready',
    width: 130,
    align: 'end',
    cell: (row) => (row.mailboxes === 0 ? '–' : `${row.mailboxes_ready} of ${row.mailboxes}`),
  },
  { id: 'total', label: 'Total', width: 100, align: 'end', cell: (row) => dollars(row.total_cents) },
  {
    id: 'placed',
    label: 'Placed',
    width: 150,
    cell: (row) => (
      <>
        {dayOf(row.created_at, timeZone)}
        <SubLine>{row.created_by_name ?? 'by itself'}</SubLine>
      </>
    ),
  },
];
