import { Hono } from 'hono';
import type { Database } from '#platform/db/database';
import { SkeinError } from '#platform/http/skein-error';
import type { JobHandler } from '#platform/jobs/job-definition';
import { addCheckoutSessions, createCheckouts } from './checkout-sessions';
import { createPackSubscriptions } from './pack-subscriptions';
import { addPayPages } from './pay-pages';
import { createPaymentEvents, type PaymentEventsOptions } from './payment-events';
import { failed } from './sandbox-answers';
import { createSandboxBilling } from './sandbox-billing';
import { addRefunds } from './sandbox-refunds';
import { sandboxStripeStore } from './sandbox-stripe.store';

export interface SandboxStripeOptions extends PaymentEventsOptions {
  db: Database;
  /** What `createStripe` is given too. */
  secretKey: string;
  /** Where browsers reach this app, without a slash at the end. */
  publicUrl: string;
}

/** The stand-in: `/v1/…` for the product's client, `/pay/:session` for people, and the jobs that deliver its events. No money moves. */
export interface SandboxStripe {
  app: Hono;
  jobs: JobHandler[];
}

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

  const { jobs, now, publicUrl } = options;
  const events = createPaymentEvents(options);
  const { announce } = events;
  const billing = createSandboxBilling({
    store,
    jobs,
    now,
    publicUrl,
    announce: (sql, type, object) => announce(sql, type, object, 'plans'),
  });
  const parts = { store, jobs, now, publicUrl, announce, billing };
  const checkouts = createCheckouts(parts);
  const packs = createPackSubscriptions(parts);
  billing.mount(app);
  addCheckoutSessions(app, parts, checkouts);
  addRefunds(app, store);
  packs.mount(app);
  addPayPages(app, parts, checkouts, packs);
  return { app, jobs: [...events.jobs, ...checkouts.jobs, ...packs.jobs, ...billing.jobs] };
}
