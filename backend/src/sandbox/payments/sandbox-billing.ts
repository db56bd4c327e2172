import type { Context, Hono } from 'hono';
import type { SqlClient } from '../../platform/db/database';
import { readText } from '../../platform/http/read-text';
import { defineJob, handleJob, type JobHandler } from '../../platform/jobs/job-definition';
import type { JobQueue } from '../../platform/jobs/job-queue';
import { z } from 'zod';
import { periodAfter, prorate, readItems, type PlanCheckout, type PlanItem } from './plan-prices';
import { portalPage } from './portal-page';
import { failed, nameOf } from './sandbox-answers';
import type { SandboxStripeStore } from './sandbox-stripe.store';
import { chargeCard, declinesLater, type TypedCard } from './test-cards';

interface Card {
  brand: string;
  last4: string;
  month: number;
  year: number;
  /** It was taken, and every charge after the first is declined. */
  failsLater: boolean;
}
interface Customer {
  id: string;
  email: string;
  card: Card | null;
  subscription: string | null;
}
interface Plan {
  kind: 'plan';
  id: string;
  customer: string;
  status: 'active' | 'past_due' | 'canceled';
  items: PlanItem[];
  interval: 'month' | 'year';
  metadata: Record<string, string>;
  anchor: number;
  periods: number;
  start: number;
  end: number;
  cancelAtPeriodEnd: boolean;
  endedAt: number | null;
  discount: { percent: number; invoices: number } | null;
  failures: number;
}
interface Invoice {
  id: string;
  number: string;
  created: number;
  total: number;
  status: 'open' | 'paid';
  lines: { description: string; amount: number }[];
}

export interface SandboxBillingOptions {
  store: SandboxStripeStore;
  jobs: JobQueue;
  now: () => number;
  publicUrl: string;
  announce: (sql: SqlClient, type: string, object: object) => Promise<unknown>;
}

const renewPlan = defineJob({
  name: 'sandbox.renew-plan',
  payload: z.object({ id: z.string(), period: z.number().int(), attempt: z.number().int() }),
});
/** A declined renewal is tried again after so many days each, then the subscription ends: Stripe's default is alike. */
const retryDays = [3, 5, 7];
const day = 86_400_000;
const inSeconds = (at: number) => Math.floor(at / 1000);
const brandOf = (number: string) => ({ '3': 'amex', '4': 'visa', '5': 'mastercard' })[number[0] ?? ''] ?? 'unknown';
const sumOf = (lines: readonly { amount: number }[]) => lines.reduce((sum, { amount }) => sum + amount, 0);

