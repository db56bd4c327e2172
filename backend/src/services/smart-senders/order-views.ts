import { findOffer } from '@skein/contracts/smart-senders/offers';
import type { OrderRow, OrderView } from '@skein/contracts/smart-senders/purchase-views';
import { labelOf, offerNameOf, paymentOf, payUrlOf, stepsDone, timelineOf } from './order-state';
import type { PurchaseDeps } from './purchases.deps';
import type { DomainRecord, MailboxRecord, WholeOrder } from './records';

/** What people and programs see of orders. */

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;
const failureOf = ({ status, failure, failure_reply, can_retry }: DomainRecord | MailboxRecord) =>
  status === 'FAILED' && failure !== null ? { cause: failure, reply: failure_reply, can_retry } : null;

export function orderRowOf(whole: WholeOrder): OrderRow {
  const { order, domains, mailboxes, renewals, payments } = whole;
  const due = (['DOMAINS', 'MAILBOXES'] as const).flatMap((part) => paymentOf(whole, part) ?? []);
  return {
    id: order.id,
    kind: order.kind,
    status: order.status,
    label: labelOf(whole),
    offer_id: order.offer_id,
    offer_name: offerNameOf(order.offer_id),
    host: findOffer(order.offer_id)?.host ?? 'SMTP',
    client:
      order.client_id !== null && order.client_name !== null ? { id: order.client_id, name: order.client_name } : null,
    domains: domains.length + renewals.length,
    mailboxes: mailboxes.length,
    mailboxes_ready: mailboxes.filter((mailbox) => mailbox.status === 'READY').length,
    failed: [...domains, ...mailboxes].filter((item) => item.status === 'FAILED').length,
    total_cents: due.reduce((sum, payment) => sum + payment.amount_cents, 0),
    paid_cents: payments.reduce((sum, payment) => sum + (payment.status === 'PAID' ? payment.amount_cents : 0), 0),
    refunded_cents: payments.reduce((sum, payment) => sum + payment.refunded_cents, 0),
    pay_url: payUrlOf(whole),
    is_sandbox: payments.some((payment) => payment.provider === 'sandbox'),
    created_by_name: order.created_by_name,
    created_at: order.created_at.toISOString(),
    completed_at: iso(order.completed_at),
  };
}

export const domainItemOf = (domain: DomainRecord): OrderView['domain_items'][number] => ({
  id: domain.id,
  name: domain.name,
  status: domain.status,
  price_cents: domain.price_cents,
  forwards_to: domain.forwards_to,
  failure: failureOf(domain),
  records: domain.records,
  dns_checked_at: iso(domain.dns_checked_at),
  expires_at: iso(domain.expires_at),
});

export const mailboxItemOf = (
  deps: Pick<PurchaseDeps, 'publicUrl'>,
  whole: Pick<WholeOrder, 'payments'>,
  mailbox: MailboxRecord,
): OrderView['mailbox_items'][number] => ({
  id: mailbox.id,
  domain_id: mailbox.domain_id,
  email: `${mailbox.local_part}@${mailbox.domain}`,
  local_part: mailbox.local_part,
  first_name: mailbox.first_name,
  last_name: mailbox.last_name,
  picture_url: mailbox.picture_key === null ? null : `${deps.publicUrl}/api/${mailbox.picture_key}`,
  status: mailbox.status,
  progress:
    mailbox.status === 'READY'
      ? 'COMPLETED'
      : mailbox.status === 'CREATED' || mailbox.status === 'CONNECTED'
        ? 'SUCCESS'
        : mailbox.status === 'FAILED'
          ? 'FAILED'
          : 'PENDING',
  steps_done: stepsDone(whole, mailbox),
  price_cents: mailbox.price_cents,
  failure: failureOf(mailbox),
  mailbox_id: mailbox.mailbox_id,
  created_at: iso(mailbox.created_at),
  ready_at: iso(mailbox.ready_at),
});

export function orderViewOf(
  deps: Pick<PurchaseDeps, 'publicUrl'>,
  whole: WholeOrder,
  events: { at: Date; text: string }[],
): OrderView {
  return {
    ...orderRowOf(whole),
    forwarding_domain: whole.order.forwarding_domain,
    timeline: timelineOf(whole),
    payments: whole.payments.map((payment) => ({
      id: payment.id,
      part: payment.part,
      amount_cents: payment.amount_cents,
      refunded_cents: payment.refunded_cents,
      status: payment.status,
      failure: payment.failure,
      checkout_url: payment.status === 'PENDING' ? payment.checkout_url : null,
      paid_at: iso(payment.paid_at),
    })),
    domain_items: whole.domains.map(domainItemOf),
    mailbox_items: whole.mailboxes.map((mailbox) => mailboxItemOf(deps, whole, mailbox)),
    trouble: whole.order.trouble,
    events: events.map(({ at, text }) => ({ at: at.toISOString(), text })),
  };
}
