import type { OrderView } from '@skein/contracts/smart-senders/purchase-views';
import type { SandboxDomain } from '#sandbox/vendors/registrar-domains';
import type { SendingWorld } from '#sending/delivery/testing';
import { advanceOrder } from '#services/smart-senders/advance-order';
import { lookAfterPurchases } from '#services/smart-senders/look-after';
import { receivePurchasePayment } from '#services/smart-senders/receive-payment';
import { dyingAt } from './testing/dying-purchases';
import { checkoutOf, createPurchasesWorld, orderOf, people, type PurchasesWorld } from './testing/purchases-world';
import type { TestPurchases } from './testing/test-purchases';

const day = 86_400_000;
let shop: PurchasesWorld;
let world: SendingWorld;
let buying: TestPurchases;
beforeAll(async () => {
  shop = await createPurchasesWorld();
  ({ world, buying } = shop);
});
afterAll(() => shop.close());

const clientOf = (person: { headers: Record<string, string> }, key?: string) => shop.clientOf(person, key);
const me = () => shop.me();
const runJobs = () => shop.runJobs();
const payAll = (order: OrderView) => shop.payAll(order);
const read = (order: Pick<OrderView, 'id'>) => me().getOrder({ params: { purchaseOrderId: order.id } });
const stepsOf = (order: OrderView) => Object.fromEntries(order.timeline.map(({ step, status }) => [step, status]));
const atRegistrar = (name: string) => buying.store.read<SandboxDomain>(`domain:${name}`);

test('an order of two domains with six mailboxes is paid in two checkouts and ends with mailboxes that are connected, tagged and warming', async () => {
  const order = await me().placeOrder({ body: orderOf({ name: 'getalder.com' }, { name: 'tryalder.com' }) });
  expect(order).toMatchObject({ status: 'AWAITING_PAYMENT', label: 'Awaiting payment', total_cents: 3_000 + 6 * 400 });
  expect(stepsOf(order)).toEqual({
    ORDER_PLACED: 'completed',
    DOMAIN_PAYMENT: 'in-progress',
    MAILBOX_PAYMENT: 'in-progress',
    VENDOR_PROCESSING: 'pending',
    DOMAIN_ACTIVATED: 'pending',
  });
  expect(await atRegistrar('getalder.com')).toBeNull();
  const first = await buying.pay(checkoutOf(order, 'DOMAINS'));
  expect(first.headers.get('location')).toBe(checkoutOf(order, 'MAILBOXES'));
  expect((await buying.pay(checkoutOf(order, 'MAILBOXES'))).headers.get('location')).toContain(
    `/app/bulk-email-accounts/${order.id}/view?returned=paid`,
  );
  await runJobs();
  const done = await read(order);
  expect(done).toMatchObject({ status: 'COMPLETED', mailboxes_ready: 6, paid_cents: 5_400, failed: 0, trouble: null });
  expect(new Set(Object.values(stepsOf(done)))).toEqual(new Set(['completed']));
  for (const domain of done.domain_items) {
    expect(domain).toMatchObject({ status: 'ACTIVE', forwards_to: 'northlight.com' });
    expect(new Set(domain.records.map(({ state }) => state))).toEqual(new Set(['PASS']));
    expect(new Set(domain.records.map(({ kind }) => kind))).toEqual(
      new Set(['MX', 'SPF', 'DKIM', 'DMARC', 'VERIFICATION', 'TRACKING']),
    );
  }
  expect((await atRegistrar('getalder.com'))?.forwarding).toEqual([
    { host: 'getalder.com', forwardsTo: 'https://northlight.com', type: 'redirect' },
    { host: 'www.getalder.com', forwardsTo: 'https://northlight.com', type: 'redirect' },
  ]);
  const connected = await world.main.test.query<Record<string, unknown>>(
    `
      select m.from_email, m.from_name, m.is_smtp_success and m.is_imap_success as ok, m.warmup ->> 'enabled' as warmup, t.name as tag,
        m.message_per_day
      from mailbox m
      join mailbox_tag l on l.mailbox_id = m.id
      join tag t on t.id = l.tag_id
      where m.from_email like '%alder.com'
      order by m.from_email
    `,
  );
  expect(connected).toHaveLength(6);
  expect(connected[0]).toEqual({
    from_email: 'felix.brandt@getalder.com',
    from_name: 'Felix Brandt',
    ok: true,
    warmup: 'true',
    tag: 'Purchased',
    message_per_day: 30,
  });
  const lists = { mailboxes: await me().listPurchasedMailboxes({}), domains: await me().listPurchasedDomains({}) };
  expect(lists.mailboxes.rows).toHaveLength(6);
  expect(lists.mailboxes.rows[0]).toMatchObject({ dns: 'PASS', warmup: 'ACTIVE', is_cancelled: false });
  expect(lists.domains.rows.map((row) => [row.name, row.mailboxes])).toEqual([
    ['tryalder.com', 3],
    ['getalder.com', 3],
  ]);
  expect(await me().summary({})).toMatchObject({ mailboxes: 6, ready: 6, domains: 2, dns_passes: 2, renewals: 0 });
  const textOf = (file: unknown) => (file as Response).text();
  const csv = await textOf(await me().exportPurchasedMailboxes({ query: { search: 'getalder', status: 'ready' } }));
  expect(csv.trim().split('\r\n')).toHaveLength(4);
  expect(csv).toContain('felix.brandt@getalder.com,Felix,Brandt,');
  expect(await textOf(await me().exportPurchasedDomains({ query: { status: 'failed' } }))).not.toContain('alder');
});

