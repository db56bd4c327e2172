import { PaymentError } from '#platform/payments/card-payments';
import * as store from './payments.store';
import type { ServerWorkerDeps } from './worker-deps';

/**
 * Tells the payment service one thing that has changed, and deletes servers whose paid time is over.
 * @returns whether there was anything
 */
export async function settlePayments(deps: ServerWorkerDeps): Promise<boolean> {
  const over = await deps.db.systemSql(async (sql) => {
    const workspaces = await store.deleteUnpaid(sql);
    for (const workspaceId of new Set(workspaces)) await deps.live.publish(sql, workspaceId, ['server']);
    return workspaces.length > 0;
  });
  const payment = deps.payments ? await deps.db.systemSql((sql) => store.takeTodo(sql)) : null;
  if (!payment || !deps.payments) return over;
  try {
    await tell(deps.payments, payment);
    await deps.db.systemSql((sql) => store.endTodo(sql, payment));
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    deps.log.error({ error, payment: payment.id }, 'the payment service was not told; it is tried again');
  }
  return true;
}

async function tell(
  payments: NonNullable<ServerWorkerDeps['payments']>,
  {
    id,
    todo,
    checkout_id: checkoutId,
    subscription_id: subscriptionId,
    amount_cents: amountCents,
  }: store.ServerPaymentRecord,
): Promise<void> {
  if (todo === 'EXPIRE' && checkoutId) await payments.expireCheckout(checkoutId);
  if (todo === 'REFUND' && checkoutId)
    await payments.refund({ key: `skein-servers-refund-${id}`, checkoutId, amountCents });
  if (todo === 'CHANGE' && subscriptionId) await payments.changeSubscription(subscriptionId, amountCents);
  if ((todo === 'REFUND' || todo === 'END') && subscriptionId) await payments.endSubscription(subscriptionId);
}
