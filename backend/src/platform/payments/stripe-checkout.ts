import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { AskServer } from '../http/ask-server';
import { PaymentError, type CardPayments, type CheckoutRequest, type PaymentNews } from './card-payments';
import { createStripeRequest, parse } from './stripe-request';

export interface StripeOptions {
  ask: AskServer;
  secretKey: string;
  webhookSecret: string;
  baseUrl?: string;
}

/** An event may be this old, in seconds: older ones are replays (Stripe's own tolerance). */
const tolerance = 300;

const session = z.object({ id: z.string().min(1).max(300), url: z.url().max(3_000) });
const metadata = z.object({
  workspace_id: z.coerce.number().int().positive(),
  order_id: z.coerce.number().int().positive(),
  purpose: z.string().max(40).nullish(),
});
const event = z.object({
  id: z.string().regex(/^evt_[\w]{1,250}$/),
  type: z.string(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});
const checkout = z.object({
  id: z.string(),
  payment_status: z.string(),
  amount_total: z.number().int().nullish(),
  currency: z.string().nullish(),
  subscription: z.string().nullish(),
  metadata,
});
const invoice = z.object({
  id: z.string(),
  billing_reason: z.string().nullish(),
  amount_paid: z.number().int(),
  currency: z.string(),
  subscription: z.string().nullish(),
  subscription_details: z.object({ metadata }).nullish(),
  parent: z.object({ subscription_details: z.object({ metadata, subscription: z.string().nullish() }) }).nullish(),
});
const subscription = z.object({ id: z.string(), metadata });
const paidSession = z.object({ payment_intent: z.string().nullish(), invoice: z.string().nullish() });
const itemsOf = z.object({
  items: z.object({ data: z.array(z.object({ id: z.string(), price: z.object({ product: z.string() }) })).min(1) }),
});
const paidInvoice = z.object({ payment_intent: z.string() });

/**
 * Stripe Checkout by its published API: `POST /v1/checkout/sessions` as a form, `POST …/:id/expire`,
 * `DELETE /v1/subscriptions/:id`, and events with a `Stripe-Signature` (HMAC-SHA256 over time and body). Prices travel
 * with the request; nothing has to be set up in Stripe's dashboard but the webhook for `checkout.session.completed`,
 * `checkout.session.async_payment_succeeded`, `checkout.session.async_payment_failed`, `checkout.session.expired`,
 * `invoice.paid` and `customer.subscription.deleted`.
 */
export function createStripe({ ask, secretKey, webhookSecret, baseUrl }: StripeOptions): CardPayments {
  const send = createStripeRequest({ ask, secretKey, baseUrl });
  return {
    name: 'stripe',
    async createCheckout(request) {
      const read = session.safeParse(
        await send('POST', 'checkout/sessions', checkoutForm(request), { key: request.key }),
      );
      if (!read.success)
        throw new PaymentError('Stripe’s answer could not be read. Nothing was charged; try again in a moment.');
      return read.data;
    },
    async expireCheckout(id) {
      // Stripe has no code for "is complete or expired already".
      await send(
        'POST',
        `checkout/sessions/${encodeURIComponent(id)}/expire`,
        {},
        { isOver: (status) => status === 400 || status === 404 },
      );
    },
    async endSubscription(id) {
      await send(
        'DELETE',
        `subscriptions/${encodeURIComponent(id)}`,
        {},
        { isOver: (_, code) => code === 'resource_missing' },
      );
    },
    async changeSubscription(id, amountCents) {
      const read = itemsOf.safeParse(await send('GET', `subscriptions/${encodeURIComponent(id)}`, {}));
      const item = read.data?.items.data[0];
      if (!item) throw new PaymentError('Stripe’s answer could not be read. Nothing was changed; try again.');
      await send('POST', `subscription_items/${encodeURIComponent(item.id)}`, {
        proration_behavior: 'none',
        'price_data[currency]': 'usd',
        'price_data[unit_amount]': String(amountCents),
        'price_data[recurring][interval]': 'month',
        'price_data[product]': item.price.product,
      });
    },
    async refund({ key, checkoutId, amountCents }) {
      const session = paidSession.safeParse(
        await send('GET', `checkout/sessions/${encodeURIComponent(checkoutId)}`, {}),
      );
      const unread = () => new PaymentError('Stripe’s answer could not be read. Nothing was paid back; try again.');
      if (!session.success) throw unread();
      let intent = session.data.payment_intent ?? null;
      if (!intent && session.data.invoice) {
        const read = paidInvoice.safeParse(
          await send('GET', `invoices/${encodeURIComponent(session.data.invoice)}`, {}),
        );
        if (!read.success) throw unread();
        intent = read.data.payment_intent;
      }
      if (!intent) throw new PaymentError('This checkout was not paid, so that nothing can be paid back.');
      await send('POST', 'refunds', { payment_intent: intent, amount: String(amountCents) }, { key });
    },
    readEvent(body, signature, now) {
      if (!isSigned(body, signature, webhookSecret, now))
        throw new PaymentError('The signature of this event does not hold.');
      const read = event.safeParse(parse(body));
      return read.success ? newsOf(read.data) : null;
    },
  };
}

/** A checkout as Stripe's form: one line with its price, monthly or once, and whose order it is. */
function checkoutForm(request: CheckoutRequest): Record<string, string> {
  const data: Record<string, string> = {
    workspace_id: String(request.workspaceId),
    order_id: String(request.orderId),
    ...(request.purpose ? { purpose: request.purpose } : {}),
  };
  const form: Record<string, string> = {
    mode: request.isMonthly ? 'subscription' : 'payment',
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
    client_reference_id: String(request.orderId),
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'usd',
    'line_items[0][price_data][unit_amount]': String(request.amountCents),
    'line_items[0][price_data][product_data][name]': request.title,
    ...(request.isMonthly ? { 'line_items[0][price_data][recurring][interval]': 'month' } : {}),
    ...(request.email ? { customer_email: request.email } : {}),
  };
  for (const [name, value] of Object.entries(data)) {
    form[`metadata[${name}]`] = value;
    if (request.isMonthly) form[`subscription_data[metadata][${name}]`] = value;
  }
  return form;
}

/** `t=…,v1=…` where one of the v1 is the HMAC of `t.body`, and t is not long ago. */
export function isSigned(body: string, header: string, secret: string, now: number): boolean {
  const parts = header
    .split(',')
    .slice(0, 20)
    .map((part) => part.trim().split('=', 2) as [string, string | undefined]);
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time) || Math.abs(now / 1000 - Number(time)) > tolerance) return false;
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest();
  return parts.some(([name, value]) => {
    const given = name === 'v1' && /^[0-9a-f]{64}$/.test(value ?? '') ? Buffer.from(value as string, 'hex') : null;
    return given !== null && timingSafeEqual(given, expected);
  });
}

