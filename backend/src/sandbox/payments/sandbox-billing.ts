import type { Hono } from 'hono';
import type { SqlClient } from '#platform/db/database';
import { addBillingRoutes } from './billing-routes';
import { createChanges } from './plan-changes';
import { createPlanLedger, periodLines } from './plan-ledger';
import { periodAfter, readItems, type PlanCheckout } from './plan-prices';
import { cardOf, sumOf, type Customer, type Plan, type SandboxBillingOptions } from './plan-records';
import { createRenewals } from './plan-renewals';
import { nameOf } from './sandbox-answers';
import type { TypedCard } from './test-cards';

/** Stripe Billing's part of the stand-in: products, coupons, subscriptions with proration, invoices and the customer portal. */
export function createSandboxBilling(options: SandboxBillingOptions) {
  const { store, announce } = options;
  const ledger = createPlanLedger(options);
  const { answer, keepInvoice } = ledger;
  const renewals = createRenewals(options, ledger);
  const changes = createChanges(options, ledger, renewals);
  const { schedule } = renewals;

  /** Begins what a checkout paid. @returns the subscription */
  async function begin(
    sql: SqlClient,
    id: string,
    given: { plan: PlanCheckout; metadata: Record<string, string>; email: string | null; card: TypedCard },
  ): Promise<void> {
    const at = options.now();
    const customer: Customer = {
      id: given.plan.customer ?? nameOf('cus'),
      email: given.email ?? '',
      card: cardOf(given.card),
      subscription: id,
    };
    const plan: Plan = {
      kind: 'plan',
      id,
      customer: customer.id,
      status: 'active',
      items: given.plan.items,
      interval: given.plan.interval,
      metadata: given.metadata,
      anchor: at,
      periods: 1,
      start: at,
      end: periodAfter(at, given.plan.interval, 1),
      cancelAtPeriodEnd: false,
      endedAt: null,
      discount: given.plan.percentOff > 0 ? { percent: given.plan.percentOff, invoices: 1 } : null,
      failures: 0,
    };
    await store.write(sql, customer.id, customer);
    await keepInvoice(sql, plan, periodLines(plan), true);
    const begun: Plan = { ...plan, discount: null };
    await store.write(sql, id, begun);
    await schedule(sql, begun);
    await announce(sql, 'customer.subscription.created', await answer(sql, begun));
  }

  /** What a form of a checkout orders; null when it orders no plan. */
  async function readCheckout(sql: SqlClient, form: Record<string, string>): Promise<PlanCheckout | null> {
    if (form['metadata[kind]'] !== 'plan') return null;
    const items = readItems(form, 'line_items');
    const coupon = form['discounts[0][coupon]'];
    const found = coupon ? await store.readIn<{ percent: number }>(sql, `coupon:${coupon}`) : null;
    return {
      items: await ledger.named(sql, items),
      interval: items[0]?.interval === 'year' ? 'year' : 'month',
      customer: form['customer'] ?? null,
      percentOff: found?.percent ?? 0,
    };
  }
  /** What the first invoice of a checkout comes to, in cents. */
  const firstInvoice = (plan: PlanCheckout) =>
    sumOf(periodLines({ items: plan.items, discount: { percent: plan.percentOff, invoices: 1 } }));

  return {
    mount: (app: Hono) => addBillingRoutes(app, { options, ledger, changes }),
    begin,
    readCheckout,
    firstInvoice,
    jobs: renewals.jobs,
  };
}
