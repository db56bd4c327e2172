import { Hono } from 'hono';
import type { AskServer } from '#platform/http/ask-server';
import type { CardPayments } from '#platform/payments/card-payments';
import { createStripe } from '#platform/payments/stripe-checkout';
import { createSandboxStripe, type SandboxStripe } from '#sandbox/payments/sandbox-stripe';
import type { SendingWorld } from '#sending/delivery/testing';
import { purpose, receiveServerPayment } from '../pay-servers';

export interface TestPayments {
  payments: CardPayments;
  stripe: SandboxStripe;
  /** Types a card at a checkout, and delivers what the payment service says of it. */
  pay(checkoutUrl: string, number?: string): Promise<void>;
  /** Delivers what the payment service still has to say. */
  deliver(): Promise<void>;
}

const keys = { secretKey: 'sk_test_0123456789abcdef', webhookSecret: 'whsec_0123456789abcdef' };
const stripeBase = 'http://localhost:3000/stripe';

/** The client of the card payments against its stand-in in this process. */
export function createTestPayments({ main }: SendingWorld): TestPayments {
  const app = new Hono();
  const stripe = createSandboxStripe({
    ...keys,
    db: main.deps.db,
    jobs: main.deps.jobs,
    now: () => main.realClock.now(),
    publicUrl: stripeBase,
    webhookUrl: 'http://localhost:3000/api/verification/payment-events',
    ask: async ({ url, method, headers, body }) => {
      const response = await main.app.request(url, { method, headers, body });
      return { status: response.status, text: await response.text(), retryAfter: null };
    },
  });
  app.route('/stripe', stripe.app);
  const ask: AskServer = async ({ url, method, headers, body }) => {
    const response = await app.request(url, { method, headers, body });
    return { status: response.status, text: await response.text(), retryAfter: null };
  };
  const payments: CardPayments = { ...createStripe({ ...keys, ask, baseUrl: stripeBase }), name: 'sandbox' };
  main.deps.payments = payments;
  main.deps.paymentTakers = new Map([[purpose, (news) => receiveServerPayment({ ...main.deps, payments }, news)]]);
  const deliver = () => main.runJobs([...stripe.jobs]);
  return {
    payments,
    stripe,
    deliver: async () => {
      await deliver();
    },
    async pay(checkoutUrl, number = '4242 4242 4242 4242') {
      await app.request(checkoutUrl, {
        method: 'POST',
        body: new URLSearchParams({ number, expiry: '12/34', cvc: '123' }),
      });
      await deliver();
    },
  };
}
