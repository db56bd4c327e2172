import type { WorkspaceId } from '@skein/contracts/ids';
import { counted } from '#platform/log/counted';
import { PaymentError } from '#platform/payments/card-payments';
import { paymentOf } from './order-state';
import { findWholeOrders } from './orders.store';
import { writeCheckout } from './payments.store';
import type { PurchaseDeps } from './purchases.deps';
import type { PaymentRecord, WholeOrder } from './records';

/** Tells the payments of this service from others. */
export const purpose = 'purchases';

/**
 * Gives each unpaid part of an order its checkout. Asking twice answers with the same one, so a crash in between
 * neither loses nor doubles it. The checkout of the domains leads on to that of the mailboxes, and the last one back to
 * the order.
 * @throws PaymentError
 */
export async function openCheckouts(deps: PurchaseDeps, whole: WholeOrder): Promise<void> {
  const { order } = whole;
  const back = `${deps.publicUrl}/app/bulk-email-accounts/${order.id}/view`;
  let next = `${back}?returned=paid`;
  for (const part of ['MAILBOXES', 'DOMAINS'] as const) {
    const payment = paymentOf(whole, part);
    if (payment?.status !== 'PENDING') continue;
    if (payment.checkout_id && payment.checkout_url) {
      next = payment.checkout_url;
      continue;
    }
    if (!deps.payments) throw new PaymentError('No card payment is set up on this installation.');
    const checkout = await deps.payments.createCheckout({
      key: `skein-purchase-${deps.publicUrl}-${payment.id}`,
      workspaceId: order.workspace_id,
      orderId: payment.id,
      purpose,
      title: titleOf(whole, payment),
      amountCents: payment.amount_cents,
      isMonthly: part === 'MAILBOXES',
      email: null,
      successUrl: next,
      cancelUrl: back,
    });
    await deps.db.tenantSql(order.workspace_id, (sql) => writeCheckout(order.workspace_id, sql, payment.id, checkout));
    next = checkout.url;
  }
}

function titleOf({ order, domains, mailboxes, renewals }: WholeOrder, { part }: PaymentRecord): string {
  const number = `Order ${order.id}`;
  if (part === 'MAILBOXES') return `${number}: ${counted(mailboxes.length, 'mailbox', 'mailboxes')}`;
  return order.kind === 'RENEWAL'
    ? `${number}: ${renewals.map((renewal) => renewal.name).join(', ')} for one more year`
    : `${number}: ${counted(domains.length, 'domain')} for one year`;
}

export const readOrder = async (
  deps: PurchaseDeps,
  workspaceId: WorkspaceId,
  orderId: number,
): Promise<WholeOrder | null> =>
  (await deps.db.tenantSql(workspaceId, (sql) => findWholeOrders(workspaceId, sql, [orderId])))[0] ?? null;