test('the same key places one order, and each payment counts once however often it is told', async () => {
  const body = orderOf({ name: 'oncealder.com', mailboxes: people.slice(0, 1) });
  const placed = await Promise.allSettled(
    Array.from({ length: 4 }, () => clientOf({ headers: { ...world.me.headers } }, 'k-1').placeOrder({ body })),
  );
  const ids = new Set(placed.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : [])));
  expect(ids.size).toBe(1);
  const order = await clientOf({ headers: { ...world.me.headers } }, 'k-1').placeOrder({ body });
  expect(ids).toEqual(new Set([order.id]));
  shop.tells.times = 3;
  await payAll(order);
  await runJobs();
  shop.tells.times = 1;
  expect(await read(order)).toMatchObject({ status: 'COMPLETED', paid_cents: 1_900 });
  expect((await atRegistrar('oncealder.com'))?.charges).toBe(1);
});

test('a process that is killed at any step of an order neither pays a vendor twice nor loses anything', async () => {
  let steps = 0;
  for (const when of ['before', 'after'] as const) {
    const name = `kill-${when}.com`;
    const order = await me().placeOrder({ body: orderOf({ name, mailboxes: people.slice(0, 2) }) });
    await payAll(order);
    await world.main.runJobs(buying.stripe.jobs);
    // Each run dies one step later than the one before, until one lives.
    for (let at = 1, alive = false; !alive; at += 1) {
      const dying = dyingAt(buying.deps, at, when);
      await advanceOrder(dying.deps, world.me.workspaceId, order.id).catch((error: Error) => {
        if (error.message !== 'killed') throw error;
      });
      // Whoever died keeps the order until its lease ends.
      await world.main.test.query(`update purchase_order set advanced_until = now() - interval '1 s' where id = $1`, [
        order.id,
      ]);
      alive = !dying.reached();
      steps += 1;
    }
    await runJobs();
    expect(await read(order)).toMatchObject({ status: 'COMPLETED', mailboxes_ready: 2, failed: 0 });
    expect((await atRegistrar(name))?.charges).toBe(1);
    const hosted = await buying.store.read<{ mailboxes: { local_part: string; made: number }[] }>(`hosted:${name}`);
    expect(hosted?.mailboxes).toMatchObject([{ made: 1 }, { made: 1 }]);
    const rows = await world.main.test.query('select id from mailbox where from_email like $1', [`%@${name}`]);
    expect(rows).toHaveLength(2);
  }
  expect(steps).toBeGreaterThan(20);
});