/** Stripe Billing's part of the stand-in: products, coupons, subscriptions with proration, invoices and the customer portal. */
export function createSandboxBilling(options: SandboxBillingOptions) {
  const { store, announce } = options;
  const shape = (plan: Plan, card: Card | null) => ({
    id: plan.id,
    object: 'subscription',
    customer: plan.customer,
    status: plan.status,
    metadata: plan.metadata,
    items: {
      object: 'list',
      data: plan.items.map(({ id, product, cents }) => ({
        id,
        object: 'subscription_item',
        price: { product, unit_amount: cents, recurring: { interval: plan.interval } },
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
  const cardOf = async (sql: SqlClient, plan: Plan) => (await store.readIn<Customer>(sql, plan.customer))?.card ?? null;
  const answer = async (sql: SqlClient, plan: Plan) => shape(plan, await cardOf(sql, plan));

  async function keepInvoice(sql: SqlClient, plan: Plan, lines: Invoice['lines'], isPaid: boolean): Promise<Invoice> {
    const key = `invoices:${plan.customer}`;
    const invoices = (await store.readIn<Invoice[]>(sql, key)) ?? [];
    const invoice: Invoice = {
      id: nameOf('in'),
      number: `SANDBOX-${String(invoices.length + 1).padStart(4, '0')}`,
      created: inSeconds(options.now()),
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
  /** The lines of a period, with its discount. */
  const periodLines = (plan: Pick<Plan, 'items' | 'discount'>) => {
    const lines = plan.items.map(({ name, cents }) => ({ description: name, amount: cents }));
    const percent = plan.discount?.percent ?? 0;
    return percent > 0
      ? [...lines, { description: `${percent}% off`, amount: -Math.round((sumOf(lines) * percent) / 100) }]
      : lines;
  };
  const schedule = (sql: SqlClient, { id, periods, end }: Plan, attempt = 0, at = end) =>
    options.jobs.enqueue(sql, renewPlan, { id, period: periods + 1, attempt }, { runAt: new Date(at) });

  /** Begins what a checkout paid. @returns the subscription */
  async function begin(
    sql: SqlClient,
    id: string,
    given: { plan: PlanCheckout; metadata: Record<string, string>; email: string | null; card: TypedCard },
  ): Promise<void> {
    const at = options.now();
    const number = given.card.number.replace(/\D/g, '');
    const [, month = '12', year = '34'] =
      /^(\d{1,2})\/?(?:20)?(\d{2})$/.exec(given.card.expiry.replace(/\s+/g, '')) ?? [];
    const customer: Customer = {
      id: given.plan.customer ?? nameOf('cus'),
      email: given.email ?? '',
      card: {
        brand: brandOf(number),
        last4: number.slice(-4),
        month: Number(month),
        year: 2000 + Number(year),
        failsLater: declinesLater(number),
      },
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

  const named = async (sql: SqlClient, items: ReturnType<typeof readItems>): Promise<PlanItem[]> =>
    Promise.all(
      items.map(async ({ id, product, cents }) => ({
        id: id ?? nameOf('si'),
        product,
        name: (await store.readIn<{ name: string }>(sql, `prod:${product}`))?.name ?? product,
        cents,
      })),
    );

  /** What a form of a checkout orders; null when it orders no plan. */
  async function readCheckout(sql: SqlClient, form: Record<string, string>): Promise<PlanCheckout | null> {
    if (form['metadata[kind]'] !== 'plan') return null;
    const items = readItems(form, 'line_items');
    const coupon = form['discounts[0][coupon]'];
    const found = coupon ? await store.readIn<{ percent: number }>(sql, `coupon:${coupon}`) : null;
    return {
      items: await named(sql, items),
      interval: items[0]?.interval === 'year' ? 'year' : 'month',
      customer: form['customer'] ?? null,
      percentOff: found?.percent ?? 0,
    };
  }
  /** What the first invoice of a checkout comes to, in cents. */
  const firstInvoice = (plan: PlanCheckout) =>
    sumOf(periodLines({ items: plan.items, discount: { percent: plan.percentOff, invoices: 1 } }));

  const formOf = async (context: Context): Promise<Record<string, string>> =>
    Object.fromEntries(new URLSearchParams(await readText(context.req.raw, 65_536)));
  const missing = (context: Context) => context.json(failed('resource_missing', 'No such subscription.'), 404);

  function mount(app: Hono): void {
    for (const [path, kind] of [
      ['products', 'prod'],
      ['coupons', 'coupon'],
    ] as const)
      app.post(`/v1/${path}`, async (context) => {
        const form = await formOf(context);
        const id = form['id'] ?? nameOf(kind);
        return store.change<object, Response>(`${kind}:${id}`, async (known, sql) => {
          if (known) return context.json(failed('resource_already_exists', `${id} already exists.`), 400);
          const percent = Number(form['percent_off'] ?? 0);
          const invoices = Number(form['duration_in_months'] ?? 1);
          await store.write(sql, `${kind}:${id}`, { name: form['name'] ?? id, percent, invoices });
          return context.json({ id, object: path.slice(0, -1) });
        });
      });
    app.get('/v1/subscriptions/:id', async (context, next) => {
      const known = await store.read<Plan>(context.req.param('id'));
      // Subscriptions of packs are answered by their own part of the stand-in.
      if (known && known.kind !== 'plan') return next();
      return store.change<Plan, Response>(context.req.param('id'), async (plan, sql) =>
        plan ? context.json(await answer(sql, plan)) : missing(context),
      );
    });
    app.post('/v1/subscriptions/:id', async (context) => {
      const form = await formOf(context);
      return store.change<Plan, Response>(context.req.param('id'), async (plan, sql) => {
        if (plan?.kind !== 'plan' || plan.status === 'canceled') return missing(context);
        const key = context.req.header('idempotency-key');
        const isAgain = key !== undefined && (await store.readIn(sql, `key:${key}`)) !== null;
        const changed = isAgain ? plan : await update(sql, plan, form);
        if (changed === 'declined')
          return context.json(
            { error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' } },
            402,
          );
        if (key !== undefined) await store.write(sql, `key:${key}`, { id: plan.id });
        if (!isAgain) {
          await store.write(sql, plan.id, changed);
          await announce(sql, 'customer.subscription.updated', await answer(sql, changed));
        }
        return context.json(await answer(sql, changed));
      });
    });
    app.post('/v1/invoices/create_preview', async (context) => {
      const form = await formOf(context);
      return store.change<Plan, Response>(form['subscription'] ?? '', async (plan, sql) => {
        if (plan?.kind !== 'plan') return missing(context);
        const items = readItems(form, 'subscription_details[items]');
        const lines = await changeLines(sql, plan, items, Number(form['subscription_details[proration_date]']) * 1000);
        return context.json({
          object: 'invoice',
          amount_due: Math.max(0, sumOf(lines)),
          lines: { object: 'list', data: lines },
        });
      });
    });
    app.get('/v1/invoices', async (context) => {
      const customer = context.req.query('customer') ?? '';
      const invoices = (await store.read<Invoice[]>(`invoices:${customer}`)) ?? [];
      return context.json({
        object: 'list',
        data: invoices.map((each) => ({ ...each, object: 'invoice', lines: { object: 'list', data: each.lines } })),
      });
    });
    app.post('/v1/billing_portal/sessions', async (context) => {
      const form = await formOf(context);
      if (!(await store.read<Customer>(form['customer'] ?? '')))
        return context.json(failed('resource_missing', 'No such customer.', 'customer'), 400);
      const id = nameOf('bps');
      await store.change(id, (_, sql) =>
        store.write(sql, id, { customer: form['customer'], returnUrl: form['return_url'] }),
      );
      return context.json({ id, object: 'billing_portal.session', url: `${options.publicUrl}/portal/${id}` });
    });
    app.get('/portal/:id', async (context) => {
      const session = await store.read<{ customer: string; returnUrl: string }>(context.req.param('id'));
      const customer = session && (await store.read<Customer>(session.customer));
      return session && customer
        ? portalPage(context, {
            card: customer.card,
            returnUrl: session.returnUrl,
            problem: context.req.query('problem'),
          })
        : context.notFound();
    });
    app.post('/portal/:id', async (context) => {
      const form = await formOf(context);
      const session = await store.read<{ customer: string; returnUrl: string }>(context.req.param('id'));
      if (!session) return context.notFound();
      const typed = { number: form['number'] ?? '', expiry: form['expiry'] ?? '', cvc: form['cvc'] ?? '' };
      const problem = chargeCard(typed, new Date(options.now()));
      if (problem)
        return context.redirect(`${options.publicUrl}/portal/${context.req.param('id')}?problem=${problem}`, 303);
      await store.change<Customer, void>(session.customer, (customer, sql) => takeCard(sql, customer, typed));
      return context.redirect(session.returnUrl, 303);
    });
  }

  /** A new card; what was declined is charged to it. */
  async function takeCard(sql: SqlClient, customer: Customer | null, typed: TypedCard): Promise<void> {
    if (!customer) return;
    const number = typed.number.replace(/\D/g, '');
    const [, month = '12', year = '34'] = /^(\d{1,2})\/?(?:20)?(\d{2})$/.exec(typed.expiry.replace(/\s+/g, '')) ?? [];
    const card = {
      brand: brandOf(number),
      last4: number.slice(-4),
      month: Number(month),
      year: 2000 + Number(year),
      failsLater: declinesLater(number),
    };
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
      const card = await cardOf(sql, plan);
      if (sumOf(lines) > 0 && card?.failsLater) return 'declined';
      const interval = items[0]?.interval === 'year' ? 'year' : 'month';
      changed = { ...changed, items: await named(sql, items) };
      if (interval !== plan.interval) {
        changed = { ...changed, interval, anchor: at, periods: 1, start: at, end: periodAfter(at, interval, 1) };
        await schedule(sql, changed);
      }
      if (sumOf(lines) !== 0) await keepInvoice(sql, changed, lines, true);
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

  async function renew(sql: SqlClient, plan: Plan, attempt: number): Promise<void> {
    if (plan.cancelAtPeriodEnd) return endPlan(sql, plan);
    const card = await cardOf(sql, plan);
    const isFirst = attempt === 0;
    const next: Plan = isFirst
      ? {
          ...plan,
          periods: plan.periods + 1,
          start: plan.end,
          end: periodAfter(plan.anchor, plan.interval, plan.periods + 1),
        }
      : plan;
    if (card?.failsLater) {
      const wait = retryDays[attempt];
      if (wait === undefined) return endPlan(sql, plan);
      const failing: Plan = { ...next, status: 'past_due', failures: attempt + 1 };
      if (isFirst) await keepInvoice(sql, failing, periodLines(plan), false);
      await store.write(sql, plan.id, failing);
      await options.jobs.enqueue(
        sql,
        renewPlan,
        { id: plan.id, period: failing.periods, attempt: attempt + 1 },
        { runAt: new Date(options.now() + wait * day) },
      );
      await announce(sql, 'customer.subscription.updated', await answer(sql, failing));
      return;
    }
    if (isFirst) await keepInvoice(sql, next, periodLines(plan), true);
    const left = (plan.discount?.invoices ?? 0) - 1;
    const renewed: Plan = {
      ...next,
      status: 'active',
      failures: 0,
      discount: plan.discount && left > 0 ? { ...plan.discount, invoices: left } : null,
    };
    await store.write(sql, plan.id, renewed);
    await schedule(sql, renewed);
    await announce(sql, 'customer.subscription.updated', await answer(sql, renewed));
  }

  async function endPlan(sql: SqlClient, plan: Plan): Promise<void> {
    const over: Plan = { ...plan, status: 'canceled', endedAt: options.now() };
    await store.write(sql, plan.id, over);
    await announce(sql, 'customer.subscription.deleted', await answer(sql, over));
  }

  const jobs: JobHandler[] = [
    handleJob(renewPlan, ({ id, period, attempt }) =>
      store.change<Plan, void>(id, async (plan, sql) => {
        if (plan?.kind !== 'plan' || plan.status === 'canceled') return;
        // A job may run twice, and a changed interval leaves its old job behind: each period is renewed once.
        const isDue =
          attempt === 0 ? plan.periods + 1 === period && plan.end <= options.now() : plan.periods === period;
        if (!isDue || (attempt > 0 && plan.status !== 'past_due')) return;
        await renew(sql, plan, attempt);
      }),
    ),
  ];
  return { mount, begin, readCheckout, firstInvoice, jobs };
}