function newsOf({ id: eventId, type, data: { object } }: z.output<typeof event>): PaymentNews | null {
  if (type === 'checkout.session.completed' || type === 'checkout.session.async_payment_succeeded') {
    const read = checkout.safeParse(object);
    // A bank transfer is completed unpaid, and paid by the later event.
    if (!read.success || read.data.payment_status !== 'paid' || read.data.currency !== 'usd') return null;
    const {
      id,
      metadata: { workspace_id: workspaceId, order_id: orderId, purpose },
      amount_total: amount,
      subscription: subscriptionId,
    } = read.data;
    return {
      eventId,
      kind: 'PAID',
      workspaceId,
      orderId,
      purpose: purpose ?? null,
      period: { of: 'checkout', id },
      amountCents: amount ?? null,
      subscriptionId: subscriptionId ?? null,
    };
  }
  if (type === 'checkout.session.expired' || type === 'checkout.session.async_payment_failed') {
    const read = checkout.safeParse(object);
    // What the event is called says less than its state: what was paid in the end is told by another event.
    if (!read.success || read.data.payment_status === 'paid') return null;
    const {
      id,
      metadata: { workspace_id: workspaceId, order_id: orderId, purpose },
    } = read.data;
    return {
      eventId,
      kind: 'EXPIRED',
      workspaceId,
      orderId,
      purpose: purpose ?? null,
      period: { of: 'checkout', id },
      amountCents: null,
      subscriptionId: null,
    };
  }
  if (type === 'invoice.paid') {
    const read = invoice.safeParse(object);
    // The first invoice of a subscription is paid at its checkout, which counts it.
    if (!read.success || read.data.billing_reason !== 'subscription_cycle' || read.data.currency !== 'usd') return null;
    const about = read.data.subscription_details?.metadata ?? read.data.parent?.subscription_details.metadata;
    return about
      ? {
          eventId,
          kind: 'PAID',
          workspaceId: about.workspace_id,
          orderId: about.order_id,
          purpose: about.purpose ?? null,
          period: { of: 'invoice', id: read.data.id },
          amountCents: read.data.amount_paid,
          subscriptionId: read.data.subscription ?? read.data.parent?.subscription_details.subscription ?? null,
        }
      : null;
  }
  if (type === 'customer.subscription.deleted') {
    const read = subscription.safeParse(object);
    return read.success
      ? {
          eventId,
          kind: 'ENDED',
          workspaceId: read.data.metadata.workspace_id,
          orderId: read.data.metadata.order_id,
          purpose: read.data.metadata.purpose ?? null,
          period: null,
          amountCents: null,
          subscriptionId: read.data.id,
        }
      : null;
  }
  return null;
}
