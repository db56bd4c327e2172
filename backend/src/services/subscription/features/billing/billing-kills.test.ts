import type { Hono } from 'hono';
import type { SignedIn } from '#main/testing';
import { dieAtEachStep } from '#services/testing/dying-at';
import { syncSubscription } from './sync-subscription';
import { createBillingWorld } from './testing';

let world: Awaited<ReturnType<typeof createBillingWorld>>;
beforeAll(async () => {
  world = await createBillingWorld();
});
afterAll(() => world.services.close());

const stateOf = async ({ workspaceId }: SignedIn) => {
  const { query } = world.services.main.test;
  const [plan] = await query('select plan_type, is_subscribed, sender_limit from workspace where id = $1', [
    workspaceId,
  ]);
  const [counts] = await query(
    `
      select (select count(*)::int from billing where workspace_id = $1 and status = 'active') as subscriptions,
        (select count(*)::int from billing_invoice where workspace_id = $1) as invoices,
        (select coalesce(sum(cents), 0)::int from billing_invoice where workspace_id = $1) as cents
    `,
    [workspaceId],
  );
  return { ...plan, ...counts };
};
const nothing = {
  plan_type: 'trial',
  is_subscribed: false,
  sender_limit: null,
  subscriptions: 0,
  invoices: 0,
  cents: 0,
};
const growth = {
  plan_type: 'growth',
  is_subscribed: true,
  sender_limit: 50,
  subscriptions: 1,
  invoices: 1,
  cents: 4_900,
};

/** The subscription that a payment made, as its event names it, before anybody hears of it. */
async function paidUntold(): Promise<{ owner: SignedIn; subscriptionId: string }> {
  const owner = await world.services.main.signIn({ plan: 'trial' });
  await world.pay(owner, { offer: 'growth' });
  const [row] = await world.services.main.test.query<{ id: string }>(
    `select value->>'id' as id from sandbox_state where value->'metadata'->>'workspace_id' = $1
      and value->>'kind' = 'plan' and value ? 'items'`,
    [String(owner.workspaceId)],
  );
  return { owner, subscriptionId: row?.id as string };
}

it.each(['before', 'after'] as const)(
  'loses no plan and gives none twice when it is killed %s any step',
  async (when) => {
    const { owner, subscriptionId } = await paidUntold();
    const { deps } = world.services.main;
    const eventId = `evt_kill_${owner.workspaceId}`;
    const deaths = await dieAtEachStep(
      when,
      ({ db, port }) =>
        syncSubscription(
          { ...deps, db: db(deps.db), subscriptions: null },
          port(world.provider),
          subscriptionId,
          eventId,
        ),
      // Half of it is never seen: a killed run left everything as it was or did all of it, and the provider delivers again.
      async () => expect([nothing, growth]).toContainEqual(await stateOf(owner)),
    );
    expect(deaths).toBeGreaterThan(8);
    expect(await stateOf(owner)).toEqual(growth);
  },
);

it('takes one event once, told by five at a time, late, and in the wrong order', async () => {
  const { owner } = await paidUntold();
  await world.tell();
  expect(await stateOf(owner)).toEqual(growth);
  const app = world.services.apps.subscription as Hono;
  const told = [...world.deliveries].reverse();
  await Promise.all(
    [...told, ...told].map(async ({ body, headers }) =>
      app.request('/api/subscription/payment-events', { method: 'POST', body, headers }),
    ),
  );
  expect(await stateOf(owner)).toEqual(growth);
});