test('several runs at once carry an order out as one: nothing is made twice, and no mailbox fails by its own twin', async () => {
  const order = await me().placeOrder({ body: orderOf({ name: 'twinalder.com' }) });
  await payAll(order);
  await world.main.runJobs(buying.stripe.jobs);
  const advance = () => advanceOrder(buying.deps, world.me.workspaceId, order.id);
  const runs = await Promise.all([advance(), advance(), advance(), advance()]);
  // Those that found it taken look again later.
  expect(runs.filter(Boolean)).toHaveLength(3);
  const done = await read(order);
  expect(done).toMatchObject({ status: 'COMPLETED', mailboxes_ready: 3, failed: 0 });
  const texts = done.events.map(({ text }) => text);
  expect(new Set(texts).size).toBe(texts.length);
  // A run whose process is gone holds the order no longer than its lease.
  const hold = (until: string) =>
    world.main.test.query(
      `update purchase_order set advanced_by = 'gone', advanced_until = now() + $2::interval where id = $1`,
      [order.id, until],
    );
  await hold('1 minute');
  expect(await advance()).toBe(true);
  await hold('-1 second');
  expect(await advance()).toBe(false);
});

test('a second SPF record fails the domain’s DNS, and publishing again leaves one of each', async () => {
  const [domain] = (await me().listPurchasedDomains({ query: { search: 'twinalder' } })).rows;
  await buying.store.change<SandboxDomain, void>('domain:twinalder.com', async (known, write) => {
    const spf = known!.records.find((record) => record.answer.startsWith('v=spf1'))!;
    await write({ ...known!, records: [...known!.records, { ...spf, id: 900 }] });
  });
  const params = { purchasedDomainId: domain!.id };
  const states = (rows: { kind: string; state: string }[]) =>
    rows.filter(({ state }) => state !== 'PASS').map(({ kind, state }) => `${kind} ${state}`);
  expect(states((await me().checkDomain({ params, body: {} })).records)).toEqual(['SPF DIFFERENT']);
  await me().publishDomain({ params, body: {} });
  expect(states((await me().checkDomain({ params, body: {} })).records)).toEqual([]);
  const answers = (await atRegistrar('twinalder.com'))!.records.map(({ type, host, answer }) =>
    [type, host, answer].join(),
  );
  expect(new Set(answers).size).toBe(answers.length);
});

test('a checkout that ends unpaid fails its step, and is paid by another attempt', async () => {
  const order = await me().placeOrder({ body: orderOf({ name: 'lateralder.com', mailboxes: people.slice(0, 1) }) });
  await buying.pay(checkoutOf(order, 'DOMAINS'));
  await buying.deps.payments?.expireCheckout(
    (
      await world.main.test.query<{ id: string }>(
        `select checkout_id as id from purchase_payment where order_id = $1 and part = 'MAILBOXES'`,
        [order.id],
      )
    )[0]?.id as string,
  );
  await runJobs();
  const failed = await read(order);
  expect(failed).toMatchObject({ status: 'IN_PROGRESS', label: 'Mailbox payment failed', paid_cents: 1_500 });
  expect(failed.domain_items[0]?.status).toBe('ACTIVE');
  expect(failed.mailbox_items[0]).toMatchObject({ status: 'PENDING', progress: 'PENDING', steps_done: 0 });
  const again = await me().payOrder({ params: { purchaseOrderId: order.id }, body: {} });
  await buying.pay(checkoutOf(again, 'MAILBOXES'));
  await runJobs();
  expect(await read(order)).toMatchObject({ status: 'COMPLETED', mailboxes_ready: 1 });
});

test('an order is carried out after its buyer has left the workspace', async () => {
  const buyer = await world.main.signIn({ workspaceId: world.me.workspaceId, role: 'ADMIN_ACCESS' });
  const order = await clientOf({ headers: { ...buyer.headers } }).placeOrder({
    body: orderOf({ name: 'leftalder.com', mailboxes: people.slice(0, 1) }),
  });
  await payAll(order);
  await world.main.test.query('delete from app_user where id = $1', [buyer.userId]);
  await runJobs();
  expect(await read(order)).toMatchObject({ status: 'COMPLETED', mailboxes_ready: 1 });
  expect(await world.main.test.query(`select created_by from mailbox where from_email like '%@leftalder.com'`)).toEqual(
    [{ created_by: null }],
  );
});

