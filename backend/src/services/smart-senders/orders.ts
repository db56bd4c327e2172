import type { OrderView } from '@skein/contracts/smart-senders/purchase-views';
import { decodeIdCursor, encodeCursor } from '#platform/db/cursor';
import type { SqlClient } from '#platform/db/database';
import { isUniqueViolation } from '#platform/db/unique-violation';
import type { RequestActor } from '#platform/http/request-actor';
import { invalidField, notFound, SkeinError } from '#platform/http/skein-error';
import { PaymentError } from '#platform/payments/card-payments';
import { enqueueOrder, settle } from './advance-order';
import { openCheckouts, readOrder } from './open-checkouts';
import { dollars, isPaid, paymentOf, unpaid } from './order-state';
import { orderRowOf, orderViewOf } from './order-views';
import * as store from './orders.store';
import { addRefund, insertPayment, writeNotPaid } from './payments.store';
import { findOrderOfItem } from './purchased.store';
import { topic, type PurchaseDeps } from './purchases.deps';
import type { PaymentRecord, WholeOrder } from './records';

type Who = Pick<RequestActor, 'workspaceId' | 'userId'>;

export const listOrders = (deps: PurchaseDeps, who: Who, page: { cursor?: string; limit: number; open?: boolean }) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const found = await store.findOrders(who.workspaceId, sql, {
      before: decodeIdCursor(page.cursor),
      limit: page.limit + 1,
      open: page.open ?? false,
    });
    const ids = found.slice(0, page.limit).map((order) => order.id);
    const last = ids.at(-1);
    return {
      rows: (await store.findWholeOrders(who.workspaceId, sql, ids)).map(orderRowOf),
      next_cursor: found.length > page.limit && last !== undefined ? encodeCursor([last]) : null,
      total: ids.length,
      total_is_capped: found.length > page.limit,
    };
  });

/** @throws SkeinError NOT_FOUND */
export async function getOrder(deps: PurchaseDeps, who: Who, orderId: number): Promise<OrderView> {
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const whole = (await store.findWholeOrders(who.workspaceId, sql, [orderId]))[0];
    if (!whole) throw notFound('This order');
    return orderViewOf(deps, whole, await store.findEvents(who.workspaceId, sql, orderId));
  });
}

const require = async (deps: PurchaseDeps, who: Who, orderId: number): Promise<WholeOrder> => {
  const whole = await readOrder(deps, who.workspaceId, orderId);
  if (!whole) throw notFound('This order');
  return whole;
};
const lock = async (sql: SqlClient, who: Who, orderId: number): Promise<WholeOrder> => {
  const whole = await store.lockOrder(who.workspaceId, sql, orderId);
  if (!whole) throw notFound('This order');
  return whole;
};

/**
 * A checkout for each part that is not paid; one that failed or ended gets another attempt.
 * @throws SkeinError ILLEGAL_TRANSITION, UPSTREAM
 */
export async function payOrder(deps: PurchaseDeps, who: Who, orderId: number): Promise<OrderView> {
  const { payments } = deps;
  if (!payments) throw new SkeinError('UNAVAILABLE', 'No card payment is set up on this installation.');
  await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const whole = await lock(sql, who, orderId);
    const open = (['DOMAINS', 'MAILBOXES'] as const).flatMap((part) => {
      const payment = paymentOf(whole, part);
      return payment && payment.status !== 'PAID' && payment.status !== 'CANCELLED' ? [payment] : [];
    });
    if (open.length === 0) throw new SkeinError('ILLEGAL_TRANSITION', 'This order has no open payment.');
    const at = new Date(deps.realClock.now());
    for (const payment of open)
      if (payment.status !== 'PENDING')
        await insertPayment(who.workspaceId, sql, {
          orderId,
          part: payment.part,
          attempt: payment.attempt + 1,
          amountCents: payment.amount_cents,
          provider: payments.name,
          at,
        });
    if (whole.order.status === 'FAILED')
      await store.changeOrder(who.workspaceId, sql, orderId, { status: 'AWAITING_PAYMENT', completed_at: null });
  });
  await openCheckouts(deps, await require(deps, who, orderId)).catch(tellUpstream);
  return getOrder(deps, who, orderId);
}

