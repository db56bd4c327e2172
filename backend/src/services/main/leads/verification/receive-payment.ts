import { SkeinError } from '#platform/http/skein-error';
import { PaymentError, type PaymentNews } from '#platform/payments/card-payments';
import type { MainDeps } from '#main/deps';
import { creditPeriod } from './buy-credits';
import { endRenewals, lockOrder, markExpired, takePaymentEvent, writeSubscription } from './credits.store';

type PaymentDeps = Pick<MainDeps, 'db' | 'realClock' | 'live' | 'payments' | 'paymentTakers' | 'log'>;

/**
 * Takes an event of the card payments. It is believed for its signature alone, and counted once: by its id, and by what was paid. What is
 * about no order of ours, or another sum than the order's, changes nothing and is logged.
 * @throws SkeinError NOT_FOUND where no cards are taken, BAD_REQUEST when the signature does not hold
 */
export async function receivePayment(deps: PaymentDeps, body: string, signature: string): Promise<{ done: true }> {
  const { payments } = deps;
  if (!payments) throw new SkeinError('NOT_FOUND', 'No card payments are set up on this installation.');
  let news: PaymentNews | null;
  try {
    news = payments.readEvent(body, signature, deps.realClock.now());
  } catch (error) {
    throw error instanceof PaymentError ? new SkeinError('BAD_REQUEST', error.message) : error;
  }
  if (!news) return { done: true };
  if (news.purpose !== null) {
    const take = deps.paymentTakers?.get(news.purpose);
    // Not taken: the payment service delivers it again, also to another process.
    if (!take) throw new SkeinError('UNAVAILABLE', 'Nothing here takes payments for this purpose.');
    await take(news);
    return { done: true };
  }
  const { eventId, kind, workspaceId, orderId, period, amountCents, subscriptionId } = news;
  const at = new Date(deps.realClock.now());
  await deps.db.tenantSql(workspaceId, async (sql) => {
    const order = await lockOrder(workspaceId, sql, orderId);
    const isOurs =
      order?.provider === payments.name &&
      (period?.of !== 'checkout' || order.checkout_id === period.id) &&
      (period?.of !== 'invoice' || (order.subscription_id !== null && order.subscription_id === subscriptionId));
    if (!order || !isOurs || (kind === 'PAID' && amountCents !== order.amount_cents)) {
      deps.log.error({ eventId, kind, workspaceId, orderId }, 'a payment event fits no order');
      return;
    }
    if (!(await takePaymentEvent(workspaceId, sql, { id: eventId, kind, orderId, at }))) return;
    if (kind === 'ENDED') {
      if (order.subscription_id === subscriptionId) await endRenewals(workspaceId, sql, orderId);
    } else if (kind === 'EXPIRED') {
      // An order that is paid, or was cancelled here, stays what it is, whichever event comes first.
      await markExpired(workspaceId, sql, orderId, at);
    } else {
      // An order that was cancelled here and paid there was paid: its credits are owed.
      await creditPeriod(
        sql,
        order,
        at,
        period?.of === 'invoice' ? `order:${orderId}:invoice:${period.id}` : `order:${orderId}:1`,
      );
      if (period?.of === 'checkout' && subscriptionId)
        await writeSubscription(workspaceId, sql, orderId, subscriptionId);
    }
    await deps.live.publish(sql, workspaceId, ['job']);
  });
  return { done: true };
}
