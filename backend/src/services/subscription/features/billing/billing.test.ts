import type { Hono } from 'hono';
import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import { planDetailsContract } from '@skein/contracts/main/plan-details.contract';
import { maintenanceChoice } from '@skein/contracts/subscription/offers';
import type { OutwardRequest } from '#platform/http/ask-server';
import type { SandboxStripe } from '#sandbox/payments/sandbox-stripe';
import type { TestServices } from '#server/testing/test-services';
import { requireRoom } from '#access/access.api';
import type { SignedIn } from '#main/testing';
import { billingJobs } from './billing.jobs';
import { orderOf } from './plan-order';
import { createBillingWorld } from './testing';

const day = 86_400_000;
const monthly = { interval: 'month' as const, sequences: 0, senders: 0 };

let world: Awaited<ReturnType<typeof createBillingWorld>>;
let services: TestServices;
let stripe: SandboxStripe;
beforeAll(async () => {
  world = await createBillingWorld();
  ({ services, stripe } = world);
});
afterAll(() => services.close());

const api = (person: SignedIn) => world.api(person);
const type = (url: string, card: object = {}) => world.type(url, card);
const tell = () => world.tell();
const subscribe = async (person: SignedIn, choice: object = { offer: 'base' }, card: object = {}) => {
  const url = await world.pay(person, choice, card);
  await tell();
  return url;
};
/** The same owner with a new session: those of before are over when time has passed. */
const again = (person: SignedIn) => services.main.signIn({ workspaceId: person.workspaceId });
const context = { jobId: '1', attempt: 1, signal: new AbortController().signal };
/** Renews as the stand-in's clock does when a period is over; a job may run twice. */
async function renew(person: SignedIn) {
  const [row] = await services.main.test.query<{ subscription_id: string; period_end: Date }>(
    'select subscription_id, period_end from billing where workspace_id = $1',
    [person.workspaceId],
  );
  services.main.realClock.advance(
    Math.max(0, (row?.period_end.getTime() ?? 0) - services.main.realClock.now()) + 1_000,
  );
  const job = stripe.jobs.find(({ definition }) => definition.name === 'sandbox.renew-plan');
  for (let times = 0; times < 2; times++) await job?.run({ id: row?.subscription_id, period: 2, attempt: 0 }, context);
}
const planOf = async (person: SignedIn) =>
  (
    await services.main.test.query<{ plan_type: string; is_subscribed: boolean; subscription_end_at: Date | null }>(
      'select plan_type, is_subscribed, subscription_end_at from workspace where id = $1',
      [person.workspaceId],
    )
  )[0];

it('makes a trial a plan when it is paid, and not before; an event that comes again changes nothing', async () => {
  const owner = await services.main.signIn({ plan: 'trial' });
  expect(await api(owner).readBilling({})).toMatchObject({
    provider: 'sandbox',
    choice: null,
    status: 'none',
    next_invoice_cents: null,
    discount_percent: 0,
  });
  const { checkout_url: url } = await api(owner).startCheckout({ body: { ...monthly, offer: 'pro' } });
  expect((await (await world.pages.request(url)).text()).replace(/\s+/g, ' ')).toContain('Skein Pro');
  await type(url, { number: '4000000000000002' });
  await tell();
  expect(await planOf(owner)).toMatchObject({ plan_type: 'trial', is_subscribed: false });
  await type(url);
  await tell();
  const billing = await api(owner).readBilling({});
  expect(billing).toMatchObject({
    plan_type: 'pro',
    choice: { offer: 'pro', ...monthly },
    status: 'active',
    next_invoice_cents: 9_400,
    card: { brand: 'visa', last4: '4242', expires: '12/44' },
    cancel_at_period_end: false,
  });
  expect((await planOf(owner))?.subscription_end_at?.toISOString()).toBe(billing.period_end);
  const { invoices } = await api(owner).listInvoices({});
  expect(invoices).toMatchObject([{ cents: 9_400, status: 'paid', description: 'Skein Pro' }]);
  const last = world.deliveries.at(-1) as OutwardRequest;
  for (let times = 0; times < 3; times++)
    expect(
      (
        await (services.apps.subscription as Hono).request('/api/subscription/payment-events', {
          method: 'POST',
          body: last.body,
          headers: last.headers,
        })
      ).status,
    ).toBe(200);
  expect((await api(owner).listInvoices({})).total).toBe(1);
  await expect(api(owner).startCheckout({ body: { ...monthly, offer: 'base' } })).rejects.toMatchObject({
    code: 'ILLEGAL_TRANSITION',
  });
});

