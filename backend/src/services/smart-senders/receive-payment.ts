import { counted } from '#platform/log/counted';
import type { PaymentNews } from '#platform/payments/card-payments';
import { enqueueOrder, settle } from './advance-order';
import { dollars } from './order-state';
import { addEvent } from './orders.store';
import * as store from './payments.store';
import type { PurchaseDeps } from './purchases.deps';
import type { PaymentRecord } from './records';

/**
 * Takes an event of the card payments whose signature holds. Each counts once, by its id. What fits no payment of ours,
 * or is another sum, changes nothing and is logged. What is paid is carried out by a job that exists when the payment
 * does.
 */
export async function receivePurchasePayment(deps: PurchaseDeps, news: PaymentNews): Promise<void> {
  const { eventId, kind, workspaceId, orderId: paymentId, period, amountCents, subscriptionId } = news;
  const at = new Date(deps.realClock.now());
  const orderId = await deps.db.tenantSql(workspaceId, async (sql) => {
    const payment = await store.lockPayment(workspaceId, sql, paymentId);
    if (
      !payment ||
      !isOurs(deps, payment, news) ||
      (period?.of === 'checkout' && kind === 'PAID' && amountCents !== payment.amount_cents)
    ) {
      deps.log.error({ eventId, kind, workspaceId, paymentId }, 'a payment event fits no purchase');
      return null;
    }
    if (!(await store.takeEvent(workspaceId, sql, { id: eventId, paymentId, at }))) return null;
    const what = payment.part === 'DOMAINS' ? 'domains' : 'mailboxes';
    const tell = (text: string) => addEvent(workspaceId, sql, { orderId: payment.order_id, at, text });
    if (kind === 'EXPIRED') {
      // The end of a checkout that was cancelled here is no news.
      if (payment.status !== 'PENDING') return null;
      await store.writeNotPaid(workspaceId, sql, {
        id: paymentId,
        status: 'FAILED',
        failure: 'The checkout ended without a payment. Nothing was charged.',
      });
      await tell(`The payment of the ${what} failed: the checkout ended without a payment.`);
    } else if (kind === 'ENDED') {
      if (payment.subscription_id === subscriptionId) {
        await store.endSubscription(workspaceId, sql, paymentId, payment.order_id);
        await tell('The mailboxes are not renewed any more. They end with the month that is paid.');
      }
    } else if (period?.of === 'invoice') {
      const renewed = await store.renewMailboxes(workspaceId, sql, payment.order_id);
      await tell(
        `${dollars(amountCents ?? payment.amount_cents)} paid for another month of ${counted(renewed, 'mailbox', 'mailboxes')}.`,
      );
    } else {
      const isFirst = payment.status !== 'PAID';
      await store.writePaid(workspaceId, sql, { id: paymentId, at, subscriptionId });
      if (isFirst) await tell(`${dollars(payment.amount_cents)} paid for the ${what}.`);
      if (payment.part === 'MAILBOXES') await store.startMonths(workspaceId, sql, payment.order_id, at);
      await enqueueOrder(deps, sql, { workspaceId, orderId: payment.order_id, round: 0 });
    }
    return payment.order_id;
  });
  if (orderId !== null) await settle(deps, workspaceId, orderId);
}

const isOurs = (deps: PurchaseDeps, payment: PaymentRecord, { period, subscriptionId }: PaymentNews): boolean =>
  payment.provider === deps.payments?.name &&
  (period?.of !== 'checkout' || payment.checkout_id === period.id) &&
  (period?.of !== 'invoice' || (payment.subscription_id !== null && payment.subscription_id === subscriptionId));
