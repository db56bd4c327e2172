import { createHmac } from 'node:crypto';
import { Hono } from 'hono';
import { verificationContract } from '@skein/contracts/main/verification.contract';
import type { AskServer, OutwardRequest } from '#platform/http/ask-server';
import { createStripe } from '#platform/payments/stripe-checkout';
import { createSandboxStripe, type SandboxStripe } from '#sandbox/payments/sandbox-stripe';
import { createMainApp } from '#main/app';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { dieAtEachStep } from '#services/testing/dying-at';
import { receivePayment } from './receive-payment';

const keys = { secretKey: 'sk_test_0123456789abcdef', webhookSecret: 'whsec_0123456789abcdef' };
const address = 'http://localhost:3000/sandbox/stripe';
const good = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' };

let main: TestMain;
let stripe: SandboxStripe;
const pages = new Hono();
/** Every delivery of an event that was tried, and how many more of them fail. */
const deliveries: OutwardRequest[] = [];
let failing = 0;
beforeAll(async () => {
  const asking =
    (app: () => Hono): AskServer =>
    async ({ url, method, headers, body }) => {
      const response = await app().request(url, { method, headers, body });
      return { status: response.status, text: await response.text(), retryAfter: null };
    };
  main = await createTestMain({}, (deps) => {
    stripe = createSandboxStripe({
      ...keys,
      db: deps.db,
      jobs: deps.jobs,
      now: () => deps.realClock.now(),
      publicUrl: address,
      webhookUrl: 'http://localhost:3000/api/verification/payment-events',
      ask: (request) => {
        deliveries.push(request);
        failing -= 1;
        return failing >= 0
          ? Promise.resolve({ status: 503, text: '', retryAfter: null })
          : asking(() => main.app)(request);
      },
    });
    pages.route('/sandbox/stripe', stripe.app);
    deps.payments = { ...createStripe({ ...keys, ask: asking(() => pages), baseUrl: address }), name: 'sandbox' };
    return createMainApp(deps);
  });
});
afterAll(() => main.close());

const api = (person: SignedIn) => main.asClient(verificationContract, person);
const balance = async (person: SignedIn) => (await api(person).verificationCredits({})).balance;
const type = (url: string, card: Partial<typeof good> = {}) =>
  pages.request(url, { method: 'POST', body: new URLSearchParams({ ...good, ...card }) });
const sign = (body: string, now: number, secret = keys.webhookSecret) =>
  `t=${Math.floor(now / 1000)},v1=${createHmac('sha256', secret)
    .update(`${Math.floor(now / 1000)}.${body}`)
    .digest('hex')}`;
const deliver = async (body: string, signature: string) =>
  (
    await main.app.request('/api/verification/payment-events', {
      method: 'POST',
      body,
      headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
    })
  ).status;
async function order(person: SignedIn, billing: 'ONE_TIME' | 'MONTHLY') {
  const made = await api(person).orderCredits({ body: { credits: 6_000, billing } });
  return { ...made, url: made.checkout_url as string, params: { orderId: made.id } };
}
async function payAll(person: SignedIn, billing: 'ONE_TIME' | 'MONTHLY') {
  const made = await order(person, billing);
  await type(made.url);
  await main.runJobs(stripe.jobs);
  // Not the last delivery: an event of an earlier test that nobody took is delivered again, whenever that is due.
  const session = made.url.split('/').at(-1) as string;
  return { ...made, event: deliveries.findLast(({ body }) => body?.includes(session))?.body as string };
}

