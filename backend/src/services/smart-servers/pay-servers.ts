import type { WorkspaceId } from '@skein/contracts/ids';
import { serverMonthlyCents } from '@skein/contracts/smart-servers/server-limits';
import type { SqlClient } from '#platform/db/database';
import { SkeinError } from '#platform/http/skein-error';
import { PaymentError, type CardPayments, type PaymentNews } from '#platform/payments/card-payments';
import type { ServiceDeps } from '#platform/http/service-deps';
import type { SmartServersDeps } from './deps';
import * as store from './payments.store';

/** Tells the payments of this service from others. */
export const purpose = 'servers';

type Deps = Pick<SmartServersDeps, 'db' | 'realClock' | 'payments' | 'publicUrl'>;

/** @throws SkeinError UNAVAILABLE where nobody takes cards */
export function requirePayments(deps: Pick<SmartServersDeps, 'payments'>): CardPayments {
  if (!deps.payments)
    throw new SkeinError(
      'UNAVAILABLE',
      'Servers cannot be ordered here yet: no card payment is set up on this installation (STRIPE_SECRET_KEY).',
    );
  return deps.payments;
}

/** The payment of all servers of a group that await one: the open one where it fits, or a new one in its place. */
export async function settlePending(
  deps: Deps,
  sql: SqlClient,
  workspaceId: WorkspaceId,
  groupId: number,
): Promise<store.ServerPaymentRecord | null> {
  const payments = requirePayments(deps);
  const open = await store.findOpen(workspaceId, sql, groupId);
  if (open) return open;
  await store.cancelPending(workspaceId, sql, groupId);
  return store.addPayment(workspaceId, sql, {
    groupId,
    priceCents: serverMonthlyCents,
    provider: payments.name,
    at: new Date(deps.realClock.now()),
  });
}

/**
 * The page where a payment is made. Asking twice answers with the same one.
 * @throws SkeinError UNAVAILABLE when the payment service does not answer
 */
export async function openCheckout(
  deps: Deps,
  payment: store.ServerPaymentRecord,
  group: { name: string },
): Promise<string> {
  if (payment.checkout_url) return payment.checkout_url;
  const back = `${deps.publicUrl}/app/smart-servers`;
  try {
    const checkout = await requirePayments(deps).createCheckout({
      key: `skein-servers-${deps.publicUrl}-${payment.id}`,
      workspaceId: payment.workspace_id,
      orderId: payment.id,
      purpose,
      title: `${group.name}: ${payment.servers} dedicated ${payment.servers === 1 ? 'server' : 'servers'}`,
      amountCents: payment.amount_cents,
      isMonthly: true,
      email: null,
      successUrl: `${back}/ip-provisioning?returned=paid&group=${payment.group_id}`,
      cancelUrl: `${back}/`,
    });
    await deps.db.tenantSql(payment.workspace_id, (sql) =>
      store.writeCheckout(payment.workspace_id, sql, payment.id, checkout),
    );
    return checkout.url;
  } catch (error) {
    if (error instanceof PaymentError) throw new SkeinError('UNAVAILABLE', error.message);
    throw error;
  }
}

/**
 * Takes an event of the card payments whose signature holds. Each counts once, by its id. What fits no payment of ours, or is another sum,
 * changes nothing and is logged. What is paid for an order that was cancelled meanwhile goes back.
 */
export async function receiveServerPayment(
  deps: Pick<ServiceDeps, 'db' | 'live' | 'realClock'> & {
    payments: CardPayments | null;
    log: { error: (fields: object, text: string) => void };
  },
  { eventId, kind, workspaceId, orderId: paymentId, period, amountCents, subscriptionId }: PaymentNews,
): Promise<void> {
  const at = new Date(deps.realClock.now());
  await deps.db.tenantSql(workspaceId, async (sql) => {
    const payment = await store.lockPayment(workspaceId, sql, paymentId);
    const isOurs =
      payment !== null &&
      payment.provider === deps.payments?.name &&
      (period?.of !== 'checkout' || payment.checkout_id === null || payment.checkout_id === period.id) &&
      (period?.of === 'checkout' || payment.subscription_id === subscriptionId) &&
      (period?.of !== 'checkout' || kind !== 'PAID' || amountCents === payment.amount_cents);
    if (!isOurs) {
      deps.log.error({ eventId, kind, workspaceId, paymentId }, 'a payment event fits no order of servers');
      return;
    }
    if (!(await store.takeEvent(workspaceId, sql, { id: eventId, paymentId, at }))) return;
    if (kind === 'EXPIRED')
      await store.writeFailed(
        workspaceId,
        sql,
        paymentId,
        'The checkout ended without a payment. Nothing was charged.',
      );
    else if (kind === 'ENDED') await store.writeEnded(workspaceId, sql, paymentId, at);
    else if (period?.of === 'invoice') await store.renew(workspaceId, sql, paymentId);
    else if (payment.status === 'PENDING') {
      if (period && payment.checkout_id === null)
        await store.writeCheckout(workspaceId, sql, paymentId, { id: period.id, url: '' });
      await store.writePaid(workspaceId, sql, { id: paymentId, at, subscriptionId });
    } else if (payment.status === 'CANCELLED') await store.writeToRefund(workspaceId, sql, paymentId, subscriptionId);
    await deps.live.publish(sql, workspaceId, ['server']);
  });
}
