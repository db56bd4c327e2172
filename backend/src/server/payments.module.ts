import { Hono } from 'hono';
import { derivePurposeKey } from '#platform/crypto/master-key';
import { realClock } from '#platform/clock/clock';
import { createAskServer } from '#platform/http/ask-server';
import { createStripe } from '#platform/payments/stripe-checkout';
import { createStripeSubscriptions } from '#platform/payments/stripe-subscriptions';
import { createSandboxStripe } from '#sandbox/payments/sandbox-stripe';
import type { Module } from './module';

const sandboxPath = '/sandbox/stripe';

/** Who takes money by card: Stripe, or in the sandbox its stand-in, which the same client reaches at another address with other keys. */
export const paymentsModule: Module = {
  name: 'payments',
  needs: ['secrets', 'database'],
  async start({ addJobs, environment, mount, provide, use }) {
    const ask = createAskServer({
      allowPrivateAddresses: environment.mode === 'sandbox',
      patience: 20_000,
      mostBytes: 1_000_000,
    });
    if (environment.mode !== 'sandbox') {
      provide('payments', environment.stripe && createStripe({ ...environment.stripe, ask }));
      provide(
        'subscriptions',
        environment.stripe &&
          createStripeSubscriptions({
            ...environment.stripe,
            webhookSecret: environment.stripe.billingWebhookSecret,
            ask,
          }),
      );
      return;
    }
    const local = `http://127.0.0.1:${use('http').port}`;
    // Of the installation, so that every process and the next start have the same ones.
    const secret = (purpose: string) => derivePurposeKey(use('masterKey'), purpose).toString('hex');
    const keys = {
      secretKey: `sk_test_${secret('sandbox stripe key')}`,
      webhookSecret: `whsec_${secret('sandbox stripe webhook')}`,
    };
    const sandbox = createSandboxStripe({
      ...keys,
      db: use('database'),
      jobs: use('jobQueue'),
      now: () => realClock.now(),
      ask,
      publicUrl: environment.publicUrl + sandboxPath,
      webhookUrl: `${local}/api/verification/payment-events`,
      billingUrl: `${local}/api/subscription/payment-events`,
    });
    mount([sandboxPath], new Hono().route(sandboxPath, sandbox.app));
    addJobs({ handlers: sandbox.jobs });
    provide('payments', { ...createStripe({ ...keys, ask, baseUrl: local + sandboxPath }), name: 'sandbox' });
    provide(
      'subscriptions',
      createStripeSubscriptions({ ...keys, ask, baseUrl: local + sandboxPath, name: 'sandbox' }),
    );
  },
};