it('charges no card that is declined, and credits a pack that was paid once, however often it is pressed and told', async () => {
  const person = await main.signIn();
  const made = await order(person, 'ONE_TIME');
  expect(made).toMatchObject({
    provider: 'sandbox',
    status: 'PENDING',
    checkout_url: expect.stringMatching(`^${address}/pay/cs_test_\\w+$`) as string,
  });
  const page = await pages.request(made.url);
  expect(page.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'nonce-[^']+'; form-action 'self' http:\/\/localhost:3000; base-uri 'none'; frame-ancestors 'none'$/,
  );
  expect(await page.text()).toMatch(/Sandbox: no real card is charged[\s\S]*6,000 verification credits[\s\S]*\$16\.50/);
  const declined = await type(made.url, { number: '4000000000000002' });
  expect([declined.status, declined.headers.get('location')]).toEqual([303, `${made.url}?problem=card_declined`]);
  expect(await (await pages.request(`${made.url}?problem=card_declined`)).text()).toContain(
    'Your card was declined. Nothing was charged.',
  );
  // Luhn holds, but it is no test card; a wrong digit; a year that is over.
  for (const [card, problem] of [
    [{ number: '4111111111111111' }, 'live_mode_test_card'],
    [{ number: '4242424242424241' }, 'incorrect_number'],
    [{ expiry: '01/20' }, 'expired_card'],
    [{ cvc: 'x' }, 'invalid_cvc'],
  ] as const)
    expect((await type(made.url, card)).headers.get('location')).toBe(`${made.url}?problem=${problem}`);
  await main.runJobs(stripe.jobs);
  expect(await balance(person)).toBe(0);

  const before = deliveries.length;
  const answers = await Promise.all([type(made.url), type(made.url), type(made.url)]);
  expect(answers.map((answer) => answer.headers.get('location'))).toEqual(
    Array.from({ length: 3 }, () => `http://localhost:3000/app/leads/verification/checkout/${made.id}?returned=paid`),
  );
  await main.runJobs(stripe.jobs);
  expect(deliveries).toHaveLength(before + 1);
  const event = deliveries.at(-1)?.body as string;
  expect(await Promise.all([1, 2, 3].map(() => deliver(event, sign(event, main.realClock.now()))))).toEqual([
    200, 200, 200,
  ]);
  // Another event about the same checkout, as Stripe sends it for slow means of payment.
  const again = event
    .replace(/"evt_\w+"/, '"evt_another"')
    .replace('checkout.session.completed', 'checkout.session.async_payment_succeeded');
  expect(await deliver(again, sign(again, main.realClock.now()))).toBe(200);
  expect(await balance(person)).toBe(6_000);
  expect(await api(person).getCreditOrder({ params: made.params })).toMatchObject({
    status: 'PAID',
    checkout_url: null,
  });
  expect((await api(person).verificationLedger({})).rows).toMatchObject([
    { kind: 'PURCHASE', credits: 6_000, balance_after: 6_000, created_by_name: 'Test Person' },
  ]);
  expect(await (await pages.request(made.url)).text()).toContain('Nothing is charged again');
});

it('delivers an event again until it is taken, signed anew each time', async () => {
  const person = await main.signIn();
  const made = await order(person, 'ONE_TIME');
  await type(made.url);
  failing = 1;
  await expect(main.runJobs(stripe.jobs)).rejects.toThrow('503');
  expect(await balance(person)).toBe(0);
  main.realClock.advance(10 * 60_000);
  await main.test.query(
    `update graphile_worker._private_jobs set run_at = now() where payload::text like '%checkout.session%'`,
  );
  await main.runJobs(stripe.jobs);
  expect(await balance(person)).toBe(6_000);
});

it('lets nobody pay for an order that was cancelled', async () => {
  const person = await main.signIn();
  const made = await order(person, 'ONE_TIME');
  await api(person).cancelCreditOrder({ params: made.params, body: {} });
  expect(await (await pages.request(made.url)).text()).toContain('can no longer be paid');
  expect((await type(made.url)).status).toBe(200);
  await main.runJobs(stripe.jobs);
  expect(await balance(person)).toBe(0);
  expect((await pages.request(`${address}/pay/cs_test_unknown`)).status).toBe(404);
});

