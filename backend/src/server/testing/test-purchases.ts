import { Hono } from 'hono';
import type { AskServer } from '#platform/http/ask-server';
import { createStripe } from '#platform/payments/stripe-checkout';
import { createStripeSubscriptions } from '#platform/payments/stripe-subscriptions';
import type { Subscriptions } from '#platform/payments/subscriptions';
import { zoneResolver } from '#platform/mail/zone-resolver';
import { createSandboxStripe, type SandboxStripe } from '#sandbox/payments/sandbox-stripe';
import { withPurchasedZones } from '#sandbox/vendors/purchased-zones';
import { createSandboxMailHost } from '#sandbox/vendors/sandbox-mail-host';
import { createSandboxRegistrar } from '#sandbox/vendors/sandbox-registrar';
import { sandboxVendorsStore, type SandboxVendorsStore } from '#sandbox/vendors/sandbox-vendors.store';
import type { MainDeps } from '#main/deps';
import type { PurchaseDeps } from '#services/smart-senders/purchases.deps';
import { createMigadu } from '#services/smart-senders/vendors/migadu';
import { createNameCom } from '#services/smart-senders/vendors/name-com';
import type { MailHost } from '#services/smart-senders/vendors/vendors';
import { finishedMailboxes } from '../finished-mailboxes';

const stripeKeys = { secretKey: 'sk_test_0123456789abcdef', webhookSecret: 'whsec_0123456789abcdef' };
const base = 'http://localhost:3000';

export interface TestPurchases {
  deps: PurchaseDeps;
  /** Who takes the payments of plans. */
  subscriptions: Subscriptions;
  stripe: SandboxStripe;
  store: SandboxVendorsStore;
  /** Types a card that is charged, or another, at a checkout. */
  pay(checkoutUrl: string, number?: string): Promise<Response>;
}

/**
 * Buying with the clients of the vendors and of the card payments, each against its stand-in in this process. With a
 * mail world the mailboxes are real; without one nothing is made, and no order gets that far.
 */
export function createTestPurchases(
  main: MainDeps,
  world: {
    createMailbox: (mailbox: { email: string; password: string }) => Promise<void>;
    smtp: { host: string; port: number };
    imap: { host: string; port: number };
    /** Takes the events of the card payments. */
    takeEvents: AskServer;
  } | null = null,
): TestPurchases {
  const store = sandboxVendorsStore(main.db);
  const dns = withPurchasedZones(store, zoneResolver({ txt: {}, mx: {} }));
  const app = new Hono();
  const ask: AskServer = async ({ url, method, headers, body }) => {
    const response = await app.request(url, { method, headers, body });
    return { status: response.status, text: await response.text(), retryAfter: null };
  };
  const now = () => main.realClock.now();
  app.route('/registrar', createSandboxRegistrar({ store, now, username: 'test', token: 'test-token' }));
  app.route(
    '/mail-host',
    createSandboxMailHost({
      store,
      dns,
      user: 'test',
      key: 'test-key',
      createMailbox: async (email, password) => world?.createMailbox({ email, password }),
    }),
  );
  const stripe = createSandboxStripe({
    ...stripeKeys,
    db: main.db,
    jobs: main.jobs,
    now,
    publicUrl: `${base}/stripe`,
    webhookUrl: `${base}/api/verification/payment-events`,
    billingUrl: `${base}/api/subscription/payment-events`,
    ask: world?.takeEvents ?? ask,
  });
  app.route('/stripe', stripe.app);
  const none = { host: '127.0.0.1', port: 1 };
  const servers: Pick<MailHost, 'smtp' | 'imap'> = {
    smtp: { ...(world?.smtp ?? none), portType: 'NONE' },
    imap: { ...(world?.imap ?? none), portType: 'NONE' },
  };
  const host = createMigadu({ ask, user: 'test', key: 'test-key', baseUrl: `${base}/mail-host`, servers });
  return {
    store,
    stripe,
    subscriptions: createStripeSubscriptions({ ...stripeKeys, ask, baseUrl: `${base}/stripe`, name: 'sandbox' }),
    deps: {
      db: main.db,
      realClock: main.realClock,
      live: main.live,
      log: main.log,
      jobs: main.jobs,
      vault: main.vault,
      payments: { ...createStripe({ ...stripeKeys, ask, baseUrl: `${base}/stripe` }), name: 'sandbox' },
      registrar: createNameCom({ ask, username: 'test', token: 'test-token', baseUrl: `${base}/registrar` }),
      mailHosts: { SMTP: host, GOOGLE: host, OUTLOOK: host },
      dns,
      mailboxes: finishedMailboxes(main),
      isSandbox: true,
      publicUrl: base,
      trackingHost: 'track.skein.test',
    },
    pay: async (checkoutUrl, number = '4242 4242 4242 4242') =>
      app.request(checkoutUrl, { method: 'POST', body: new URLSearchParams({ number, expiry: '12/34', cvc: '123' }) }),
  };
}