it('believes no event without the signature of the provider', async () => {
  const owner = await services.main.signIn({ plan: 'trial' });
  await subscribe(owner);
  const { body } = world.deliveries.at(-1) as OutwardRequest;
  for (const signature of ['', `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`])
    expect(
      (
        await (services.apps.subscription as Hono).request('/api/subscription/payment-events', {
          method: 'POST',
          body,
          headers: { 'stripe-signature': signature },
        })
      ).status,
    ).toBe(400);
});

it('shows the exact difference before a change, charges that and nothing else, and refuses one that was not shown', async () => {
  const begun = await services.main.signIn({ plan: 'trial' });
  await subscribe(begun);
  services.main.realClock.advance(10 * day);
  const owner = await again(begun);
  const choice = { ...monthly, offer: 'growth' as const, senders: 20 };
  const priced = await api(owner).previewChange({ body: choice });
  expect(priced.lines.map(({ name }) => name.replace(/ after .*/, ''))).toEqual([
    'Unused time on Skein Base',
    'Remaining time on Skein Growth',
    'Remaining time on Skein 20 more sender accounts',
  ]);
  expect(priced.lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(priced.due_now_cents);
  expect(priced).toMatchObject({ next_cents: 9_900, shortfalls: [] });
  await expect(
    api(owner).changePlan({ body: { ...choice, due_now_cents: priced.due_now_cents - 1 } }),
  ).rejects.toMatchObject({ code: 'CONFLICT' });
  const changed = await api(owner).changePlan({ body: { ...choice, due_now_cents: priced.due_now_cents } });
  expect(changed).toMatchObject({
    choice,
    plan_type: 'growth',
    next_invoice_cents: 9_900,
    usage: { senders: { included: 70 }, sequences: { included: 120 } },
  });
  await tell();
  const { invoices } = await api(owner).listInvoices({});
  expect(invoices.map(({ cents }) => cents).sort((one, other) => one - other)).toEqual(
    [3_900, priced.due_now_cents].sort((one, other) => one - other),
  );
});

it('begins a new period for a year, and refunds the unused part of the month', async () => {
  const owner = await services.main.signIn({ plan: 'trial' });
  await subscribe(owner, { offer: 'pro' });
  const yearly = { ...monthly, offer: 'pro' as const, interval: 'year' as const };
  const priced = await api(owner).previewChange({ body: yearly });
  expect(priced.lines).toHaveLength(2);
  expect(priced.lines[1]).toEqual({ name: 'Skein Pro', cents: 93_600 });
  const changed = await api(owner).changePlan({ body: { ...yearly, due_now_cents: priced.due_now_cents } });
  expect(Date.parse(changed.period_end as string) - Date.parse(changed.period_start as string)).toBeGreaterThan(
    364 * day,
  );
});

it('takes 20% off the first invoice from the 13th day of a trial on, and 20% off the next three for staying, once', async () => {
  const owner = await services.main.signIn({ plan: 'trial' });
  await services.main.test.query('update workspace set trial_start_at = $2 where id = $1', [
    owner.workspaceId,
    new Date(services.main.realClock.now() - 12 * day),
  ]);
  expect((await api(owner).readBilling({})).discount_percent).toBe(20);
  await subscribe(owner, { offer: 'popular' });
  expect((await api(owner).listInvoices({})).invoices[0]?.cents).toBe(6_320);
  const cancelled = await api(owner).cancelSubscription({ body: { reason: 'price' } });
  expect(cancelled).toMatchObject({ cancel_at_period_end: true, next_invoice_cents: null, bonus_available: true });
  const stays = await services.asClient(planDetailsContract, owner).claimChurnBonus({ body: {} });
  expect(stays).toMatchObject({ cancel_at_period_end: false, bonus_available: false });
  await expect(api(owner).takeChurnBonus({ body: {} })).rejects.toMatchObject({ code: 'CONFLICT' });
});

it('renews by itself; a declined renewal leaves everything working for a week, and another card ends that', async () => {
  const begun = await services.main.signIn({ plan: 'trial' });
  await subscribe(begun, { offer: 'base' }, { number: '4000000000000341' });
  await renew(begun);
  await tell();
  const owner = await again(begun);
  const failed = await api(owner).readBilling({});
  expect(failed).toMatchObject({ status: 'past_due', failed: { at: expect.any(String) as string } });
  const { works_until: until } = failed.failed as { works_until: string };
  expect((await planOf(owner))?.subscription_end_at?.toISOString()).toBe(until);
  expect((await api(owner).listInvoices({})).invoices[0]).toMatchObject({ status: 'open' });
  const { url } = await services.asClient(planDetailsContract, owner).newPortalSession({ body: {} });
  expect((await type(url, { number: '4000000000000002' })).headers.get('location')).toContain('problem=card_declined');
  await type(url, { number: '5555555555554444' });
  await tell();
  expect(await api(owner).readBilling({})).toMatchObject({
    status: 'active',
    failed: null,
    card: { brand: 'mastercard', last4: '4444' },
  });
  expect((await api(owner).listInvoices({})).invoices[0]).toMatchObject({ status: 'paid' });
});

it('ends at the end of the period, can be undone before, and is found by the nightly check where an event was lost', async () => {
  const owner = await services.main.signIn({ plan: 'trial' });
  await subscribe(owner);
  await api(owner).cancelSubscription({ body: { reason: 'other-tool', comment: 'We move.' } });
  expect(await api(owner).resumeSubscription({ body: {} })).toMatchObject({ cancel_at_period_end: false });
  await api(owner).cancelSubscription({ body: {} });
  await renew(owner);
  // The stand-in ended it, and nobody has heard of it yet: the nightly check asks.
  expect(await planOf(owner)).toMatchObject({ is_subscribed: true });
  for (const { run } of billingJobs({ ...services.main.deps, subscriptions: world.provider })) await run({}, context);
  expect(await planOf(owner)).toMatchObject({ is_subscribed: false });
  expect(await api(await again(owner)).readBilling({})).toMatchObject({ status: 'canceled', choice: null });
});

it('charges for each client and LinkedIn account from the day it is there, on the next invoice', async () => {
  const begun = await services.main.signIn({ plan: 'trial' });
  const client = (email: string) =>
    services.main.test.query('insert into agency_client (workspace_id, name, email) values ($1, $2, $2)', [
      begun.workspaceId,
      email,
    ]);
  await client('one@client.test');
  await subscribe(begun, { offer: 'pro' });
  expect((await api(begun).listInvoices({})).invoices).toMatchObject([{ cents: 9_400 + 2_900 }]);
  await client('two@client.test');
  await services.main.test.query(
    `insert into linkedin_account (workspace_id, name, provider, provider_account, state) values ($1, 'Rosa', 'sandbox', 'r', 'SUCCESS')`,
    [begun.workspaceId],
  );
  // Nobody finished this sign-in.
  await services.main.test.query(
    `insert into linkedin_account (workspace_id, name, provider, state) values ($1, 'Nobody', 'sandbox', 'INPROGRESS')`,
    [begun.workspaceId],
  );
  // Counted at night, and once however often the job runs.
  for (let times = 0; times < 2; times++)
    for (const { run } of billingJobs({ ...services.main.deps, subscriptions: world.provider })) await run({}, context);
  const billing = await api(begun).readBilling({});
  expect(billing.lines).toEqual([
    { name: 'Pro', cents: 9_400 },
    { name: '2 × client', cents: 5_800 },
    { name: '1 × LinkedIn account', cents: 5_900 },
  ]);
  expect(billing.next_invoice_cents).toBe(21_100);
  await renew(begun);
  await tell();
  const owner = await again(begun);
  const [latest] = (await api(owner).listInvoices({})).invoices;
  // The month that both were there already, and the next one.
  expect(latest?.cents).toBeGreaterThan(21_100);
  expect(latest?.cents).toBeLessThanOrEqual(21_100 + 2_900 + 5_900);
  expect(await planOf(owner)).toMatchObject({ plan_type: 'pro', is_subscribed: true });
});

it('refunds the rest of the period for a client who is deactivated within it, on the next invoice and once', async () => {
  const begun = await services.main.signIn({ plan: 'trial' });
  for (const email of ['stays@client.test', 'leaves@client.test'])
    await services.main.test.query('insert into agency_client (workspace_id, name, email) values ($1, $2, $2)', [
      begun.workspaceId,
      email,
    ]);
  await subscribe(begun, { offer: 'pro' });
  expect((await api(begun).listInvoices({})).invoices).toMatchObject([{ cents: 9_400 + 2 * 2_900 }]);
  services.main.realClock.advance(10 * day);
  const during = await again(begun);
  const { period_start: start, period_end: end } = await api(during).readBilling({});
  const clients = services.asClient(clientsContract, during);
  const [leaves] = (await clients.listClients({ query: { search: 'leaves@client.test' } })).clients;
  await clients.setStatus({ params: { clientId: leaves?.id as number }, body: { status: 'deactivated' } });
  const leftAt = services.main.realClock.now();
  for (let times = 0; times < 2; times++)
    for (const { run } of billingJobs({ ...services.main.deps, subscriptions: world.provider })) await run({}, context);
  expect(await api(during).readBilling({})).toMatchObject({
    lines: [
      { name: 'Pro', cents: 9_400 },
      { name: '1 × client', cents: 2_900 },
    ],
    next_invoice_cents: 12_300,
  });
  // Nothing is charged and nothing paid out at once.
  expect((await api(during).listInvoices({})).total).toBe(1);
  await renew(during);
  await tell();
  const unused = (Date.parse(end as string) - leftAt) / (Date.parse(end as string) - Date.parse(start as string));
  const [latest] = (await api(await again(begun)).listInvoices({})).invoices;
  expect(unused).toBeGreaterThan(0.6);
  expect(latest).toMatchObject({ status: 'paid', description: expect.stringContaining('Unused time on') as string });
  expect(Math.abs((latest?.cents ?? 0) - (12_300 - Math.round(2_900 * unused)))).toBeLessThanOrEqual(1);
});

it('charges what the page shows where an earlier version charged for more than the plan includes', async () => {
  const owner = await services.main.signIn({ plan: 'trial' });
  await subscribe(owner, { offer: 'base' });
  await services.main.test.query(
    `insert into agency_client (workspace_id, name, email) values ($1, 'C', 'former@client.test')`,
    [owner.workspaceId],
  );
  const [row] = await services.main.test.query<{ subscription_id: string }>(
    'select subscription_id from billing where workspace_id = $1',
    [owner.workspaceId],
  );
  const id = row!.subscription_id;
  const order = orderOf(owner.workspaceId, { ...monthly, offer: 'base' }, { clients: 1, linkedIn: 0 });
  const fee = { product: 'skein_client', name: 'client', cents: 2_900, quantity: 1 };
  await world.provider.setFees(id, { ...order, lines: [...order.lines, fee] }, { key: `former-${owner.workspaceId}` });
  const products = async () => (await world.provider.readSubscription(id))?.lines.map(({ product }) => product);
  expect(await products()).toEqual(['skein_base', 'skein_client']);
  for (const { run } of billingJobs({ ...services.main.deps, subscriptions: world.provider })) await run({}, context);
  expect(await products()).toEqual(['skein_base']);
  expect((await api(owner).readBilling({})).lines).toEqual([{ name: 'Base', cents: 3_900 }]);
});

it('keeps a workspace for the maintenance fee: told before, refunded against, on the invoice, and decided by the table', async () => {
  const begun = await services.main.signIn({ plan: 'trial' });
  await subscribe(begun, { offer: 'pro' });
  await services.main.test.query(
    `insert into agency_client (workspace_id, name, email) values ($1, 'C', 'kept@client.test')`,
    [begun.workspaceId],
  );
  await services.main.test.query(
    `insert into linkedin_account (workspace_id, name, provider, provider_account, state) values ($1, 'Rosa', 'sandbox', 'k', 'SUCCESS')`,
    [begun.workspaceId],
  );
  // Of an operator, for the plan before.
  await services.main.test.query('update workspace set lead_limit = 900, email_limit = 9000 where id = $1', [
    begun.workspaceId,
  ]);
  services.main.realClock.advance(10 * day);
  const owner = await again(begun);
  const priced = await api(owner).previewChange({ body: maintenanceChoice });
  expect(priced.lines.map(({ name }) => name.replace(/ after .*/, ''))).toEqual([
    'Unused time on Skein Pro',
    'Remaining time on Skein Maintenance',
  ]);
  expect(priced.lines.reduce((sum, { cents }) => sum + cents, 0)).toBeLessThan(0);
  expect(priced).toMatchObject({
    next_cents: 895,
    shortfalls: [
      'Campaigns stop, and no leads or sender accounts can be added',
      'No client views: 1 client loses access',
      'No LinkedIn: 1 account stops',
    ],
  });
  const changed = await api(owner).changePlan({
    body: { ...maintenanceChoice, due_now_cents: priced.due_now_cents },
  });
  expect(changed).toMatchObject({
    choice: maintenanceChoice,
    plan_type: 'maintenance',
    lines: [{ name: 'Maintenance', cents: 895 }],
    next_invoice_cents: 895,
    usage: { leads: { included: 0 }, emails: { included: 0 }, senders: { included: 0 } },
  });
  const kept = await again(begun);
  const campaigns = services.asClient(campaignsContract, kept);
  const { id: campaignId } = await campaigns.createCampaign({ body: { name: 'Kept' } });
  const added = await services
    .asClient(campaignLeadsContract, kept)
    .addLeads({ params: { campaignId }, body: { leads: [{ email: 'ada@firm.test' }] } });
  expect(added.counts).toEqual({ LIMIT_REACHED: 1 });
  const { workspaceId } = kept;
  await expect(
    services.main.deps.db.tenantSql(workspaceId, (sql) => requireRoom(workspaceId, sql, 'senders')),
  ).rejects.toMatchObject({ code: 'LIMIT_REACHED' });
  await expect(
    services.asClient(clientsContract, kept).createClient({ body: { name: 'D', email: 'd@client.test' } }),
  ).rejects.toMatchObject({ code: 'PLAN_REQUIRED' });
});

it('holds as many sender accounts and sequences as the plan with its packs, and says what makes room', async () => {
  const owner = await services.main.signIn({ plan: 'trial' });
  await subscribe(owner, { offer: 'growth' });
  const campaigns = services.asClient(campaignsContract, owner);
  await campaigns.createCampaign({ body: { name: 'One' } });
  await services.main.test.query('update workspace set sequence_limit = 2 where id = $1', [owner.workspaceId]);
  const made = await Promise.allSettled(
    ['Two', 'Three', 'Four'].map((name) => campaigns.createCampaign({ body: { name } })),
  );
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(made.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'LIMIT_REACHED', message: expect.stringContaining('Add a pack') as string },
  });
});

it('is the owner’s alone: neither administrators nor clients read or change it', async () => {
  const owner = await services.main.signIn();
  const others = [
    await services.main.signIn({ workspaceId: owner.workspaceId, role: 'ADMIN_ACCESS' }),
    await services.main.signIn({ workspaceId: owner.workspaceId, client: { permissions: ['full_access'] } }),
  ];
  for (const person of others)
    for (const ask of [
      () => api(person).readBilling({}),
      () => api(person).startCheckout({ body: { ...monthly, offer: 'pro' } }),
      () => api(person).listInvoices({}),
      () => services.asClient(planDetailsContract, person).claimChurnBonus({ body: {} }),
    ])
      await expect(ask()).rejects.toMatchObject({ status: 403 });
});
