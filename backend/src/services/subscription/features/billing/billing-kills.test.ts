import type { Hono } from 'hono';
import type { Database, SqlClient } from '#platform/db/database';
import type { Subscriptions } from '#platform/payments/subscriptions';
import type { SignedIn } from '#main/testing';
import { syncSubscription } from './sync-subscription';
import { createBillingWorld } from './testing';

let world: Awaited<ReturnType<typeof createBillingWorld>>;
beforeAll(async () => {
  world = await createBillingWorld();
});
afterAll(() => world.services.close());

/** Dies at the n-th call of the database or of the payment provider. */
function dyingAt(n: number, when: 'before' | 'after') {
  let calls = 0;
  const mortal = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    calls += 1;
    const dies = calls === n;
    if (dies && when === 'before') throw new Error('killed');
    const result = await work();
    if (dies) throw new Error('killed');
    return result;
  };
  const { db } = world.services.main.deps;
  const deps = {
    ...world.services.main.deps,
    db: {
      ...db,
      tenantSql: <Result>(id: number, work: (sql: SqlClient) => Promise<Result>) =>
        db.tenantSql(id, (sql) =>
          work(
            new Proxy(sql, {
              get: (target, name: keyof SqlClient) =>
                name === 'query'
                  ? (text: string, values?: unknown[]) => mortal(() => target.query(text, values))
                  : target[name],
            }),
          ),
        ),
    } as Database,
    subscriptions: null,
  };
  const provider = new Proxy(world.provider, {
    get: (target, name: keyof Subscriptions) =>
      typeof target[name] === 'function'
        ? (...args: never[]) => mortal(() => (target[name] as never as (...a: never[]) => Promise<unknown>)(...args))
        : target[name],
  });
  return { deps, provider, calls: () => calls };
}

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
    `select value->>'id' as id from sandbox_state where value->'metadata'->>'workspace_id' = $1 and value->>'kind' = 'plan' and value ? 'items'`,
    [String(owner.workspaceId)],
  );
  return { owner, subscriptionId: row?.id as string };
}

it.each(['before', 'after'] as const)(
  'loses no plan and gives none twice when it is killed %s any step',
  async (when) => {
    const { owner, subscriptionId } = await paidUntold();
    for (let n = 1, isDone = false; !isDone; n++) {
      const { deps, provider, calls } = dyingAt(n, when);
      const eventId = `evt_kill_${owner.workspaceId}`;
      const outcome = await syncSubscription(deps, provider, subscriptionId, eventId).then(
        () => 'done',
        (error: Error) => error.message,
      );
      // Half of it is never seen: a killed run leaves everything as it was, and the provider delivers again.
      if (outcome === 'killed') expect(await stateOf(owner)).toEqual(nothing);
      isDone = outcome === 'done';
      if (isDone) expect(calls()).toBeGreaterThan(8);
    }
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