/** Ends the checkouts of what is not paid. @throws SkeinError ILLEGAL_TRANSITION when all is paid, UPSTREAM */
export async function cancelOrder(deps: PurchaseDeps, who: Who, orderId: number): Promise<OrderView> {
  const open = unpaid(await require(deps, who, orderId));
  if (open.length === 0) throw new SkeinError('ILLEGAL_TRANSITION', 'This order has no open payment.');
  // Before ours: what we call cancelled must not be charged any more.
  for (const payment of open)
    if (payment.checkout_id) await deps.payments?.expireCheckout(payment.checkout_id).catch(tellUpstream);
  await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const whole = await lock(sql, who, orderId);
    const at = new Date(deps.realClock.now());
    const cancelled = whole.payments.filter(
      ({ id, status }) => status !== 'PAID' && open.some((each) => each.id === id),
    );
    for (const payment of cancelled) {
      await writeNotPaid(who.workspaceId, sql, {
        id: payment.id,
        status: 'CANCELLED',
        failure: 'Cancelled before it was paid.',
      });
      // Mailboxes that nobody pays are taken off an order whose domains are paid.
      if (payment.part === 'MAILBOXES')
        for (const mailbox of whole.mailboxes)
          await store.changeMailbox(who.workspaceId, sql, mailbox.id, { status: 'CANCELLED' });
    }
    if (whole.payments.every((payment) => payment.status !== 'PAID'))
      for (const domain of whole.domains)
        await store.changeDomain(who.workspaceId, sql, domain.id, { status: 'CANCELLED' });
    await store.addEvent(who.workspaceId, sql, {
      orderId,
      at,
      text: 'What was not paid was cancelled. Nothing was charged for it.',
    });
  });
  await settle(deps, who.workspaceId, orderId);
  return getOrder(deps, who, orderId);
}

function tellUpstream(error: unknown): never {
  throw error instanceof PaymentError ? new SkeinError('UPSTREAM', error.message) : error;
}

const failedOnly = (status: string) => {
  if (status !== 'FAILED')
    throw new SkeinError('ILLEGAL_TRANSITION', 'Only what failed can be tried again or paid back.');
};

/** Tries a domain again, under another name where one is given. @throws SkeinError NOT_FOUND, ILLEGAL_TRANSITION, VALIDATION */
export async function retryDomain(deps: PurchaseDeps, who: Who, domainId: number, name?: string): Promise<OrderView> {
  const orderId = await orderOf(deps, who, { table: 'purchased_domain', id: domainId, what: 'This domain' });
  await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const whole = await lock(sql, who, orderId);
    const domain = whole.domains.find((each) => each.id === domainId);
    if (!domain) throw notFound('This domain');
    failedOnly(domain.status);
    if (name && whole.domains.some((each) => each.id !== domainId && each.name === name))
      throw invalidField('name', 'is in this order already');
    await store.changeDomain(who.workspaceId, sql, domainId, {
      status: 'PENDING',
      failure: null,
      failure_reply: null,
      ...(name ? { name } : {}),
    });
    await again(deps, sql, who, { orderId, text: `${name ?? domain.name} is tried again.` });
  });
  return getOrder(deps, who, orderId);
}

/** @throws SkeinError NOT_FOUND, ILLEGAL_TRANSITION, VALIDATION */
export async function retryMailbox(deps: PurchaseDeps, who: Who, id: number, localPart?: string): Promise<OrderView> {
  const orderId = await orderOf(deps, who, { table: 'purchased_mailbox', id, what: 'This mailbox' });
  await deps.db
    .tenantSql(who.workspaceId, async (sql) => {
      const mailbox = (await lock(sql, who, orderId)).mailboxes.find((each) => each.id === id);
      if (!mailbox) throw notFound('This mailbox');
      failedOnly(mailbox.status);
      await store.changeMailbox(who.workspaceId, sql, id, {
        status: 'PENDING',
        failure: null,
        failure_reply: null,
        ...(localPart ? { local_part: localPart } : {}),
      });
      await again(deps, sql, who, {
        orderId,
        text: `${localPart ?? mailbox.local_part}@${mailbox.domain} is tried again.`,
      });
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? invalidField('local_part', 'is on this domain already') : error;
    });
  return getOrder(deps, who, orderId);
}

/** An order that goes on, and what its history says. */
interface RepeatedOrder {
  orderId: number;
  text: string;
}

