import { z } from 'zod';
import type { AskServer } from '../http/ask-server';
import { PaymentError } from './card-payments';
import { isSigned } from './stripe-checkout';
import {
  invoice,
  invoicePreview,
  nextInvoice,
  read,
  subscription,
  subscriptionOf,
  toInvoice,
  toSubscription,
} from './stripe-objects';
import { checkoutForm, itemsOf, metadataForm } from './stripe-order-form';
import { createStripeRequest, type StripeRequest } from './stripe-request';
import type { SubscriptionOrder, Subscriptions } from './subscriptions';

/**
 * Stripe Billing by its published API (docs.stripe.com/api): Checkout in mode `subscription`,
 * `POST /v1/subscriptions/:id` with proration, `POST /v1/invoices/create_preview`, coupons, the customer portal, and
 * signed events. Products are made by name with ids of ours; prices travel with the request. The webhook
 * `…/api/subscription/payment-events` needs `checkout.session.completed`, `customer.subscription.*` and `invoice.*`.
 */
export function createStripeSubscriptions(options: {
  ask: AskServer;
  secretKey: string;
  webhookSecret: string;
  baseUrl?: string;
  name?: string;
}): Subscriptions {
  const send = createStripeRequest(options);
  const find = (id: string) => findSubscription(send, id);
  const present = async (id: string) => {
    const found = await find(id);
    if (!found) throw new PaymentError('Stripe does not know this subscription any more.');
    return found;
  };
  const changeItems = async (id: string, order: SubscriptionOrder, key: string, terms: Record<string, string>) => {
    const now = await present(id);
    await ensureProducts(send, order);
    const form = { ...itemsOf('items', order, now.items.data), ...terms, ...metadataForm(order) };
    await send('POST', `subscriptions/${encodeURIComponent(id)}`, form, { key });
  };
  return {
    name: options.name ?? 'stripe',
    async createCheckout(order, given) {
      await ensureProducts(send, order);
      const form = checkoutForm(order, given);
      if (given.discountPercent > 0)
        form['discounts[0][coupon]'] = await ensureCoupon(send, { percent: given.discountPercent, months: 1 });
      const answer = await send('POST', 'checkout/sessions', form, { key: given.key });
      return read(z.object({ url: z.url().max(3_000) }), answer).url;
    },
    async previewChange(id, order, at) {
      const now = await present(id);
      await ensureProducts(send, order);
      const answer = await send('POST', 'invoices/create_preview', {
        subscription: id,
        ...itemsOf('subscription_details[items]', order, now.items.data),
        'subscription_details[proration_behavior]': 'always_invoice',
        'subscription_details[proration_date]': String(Math.floor(at.getTime() / 1000)),
      });
      const { amount_due, lines } = read(invoicePreview, answer);
      return {
        dueNowCents: amount_due,
        lines: lines.data.map(({ amount, description }) => ({ name: description ?? '', cents: amount })),
        nextAt: nextInvoice(now, order, at),
      };
    },
    change: (id, order, { key, at }) =>
      changeItems(id, order, key, {
        proration_behavior: 'always_invoice',
        proration_date: String(Math.floor(at.getTime() / 1000)),
        payment_behavior: 'error_if_incomplete',
        cancel_at_period_end: 'false',
      }),
    setFees: (id, order, { key }) => changeItems(id, order, key, { proration_behavior: 'create_prorations' }),
    async setCancelAtPeriodEnd(id, value) {
      await send('POST', `subscriptions/${encodeURIComponent(id)}`, { cancel_at_period_end: String(value) });
    },
    async discount(id, { key, percent, months }) {
      const coupon = await ensureCoupon(send, { percent, months });
      await send('POST', `subscriptions/${encodeURIComponent(id)}`, { 'discounts[0][coupon]': coupon }, { key });
    },
    async openPortal(customerId, returnUrl) {
      const answer = await send('POST', 'billing_portal/sessions', { customer: customerId, return_url: returnUrl });
      return read(z.object({ url: z.url().max(3_000) }), answer).url;
    },
    async readSubscription(id) {
      const found = await find(id);
      return found && toSubscription(found);
    },
    async listInvoices(customerId) {
      const answer = await send('GET', 'invoices', { customer: customerId, limit: '100' });
      return read(z.object({ data: z.array(invoice) }), answer).data.map(toInvoice);
    },
    readEvent(body, signature, now) {
      if (!isSigned(body, signature, options.webhookSecret, now))
        throw new PaymentError('The signature of this event does not hold.');
      return subscriptionOf(body);
    },
  };
}

async function findSubscription(send: StripeRequest, id: string) {
  const answer = await send(
    'GET',
    `subscriptions/${encodeURIComponent(id)}`,
    { 'expand[0]': 'default_payment_method' },
    { isOver: (_, code) => code === 'resource_missing' },
  );
  return answer === null ? null : read(subscription, answer);
}

const exists = (_: number, code?: string) => code === 'resource_already_exists';

async function ensureProducts(send: StripeRequest, order: SubscriptionOrder): Promise<void> {
  for (const { product, name } of order.lines)
    await send('POST', 'products', { id: product, name: `Skein ${name}` }, { isOver: exists });
}

async function ensureCoupon(
  send: StripeRequest,
  { percent, months }: { percent: number; months: number },
): Promise<string> {
  const id = `skein_${percent}_off_${months}`;
  await send(
    'POST',
    'coupons',
    {
      id,
      percent_off: String(percent),
      ...(months === 1 ? { duration: 'once' } : { duration: 'repeating', duration_in_months: String(months) }),
    },
    { isOver: exists },
  );
  return id;
}
