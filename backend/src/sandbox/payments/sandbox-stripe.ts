import { createHmac, randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import type { AskServer } from '../../platform/http/ask-server';
import type { CardPayments } from '../../platform/payments/card-payments';
import { createStripe } from '../../platform/payments/stripe';

/** An event as it is delivered. */
export interface SignedEvent { body: string; signature: string }

/** The stand-in, and what a buyer does at its pages. No money moves. */
export interface SandboxStripe {
  payments: CardPayments;
  ask: AskServer;
  /** The buyer pays at a checkout; null when there is none. */
  pay(checkoutId: string, now: number): SignedEvent | null;
  /** A month is over: the next invoice of a subscription is paid. Null when it ended. */
  renew(subscriptionId: string, now: number): SignedEvent | null;
  /** Subscriptions that still renew. */
  subscriptions(): string[];
}

interface Session { id: string; mode: string; amount: number; metadata: Record<string, string>; subscription: string | null }

/**
 * Stripe's checkout in the process: sessions from a form with the bearer key and the idempotency key respected, errors in its shape,
 * signed events. What it keeps is gone with the process; the product asks it for nothing it gave before.
 */
export function createSandboxStripe(url: (sessionId: string) => string): SandboxStripe {
  const secretKey = `sk_test_${randomBytes(12).toString('hex')}`;
  const webhookSecret = `whsec_${randomBytes(16).toString('hex')}`;
  const sessions = new Map<string, Session>();
  const byKey = new Map<string, string>();
  const running = new Map<string, Session>();
  const app = new Hono();
  const failed = (code: string, message: string) => ({ error: { type: 'invalid_request_error', code, message } });
  app.use(async (context, next) => (context.req.header('authorization') === `Bearer ${secretKey}` ? next() : context.json(failed('api_key_invalid', 'Invalid API Key provided.'), 401)));
  app.post('/v1/checkout/sessions', async (context) => {
    const form = new URLSearchParams(await context.req.text());
    const key = context.req.header('idempotency-key');
    const known = key === undefined ? undefined : byKey.get(key);
    if (known) return context.json({ id: known, object: 'checkout.session', url: url(known) });
    const amount = Number(form.get('line_items[0][price_data][unit_amount]'));
    if (!form.get('mode') || !form.get('success_url') || !(amount > 0)) return context.json(failed('parameter_missing', 'Missing required param.'), 400);
    const id = `cs_test_${randomBytes(12).toString('hex')}`;
    const isMonthly = form.get('mode') === 'subscription';
    sessions.set(id, { id, mode: form.get('mode') as string, amount, metadata: { workspace_id: form.get('metadata[workspace_id]') ?? '', order_id: form.get('metadata[order_id]') ?? '' }, subscription: isMonthly ? `sub_${randomBytes(8).toString('hex')}` : null });
    if (key) byKey.set(key, id);
    return context.json({ id, object: 'checkout.session', url: url(id) });
  });
  app.delete('/v1/subscriptions/:id', (context) => (running.delete(context.req.param('id')) ? context.json({ id: context.req.param('id'), status: 'canceled' }) : context.json(failed('resource_missing', 'No such subscription.'), 404)));
  const ask: AskServer = async (request) => {
    const response = await app.request(request.url, { method: request.method, headers: request.headers, body: request.body });
    return { status: response.status, text: await response.text(), retryAfter: null };
  };
  const sign = (type: string, object: object, now: number): SignedEvent => {
    const body = JSON.stringify({ id: `evt_${randomBytes(10).toString('hex')}`, object: 'event', type, data: { object } });
    const time = Math.floor(now / 1000);
    return { body, signature: `t=${time},v1=${createHmac('sha256', webhookSecret).update(`${time}.${body}`).digest('hex')}` };
  };
  return {
    payments: { ...createStripe({ ask, secretKey, webhookSecret, baseUrl: 'http://stripe.sandbox' }), name: 'sandbox' },
    ask,
    pay(checkoutId, now) {
      const session = sessions.get(checkoutId);
      if (!session) return null;
      if (session.subscription) running.set(session.subscription, session);
      return sign('checkout.session.completed', { id: session.id, object: 'checkout.session', mode: session.mode, payment_status: 'paid', amount_total: session.amount, currency: 'usd', subscription: session.subscription, metadata: session.metadata }, now);
    },
    renew(subscriptionId, now) {
      const session = running.get(subscriptionId);
      return session ? sign('invoice.paid', { id: `in_${randomBytes(8).toString('hex')}`, object: 'invoice', billing_reason: 'subscription_cycle', amount_paid: session.amount, currency: 'usd', subscription: subscriptionId, subscription_details: { metadata: session.metadata } }, now) : null;
    },
    subscriptions: () => [...running.keys()],
  };
}
