import { z } from 'zod';
import type { AskServer } from '../http/ask-server';
import { PaymentError } from './card-payments';
import { isSigned } from './stripe';
import { createStripeRequest, parse, type StripeRequest } from './stripe-request';
import type { ProviderSubscription, SubscriptionOrder, Subscriptions } from './subscriptions';

const seconds = z.number().int();
const instant = seconds.transform((value) => new Date(value * 1000));
const idOf = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);
const card = z.object({
  card: z.object({ brand: z.string(), last4: z.string(), exp_month: z.number(), exp_year: z.number() }).nullish(),
});
const item = z.object({
  id: z.string(),
  quantity: z.number().int().nullish(),
  price: z.object({ product: idOf, unit_amount: z.number().int().nullish() }),
  // Newer versions of the API keep the period with each item.
  current_period_start: instant.optional(),
  current_period_end: instant.optional(),
});
const subscription = z.object({
  id: z.string(),
  customer: idOf,
  status: z.string(),
  metadata: z.record(z.string(), z.string()),
  items: z.object({ data: z.array(item).min(1) }),
  current_period_start: instant.optional(),
  current_period_end: instant.optional(),
  cancel_at_period_end: z.boolean(),
  ended_at: instant.nullish(),
  default_payment_method: z.union([z.string(), card]).nullish(),
});
const invoiceLine = z.object({ amount: z.number().int(), description: z.string().nullish() });
const invoice = z.object({
  id: z.string(),
  number: z.string().nullish(),
  created: instant,
  total: z.number().int(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
  invoice_pdf: z.string().nullish(),
  lines: z.object({ data: z.array(invoiceLine) }),
});
const invoicePreview = z.object({
  amount_due: z.number().int(),
  lines: z.object({ data: z.array(invoiceLine) }),
});
const event = z.object({
  id: z.string().regex(/^evt_\w{1,250}$/),
  type: z.string(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});
/** Where events name their subscription: a session and an invoice in a field, newer invoices in their parent. */
const about = z.object({
  id: z.string().optional(),
  object: z.string().optional(),
  subscription: idOf.nullish(),
  parent: z.object({ subscription_details: z.object({ subscription: idOf.nullish() }).nullish() }).nullish(),
});

function read<Shape extends z.ZodType>(shape: Shape, answer: unknown): z.output<Shape> {
  const found = shape.safeParse(answer);
  if (!found.success)
    throw new PaymentError('Stripe’s answer could not be read. Try again in a moment.', { cause: found.error });
  return found.data;
}

/** Statuses of Stripe in ours. `incomplete` was never paid; `unpaid` and `paused` no longer count. */
const statuses: Record<string, ProviderSubscription['status']> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
};

/** The lines of an order as the items of a subscription: those that are there keep their id, others are deleted. */
function itemsOf(prefix: string, order: SubscriptionOrder, present: readonly z.output<typeof item>[]) {
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
  const find = async (id: string) => {
    const answer = await send(
      'GET',
      `subscriptions/${encodeURIComponent(id)}`,
      { 'expand[0]': 'default_payment_method' },
      { isOver: (_, code) => code === 'resource_missing' },
    );
    return answer === null ? null : read(subscription, answer);
  };
  const present = async (id: string) => {
    const found = await find(id);
    if (!found) throw new PaymentError('Stripe does not know this subscription any more.');
    return found;
  };
  const metadataOf = (order: SubscriptionOrder) => ({
    kind: 'plan',
    workspace_id: String(order.workspaceId),
    ...order.choice,
  });
  return {
    name: options.name ?? 'stripe',
    async createCheckout(order, { key, customerId, email, discountPercent, successUrl, cancelUrl }) {
      await ensureProducts(send, order);
      const form: Record<string, string> = {
        mode: 'subscription',
        success_url: successUrl,
        cancel_url: cancelUrl,
        client_reference_id: String(order.workspaceId),
        ...(customerId ? { customer: customerId } : { customer_email: email }),
        ...itemsOf('line_items', order, []),
      };
      for (const [name, value] of Object.entries(metadataOf(order))) {
        form[`metadata[${name}]`] = value;
        form[`subscription_data[metadata][${name}]`] = value;
      }
      if (discountPercent > 0)
        form['discounts[0][coupon]'] = await ensureCoupon(send, { percent: discountPercent, months: 1 });
      return read(z.object({ url: z.url().max(3_000) }), await send('POST', 'checkout/sessions', form, { key })).url;
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
    async change(id, order, { key, at }) {
      const now = await present(id);
      await ensureProducts(send, order);
      const form = {
        ...itemsOf('items', order, now.items.data),
        proration_behavior: 'always_invoice',
        proration_date: String(Math.floor(at.getTime() / 1000)),
        payment_behavior: 'error_if_incomplete',
        cancel_at_period_end: 'false',
        ...Object.fromEntries(Object.entries(metadataOf(order)).map(([name, value]) => [`metadata[${name}]`, value])),
      };
      await send('POST', `subscriptions/${encodeURIComponent(id)}`, form, { key });
    },
    async setFees(id, order, { key }) {
      const now = await present(id);
      await ensureProducts(send, order);
      const form = {
        ...itemsOf('items', order, now.items.data),
        proration_behavior: 'create_prorations',
        ...Object.fromEntries(Object.entries(metadataOf(order)).map(([name, value]) => [`metadata[${name}]`, value])),
      };
      await send('POST', `subscriptions/${encodeURIComponent(id)}`, form, { key });
    },
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
      return read(z.object({ data: z.array(invoice) }), answer).data.map((each) => ({
        id: each.id,
        number: each.number ?? null,
        createdAt: each.created,
        description: [...new Set(each.lines.data.map(({ description }) => description).filter(Boolean))].join(', '),
        cents: each.total,
        status: each.status,
        pdfUrl: each.invoice_pdf ?? null,
      }));
    },
    readEvent(body, signature, now) {
      if (!isSigned(body, signature, options.webhookSecret, now))
        throw new PaymentError('The signature of this event does not hold.');
      const found = event.safeParse(parse(body));
      if (!found.success) return null;
      const { id, type, data } = found.data;
      const named = about.safeParse(data.object).data;
      const subscriptionId = type.startsWith('customer.subscription.')
        ? named?.id
        : type.startsWith('invoice.') || type === 'checkout.session.completed'
          ? (named?.subscription ?? named?.parent?.subscription_details?.subscription)
          : null;
      return subscriptionId ? { eventId: id, subscriptionId } : null;
    },
  };
}

/** When the next invoice comes after a change: another interval begins a new period. */
function nextInvoice(now: z.output<typeof subscription>, order: SubscriptionOrder, at: Date): Date {
  const { end, start } = periodOf(now);
  const isYear = end.getTime() - start.getTime() > 40 * 86_400_000;
  if (isYear === (order.interval === 'year')) return end;
  const next = new Date(at);
  if (order.interval === 'year') next.setUTCFullYear(next.getUTCFullYear() + 1);
  else next.setUTCMonth(next.getUTCMonth() + 1);
  return next;
}

function periodOf(found: z.output<typeof subscription>): { start: Date; end: Date } {
  const [first] = found.items.data;
  const start = found.current_period_start ?? first?.current_period_start;
  const end = found.current_period_end ?? first?.current_period_end;
  if (!start || !end) throw new PaymentError('Stripe’s answer could not be read: it names no period.');
  return { start, end };
}

function toSubscription(found: z.output<typeof subscription>): ProviderSubscription {
  const { start, end } = periodOf(found);
  const { workspace_id: workspace, kind: _kind, ...choice } = found.metadata;
  const method = typeof found.default_payment_method === 'object' ? found.default_payment_method?.card : null;
  return {
    id: found.id,
    customerId: found.customer,
    workspaceId: Number(workspace ?? 0),
    choice,
    lines: found.items.data.map(({ price, quantity }) => ({ product: price.product, quantity: quantity ?? 1 })),
    status: statuses[found.status] ?? 'canceled',
    periodStart: start,
    periodEnd: end,
    cancelAtPeriodEnd: found.cancel_at_period_end,
    endedAt: found.ended_at ?? null,
    card: method
      ? {
          brand: method.brand,
          last4: method.last4,
          expires: `${String(method.exp_month).padStart(2, '0')}/${String(method.exp_year).slice(-2)}`,
        }
      : null,
  };
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
