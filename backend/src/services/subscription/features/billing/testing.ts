import { Hono } from 'hono';
import { billingContract } from '@skein/contracts/subscription/billing.contract';
import type { AskServer, OutwardRequest } from '#platform/http/ask-server';
import { createStripeSubscriptions } from '#platform/payments/stripe-subscriptions';
import { createSandboxStripe } from '#sandbox/payments/sandbox-stripe';
import { createTestServices } from '#server/testing/test-services';
import type { SignedIn } from '#main/testing';

const keys = { secretKey: 'sk_test_0123456789abcdef', webhookSecret: 'whsec_0123456789abcdef' };
const address = 'http://localhost:3000/sandbox/stripe';
const good = { number: '4242 4242 4242 4242', expiry: '12 / 44', cvc: '123' };

/** The subscription service with the stand-in of Stripe, whose events wait until they are told. */
export async function createBillingWorld() {
  const pages = new Hono();
  const deliveries: OutwardRequest[] = [];
  const asking =
    (app: () => Hono): AskServer =>
    async ({ url, method, headers, body }) => {
      const response = await app().request(url, { method, headers, body });
      return { status: response.status, text: await response.text(), retryAfter: null };
    };
  const provider = createStripeSubscriptions({ ...keys, ask: asking(() => pages), baseUrl: address, name: 'sandbox' });
  const services = await createTestServices({}, { subscriptions: provider });
  const { deps } = services.main;
  const stripe = createSandboxStripe({
    ...keys,
    db: deps.db,
    jobs: deps.jobs,
    now: () => deps.realClock.now(),
    publicUrl: address,
    webhookUrl: 'http://localhost:3000/nowhere',
    billingUrl: 'http://localhost:3000/api/subscription/payment-events',
    ask: (request) => {
      deliveries.push(request);
      return asking(() => services.apps.subscription as Hono)(request);
    },
  });
  pages.route('/sandbox/stripe', stripe.app);
  /** Fills in the form of a checkout. */
  const type = (url: string, card: object = {}) =>
    pages.request(url, { method: 'POST', body: new URLSearchParams({ ...good, ...card }) });
  const api = (person: SignedIn) => services.asClient(billingContract, person);
  return {
    services,
    stripe,
    pages,
    provider,
    deliveries,
    api,
    /** Pays a checkout with a card; nothing is told yet. */
    async pay(person: SignedIn, choice: object, card: object = {}) {
      const body = { interval: 'month', sequences: 0, senders: 0, ...choice } as never;
      const { checkout_url: url } = await api(person).startCheckout({ body });
      await type(url, card);
      return url;
    },
    type,
    tell: () => services.main.runJobs(stripe.jobs),
  };
}