async function again(deps: PurchaseDeps, sql: SqlClient, who: Who, { orderId, text }: RepeatedOrder): Promise<void> {
  await store.addEvent(who.workspaceId, sql, { orderId, at: new Date(deps.realClock.now()), text });
  await store.changeOrder(who.workspaceId, sql, orderId, { status: 'IN_PROGRESS', completed_at: null });
  await enqueueOrder(deps, sql, { workspaceId: who.workspaceId, orderId, round: 0 });
  await deps.live.publish(sql, who.workspaceId, [topic]);
}

/** `what`: how it is called where it is not found. */
interface OrderedItem {
  table: 'purchased_domain' | 'purchased_mailbox';
  id: number;
  what: string;
}

async function orderOf(deps: PurchaseDeps, who: Who, { table, id, what }: OrderedItem): Promise<number> {
  const orderId = await deps.db.tenantSql(who.workspaceId, (sql) => findOrderOfItem(who.workspaceId, sql, table, id));
  if (orderId === null) throw notFound(what);
  return orderId;
}

/** Pays back a domain that failed, and the mailboxes that were to be on it. */
export async function refundDomain(deps: PurchaseDeps, who: Who, domainId: number): Promise<OrderView> {
  const orderId = await orderOf(deps, who, { table: 'purchased_domain', id: domainId, what: 'This domain' });
  const whole = await require(deps, who, orderId);
  const domain = whole.domains.find((each) => each.id === domainId);
  if (!domain) throw notFound('This domain');
  failedOnly(domain.status);
  const on = whole.mailboxes.filter((each) => each.domain_id === domainId && each.status !== 'REFUNDED');
  for (const mailbox of on)
    await payBack(deps, who, { whole, part: 'MAILBOXES', item: { id: mailbox.id, cents: mailbox.price_cents } });
  await payBack(deps, who, { whole, part: 'DOMAINS', item: { id: domainId, cents: domain.price_cents } });
  return getOrder(deps, who, orderId);
}

export async function refundMailbox(deps: PurchaseDeps, who: Who, id: number): Promise<OrderView> {
  const orderId = await orderOf(deps, who, { table: 'purchased_mailbox', id, what: 'This mailbox' });
  const whole = await require(deps, who, orderId);
  const mailbox = whole.mailboxes.find((each) => each.id === id);
  if (!mailbox) throw notFound('This mailbox');
  failedOnly(mailbox.status);
  await payBack(deps, who, { whole, part: 'MAILBOXES', item: { id, cents: mailbox.price_cents } });
  return getOrder(deps, who, orderId);
}

/** A part of an order that is paid back. */
interface MoneyBack {
  whole: WholeOrder;
  part: PaymentRecord['part'];
  item: { id: number; cents: number };
}

/** The key names what is paid back: pressed twice, or after a crash, the money comes back once. What was not paid is only cancelled. */
async function payBack(deps: PurchaseDeps, who: Who, { whole, part, item }: MoneyBack): Promise<void> {
  const payment = isPaid(whole, part) ? paymentOf(whole, part) : null;
  const { id: orderId } = whole.order;
  if (payment?.checkout_id && item.cents > 0) {
    if (!deps.payments) throw new SkeinError('UNAVAILABLE', 'No card payment is set up on this installation.');
    await deps.payments
      .refund({
        key: `skein-${deps.publicUrl}-refund-${part.toLowerCase()}-${item.id}`,
        checkoutId: payment.checkout_id,
        amountCents: item.cents,
      })
      .catch(tellUpstream);
  }
  await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const now = await lock(sql, who, orderId);
    const kept = part === 'DOMAINS' ? now.domains : now.mailboxes;
    if (kept.find((each) => each.id === item.id)?.status === 'REFUNDED') return;
    const status = payment ? 'REFUNDED' : 'CANCELLED';
    if (part === 'DOMAINS') await store.changeDomain(who.workspaceId, sql, item.id, { status });
    else await store.changeMailbox(who.workspaceId, sql, item.id, { status, sealed_password: null });
    if (!payment) return;
    await addRefund(who.workspaceId, sql, payment.id, item.cents);
    await store.addEvent(who.workspaceId, sql, {
      orderId,
      at: new Date(deps.realClock.now()),
      text: `${dollars(item.cents)} were paid back.`,
    });
  });
  await settle(deps, who.workspaceId, orderId);
}
