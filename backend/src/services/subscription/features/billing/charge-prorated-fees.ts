import type { WorkspaceId } from '@skein/contracts/ids';
import { feeProducts } from '@skein/contracts/subscription/offers';
import type { Subscriptions } from '#platform/payments/subscriptions';
import type { SubscriptionDeps } from '../../deps';
import { countUsage, findBilling } from './billing.store';
import { keyOf, orderOf } from './plan-order';
import { choiceOf } from './read-billing';

/** How many are paid for of each that has a fee. */
const feesOf = (lines: readonly { product: string; quantity?: number }[]): Map<string, number> =>
  new Map(
    lines.flatMap(({ product, quantity = 1 }) => (feeProducts.includes(product) ? [[product, quantity] as const] : [])),
  );
const isSame = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean =>
  feeProducts.every((product) => one.get(product) === other.get(product));

/**
 * Tells the payment provider how many clients and LinkedIn accounts a workspace pays for, where the subscription says
 * something else. A client that is added in the middle of a month costs its share of that month, prorated to the second
 * by the provider (`setFees`), on the next invoice. A subscription that ends is left as it is.
 * @throws PaymentError
 */
export async function chargeProratedFees(
  deps: Pick<SubscriptionDeps, 'db' | 'realClock'>,
  subscriptions: Subscriptions,
  workspaceId: WorkspaceId,
  subscriptionId: string,
): Promise<void> {
  const { record, counted } = await deps.db.tenantSql(workspaceId, async (sql) => ({
    record: await findBilling(workspaceId, sql),
    counted: await countUsage(workspaceId, sql),
  }));
  const choice = choiceOf(record);
  const known = await subscriptions.readSubscription(subscriptionId);
  if (!choice || !known || known.status !== 'active' || known.cancelAtPeriodEnd) return;
  const order = orderOf(workspaceId, choice, counted);
  if (isSame(feesOf(order.lines), feesOf(known.lines))) return;
  const day = new Date(deps.realClock.now()).toISOString().slice(0, 10);
  await subscriptions.setFees(subscriptionId, order, { key: keyOf('fees', subscriptionId, order, day) });
}
