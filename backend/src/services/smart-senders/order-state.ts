import { findOffer } from '@skein/contracts/smart-senders/offers';
import type { TimelineEntry } from '@skein/contracts/smart-senders/purchase-views';
import { counted } from '#platform/log/counted';
import type { MailboxRecord, OrderRecord, PaymentRecord, WholeOrder } from './records';

/** What an order is, worked out from its payments and items. Pure. */

export const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

/** The attempt that counts for a part: the one that was paid, or else the last. */
export const paymentOf = (
  { payments }: Pick<WholeOrder, 'payments'>,
  part: PaymentRecord['part'],
): PaymentRecord | null => {
  const attempts = payments.filter((payment) => payment.part === part);
  return attempts.find((payment) => payment.status === 'PAID') ?? attempts.at(-1) ?? null;
};
export const isPaid = (whole: Pick<WholeOrder, 'payments'>, part: PaymentRecord['part']): boolean =>
  paymentOf(whole, part)?.status === 'PAID';

const over = new Set(['REFUNDED', 'CANCELLED', 'EXPIRED']);
const good = (whole: WholeOrder) => [
  ...whole.domains.map((domain) => domain.status === 'ACTIVE'),
  ...whole.mailboxes.map((mailbox) => mailbox.status === 'READY'),
  ...whole.renewals.map((renewal) => renewal.renewed_at !== null),
];

/** The state of an order that its parts show. */
export function statusOf(whole: WholeOrder): OrderRecord['status'] {
  const parts = [paymentOf(whole, 'DOMAINS'), paymentOf(whole, 'MAILBOXES')].filter((payment) => payment !== null);
  const anyPaid = parts.some((payment) => payment.status === 'PAID');
  if (!anyPaid) {
    if (parts.every((payment) => payment.status === 'CANCELLED')) return 'CANCELLED';
    return parts.some((payment) => payment.status === 'PENDING') ? 'AWAITING_PAYMENT' : 'FAILED';
  }
  const states = [...whole.domains, ...whole.mailboxes].map((item) => item.status);
  const ends = good(whole);
  const isOpen =
    states.some((status) => !over.has(status) && status !== 'ACTIVE' && status !== 'READY') ||
    whole.renewals.some((renewal) => renewal.renewed_at === null);
  if (isOpen) return 'IN_PROGRESS';
  return ends.some(Boolean) ? 'COMPLETED' : 'FAILED';
}

/** What an order shows in a list: what it waits for, or what failed. */
export function labelOf(whole: WholeOrder): string {
  const { order } = whole;
  const failed = timelineOf(whole).find((entry) => entry.status === 'failed');
  if (order.status === 'CANCELLED') return 'Cancelled';
  if (order.status === 'COMPLETED') return 'Completed';
  if (failed) return failed.title;
  if (order.status === 'AWAITING_PAYMENT' || unpaid(whole).length > 0) return 'Awaiting payment';
  return order.status === 'FAILED' ? 'Failed' : 'In progress';
}

/** Attempts to pay that wait for somebody. */
export const unpaid = (whole: WholeOrder): PaymentRecord[] =>
  (['DOMAINS', 'MAILBOXES'] as const).flatMap((part) => {
    const payment = paymentOf(whole, part);
    return payment?.status === 'PENDING' ? [payment] : [];
  });

/** Where to pay next. */
export const payUrlOf = (whole: WholeOrder): string | null => unpaid(whole)[0]?.checkout_url ?? null;

type Entry = TimelineEntry & { at: string | null };
const iso = (date: Date | null | undefined): string | null => date?.toISOString() ?? null;

/** The timeline (docs/domain.md, Statuses): each step pending, in progress, completed or failed, a failed one under its own title. */
export function timelineOf(whole: WholeOrder): Entry[] {
  const { order, domains, mailboxes, renewals } = whole;
  const parts: Entry[] = [
    {
      step: 'ORDER_PLACED',
      status: order.status === 'CANCELLED' ? 'failed' : 'completed',
      title: order.status === 'CANCELLED' ? 'Order cancelled' : 'Order placed',
      detail: order.created_by_name ? `by ${order.created_by_name}` : 'renewal',
      at: iso(order.created_at),
    },
  ];
  const domainPayment = paymentStep(whole, 'DOMAINS');
  const mailboxPayment = paymentStep(whole, 'MAILBOXES');
  if (domainPayment) parts.push(domainPayment);
  if (mailboxPayment) parts.push(mailboxPayment);
  parts.push(vendorStep(whole));
  if (domains.length > 0 || renewals.length > 0) parts.push(domainStep(whole));
  return mailboxes.length === 0 && domains.length === 0 && renewals.length === 0 ? parts.slice(0, 1) : parts;
}

