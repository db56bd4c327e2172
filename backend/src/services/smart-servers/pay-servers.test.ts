import { createServersWorld, type ServersWorld } from './testing';

let servers: ServersWorld;
beforeAll(async () => {
  servers = await createServersWorld();
});
afterAll(() => servers.close());

const order = (name: string, count: number, domain = `${name.toLowerCase()}.test`) =>
  servers.client.addGroup({ body: { name, domain, location: 'nbg1', servers: count } });
const groupOf = async (id: number) => (await servers.client.groups({})).rows.find((group) => group.id === id);
const paymentsOf = (groupId: number) =>
  servers.world.main.test.query<{ status: string; servers: number; amount_cents: number; todo: string | null }>(
    'select status, servers, amount_cents, todo from server_payment where group_id = $1 order by id',
    [groupId],
  );
const subscriptionOf = async (groupId: number) =>
  (
    await servers.world.main.test.query<{ id: string }>(
      'select subscription_id as id from server_payment where group_id = $1 and subscription_id is not null',
      [groupId],
    )
  )[0]?.id as string;
/** What is due at once, the payment service's part included. */
async function runAll() {
  await servers.world.main.test.query('update server_payment set todo_at = now()');
  while (await servers.step());
}

test('servers are set up once their first month is paid, and paying twice for them is not possible', async () => {
  const made = await order('Alder', 2);
  await runAll();
  expect(await groupOf(made.id)).toMatchObject({
    monthly_cents: 0,
    awaiting_payment: { servers: 2, monthly_cents: 7_800, failure: null },
    servers: [
      { status: 'AWAITING_PAYMENT', in_rotation: false, out_reason: 'Awaiting payment', ip: null },
      { status: 'AWAITING_PAYMENT' },
    ],
  });
  const again = await servers.client.payGroup({ params: { serverGroupId: made.id }, body: {} });
  expect(again.checkout_url).toBe(made.checkout_url);
  await servers.payments.pay(again.checkout_url, '4000 0000 0000 0002');
  expect((await groupOf(made.id))?.awaiting_payment).not.toBeNull();
  await servers.payments.pay(again.checkout_url);
  await servers.settle();
  expect(await groupOf(made.id)).toMatchObject({
    monthly_cents: 7_800,
    paid_until: expect.any(String),
    awaiting_payment: null,
    servers: [{ status: 'WARMING' }, { status: 'WARMING' }],
  });
  await expect(servers.client.payGroup({ params: { serverGroupId: made.id }, body: {} })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
});

test('an order that changes before it is paid has one checkout; what was paid for the earlier one goes back', async () => {
  const made = await order('Birch', 2);
  const [first = 0] = made.server_ids;
  await servers.client.deleteServer({ params: { dedicatedServerId: first } });
  // The first checkout was open in a browser, and is paid before the payment service hears that it is void.
  await servers.payments.pay(made.checkout_url ?? '');
  await runAll();
  expect(await paymentsOf(made.id)).toEqual([{ status: 'CANCELLED', servers: 2, amount_cents: 7_800, todo: null }]);
  expect(await groupOf(made.id)).toMatchObject({
    awaiting_payment: { servers: 1, monthly_cents: 3_900 },
    servers: [{ status: 'AWAITING_PAYMENT' }],
  });
  const { checkout_url: checkout } = await servers.client.payGroup({ params: { serverGroupId: made.id }, body: {} });
  expect(checkout).not.toBe(made.checkout_url);
  await servers.payments.pay(checkout);
  await servers.settle();
  expect(await groupOf(made.id)).toMatchObject({ monthly_cents: 3_900, servers: [{ status: 'WARMING' }] });
});

test('fewer servers cost less from the next month on, none end the subscription', async () => {
  const made = await servers.group('Cedar', 2, 'cedar.test');
  const [first = 0, second = 0] = made.server_ids;
  await servers.client.deleteServer({ params: { dedicatedServerId: first } });
  expect(await paymentsOf(made.id)).toEqual([{ status: 'PAID', servers: 1, amount_cents: 3_900, todo: 'CHANGE' }]);
  await runAll();
  expect(await paymentsOf(made.id)).toEqual([{ status: 'PAID', servers: 1, amount_cents: 3_900, todo: null }]);
  expect((await groupOf(made.id))?.monthly_cents).toBe(3_900);
  await servers.client.deleteServer({ params: { dedicatedServerId: second } });
  await runAll();
  await servers.payments.deliver();
  expect((await paymentsOf(made.id))[0]).toMatchObject({ status: 'ENDED', servers: 0, todo: null });
});

test('a subscription that ends elsewhere keeps its servers for the month that is paid, then deletes them', async () => {
  const made = await servers.group('Dogwood', 1, 'dogwood.test');
  await servers.payments.payments.endSubscription(await subscriptionOf(made.id));
  await servers.payments.deliver();
  await runAll();
  expect(await groupOf(made.id)).toMatchObject({ ends_at: expect.any(String), servers: [{ status: 'WARMING' }] });
  await servers.world.main.test.query(`update server_payment set ends_at = now() where group_id = $1`, [made.id]);
  await runAll();
  const left = await groupOf(made.id);
  expect(left?.servers.filter(({ status }) => status !== 'DELETING')).toEqual([]);
});

test('a stranger can neither pay for a group nor reach it, and a member who may not order cannot pay', async () => {
  const made = await order('Elm', 1);
  const pay = (headers: Record<string, string>) =>
    servers.clientOf(headers).payGroup({ params: { serverGroupId: made.id }, body: {} });
  const { main, me } = servers.world;
  await expect(pay({ ...(await main.signIn()).headers })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const member = await main.signIn({ workspaceId: me.workspaceId, role: 'FULL_MEMBER_ACCESS' });
  await expect(pay({ ...member.headers })).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('a trial orders nothing, and neither a workspace nor the installation has more servers than it may', async () => {
  const { main } = servers.world;
  const body = { name: 'Oak', domain: 'oak.test', location: 'nbg1' as const, servers: 4 };
  const trial = await main.signIn({ plan: 'trial' });
  await expect(servers.clientOf({ ...trial.headers }).addGroup({ body })).rejects.toMatchObject({
    code: 'PLAN_REQUIRED',
    message: 'Dedicated servers come with the Base plan and above.',
  });
  const owner = await main.signIn({ plan: 'pro' });
  const [known] = await main.test.query<{ count: number }>(
    "select count(*)::int as count from dedicated_server where status <> 'DELETED'",
  );
  const full = servers.clientOf({ ...owner.headers }, (known?.count ?? 0) + 3);
  await expect(full.addGroup({ body })).rejects.toMatchObject({
    code: 'LIMIT_REACHED',
    message: expect.stringContaining('SERVERS_LIMIT') as string,
  });
  const client = servers.clientOf({ ...owner.headers });
  const orders = await Promise.allSettled(
    ['Oak', 'Ash', 'Yew', 'Fir', 'Box', 'Bay'].map((name) =>
      client.addGroup({ body: { ...body, name, domain: `${name.toLowerCase()}.test` } }),
    ),
  );
  expect(orders.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  expect(orders.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'LIMIT_REACHED', message: expect.stringContaining('at most 20 servers; yours has 20') as string },
  });
});
