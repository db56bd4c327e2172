import type { Context, Hono } from 'hono';
import { readText } from '#platform/http/read-text';
import type { Changes } from './plan-changes';
import type { PlanLedger } from './plan-ledger';
import { readItems } from './plan-prices';
import { sumOf, type Customer, type Invoice, type Plan, type SandboxBillingOptions } from './plan-records';
import { portalPage } from './portal-page';
import { failed, nameOf } from './sandbox-answers';
import { chargeCard } from './test-cards';

const formOf = async (context: Context): Promise<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(await readText(context.req.raw, 65_536)));
const missing = (context: Context) => context.json(failed('resource_missing', 'No such subscription.'), 404);

interface Parts {
  options: SandboxBillingOptions;
  ledger: PlanLedger;
  changes: Changes;
}

/** Stripe Billing's addresses: products, coupons, subscriptions, invoices and the customer portal. */
export function addBillingRoutes(app: Hono, parts: Parts): void {
  addProducts(app, parts);
  addSubscriptions(app, parts);
  addInvoices(app, parts);
  addPortal(app, parts);
}

function addProducts(app: Hono, { options: { store } }: Parts): void {
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
}

function addSubscriptions(
  app: Hono,
  { options: { store, announce }, ledger: { answer }, changes: { update } }: Parts,
): void {
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
}

function addInvoices(app: Hono, { options: { store }, changes: { changeLines } }: Parts): void {
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
}

function addPortal(app: Hono, { options, changes: { takeCard } }: Parts): void {
  const { store } = options;
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
