import { verificationContract } from '@skein/contracts/main/verification.contract';
import { createSandboxStripe, type SandboxStripe, type SignedEvent } from '../../../../sandbox/payments/sandbox-stripe';
import type { OutwardRequest } from '../../../../platform/http/ask-server';
import { createStripe } from '../../../../platform/payments/stripe';
import { createTestMain, type SignedIn, type TestMain } from '../../testing';

let main: TestMain;
let stripe: SandboxStripe;
beforeAll(async () => {
  stripe = createSandboxStripe((id) => `https://checkout.sandbox/${id}`);
  main = await createTestMain({ payments: { ...stripe.payments, name: 'stripe' } });
});
afterAll(() => main.close());

const api = (person: SignedIn) => main.asClient(verificationContract, person);
const balance = async (person: SignedIn) => (await api(person).verificationCredits({})).balance;
const deliver = async ({ body, signature }: SignedEvent) => (await main.app.request('/api/verification/payment-events', { method: 'POST', body, headers: { 'stripe-signature': signature, 'content-type': 'application/json' } })).status;
async function order(person: SignedIn, billing: 'ONE_TIME' | 'MONTHLY') {
  const made = await api(person).orderCredits({ body: { credits: 6_000, billing } });
  const checkoutId = made.checkout_url?.split('/').at(-1) as string;
  return { ...made, checkoutId, params: { orderId: made.id } };
}

it('credits a pack that was paid by card once, however often the event comes', async () => {
  const person = await main.signIn();
  const made = await order(person, 'ONE_TIME');
  expect(made).toMatchObject({ provider: 'stripe', status: 'PENDING', checkout_url: expect.stringContaining('https://checkout.sandbox/cs_test_') as string });
  await expect(api(person).payCreditOrder({ params: made.params, body: {} })).rejects.toThrow('not paid at the sandbox');
  expect(await balance(person)).toBe(0);
  const event = stripe.pay(made.checkoutId, main.realClock.now()) as SignedEvent;
  expect(await Promise.all([deliver(event), deliver(event), deliver(event)])).toEqual([200, 200, 200]);
  // Another event about the same checkout, as Stripe sends it for slow means of payment.
  expect(await deliver(stripe.pay(made.checkoutId, main.realClock.now()) as SignedEvent)).toBe(200);
  expect(await balance(person)).toBe(6_000);
  expect(await api(person).getCreditOrder({ params: made.params })).toMatchObject({ status: 'PAID', checkout_url: null });
});

it('credits each month of a subscription when its invoice is paid, until it is ended at both sides', async () => {
  const person = await main.signIn();
  const made = await order(person, 'MONTHLY');
  await deliver(stripe.pay(made.checkoutId, main.realClock.now()) as SignedEvent);
  expect((await api(person).verificationCredits({})).renewals).toHaveLength(1);
  const [subscription] = (await main.test.query<{ subscription_id: string }>('SELECT subscription_id FROM verification_order WHERE id = $1', [made.id])).map((row) => row.subscription_id);
  const invoice = stripe.renew(subscription as string, main.realClock.now()) as SignedEvent;
  await deliver(invoice);
  await deliver(invoice);
  expect(await balance(person)).toBe(12_000);
  await api(person).cancelCreditOrder({ params: made.params, body: {} });
  expect(stripe.subscriptions()).not.toContain(subscription);
  expect((await api(person).verificationCredits({})).renewals).toEqual([]);
});

it('believes no event that is unsigned, changed, old, about another checkout or another workspace', async () => {
  const person = await main.signIn();
  const other = await main.signIn();
  const made = await order(person, 'ONE_TIME');
  const now = main.realClock.now();
  const event = stripe.pay(made.checkoutId, now) as SignedEvent;
  expect(await deliver({ ...event, signature: '' })).toBe(400);
  expect(await deliver({ ...event, body: event.body.replace(`"workspace_id":"${person.workspaceId}"`, `"workspace_id":"${other.workspaceId}"`) })).toBe(400);
  expect(await deliver(stripe.pay(made.checkoutId, now - 10 * 60_000) as SignedEvent)).toBe(400);
  expect(await deliver({ ...event, signature: `${event.signature.split(',')[0]},v1=${'0'.repeat(64)}` })).toBe(400);
  const foreign = await order(other, 'ONE_TIME');
  await main.test.query("UPDATE verification_order SET checkout_id = 'cs_test_another' WHERE id = $1", [foreign.id]);
  expect(await deliver(stripe.pay(foreign.checkoutId, now) as SignedEvent)).toBe(200);
  await main.test.query('UPDATE verification_order SET amount_cents = 1 WHERE id = $1', [made.id]);
  expect(await deliver(event)).toBe(200);
  expect([await balance(person), await balance(other)]).toEqual([0, 0]);
});

it('asks Stripe with a form and an idempotency key, and tells buyers nothing of our key', async () => {
  const asked: OutwardRequest[] = [];
  const refusing = createStripe({ secretKey: 'sk_test_secret', webhookSecret: 'whsec_x', ask: (request) => { asked.push(request); return Promise.resolve({ status: 401, text: '{"error":{"message":"Invalid API Key provided: sk_test_secret"}}', retryAfter: null }); } });
  const closed = await createTestMain({ payments: refusing });
  try {
    const person = await closed.signIn();
    const buy = closed.asClient(verificationContract, person).orderCredits({ body: { credits: 12_000, billing: 'MONTHLY' } });
    await expect(buy).rejects.toMatchObject({ code: 'UPSTREAM', message: expect.not.stringContaining('sk_test') as string });
    expect(asked[0]).toMatchObject({ method: 'POST', url: 'https://api.stripe.com/v1/checkout/sessions', headers: { authorization: 'Bearer sk_test_secret', 'content-type': 'application/x-www-form-urlencoded' } });
    expect(Object.fromEntries(new URLSearchParams(asked[0]?.body))).toMatchObject({ mode: 'subscription', 'line_items[0][price_data][unit_amount]': '3000', 'line_items[0][price_data][recurring][interval]': 'month', 'subscription_data[metadata][workspace_id]': String(person.workspaceId) });
    expect((await closed.test.query<{ status: string }>('SELECT status FROM verification_order'))[0]?.status).toBe('CANCELLED');
  } finally {
    await closed.close();
  }
});
