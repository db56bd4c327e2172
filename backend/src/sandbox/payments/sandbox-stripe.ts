import { createHash, createHmac, randomBytes } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { z } from 'zod';
import { monthsAfter } from '../../platform/clock/months-after';
import type { Database, SqlClient } from '../../platform/db/database';
import type { AskServer } from '../../platform/http/ask-server';
import { readText } from '../../platform/http/read-text';
import { SkeinError } from '../../platform/http/skein-error';
import { defineJob, handleJob, type JobHandler } from '../../platform/jobs/job-definition';
import type { JobQueue } from '../../platform/jobs/job-queue';
import { failed, intentOf, nameOf, type Session, type Subscription } from './sandbox-answers';
import { addRefunds } from './sandbox-refunds';
import type { PlanCheckout } from './plan-prices';
import { createSandboxBilling } from './sandbox-billing';
import { cardPage, overPage } from './checkout-page';
import { cardProblems, chargeCard, type CardProblem } from './test-cards';
import { sandboxStripeStore } from './sandbox-stripe.store';

export interface SandboxStripeOptions {
  db: Database;
  jobs: JobQueue;
  /** Real time in milliseconds. */ now: () => number;
  /** What `createStripe` is given too. */ secretKey: string;
  webhookSecret: string;
  /** Where browsers reach this app, without a slash at the end. */ publicUrl: string;
  /** How and where events are delivered. */ ask: AskServer;
  webhookUrl: string;
  /** Where events of plans are delivered; where it is missing, plans are not sold. */ billingUrl?: string;
}

/** The stand-in: `/v1/…` for the product's client, `/pay/:session` for people, and the jobs that deliver its events. No money moves. */
export interface SandboxStripe {
  app: Hono;
  jobs: JobHandler[];
}

/** As at Stripe: a day, in milliseconds. */
const sessionLife = 24 * 3_600_000;
const address = z.url({ protocol: /^https?$/ }).max(2_000);
const sessionForm = z.object({
  mode: z.enum(['payment', 'subscription']),
  success_url: address,
  cancel_url: address,
  customer_email: z.string().max(512).optional(),
  'line_items[0][price_data][currency]': z.literal('usd'),
  'line_items[0][price_data][unit_amount]': z.coerce.number().int().min(50).max(99_999_999),
  'line_items[0][price_data][product_data][name]': z.string().min(1).max(250),
});
/** A plan is ordered by products that are made before. */
const planForm = sessionForm.omit({ 'line_items[0][price_data][product_data][name]': true });
/** With the job queue's pauses the last one is days later, as at Stripe. */
const deliver = defineJob({
  name: 'sandbox.deliver-payment-event',
  payload: z.object({ body: z.string(), to: z.enum(['packs', 'plans']).default('packs') }),
  attempts: 25,
});
const expire = defineJob({ name: 'sandbox.expire-checkout', payload: z.object({ id: z.string() }) });
const renew = defineJob({
  name: 'sandbox.renew-subscription',
  payload: z.object({ id: z.string(), period: z.number().int() }),
});

/**
 * Stripe Checkout by its published protocol: sessions from a form with the bearer key and idempotency keys respected, errors in its shape,
 * a page where test cards are typed, and signed events that are delivered again until they are taken. It forgets nothing at a restart.
 */