test.each(['before', 'after'])(
  'an order that is cancelled stays so, told of its checkouts’ end %s that',
  async (when) => {
    const order = await me().placeOrder({ body: orderOf({ name: `cancelled-${when}.com` }) });
    const payments = buying.deps.payments as NonNullable<typeof buying.deps.payments>;
    if (when === 'before')
      buying.deps.payments = {
        ...payments,
        expireCheckout: async (id) => {
          await payments.expireCheckout(id);
          await runJobs();
        },
      };
    await me().cancelOrder({ params: { purchaseOrderId: order.id }, body: {} });
    buying.deps.payments = payments;
    await runJobs();
    const cancelled = await read(order);
    expect(cancelled).toMatchObject({ status: 'CANCELLED', label: 'Cancelled', pay_url: null });
    expect(cancelled.payments.map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED']);
    expect(cancelled.domain_items.map(({ status }) => status)).toEqual(['CANCELLED']);
    await expect(me().payOrder({ params: { purchaseOrderId: order.id }, body: {} })).rejects.toMatchObject({
      code: 'ILLEGAL_TRANSITION',
    });
  },
);

test('a name that the vendor has is renamed or paid back, and a domain that cannot be registered is paid back with its mailboxes', async () => {
  const order = await me().placeOrder({
    body: orderOf(
      { name: 'namealder.com', mailboxes: [{ ...people[0]!, local_part: 'taken' }, people[1]!] },
      { name: 'fails-alder.com', mailboxes: people.slice(0, 1) },
    ),
  });
  await payAll(order);
  await runJobs();
  const stuck = await read(order);
  expect(stuck).toMatchObject({
    status: 'IN_PROGRESS',
    label: 'Vendor processing failed',
    mailboxes_ready: 1,
    failed: 2,
  });
  const taken = stuck.mailbox_items[0]!;
  expect(taken).toMatchObject({
    status: 'FAILED',
    failure: { cause: 'The vendor already has taken on namealder.com.', can_retry: true },
  });
  await me().retryMailbox({ params: { purchasedMailboxId: taken.id }, body: { local_part: 'n.whitlock' } });
  const domain = stuck.domain_items.find((each) => each.status === 'FAILED')!;
  expect(domain.failure?.reply).toContain('registrant');
  for (let press = 0; press < 2; press += 1)
    await me()
      .refundDomain({ params: { purchasedDomainId: domain.id }, body: {} })
      .catch(() => null);
  await runJobs();
  const done = await read(order);
  expect(done).toMatchObject({ status: 'COMPLETED', mailboxes_ready: 2, failed: 0, refunded_cents: 1_500 + 400 });
  expect(done.payments.map((payment) => payment.refunded_cents)).toEqual([1_500, 400]);
});

test('orders are refused before they are paid for: restricted names, numbers of the offer, what is taken, and its own domain as target', async () => {
  const refused = async (body: unknown) =>
    me()
      .placeOrder({ body: body as ReturnType<typeof orderOf> })
      .then(
        () => 'placed',
        (error: Error & { details?: { field: string }[] }) => error.details?.[0]?.field,
      );
  const good = orderOf({ name: 'rulesalder.com' });
  expect(await refused(orderOf({ name: 'rulesalder.com', mailboxes: [{ ...people[0]!, local_part: 'info' }] }))).toBe(
    'domains.0.mailboxes.0.local_part',
  );
  expect(await refused({ ...good, offer_id: 2 })).toBe('domains');
  expect(await refused(orderOf({ name: 'rulesalder.com', mailboxes: [] }))).toBe('domains.0.mailboxes');
  expect(await refused(orderOf({ name: 'taken-alder.com' }))).toBe('domains.0.name');
  expect(await refused(orderOf({ name: 'getalder.com' }))).toBe('domains.0.name');
  expect(await refused({ ...good, forwarding_domain: 'rulesalder.com' })).toBe('forwarding_domain');
  expect((await me().listOrders({ query: { limit: 100 } })).rows.some((row) => row.label === 'placed')).toBe(false);
});

test('a domain is part of one order that awaits payment, however many are placed at once, until that one is cancelled', async () => {
  const placed = await Promise.allSettled(
    ['a', 'b', 'c', 'd'].map((key) =>
      clientOf({ headers: { ...world.me.headers } }, `twice-${key}`).placeOrder({
        body: orderOf({ name: 'getlarch.com' }),
      }),
    ),
  );
  const done = placed.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  expect(done).toHaveLength(1);
  const first = done[0] as OrderView;
  expect(placed.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'CONFLICT', details: [{ field: 'domains.0.name', message: `is part of order ${first.id}` }] },
  });
  await me().cancelOrder({ params: { purchaseOrderId: first.id }, body: {} });
  expect(await me().placeOrder({ body: orderOf({ name: 'getlarch.com' }) })).toMatchObject({
    status: 'AWAITING_PAYMENT',
  });
});