it('ends an order whose checkout ran out unpaid, charges nothing, and sells the next one', async () => {
  const person = await main.signIn();
  const made = await order(person, 'ONE_TIME');
  const expiry = { id: made.url.split('/').at(-1) as string };
  const runOut = () =>
    stripe.jobs
      .find((job) => job.definition.name === 'sandbox.expire-checkout')
      ?.run(expiry, { jobId: '1', attempt: 1, signal: new AbortController().signal });
  await runOut();
  await main.runJobs(stripe.jobs);
  expect(await api(person).getCreditOrder({ params: made.params })).toMatchObject({
    status: 'PENDING',
    is_expired: false,
  });
  // A day later.
  await main.test.query(
    `update sandbox_state set value = jsonb_set(value, '{expiresAt}', to_jsonb($2::bigint)) where key = $1`,
    [`stripe:${expiry.id}`, main.realClock.now() - 1],
  );
  await Promise.all([runOut(), runOut()]);
  await main.runJobs(stripe.jobs);
  const event = deliveries.at(-1)?.body as string;
  expect(JSON.parse(event)).toMatchObject({
    type: 'checkout.session.expired',
    data: { object: { payment_status: 'unpaid', status: 'expired' } },
  });
  expect(await api(person).getCreditOrder({ params: made.params })).toMatchObject({
    status: 'CANCELLED',
    is_expired: true,
    checkout_url: null,
    paid_at: null,
    cancelled_at: expect.any(String) as string,
  });
  expect(await (await type(made.url)).text()).toContain('can no longer be paid');
  expect([await balance(person), (await api(person).verificationLedger({})).rows]).toEqual([0, []]);
  // The next one is paid, and events of its checkout that say otherwise come too late.
  const next = await payAll(person, 'ONE_TIME');
  for (const kind of ['expired', 'async_payment_failed']) {
    const late = next.event
      .replace(/"evt_\w+"/, `"evt_${kind}"`)
      .replace('checkout.session.completed', `checkout.session.${kind}`)
      .replace('"payment_status":"paid"', '"payment_status":"unpaid"');
    expect(await deliver(late, sign(late, main.realClock.now()))).toBe(200);
  }
  expect(await api(person).getCreditOrder({ params: next.params })).toMatchObject({
    status: 'PAID',
    is_expired: false,
  });
  expect(await balance(person)).toBe(6_000);
});

it('credits what was paid in the moment in which the order was cancelled', async () => {
  const person = await main.signIn();
  const made = await order(person, 'ONE_TIME');
  await type(made.url);
  await api(person).cancelCreditOrder({ params: made.params, body: {} });
  await main.runJobs(stripe.jobs);
  expect(await balance(person)).toBe(6_000);
});

it('credits each month of a subscription when its invoice is paid, until it is ended at both sides', async () => {
  const person = await main.signIn();
  const made = await payAll(person, 'MONTHLY');
  expect((await api(person).verificationCredits({})).renewals).toHaveLength(1);
  const { subscription: id } = (JSON.parse(made.event) as { data: { object: { subscription: string } } }).data.object;
  const month = (period: number) =>
    stripe.jobs
      .find((job) => job.definition.name === 'sandbox.renew-subscription')
      ?.run({ id, period }, { jobId: '1', attempt: 1, signal: new AbortController().signal });
  // A job may run twice.
  await Promise.all([month(2), month(2)]);
  await main.runJobs(stripe.jobs);
  expect(await balance(person)).toBe(12_000);
  await api(person).cancelCreditOrder({ params: made.params, body: {} });
  await month(3);
  await main.runJobs(stripe.jobs);
  expect(await balance(person)).toBe(12_000);
  expect((await api(person).verificationCredits({})).renewals).toEqual([]);
});