export function createSandboxStripe(options: SandboxStripeOptions): SandboxStripe {
  const store = sandboxStripeStore(options.db);
  const app = new Hono();
  app.onError((error, context) =>
    error instanceof SkeinError
      ? context.json(failed(null, error.message), 400)
      : context.json({ error: { type: 'api_error', message: 'The stand-in failed.' } }, 500),
  );
  app.use('/v1/*', async (context, next) =>
    context.req.header('authorization') === `Bearer ${options.secretKey}`
      ? next()
      : context.json(failed('api_key_invalid', 'Invalid API Key provided.'), 401),
  );

  const announce = (sql: SqlClient, type: string, object: object, to: 'packs' | 'plans' = 'packs') =>
    options.jobs.enqueue(sql, deliver, {
      to,
      body: JSON.stringify({
        id: nameOf('evt'),
        object: 'event',
        created: Math.floor(options.now() / 1000),
        livemode: false,
        type,
        data: { object },
      }),
    });
  const billing = createSandboxBilling({
    store,
    jobs: options.jobs,
    now: options.now,
    publicUrl: options.publicUrl,
    announce: (sql, type, object) => announce(sql, type, object, 'plans'),
  });
  billing.mount(app);
  const shape = (session: Session) => ({
    id: session.id,
    object: 'checkout.session',
    livemode: false,
    mode: session.subscription ? 'subscription' : 'payment',
    status: session.status,
    payment_status: session.status === 'complete' ? 'paid' : 'unpaid',
    amount_total: session.amountCents,
    currency: 'usd',
    metadata: session.metadata,
    subscription: session.status === 'complete' ? session.subscription : null,
    payment_intent: session.status === 'complete' && !session.subscription ? intentOf(session) : null,
    invoice: session.status === 'complete' && session.subscription ? `in_${session.id}` : null,
    url: session.status === 'open' ? `${options.publicUrl}/pay/${session.id}` : null,
    success_url: session.successUrl,
    cancel_url: session.cancelUrl,
    expires_at: Math.floor(session.expiresAt / 1000),
  });
  const isOpen = (session: Session) => session.status === 'open' && session.expiresAt > options.now();

  async function open(
    sql: SqlClient,
    form: z.output<typeof planForm> & Partial<z.output<typeof sessionForm>>,
    metadata: Record<string, string>,
    plan: PlanCheckout | null,
  ): Promise<Session> {
    const session: Session = {
      id: nameOf('cs_test'),
      status: 'open',
      title: plan
        ? plan.items.map(({ name }) => name).join(', ') + (plan.interval === 'year' ? ', a year' : '')
        : (form['line_items[0][price_data][product_data][name]'] ?? ''),
      amountCents: plan ? billing.firstInvoice(plan) : form['line_items[0][price_data][unit_amount]'],
      isMonthly: plan ? plan.interval === 'month' : form.mode === 'subscription',
      email: form.customer_email ?? null,
      successUrl: form.success_url,
      cancelUrl: form.cancel_url,
      metadata,
      subscription: form.mode === 'subscription' ? nameOf('sub') : null,
      expiresAt: options.now() + sessionLife,
      plan,
    };
    await store.write(sql, session.id, session);
    await options.jobs.enqueue(sql, expire, { id: session.id }, { runAt: new Date(session.expiresAt) });
    return session;
  }
  app.post('/v1/checkout/sessions', async (context) => {
    const text = await readText(context.req.raw, 65_536);
    const given = Object.fromEntries(new URLSearchParams(text));
    const isPlan = given['metadata[kind]'] === 'plan';
    const form = (isPlan ? planForm : sessionForm).safeParse(given);
    if (!form.success)
      return context.json(
        failed('parameter_missing', 'A parameter is missing or wrong.', String(form.error.issues[0]?.path[0] ?? '')),
        400,
      );
    const metadata = Object.fromEntries(
      Object.entries(given).flatMap(([name, value]) => {
        const key = /^metadata\[(\w{1,40})\]$/.exec(name)?.[1];
        return key ? [[key, value.slice(0, 500)]] : [];
      }),
    );
    const key = context.req.header('idempotency-key') ?? nameOf('key');
    const asked = createHash('sha256').update(text).digest('hex');
    const session = await store.change<{ asked: string; id: string }, Session | null>(
      `key:${key.slice(0, 255)}`,
      async (known, sql) => {
        if (known) return known.asked === asked ? store.readIn<Session>(sql, known.id) : null;
        const made = await open(sql, form.data, metadata, await billing.readCheckout(sql, given));
        await store.write(sql, `key:${key.slice(0, 255)}`, { asked, id: made.id });
        return made;
      },
    );
    return session
      ? context.json(shape(session))
      : context.json(
          {
            error: {
              type: 'idempotency_error',
              message:
                'Keys for idempotent requests can only be used with the same parameters they were first used with.',
            },
          },
          400,
        );
  });
  app.post('/v1/checkout/sessions/:id/expire', (context) =>
    store.change<Session, Response>(context.req.param('id'), async (session, sql) => {
      if (!session) return context.json(failed('resource_missing', 'No such checkout.session.'), 404);
      if (!isOpen(session))
        return context.json(
          failed(
            null,
            `Only Checkout Sessions with a status in ["open"] can be expired. This one has a status of ${session.status}.`,
          ),
          400,
        );
      return context.json(shape(await end(sql, session)));
    }),
  );
  async function end(sql: SqlClient, session: Session): Promise<Session> {
    const expired: Session = { ...session, status: 'expired' };
    await store.write(sql, session.id, expired);
    await announce(sql, 'checkout.session.expired', shape(expired));
    return expired;
  }
  app.get('/v1/checkout/sessions/:id', async (context) => {
    const session = await store.read<Session>(context.req.param('id'));
    return session
      ? context.json(shape(session))
      : context.json(failed('resource_missing', 'No such checkout.session.'), 404);
  });
  addRefunds(app, store);
  app.delete('/v1/subscriptions/:id', (context) =>
    store.change<Subscription, Response>(context.req.param('id'), async (subscription, sql) => {
      const id = context.req.param('id');
      if (!subscription || subscription.isOver)
        return context.json(failed('resource_missing', 'No such subscription.'), 404);
      await store.write(sql, id, { ...subscription, isOver: true });
      await announce(sql, 'customer.subscription.deleted', {
        id,
        object: 'subscription',
        status: 'canceled',
        metadata: subscription.metadata,
      });
      return context.json({ id, object: 'subscription', status: 'canceled' });
    }),
  );

  /** A page with nothing but its own style, whose forms lead to itself and then to where the product wants its buyers back. */
  function page(context: Context, session: Session | null, make: (nonce: string) => string, status: 200 | 404 = 200) {
    const nonce = randomBytes(16).toString('base64');
    const targets = session
      ? [...new Set([session.successUrl, session.cancelUrl].map((url) => new URL(url).origin))]
      : [];
    return context.html(make(nonce), status, {
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self' ${targets.join(' ')}; base-uri 'none'; frame-ancestors 'none'`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  }
  const over = (context: Context, session: Session | null) =>
    page(
      context,
      session,
      (nonce) =>
        !session
          ? overPage(nonce, 'There is no such checkout', 'Its address may be cut off.', null)
          : session.status === 'complete'
            ? overPage(
                nonce,
                'You’re all done here',
                'This checkout is paid. Nothing is charged again.',
                backAfter(session),
              )
            : overPage(
                nonce,
                'This checkout is over',
                'It can no longer be paid. Nothing was charged.',
                session.cancelUrl,
              ),
      session ? 200 : 404,
    );
  app.get('/pay/:id', async (context) => {
    const session = await store.read<Session>(context.req.param('id'));
    if (!session || !isOpen(session)) return over(context, session);
    const problem = context.req.query('problem') ?? '';
    return page(context, session, (nonce) =>
      cardPage(nonce, session, Object.hasOwn(cardProblems, problem) ? (problem as CardProblem) : null),
    );
  });
  app.post('/pay/:id', async (context) => {
    const form = new URLSearchParams(await readText(context.req.raw, 4_096));
    const problem = chargeCard(
      { number: form.get('number') ?? '', expiry: form.get('expiry') ?? '', cvc: form.get('cvc') ?? '' },
      new Date(options.now()),
    );
    const session = await store.change<Session, Session | null>(context.req.param('id'), async (found, sql) => {
      if (!found || problem || !isOpen(found)) return found;
      const paid: Session = { ...found, status: 'complete' };
      await store.write(sql, paid.id, paid);
      if (paid.subscription && paid.plan)
        await billing.begin(sql, paid.subscription, {
          plan: paid.plan,
          metadata: paid.metadata,
          email: paid.email,
          card: { number: form.get('number') ?? '', expiry: form.get('expiry') ?? '', cvc: '' },
        });
      else if (paid.subscription) await begin(sql, paid.subscription, paid);
      await announce(sql, 'checkout.session.completed', shape(paid), paid.plan ? 'plans' : 'packs');
      return paid;
    });
    // Pressed twice, or gone back to: it was charged once, and leads on all the same.
    if (session?.status === 'complete') return context.redirect(backAfter(session), 303);
    if (!session || !isOpen(session)) return over(context, session);
    return context.redirect(`${options.publicUrl}/pay/${session.id}?problem=${problem}`, 303);
  });

  async function begin(sql: SqlClient, id: string, { amountCents, metadata }: Session): Promise<void> {
    const anchor = new Date(options.now());
    await store.write(sql, id, {
      amountCents,
      metadata,
      anchor: anchor.toISOString(),
      periods: 1,
      isOver: false,
    } satisfies Subscription);
    await options.jobs.enqueue(sql, renew, { id, period: 2 }, { runAt: monthsAfter(anchor, 1) });
  }
  const jobs = [
    handleJob(deliver, async ({ body, to }) => {
      // Each delivery is signed anew, so that a late one is no replay.
      const time = Math.floor(options.now() / 1000);
      const answer = await options.ask({
        method: 'POST',
        url: to === 'plans' ? (options.billingUrl ?? options.webhookUrl) : options.webhookUrl,
        body,
        headers: {
          'content-type': 'application/json',
          'stripe-signature': `t=${time},v1=${createHmac('sha256', options.webhookSecret).update(`${time}.${body}`).digest('hex')}`,
        },
      });
      if (answer.status < 200 || answer.status > 299) throw new Error(`The webhook answered ${answer.status}.`);
    }),
    handleJob(expire, ({ id }) =>
      store.change<Session, void>(id, async (session, sql) => {
        if (session?.status === 'open' && !isOpen(session)) await end(sql, session);
      }),
    ),
    handleJob(renew, ({ id, period }) =>
      store.change<Subscription, void>(id, async (subscription, sql) => {
        // A job may run twice; a month is invoiced once.
        if (!subscription || subscription.isOver || subscription.periods + 1 !== period) return;
        await store.write(sql, id, { ...subscription, periods: period });
        await announce(sql, 'invoice.paid', {
          id: nameOf('in'),
          object: 'invoice',
          billing_reason: 'subscription_cycle',
          amount_paid: subscription.amountCents,
          currency: 'usd',
          subscription: id,
          subscription_details: { metadata: subscription.metadata },
        });
        await options.jobs.enqueue(
          sql,
          renew,
          { id, period: period + 1 },
          { runAt: monthsAfter(new Date(subscription.anchor), period) },
        );
      }),
    ),
  ];
  return { app, jobs: [...jobs, ...billing.jobs] };
}

const backAfter = (session: Session): string => session.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', session.id);