test('a domain is renewed by an order that is paid, unless auto_renew is off, people are warned before its end, and a cancelled mailbox ends with its month', async () => {
  const [domain] = (await me().listPurchasedDomains({ query: { search: 'getalder' } })).rows;
  const before = domain!.expires_at as string;
  const [box] = (await me().listPurchasedMailboxes({ query: { search: 'felix.brandt@getalder' } })).rows;
  await me().cancelMailbox({ params: { purchasedMailboxId: box!.id }, body: {} });
  // Sessions keep the present time; only the clock that looks after purchases is moved.
  const lookAt = (now: number) => lookAfterPurchases({ ...buying.deps, realClock: { now: () => now } });
  await lookAt(world.main.realClock.now() + 40 * day);
  const [ended] = (await me().listPurchasedMailboxes({ query: { search: 'felix.brandt@getalder' } })).rows;
  expect(ended?.status).toBe('EXPIRED');
  expect(
    await world.main.test.query(`select is_suspended from mailbox where from_email = 'felix.brandt@getalder.com'`),
  ).toEqual([{ is_suspended: true }]);
  const other = (await me().listPurchasedDomains({ query: { limit: 100 } })).rows.find(
    (each) => each.status === 'ACTIVE' && each.id !== domain!.id && each.expires_at === before,
  );
  await me().changeDomain({ params: { purchasedDomainId: other!.id }, body: { auto_renew: false } });
  await lookAt(Date.parse(before) - 20 * day);
  await lookAt(Date.parse(before) - 20 * day);
  const unrenewed = (await me().listPurchasedDomains({ query: { search: other!.name } })).rows[0];
  expect(unrenewed).toMatchObject({ auto_renew: false, renewal_order_id: null });
  const [due] = (await me().listPurchasedDomains({ query: { search: 'getalder' } })).rows;
  const renewal = await read({ id: due!.renewal_order_id as number });
  expect(renewal).toMatchObject({ kind: 'RENEWAL', status: 'AWAITING_PAYMENT', total_cents: 1_500 });
  const notices = await world.main.test.query<{ facts: { name: string; days: number } }>(
    `select facts from notice where kind = 'purchase-attention' and facts ->> 'name' = 'getalder.com'`,
  );
  expect(notices.map(({ facts }) => facts.days)).toEqual([20]);
  await buying.pay(checkoutOf(renewal, 'DOMAINS'));
  await runJobs();
  const [renewed] = (await me().listPurchasedDomains({ query: { search: 'getalder' } })).rows;
  expect(Date.parse(renewed!.expires_at as string) - Date.parse(before)).toBeGreaterThan(300 * day);
  expect((await atRegistrar('getalder.com'))?.charges).toBe(2);
  expect(await read(renewal)).toMatchObject({ status: 'COMPLETED' });
});

