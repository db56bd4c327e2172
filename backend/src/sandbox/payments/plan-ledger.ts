import type { SqlClient } from '#platform/db/database';
import type { Card, Customer, Invoice, Plan, SandboxBillingOptions } from './plan-records';
import { inSeconds, sumOf } from './plan-records';
import type { PlanItem, readItems } from './plan-prices';
import { nameOf } from './sandbox-answers';

/** A plan as Stripe answers it. */
const shape = (plan: Plan, card: Card | null) => ({
  id: plan.id,
  object: 'subscription',
  customer: plan.customer,
  status: plan.status,
  metadata: plan.metadata,
  items: {
    object: 'list',
    data: plan.items.map(({ id, product, cents, quantity = 1 }) => ({
      id,
      object: 'subscription_item',
      quantity,
      price: { product, unit_amount: cents / quantity, recurring: { interval: plan.interval } },
    })),
  },
  current_period_start: inSeconds(plan.start),
  current_period_end: inSeconds(plan.end),
  cancel_at_period_end: plan.cancelAtPeriodEnd,
  ended_at: plan.endedAt === null ? null : inSeconds(plan.endedAt),
  default_payment_method: card && {
    card: { brand: card.brand, last4: card.last4, exp_month: card.month, exp_year: card.year },
  },
});

/** The lines of a period, with its discount. */
export const periodLines = (plan: Pick<Plan, 'items' | 'discount' | 'pending'>) => {
  const lines = [
    ...(plan.pending ?? []),
    ...plan.items.map(({ name, cents }) => ({ description: name, amount: cents })),
  ];
  const percent = plan.discount?.percent ?? 0;
  return percent > 0
    ? [...lines, { description: `${percent}% off`, amount: -Math.round((sumOf(lines) * percent) / 100) }]
    : lines;
};

/** Plans as they are answered, their items by name, and their invoices. */
export function createPlanLedger({ store, announce, now }: Pick<SandboxBillingOptions, 'store' | 'announce' | 'now'>) {
  const cardOf = async (sql: SqlClient, plan: Plan): Promise<Card | null> =>
    (await store.readIn<Customer>(sql, plan.customer))?.card ?? null;
  const answer = async (sql: SqlClient, plan: Plan) => shape(plan, await cardOf(sql, plan));

  async function keepInvoice(sql: SqlClient, plan: Plan, lines: Invoice['lines'], isPaid: boolean): Promise<Invoice> {
    const key = `invoices:${plan.customer}`;
    const invoices = (await store.readIn<Invoice[]>(sql, key)) ?? [];
    const invoice: Invoice = {
      id: nameOf('in'),
      number: `SANDBOX-${String(invoices.length + 1).padStart(4, '0')}`,
      created: inSeconds(now()),
      total: sumOf(lines),
      status: isPaid ? 'paid' : 'open',
      lines,
    };
    await store.write(sql, key, [invoice, ...invoices].slice(0, 200));
    await announce(sql, isPaid ? 'invoice.paid' : 'invoice.payment_failed', {
      id: invoice.id,
      object: 'invoice',
      subscription: plan.id,
      amount_paid: isPaid ? invoice.total : 0,
      currency: 'usd',
      billing_reason: 'plan',
    });
    return invoice;
  }

  async function named(sql: SqlClient, items: ReturnType<typeof readItems>): Promise<PlanItem[]> {
    const all: PlanItem[] = [];
    for (const { id, product, cents, quantity } of items) {
      const name = (await store.readIn<{ name: string }>(sql, `prod:${product}`))?.name ?? product;
      const title = quantity > 1 ? `${quantity} × ${name}` : name;
      all.push({ id: id ?? nameOf('si'), product, name: title, cents, quantity });
    }
    return all;
  }

  return { cardOf, answer, keepInvoice, named };
}
export type PlanLedger = ReturnType<typeof createPlanLedger>;
