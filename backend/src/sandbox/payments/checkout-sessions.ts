import { createHash } from 'node:crypto';
import type { Hono } from 'hono';
import { z } from 'zod';
import type { SqlClient } from '#platform/db/database';
import { readText } from '#platform/http/read-text';
import { defineJob, handleJob, type JobHandler } from '#platform/jobs/job-definition';
import type { JobQueue } from '#platform/jobs/job-queue';
import type { Announce } from './payment-events';
import type { PlanCheckout } from './plan-prices';
import { failed, intentOf, nameOf, type Session } from './sandbox-answers';
import type { createSandboxBilling } from './sandbox-billing';
import type { SandboxStripeStore } from './sandbox-stripe.store';

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
const expire = defineJob({ name: 'sandbox.expire-checkout', payload: z.object({ id: z.string() }) });

export interface CheckoutOptions {
  store: SandboxStripeStore;
  jobs: JobQueue;
  now: () => number;
  /** Where browsers reach the stand-in, without a slash at the end. */
  publicUrl: string;
  announce: Announce;
  billing: Pick<ReturnType<typeof createSandboxBilling>, 'firstInvoice' | 'readCheckout'>;
}

/** What is known of the checkouts, for their page as for the product's client. */
export function createCheckouts(options: CheckoutOptions) {
  const { store, announce, billing } = options;
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
  async function end(sql: SqlClient, session: Session): Promise<Session> {
    const expired: Session = { ...session, status: 'expired' };
    await store.write(sql, session.id, expired);
    await announce(sql, 'checkout.session.expired', shape(expired));
    return expired;
  }
  const jobs: JobHandler[] = [
    handleJob(expire, ({ id }) =>
      store.change<Session, void>(id, async (session, sql) => {
        if (session?.status === 'open' && !isOpen(session)) await end(sql, session);
      }),
    ),
  ];
  return { shape, isOpen, open, end, jobs };
}
export type Checkouts = ReturnType<typeof createCheckouts>;

/** `/v1/checkout/sessions`: made under idempotency keys, read, and ended. */
export function addCheckoutSessions(
  app: Hono,
  { store, billing }: CheckoutOptions,
  { shape, isOpen, open, end }: Checkouts,
): void {
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
  app.get('/v1/checkout/sessions/:id', async (context) => {
    const session = await store.read<Session>(context.req.param('id'));
    return session
      ? context.json(shape(session))
      : context.json(failed('resource_missing', 'No such checkout.session.'), 404);
  });
}
