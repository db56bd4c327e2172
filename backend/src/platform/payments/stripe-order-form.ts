import type { z } from 'zod';
import type { item } from './stripe-objects';
import type { SubscriptionOrder, Subscriptions } from './subscriptions';

/** The lines of an order as the items of a subscription: those that are there keep their id, others are deleted. */
export function itemsOf(prefix: string, order: SubscriptionOrder, present: readonly z.output<typeof item>[]) {
  const form: Record<string, string> = {};
  const priceOf = (at: string, line: SubscriptionOrder['lines'][number]) => {
    form[`${at}[quantity]`] = String(line.quantity ?? 1);
    form[`${at}[price_data][currency]`] = 'usd';
    form[`${at}[price_data][product]`] = line.product;
    form[`${at}[price_data][unit_amount]`] = String(line.cents / (line.quantity ?? 1));
    form[`${at}[price_data][recurring][interval]`] = order.interval;
  };
  order.lines.forEach((line, place) => {
    const at = `${prefix}[${place}]`;
    const same = place === 0 ? present[0] : present.slice(1).find(({ price }) => price.product === line.product);
    if (same) form[`${at}[id]`] = same.id;
    priceOf(at, line);
  });
  const kept = new Set(Object.entries(form).flatMap(([name, value]) => (name.endsWith('[id]') ? [value] : [])));
  present
    .filter(({ id }) => !kept.has(id))
    .forEach(({ id }, place) => {
      const at = `${prefix}[${order.lines.length + place}]`;
      form[`${at}[id]`] = id;
      form[`${at}[deleted]`] = 'true';
    });
  return form;
}

const metadataOf = (order: SubscriptionOrder): Record<string, string> => ({
  kind: 'plan',
  workspace_id: String(order.workspaceId),
  ...order.choice,
});

/** What the subscription was ordered for, so that it can be read back from Stripe. @param prefix the object it hangs on */
export const metadataForm = (order: SubscriptionOrder, prefix?: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(metadataOf(order)).map(([name, value]) => [
      prefix ? `${prefix}[metadata][${name}]` : `metadata[${name}]`,
      value,
    ]),
  );

type CheckoutOptions = Parameters<Subscriptions['createCheckout']>[1];

export const checkoutForm = (
  order: SubscriptionOrder,
  { customerId, email, successUrl, cancelUrl }: CheckoutOptions,
): Record<string, string> => ({
  mode: 'subscription',
  success_url: successUrl,
  cancel_url: cancelUrl,
  client_reference_id: String(order.workspaceId),
  ...(customerId ? { customer: customerId } : { customer_email: email }),
  ...itemsOf('line_items', order, []),
  ...metadataForm(order),
  ...metadataForm(order, 'subscription_data'),
});