/** What the payment service tells next, before anybody takes it; what was told before may be told again meanwhile. */
async function untold(announce: () => Promise<unknown>): Promise<string> {
  const idOf = ({ body }: OutwardRequest) => (JSON.parse(body ?? '') as { id: string }).id;
  const known = new Set(deliveries.map(idOf));
  await announce();
  failing = Infinity;
  await expect(main.runJobs(stripe.jobs)).rejects.toThrow('503');
  failing = 0;
  return deliveries.find((delivery) => !known.has(idOf(delivery)))?.body as string;
}
const creditsOf = async (person: SignedIn) => ({
  balance: await balance(person),
  postings: (await api(person).verificationLedger({})).rows.map(({ kind, credits }) => [kind, credits]),
  paid: (
    await main.test.query<{ periods: number; subscribed: boolean; events: number }>(
      `
        select periods, subscription_id is not null as subscribed,
          (select count(*)::int from payment_event e where e.workspace_id = o.workspace_id) as events
        from verification_order o
        where workspace_id = $1
      `,
      [person.workspaceId],
    )
  )[0],
});
const pack = ['PURCHASE', 6_000];
const afterMonths = (months: number) => ({
  balance: 6_000 * months,
  postings: Array.from({ length: months }, () => pack),
  paid: { periods: months, subscribed: months > 0, events: months },
});

it.each(['before', 'after'] as const)(
  'loses no credits and gives none twice when it is killed %s any step, of the first month and of a later one',
  async (when) => {
    const person = await main.signIn();
    const made = await order(person, 'MONTHLY');
    const first = await untold(async () => type(made.url));
    const { subscription: id } = (JSON.parse(first) as { data: { object: { subscription: string } } }).data.object;
    const survive = async (event: string, months: number) => {
      const deaths = await dieAtEachStep(
        when,
        ({ db }) => receivePayment({ ...main.deps, db: db(main.deps.db) }, event, sign(event, main.realClock.now())),
        async () => expect([afterMonths(months - 1), afterMonths(months)]).toContainEqual(await creditsOf(person)),
      );
      expect(deaths).toBeGreaterThan(4);
      expect(await creditsOf(person)).toEqual(afterMonths(months));
    };
    await survive(first, 1);
    const renewal = stripe.jobs.find((job) => job.definition.name === 'sandbox.renew-subscription');
    const second = await untold(async () =>
      renewal?.run({ id, period: 2 }, { jobId: '1', attempt: 1, signal: new AbortController().signal }),
    );
    await survive(second, 2);
    const told = [second, first, second, first, second];
    await Promise.all(told.map((event) => deliver(event, sign(event, main.realClock.now()))));
    expect(await creditsOf(person)).toEqual(afterMonths(2));
  },
);

it('credits a month that was paid also when its event comes after the end of the subscription, which stays over', async () => {
  const person = await main.signIn();
  const made = await payAll(person, 'MONTHLY');
  const { subscription: id } = (JSON.parse(made.event) as { data: { object: { subscription: string } } }).data.object;
  const renewal = stripe.jobs.find((job) => job.definition.name === 'sandbox.renew-subscription');
  const paid = await untold(async () =>
    renewal?.run({ id, period: 2 }, { jobId: '1', attempt: 1, signal: new AbortController().signal }),
  );
  const ended = await untold(async () => main.deps.payments?.endSubscription(id));
  expect(ended).toContain('customer.subscription.deleted');
  await deliver(ended, sign(ended, main.realClock.now()));
  expect((await api(person).verificationCredits({})).renewals).toEqual([]);
  await deliver(paid, sign(paid, main.realClock.now()));
  expect(await balance(person)).toBe(12_000);
  expect((await api(person).verificationCredits({})).renewals).toEqual([]);
});