test('no number or price of a buyer’s choice is taken: quantities outside the offer, prices, and another sum at the checkout', async () => {
  const good = orderOf({ name: 'tamperalder.com' });
  const wrong: [object, string | RegExp][] = [
    [{ ...good, offer_id: 7 }, 'offer_id'],
    [{ ...good, offer_id: -1 }, 'offer_id'],
    [{ ...good, offer_id: 1e21 }, 'offer_id'],
    [{ ...good, total_cents: 1 }, /total_cents/],
    [{ ...good, domains: [{ ...good.domains[0], price_cents: 1 }] }, /price_cents/],
    [{ ...good, domains: [] }, 'domains'],
    [
      { ...good, domains: Array.from({ length: 21 }, (_, at) => ({ name: `a${at}alder.com`, mailboxes: people })) },
      /./,
    ],
    [orderOf({ name: 'tamperalder.com', mailboxes: [...people, ...people] }), /mailboxes/],
    [orderOf({ name: 'tamperalder.com', mailboxes: [people[0]!, people[0]!] }), /mailboxes/],
    [{ ...good, client_id: 2_000_000_000 }, 'client_id'],
    [{ ...good, forwarding_domain: 'https://evil.test/path' }, 'forwarding_domain'],
  ];
  for (const [body, field] of wrong) {
    const answer = await me()
      .placeOrder({ body: body as ReturnType<typeof orderOf> })
      .then(
        (order) => `order ${order.id}`,
        (error: Error & { code?: string; details?: { field: string }[] }) =>
          `${error.code} ${error.details?.map((each) => each.field).join()}`,
      );
    expect(answer).toMatch(/^VALIDATION /);
    expect(answer.slice('VALIDATION '.length)).toMatch(field);
  }
  for (const per_domain of [-1, 6, 1.5, 1e9])
    await expect(
      me().generateMailboxes({ body: { offer_id: 1, domains: ['a.com'], per_domain } }),
    ).rejects.toMatchObject({ code: 'VALIDATION' });

  const order = await me().placeOrder({ body: good });
  expect(order.total_cents).toBe(1_500 + 3 * 400);
  const [first] = order.payments;
  await receivePurchasePayment(buying.deps, {
    eventId: 'evt_small',
    kind: 'PAID',
    workspaceId: world.me.workspaceId,
    orderId: first!.id,
    period: { of: 'checkout', id: 'cs_of_somebody_else' },
    amountCents: 50,
    subscriptionId: null,
  } as Parameters<typeof receivePurchasePayment>[1]);
  expect(await read(order)).toMatchObject({ status: 'AWAITING_PAYMENT', paid_cents: 0 });
});

test('another workspace sees and changes nothing of it', async () => {
  const stranger = clientOf({ headers: { ...(await world.main.signIn()).headers } });
  expect((await stranger.listOrders({})).rows).toEqual([]);
  expect((await stranger.listPurchasedMailboxes({})).rows).toEqual([]);
  const [mine] = (await me().listOrders({})).rows;
  const order = { params: { purchaseOrderId: mine!.id }, body: {} };
  const domain = { params: { purchasedDomainId: (await me().listPurchasedDomains({})).rows[0]!.id } };
  const box = { params: { purchasedMailboxId: (await me().listPurchasedMailboxes({})).rows[0]!.id } };
  const attempts = [
    () => stranger.getOrder({ params: order.params }),
    () => stranger.payOrder(order),
    () => stranger.cancelOrder(order),
    () => stranger.retryDomain({ ...domain, body: {} }),
    () => stranger.refundDomain({ ...domain, body: {} }),
    () => stranger.checkDomain({ ...domain, body: {} }),
    () => stranger.publishDomain({ ...domain, body: {} }),
    () => stranger.changeDomain({ ...domain, body: { forwards_to: 'evil.test' } }),
    () => stranger.renewDomain({ ...domain, body: {} }),
    () => stranger.retryMailbox({ ...box, body: {} }),
    () => stranger.refundMailbox({ ...box, body: {} }),
    () => stranger.cancelMailbox({ ...box, body: {} }),
  ];
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
