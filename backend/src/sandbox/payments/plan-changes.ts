import type { SqlClient } from '#platform/db/database';
import type { PlanLedger } from './plan-ledger';
import { periodAfter, prorate, readItems } from './plan-prices';
import {
  cardOf,
  inSeconds,
  sumOf,
  type Customer,
  type Invoice,
  type Plan,
  type SandboxBillingOptions,
} from './plan-records';
import type { Renewals } from './plan-renewals';
import type { TypedCard } from './test-cards';

/** What is changed of a plan that runs: its items with proration, its card, its discount and its end. */
export function createChanges(options: SandboxBillingOptions, ledger: PlanLedger, { schedule }: Renewals) {
  const { store, announce } = options;
  const { answer, keepInvoice, named } = ledger;

  /** A new card; what was declined is charged to it. */
  async function takeCard(sql: SqlClient, customer: Customer | null, typed: TypedCard): Promise<void> {
    if (!customer) return;
    const card = cardOf(typed);
    await store.write(sql, customer.id, { ...customer, card });
    const plan = customer.subscription ? await store.readIn<Plan>(sql, customer.subscription) : null;
    if (!plan) return;
    const paid: Plan =
      plan.status === 'past_due' && !card.failsLater ? { ...plan, status: 'active', failures: 0 } : plan;
    if (paid !== plan) {
      await store.write(sql, plan.id, paid);
      const key = `invoices:${customer.id}`;
      const invoices = (await store.readIn<Invoice[]>(sql, key)) ?? [];
      await store.write(
        sql,
        key,
        invoices.map((each) => ({ ...each, status: 'paid' })),
      );
    }
    await announce(sql, 'customer.subscription.updated', await answer(sql, paid));
  }

  async function changeLines(sql: SqlClient, plan: Plan, items: ReturnType<typeof readItems>, at: number) {
    const interval = items[0]?.interval === 'year' ? 'year' : 'month';
    const lines = prorate({ items: plan.items, period: plan }, { items: await named(sql, items), interval }, at);
    return lines.map(({ name, cents }) => ({ description: name, amount: cents }));
  }

  /** What a form changes of a subscription, charged at once where it costs something. */
  async function update(sql: SqlClient, plan: Plan, form: Record<string, string>): Promise<Plan | 'declined'> {
    let changed = { ...plan };
    const items = readItems(form, 'items');
    if (items.length > 0) {
      const at = options.now();
      const lines = await changeLines(sql, plan, items, Number(form['proration_date'] ?? inSeconds(at)) * 1000);
      const card = await ledger.cardOf(sql, plan);
      const waits = form['proration_behavior'] === 'create_prorations';
      if (!waits && sumOf(lines) > 0 && card?.failsLater) return 'declined';
      const interval = items[0]?.interval === 'year' ? 'year' : 'month';
      changed = { ...changed, items: await named(sql, items) };
      if (interval !== plan.interval) {
        changed = { ...changed, interval, anchor: at, periods: 1, start: at, end: periodAfter(at, interval, 1) };
        await schedule(sql, changed);
      }
      if (waits) changed.pending = [...(plan.pending ?? []), ...lines];
      else if (sumOf(lines) !== 0) await keepInvoice(sql, changed, lines, true);
    }
    const cancel = form['cancel_at_period_end'];
    if (cancel !== undefined) changed.cancelAtPeriodEnd = cancel === 'true';
    const coupon = form['discounts[0][coupon]'];
    const discount = coupon ? await store.readIn<{ percent: number; invoices: number }>(sql, `coupon:${coupon}`) : null;
    if (discount) changed.discount = { percent: discount.percent, invoices: discount.invoices };
    const metadata = Object.entries(form).flatMap(([name, value]) => {
      const found = /^metadata\[(\w{1,40})\]$/.exec(name)?.[1];
      return found ? [[found, value.slice(0, 500)] as const] : [];
    });
    return { ...changed, metadata: { ...changed.metadata, ...Object.fromEntries(metadata) } };
  }

  return { takeCard, changeLines, update };
}
export type Changes = ReturnType<typeof createChanges>;
