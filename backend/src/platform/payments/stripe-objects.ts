/** Stripe's subscriptions, invoices and events, read into ours. */
import { z } from 'zod';
import { PaymentError } from './card-payments';
import { parse } from './stripe-request';
import type { ProviderInvoice, ProviderSubscription, SubscriptionOrder } from './subscriptions';

const seconds = z.number().int();
const instant = seconds.transform((value) => new Date(value * 1000));
const idOf = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);
const card = z.object({
  card: z.object({ brand: z.string(), last4: z.string(), exp_month: z.number(), exp_year: z.number() }).nullish(),
});
export const item = z.object({
  id: z.string(),
  quantity: z.number().int().nullish(),
  price: z.object({ product: idOf, unit_amount: z.number().int().nullish() }),
  // Newer versions of the API keep the period with each item.
  current_period_start: instant.optional(),
  current_period_end: instant.optional(),
});
export const subscription = z.object({
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
export const invoice = z.object({
  id: z.string(),
  number: z.string().nullish(),
  created: instant,
  total: z.number().int(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
  invoice_pdf: z.string().nullish(),
  lines: z.object({ data: z.array(invoiceLine) }),
});
export const invoicePreview = z.object({
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

export function read<Shape extends z.ZodType>(shape: Shape, answer: unknown): z.output<Shape> {
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

/** When the next invoice comes after a change: another interval begins a new period. */
export function nextInvoice(now: z.output<typeof subscription>, order: SubscriptionOrder, at: Date): Date {
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

export function toSubscription(found: z.output<typeof subscription>): ProviderSubscription {
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

export const toInvoice = (each: z.output<typeof invoice>): ProviderInvoice => ({
  id: each.id,
  number: each.number ?? null,
  createdAt: each.created,
  description: [...new Set(each.lines.data.map(({ description }) => description).filter(Boolean))].join(', '),
  cents: each.total,
  status: each.status,
  pdfUrl: each.invoice_pdf ?? null,
});

/** Which subscription an event is about; null for events about something else. */
export function subscriptionOf(body: string): { eventId: string; subscriptionId: string } | null {
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
}
