import type { PaymentNews } from '#platform/payments/card-payments';
import { dieAtEachStep } from '#services/testing/dying-at';
import { purpose, receiveServerPayment } from './pay-servers';
import { settlePayments } from './settle-payments';
import { createServersWorld, type ServersWorld } from './testing';

let servers: ServersWorld;
beforeAll(async () => {
  servers = await createServersWorld();
});
afterAll(() => servers.close());

const query = <Row extends object>(text: string, values?: unknown[]) =>
  servers.world.main.test.query<Row>(text, values);
const order = (name: string, count: number) =>
  servers.client.addGroup({
    body: { name, domain: `${name.toLowerCase()}.test`, location: 'nbg1', servers: count },
  });

/** What the payment service tells, kept instead of taken. */
async function untold(announce: () => Promise<unknown>): Promise<PaymentNews> {
  await servers.payments.deliver();
  const { deps } = servers.world.main;
  const takers = deps.paymentTakers;
  const told: PaymentNews[] = [];
  deps.paymentTakers = new Map([[purpose, (news: PaymentNews) => Promise.resolve(void told.push(news))]]);
  try {
    await announce();
    await servers.payments.deliver();
  } finally {
    if (takers) deps.paymentTakers = takers;
  }
  expect(told).toHaveLength(1);
  return told[0] as PaymentNews;
}
const month = (id: string | null, period: number) => async () =>
  servers.payments.stripe.jobs
    .find((job) => job.definition.name === 'sandbox.renew-subscription')
    ?.run({ id, period }, { jobId: '1', attempt: 1, signal: new AbortController().signal });

const stateOf = async (groupId: number) => {
  const [payment] = await query(
    `
      select status, todo,
        round(extract(epoch from paid_until - paid_at) / (86400 * 30.4))::int as months,
        (select count(*)::int from server_payment_event e where e.payment_id = p.id) as events
      from server_payment p
      where group_id = $1
    `,
    [groupId],
  );
  const rows = await query<{ status: string }>('select status from dedicated_server where group_id = $1 order by id', [
    groupId,
  ]);
  return { ...payment, servers: rows.map(({ status }) => status) };
};
const take = (news: PaymentNews, db = servers.world.main.deps.db) => {
  const { deps } = servers.world.main;
  return receiveServerPayment({ ...deps, db, payments: servers.payments.payments }, news);
};
/** Takes an event that kills the process at every step; the payment service delivers it again each time. */
async function survive(groupId: number, news: PaymentNews, when: 'before' | 'after', after: object): Promise<void> {
  const before = await stateOf(groupId);
  const { db: whole } = servers.world.main.deps;
  const deaths = await dieAtEachStep(
    when,
    ({ db }) => take(news, db(whole)),
    async () => expect([before, after]).toContainEqual(await stateOf(groupId)),
  );
  expect(deaths).toBeGreaterThan(3);
  expect(await stateOf(groupId)).toEqual(after);
}
/** Machines at the cloud that servers of a group run on. */
const machinesOf = async (groupId: number) =>
  (
    await query<{ count: number }>(
      'select count(distinct cloud_server_id)::int as count from dedicated_server where group_id = $1',
      [groupId],
    )
  )[0]?.count;

test.each(['before', 'after'] as const)(
  'no month of servers is lost and none is given twice when it is killed %s any step',
  async (when) => {
    const made = await order(when === 'before' ? 'Maple' : 'Rowan', 2);
    const paid = await untold(() => servers.payments.pay(made.checkout_url ?? ''));
    const setUp = { status: 'PAID', todo: null, servers: ['PROVISIONING', 'PROVISIONING'] };
    await survive(made.id, paid, when, { ...setUp, months: 1, events: 1 });
    const second = await untold(month(paid.subscriptionId, 2));
    await survive(made.id, second, when, { ...setUp, months: 2, events: 2 });
    await Promise.all([second, paid, second, paid, second].map((news) => take(news)));
    expect(await stateOf(made.id)).toEqual({ ...setUp, months: 2, events: 2 });
    await servers.settle();
    expect((await stateOf(made.id)).servers).toEqual(['WARMING', 'WARMING']);
    expect(await machinesOf(made.id)).toBe(2);

    // The third month is paid, and the end of the subscription is told before it.
    const third = await untold(month(paid.subscriptionId, 3));
    const ended = await untold(() => servers.payments.payments.endSubscription(paid.subscriptionId ?? ''));
    const over = { status: 'ENDED', todo: null, servers: ['WARMING', 'WARMING'] };
    await survive(made.id, ended, when, { ...over, months: 2, events: 3 });
    await survive(made.id, third, when, { ...over, months: 3, events: 4 });
    expect(
      await query('select ends_at = paid_until as whole from server_payment where group_id = $1', [made.id]),
    ).toEqual([{ whole: true }]);
  },
);

test.each(['before', 'after'] as const)(
  'what was paid for a cancelled order goes back once when the worker is killed %s any step',
  async (when) => {
    const made = await order(when === 'before' ? 'Hazel' : 'Aspen', 1);
    const paid = await untold(() => servers.payments.pay(made.checkout_url ?? ''));
    await servers.client.deleteServer({ params: { dedicatedServerId: made.server_ids[0] as number } });
    await take(paid);
    const [payment] = await query<{ checkout_id: string; amount_cents: number; todo: string }>(
      'select checkout_id, amount_cents, todo from server_payment where group_id = $1',
      [made.id],
    );
    expect(payment).toMatchObject({ todo: 'REFUND', amount_cents: 3_900 });
    const refunded = async () =>
      (
        await query<{ cents: string | null }>(
          `select value->>'refundedCents' as cents from sandbox_state where key = 'stripe:' || $1`,
          [payment?.checkout_id],
        )
      )[0]?.cents ?? null;
    const due = () => query('update server_payment set todo_at = now() where group_id = $1', [made.id]);
    await due();
    const { deps } = servers;
    const deaths = await dieAtEachStep(
      when,
      ({ db, port }) => settlePayments({ ...deps, db: db(deps.db), payments: port(servers.payments.payments) }),
      async () => {
        expect([null, '3900']).toContain(await refunded());
        await due();
      },
    );
    expect(deaths).toBeGreaterThan(5);
    expect(await refunded()).toBe('3900');
    expect(await stateOf(made.id)).toMatchObject({ status: 'CANCELLED', todo: null, events: 1 });
  },
);