it('believes no event that is unsigned, changed, old, about another checkout or another workspace', async () => {
  const person = await main.signIn();
  const other = await main.signIn();
  const [made, foreign] = [await order(person, 'ONE_TIME'), await order(other, 'ONE_TIME')];
  const now = main.realClock.now();
  const paid = (orderId: number, workspaceId: number, checkout: string, amount = 1_650) =>
    JSON.stringify({
      id: `evt_${orderId}${amount}`,
      type: 'checkout.session.completed',
      data: {
        object: {
          id: checkout,
          payment_status: 'paid',
          amount_total: amount,
          currency: 'usd',
          metadata: { workspace_id: String(workspaceId), order_id: String(orderId) },
        },
      },
    });
  const event = paid(made.id, person.workspaceId, made.url.split('/').at(-1) as string);
  expect(await deliver(event, '')).toBe(400);
  expect(await deliver(event, sign(event, now, 'whsec_of_somebody'))).toBe(400);
  expect(
    await deliver(
      event.replace(`"workspace_id":"${person.workspaceId}"`, `"workspace_id":"${other.workspaceId}"`),
      sign(event, now),
    ),
  ).toBe(400);
  expect(await deliver(event, sign(event, now - 10 * 60_000))).toBe(400);
  for (const strange of [
    paid(foreign.id, other.workspaceId, 'cs_test_another'),
    paid(made.id, other.workspaceId, made.url.split('/').at(-1) as string),
    paid(made.id, person.workspaceId, made.url.split('/').at(-1) as string, 1),
  ])
    expect(await deliver(strange, sign(strange, now))).toBe(200);
  expect([await balance(person), await balance(other)]).toEqual([0, 0]);
});

it('gives the same checkout to the same idempotency key, and refuses another key of the installation', async () => {
  const form = new URLSearchParams({
    mode: 'payment',
    success_url: 'http://localhost:3000/a',
    cancel_url: 'http://localhost:3000/b',
    'line_items[0][price_data][currency]': 'usd',
    'line_items[0][price_data][unit_amount]': '1650',
    'line_items[0][price_data][product_data][name]': 'A pack',
  });
  const make = async (body: URLSearchParams, key = keys.secretKey) => {
    const response = await pages.request(`${address}/v1/checkout/sessions`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${key}`, 'idempotency-key': 'one' },
    });
    return { status: response.status, body: (await response.json()) as { id?: string; error?: { type: string } } };
  };
  const [first, second] = await Promise.all([make(form), make(form)]);
  expect(first.body.id).toBe(second.body.id);
  form.set('line_items[0][price_data][unit_amount]', '9900');
  expect(await make(form)).toMatchObject({ status: 400, body: { error: { type: 'idempotency_error' } } });
  expect((await make(form, 'sk_test_somebody')).status).toBe(401);
  form.set('success_url', 'javascript:alert(1)');
  expect(await make(form)).toMatchObject({ status: 400, body: { error: { param: 'success_url' } } });
});

it('asks Stripe with a form and an idempotency key, and tells buyers nothing of our key', async () => {
  const asked: OutwardRequest[] = [];
  const person = await main.signIn();
  const refusing = createStripe({
    secretKey: 'sk_test_secret',
    webhookSecret: 'whsec_x',
    ask: (request) => {
      asked.push(request);
      return Promise.resolve({
        status: 401,
        text: '{"error":{"message":"Invalid API Key provided: sk_test_secret"}}',
        retryAfter: null,
      });
    },
  });
  const taking = main.deps.payments;
  main.deps.payments = refusing;
  try {
    await expect(api(person).orderCredits({ body: { credits: 12_000, billing: 'MONTHLY' } })).rejects.toMatchObject({
      code: 'UPSTREAM',
      message: expect.not.stringContaining('sk_test') as string,
    });
    expect(asked[0]).toMatchObject({
      method: 'POST',
      url: 'https://api.stripe.com/v1/checkout/sessions',
      headers: {
        authorization: 'Bearer sk_test_secret',
        'content-type': 'application/x-www-form-urlencoded',
        'idempotency-key': expect.any(String) as string,
      },
    });
    expect(Object.fromEntries(new URLSearchParams(asked[0]?.body))).toMatchObject({
      mode: 'subscription',
      'line_items[0][price_data][unit_amount]': '3000',
      'line_items[0][price_data][recurring][interval]': 'month',
      'subscription_data[metadata][workspace_id]': String(person.workspaceId),
    });
    expect(
      await main.test.query('select status from verification_order where workspace_id = $1', [person.workspaceId]),
    ).toEqual([{ status: 'CANCELLED' }]);
  } finally {
    main.deps.payments = taking;
  }
});
