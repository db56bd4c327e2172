import type { OrderRow, PurchasedDomain, PurchasedMailbox } from '@skein/contracts/smart-senders/purchase-views';
import type { DataTableColumn } from '@skein/ui/data-table';
import { BareLink } from '@skein/ui/link';
import { StateStatus } from '@skein/ui/status';
import { SubLine } from '@skein/ui/text';
import { base, dayOf, dnsProblem, dollars, DomainState, MailboxState, OrderStatus } from './purchase-labels';

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
  { id: 'offer', label: 'Offer', width: 104, phone: 'hidden', cell: (row) => row.offer_name },
  { id: 'state', label: 'State', width: 120, phone: 'status', cell: (row) => <MailboxState mailbox={row} /> },
  {
    id: 'dns',
    label: 'DNS',
    width: 124,
    phone: 'line',
    phoneCell: (row) =>
      row.dns === 'PASS' ? 'DNS passes' : row.dns === 'FAIL' ? (row.dns_problem ?? 'DNS fails') : 'Waiting for DNS',
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
    width: 80,
    phone: 'line',
    phoneCell: (row) => (row.warmup === null ? null : row.warmup === 'ACTIVE' ? 'Warmup is active' : 'Warmup is off'),
    cell: (row) => (row.warmup === null ? '–' : row.warmup === 'ACTIVE' ? 'Active' : 'Off'),
  },
  { id: 'limit', label: 'Emails a day', width: 100, align: 'end', cell: (row) => row.daily_limit ?? '–' },
  {
    id: 'renews',
    label: 'Renews',
    width: 150,
    align: 'end',
    phone: 'line',
    phoneCell: (row) =>
      row.is_cancelled
        ? `Ends ${dayOf(row.renews_at, timeZone)}`
        : `Renews ${dayOf(row.renews_at, timeZone)}, ${dollars(row.price_cents)}`,
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
  { id: 'state', label: 'State', width: 140, phone: 'status', cell: (row) => <DomainState domain={row} /> },
  {
    id: 'dns',
    label: 'DNS',
    width: 190,
    phone: 'line',
    cell: (row) => {
      const passed = row.records.filter((record) => record.state === 'PASS').length;
      return row.records.length === 0 ? '–' : (dnsProblem(row) ?? `${passed} of ${row.records.length} records pass`);
    },
  },
  { id: 'mailboxes', label: 'Mailboxes', width: 100, align: 'end', cell: (row) => row.mailboxes },
  {
    id: 'forwards',
    label: 'Forwards to',
    width: 180,
    phone: 'line',
    phoneCell: (row) => `Forwards to ${row.forwards_to}`,
    cell: (row) => row.forwards_to,
  },
  {
    id: 'expires',
    label: 'Renews',
    width: 140,
    align: 'end',
    phone: 'line',
    phoneCell: (row) =>
      row.expires_at === null
        ? null
        : `${row.auto_renew ? 'Renews' : 'Ends'} ${dayOf(row.expires_at, timeZone)}${row.auto_renew ? `, ${dollars(row.price_cents)}` : ''}`,
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
  { id: 'state', label: 'State', width: 230, phone: 'status', cell: (row) => <OrderStatus order={row} /> },
  { id: 'domains', label: 'Domains', width: 90, align: 'end', cell: (row) => row.domains },
  {
    id: 'mailboxes',
    label: 'Mailboxes',
    definition: 'How many of them are ready.',
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
        <SubLine>{row.created_by_name ?? 'automatic'}</SubLine>
      </>
    ),
  },
];