function paymentStep(whole: WholeOrder, part: PaymentRecord['part']): Entry | null {
  const payment = paymentOf(whole, part);
  if (!payment) return null;
  const what = part === 'DOMAINS' ? 'Domain payment' : 'Mailbox payment';
  const step = part === 'DOMAINS' ? 'DOMAIN_PAYMENT' : 'MAILBOX_PAYMENT';
  const price = `${dollars(payment.amount_cents)}${part === 'MAILBOXES' ? ' a month' : ''}`;
  if (payment.status === 'PAID')
    return {
      step,
      status: 'completed',
      title: what,
      detail: payment.refunded_cents > 0 ? `${price}, ${dollars(payment.refunded_cents)} refunded` : price,
      at: iso(payment.paid_at),
    };
  if (payment.status === 'PENDING')
    return {
      step,
      status: 'in-progress',
      title: 'Awaiting payment',
      detail: `${what.toLowerCase()}, ${price}`,
      at: null,
    };
  return {
    step,
    status: payment.status === 'CANCELLED' ? 'pending' : 'failed',
    title: payment.status === 'CANCELLED' ? what : `${what} failed`,
    detail: payment.failure ?? price,
    at: null,
  };
}

const isMade = (mailbox: MailboxRecord): boolean => ['CREATED', 'CONNECTED', 'READY'].includes(mailbox.status);

function vendorStep(whole: WholeOrder): Entry {
  const { domains, mailboxes, renewals } = whole;
  const step = 'VENDOR_PROCESSING';
  const failed = [...domains, ...mailboxes].filter((item) => item.status === 'FAILED');
  const begun = isPaid(whole, 'DOMAINS') || isPaid(whole, 'MAILBOXES');
  const live = mailboxes.filter((mailbox) => !over.has(mailbox.status));
  const liveDomains = domains.filter((domain) => !over.has(domain.status));
  const made = live.filter(isMade).length;
  const registered = liveDomains.filter((domain) => domain.registered_at !== null).length;
  const renewed = renewals.filter((renewal) => renewal.renewed_at !== null).length;
  const detail =
    renewals.length > 0
      ? `${renewed} of ${counted(renewals.length, 'domain')} renewed`
      : [
          `${registered} of ${counted(liveDomains.length, 'domain')} registered`,
          ...(live.length > 0 ? [`${made} of ${counted(live.length, 'mailbox', 'mailboxes')} created`] : []),
        ].join(', ');
  if (failed.length > 0)
    return {
      step,
      status: 'failed',
      title: 'Vendor processing failed',
      detail: `${counted(failed.length, 'item')} failed · ${detail}`,
      at: null,
    };
  const isDone = made === live.length && registered === liveDomains.length && renewed === renewals.length && begun;
  const last = Math.max(
    0,
    ...mailboxes.map((mailbox) => mailbox.created_at?.getTime() ?? 0),
    ...domains.map((domain) => domain.registered_at?.getTime() ?? 0),
    ...renewals.map((renewal) => renewal.renewed_at?.getTime() ?? 0),
  );
  return {
    step,
    status: isDone ? 'completed' : begun ? 'in-progress' : 'pending',
    title: 'Vendor processing',
    detail: begun ? detail : 'begins after the payment',
    at: isDone && last > 0 ? new Date(last).toISOString() : null,
  };
}

function domainStep(whole: WholeOrder): Entry {
  const { domains, renewals } = whole;
  const step = 'DOMAIN_ACTIVATED';
  if (renewals.length > 0) {
    const isDone = renewals.every((renewal) => renewal.renewed_at !== null);
    return {
      step,
      status: isDone ? 'completed' : 'pending',
      title: 'Domain renewed',
      detail: renewals.map((renewal) => renewal.name).join(', '),
      at: isDone ? iso(renewals[0]?.renewed_at) : null,
    };
  }
  const live = domains.filter((domain) => !over.has(domain.status));
  const active = live.filter((domain) => domain.status === 'ACTIVE');
  const begun = live.some((domain) => domain.status === 'PUBLISHED' || domain.status === 'ACTIVE');
  const failed = live.length > 0 && live.every((domain) => domain.status === 'FAILED');
  const isDone = live.length > 0 && active.length === live.length;
  const last = Math.max(0, ...active.map((domain) => domain.activated_at?.getTime() ?? 0));
  return {
    step,
    status: failed ? 'failed' : isDone ? 'completed' : begun ? 'in-progress' : 'pending',
    title: failed ? 'Domain activation failed' : 'Domain activated',
    detail: `${active.length} of ${counted(live.length, 'domain')}`,
    at: isDone && last > 0 ? new Date(last).toISOString() : null,
  };
}

/** Steps of a mailbox that are done, of four: paid, created, connected, warming. */
export const stepsDone = (whole: Pick<WholeOrder, 'payments'>, { status }: Pick<MailboxRecord, 'status'>): number =>
  status === 'READY'
    ? 4
    : status === 'CONNECTED'
      ? 3
      : status === 'CREATED'
        ? 2
        : isPaid(whole, 'MAILBOXES') && !over.has(status)
          ? 1
          : 0;

export const offerNameOf = (offerId: number): string => {
  const offer = findOffer(offerId);
  const host = { GOOGLE: ', Google', OUTLOOK: ', Outlook', SMTP: '' }[offer?.host ?? 'SMTP'];
  return `${offer?.name ?? 'Vendor'}${host}`;
};
