import type {
  OrderRow,
  OrderView,
  PurchasedDomain,
  PurchasedMailbox,
} from '@skein/contracts/smart-senders/purchase-views';
import { offers, type Offer } from '@skein/contracts/smart-senders/offers';
import { Badge } from '@skein/ui/badge';
import { dayOfInstant } from '@skein/ui/instant';
import { StateStatus, type KnownState } from '@skein/ui/status';

export const base = '/bulk-email-accounts';
export const dollars = (cents: number): string =>
  `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
const lowestCents = Math.min(...offers.map((offer) => offer.mailbox_cents));
/** What the cheapest mailbox and domain cost. */
export const priceLine = `Mailboxes from ${dollars(lowestCents)} a month, domains from ${dollars(Math.min(...offers.map((offer) => offer.domain_cents)))} a year`;
const hostNames = { SMTP: 'SMTP mailboxes', GOOGLE: 'Google mailboxes', OUTLOOK: 'Outlook mailboxes' } as const;
/** An offer by what it is chosen for: the kind of mailbox and its price. */
export const offerName = ({ host, mailbox_cents: cents }: Offer): string =>
  `${hostNames[host]} at ${dollars(cents)} a month${cents === lowestCents ? ', the lowest price' : ''}`;
export const dayOf = (at: string | null, timeZone: string): string => (at === null ? '–' : dayOfInstant(at, timeZone));

/** Whose vendors these are: in the sandbox nothing of it is real. */
export const Simulated = ({ isSandbox }: { isSandbox: boolean }) =>
  isSandbox ? <Badge tone="info">Sandbox vendors</Badge> : null;

const orderStates: Record<OrderRow['status'], KnownState> = {
  AWAITING_PAYMENT: 'waiting',
  IN_PROGRESS: 'started',
  COMPLETED: 'good',
  FAILED: 'failed',
  CANCELLED: 'archived',
};
export const OrderStatus = ({ order }: { order: Pick<OrderRow, 'status' | 'label'> }) => (
  <StateStatus state={order.label.endsWith('failed') ? 'failed' : orderStates[order.status]}>{order.label}</StateStatus>
);

type Mailbox = OrderView['mailbox_items'][number];
const mailboxStates: Record<Mailbox['status'], [KnownState, string]> = {
  PENDING: ['waiting', 'Pending'],
  CREATING: ['started', 'Creating'],
  CREATED: ['started', 'Created'],
  CONNECTED: ['started', 'Connected'],
  READY: ['good', 'Ready'],
  FAILED: ['failed', 'Failed'],
  REFUNDED: ['archived', 'Refunded'],
  CANCELLED: ['archived', 'Cancelled'],
  EXPIRED: ['archived', 'Ended'],
};
export function MailboxState({ mailbox }: { mailbox: Mailbox & Partial<Pick<PurchasedMailbox, 'is_cancelled'>> }) {
  const [state, label] = mailboxStates[mailbox.status];
  return mailbox.is_cancelled && mailbox.status === 'READY' ? (
    <StateStatus state="archived">Cancelled</StateStatus>
  ) : (
    <StateStatus state={state}>{label}</StateStatus>
  );
}

type Domain = OrderView['domain_items'][number];
const domainStates: Record<Domain['status'], [KnownState, string]> = {
  PENDING: ['waiting', 'Pending'],
  REGISTERING: ['started', 'Registering'],
  REGISTERED: ['started', 'Registered'],
  PUBLISHED: ['started', 'Activating'],
  ACTIVE: ['good', 'Active'],
  FAILED: ['failed', 'Failed'],
  REFUNDED: ['archived', 'Refunded'],
  CANCELLED: ['archived', 'Cancelled'],
  EXPIRED: ['archived', 'Expired'],
};
const month = 30 * 86_400_000;
export function DomainState({ domain }: { domain: Domain & Partial<Pick<PurchasedDomain, 'auto_renew'>> }) {
  const [state, label] = domainStates[domain.status];
  if (domain.status === 'ACTIVE' && dnsProblem(domain) !== null)
    return <StateStatus state="failed">DNS fails</StateStatus>;
  if (domain.status === 'ACTIVE' && domain.expires_at && Date.parse(domain.expires_at) - Date.now() < month)
    return <StateStatus state="warning">Expires soon</StateStatus>;
  return <StateStatus state={state}>{label}</StateStatus>;
}

export function dnsProblem(domain: Pick<Domain, 'records'>): string | null {
  const bad = domain.records.find((record) => record.state === 'MISSING' || record.state === 'DIFFERENT');
  return bad ? `${bad.kind} ${bad.state === 'MISSING' ? 'is missing' : 'differs'}` : null;
}

/** What a mailbox of an order waits for, in words. */
export function whatHappens(mailbox: Mailbox, order: Pick<OrderView, 'payments' | 'domain_items'>): string {
  if (mailbox.failure) return mailbox.failure.cause;
  const isPaid = order.payments.some((payment) => payment.part === 'MAILBOXES' && payment.status === 'PAID');
  const domain = order.domain_items.find((each) => each.id === mailbox.domain_id);
  if (mailbox.status === 'PENDING') {
    if (!isPaid) return 'waits for the payment';
    return domain?.status === 'FAILED' ? 'waits for its domain' : 'waits for the vendor';
  }
  if (mailbox.status === 'CREATED') return domain?.status === 'ACTIVE' ? 'is being connected' : 'waits for DNS';
  if (mailbox.status === 'READY') return 'connected and warming';
  return mailboxStates[mailbox.status][1].toLowerCase();
}
