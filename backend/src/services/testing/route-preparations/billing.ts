import { verificationContract } from '@skein/contracts/main/verification.contract';
import { billingContract } from '@skein/contracts/subscription/billing.contract';
import type { OutwardRequest } from '#platform/http/ask-server';
import type { Asked, Prepared, Preparations } from './prepared-route';

const plan = { offer: 'base', interval: 'month', sequences: 0, senders: 0 } as const;

/** Pays at a checkout. @returns what the payment service tells of it, which nobody has heard yet */
async function eventsOf({ services }: Asked, checkoutUrl: string): Promise<OutwardRequest[]> {
  await services.paymentEvents();
  await services.buying.pay(checkoutUrl);
  const events = await services.paymentEvents();
  if (events.length === 0) throw new Error('The payment service tells of no payment.');
  return events;
}

async function payPlan(asked: Asked): Promise<OutwardRequest[]> {
  const { checkout_url: url } = await asked.services
    .asClient(billingContract, asked.person)
    .startCheckout({ body: plan });
  return eventsOf(asked, url);
}

/** The workspace has a plan that is paid each month. */
async function subscribed(asked: Asked): Promise<Prepared> {
  for (const event of await payPlan(asked)) await asked.services.takePaymentEvent(event);
  return {};
}

/** The workspace has credits to verify addresses with. */
export async function buyCredits(asked: Asked): Promise<void> {
  for (const event of await orderCredits(asked)) await asked.services.takePaymentEvent(event);
}

async function orderCredits(asked: Asked): Promise<OutwardRequest[]> {
  const { checkout_url: url } = await asked.services
    .asClient(verificationContract, asked.person)
    .orderCredits({ body: { credits: 6_000, billing: 'ONE_TIME' } });
  return eventsOf(asked, url as string);
}

const toldBy = (event: OutwardRequest): Prepared => ({ text: event.body as string, headers: event.headers });

export const billingPreparations: Preparations = {
  'POST /api/subscription/payment-events': async (asked) => toldBy((await payPlan(asked))[0]!),
  'POST /api/subscription/cancel': async (asked) => ({
    ...(await subscribed(asked)),
    body: { reason: 'none', comment: 'We stop for the winter.' },
  }),
  'POST /api/subscription/resume': async (asked) => {
    await subscribed(asked);
    await asked.services.asClient(billingContract, asked.person).cancelSubscription({ body: {} });
    return {};
  },
  'POST /api/subscription/churn-bonus': subscribed,
  'POST /api/subscription/change': async (asked) => {
    await subscribed(asked);
    const other = { ...plan, offer: 'pro' } as const;
    const { due_now_cents } = await asked.services
      .asClient(billingContract, asked.person)
      .previewChange({ body: other });
    return { body: { ...other, due_now_cents } };
  },
  'POST /api/verification/payment-events': async (asked) => toldBy((await orderCredits(asked))[0]!),
  'POST /api/subscription/change/preview': subscribed,
  'POST /api/subscription/portal-session': subscribed,
  'POST /api/subscriptions/new-portal-session': subscribed,
  'POST /api/plan-details/claim-churn-bonus': subscribed,
};
