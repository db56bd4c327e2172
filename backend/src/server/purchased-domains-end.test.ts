import { lookAfterPurchases } from '#services/smart-senders/look-after';
import type { PurchaseDeps } from '#services/smart-senders/purchases.deps';
import { VendorError } from '#services/smart-senders/vendors/vendors';
import { createPurchasesWorld, orderOf, people, type PurchasesWorld } from './testing/purchases-world';

const day = 86_400_000;
let shop: PurchasesWorld;
beforeAll(async () => {
  shop = await createPurchasesWorld();
});
afterAll(() => shop.close());

test('a domain that was renewed at its registrar does not expire, and has the new term', async () => {
  const order = await shop
    .me()
    .placeOrder({ body: orderOf({ name: 'elsewherealder.com', mailboxes: people.slice(0, 1) }) });
  await shop.payAll(order);
  await shop.runJobs();
  const found = async () => (await shop.me().listPurchasedDomains({ query: { search: 'elsewherealder' } })).rows[0]!;
  const end = Date.parse((await found()).expires_at as string);
  const renewed = new Date(end + 365 * day);
  await shop.buying.deps.registrar?.renew('elsewherealder.com', 'renewed there');
  await lookAfterPurchases({ ...shop.buying.deps, realClock: { now: () => end + day } });
  const kept = await found();
  expect(kept.status).toBe('ACTIVE');
  expect(Math.abs(Date.parse(kept.expires_at as string) - renewed.getTime())).toBeLessThan(2 * day);
});

test('a domain that is not renewed expires: its mailboxes no longer send and are not charged again, once their host lets go of them', async () => {
  const order = await shop
    .me()
    .placeOrder({ body: orderOf({ name: 'lapsedalder.com', mailboxes: people.slice(0, 2) }) });
  await shop.payAll(order);
  await shop.runJobs();
  const [domain] = (await shop.me().listPurchasedDomains({ query: { search: 'lapsedalder' } })).rows;
  await shop.me().changeDomain({ params: { purchasedDomainId: domain!.id }, body: { auto_renew: false } });
  const [payment] = await shop.world.main.test.query<{ subscription_id: string }>(
    `select subscription_id from purchase_payment where order_id = $1 and part = 'MAILBOXES'`,
    [order.id],
  );
  const ended: string[] = [];
  const payments = shop.buying.deps.payments!;
  const lookAt = (hours: number, trouble: Partial<PurchaseDeps> = {}) =>
    lookAfterPurchases({
      ...shop.buying.deps,
      realClock: { now: () => Date.parse(domain!.expires_at as string) + hours * 3_600_000 },
      payments: {
        ...payments,
        endSubscription: async (id) => {
          if (id === payment?.subscription_id) ended.push(id);
          await payments.endSubscription(id);
        },
      },
      ...trouble,
    });
  const states = async () => ({
    domain: (await shop.me().listPurchasedDomains({ query: { search: 'lapsedalder' } })).rows[0]?.status,
    mailboxes: (await shop.me().listPurchasedMailboxes({ query: { search: 'lapsedalder' } })).rows.map(
      ({ status }) => status,
    ),
    suspended: (
      await shop.world.main.test.query<{ is_suspended: boolean }>(
        `select is_suspended from mailbox where from_email like '%@lapsedalder.com' order by id`,
      )
    ).map(({ is_suspended }) => is_suspended),
  });
  const refusing = { removeMailbox: () => Promise.reject(new VendorError('The host is being repaired.', false)) };
  const mailHosts = Object.fromEntries(
    Object.entries(shop.buying.deps.mailHosts).map(([kind, host]) => [kind, { ...host, ...refusing }]),
  ) as PurchaseDeps['mailHosts'];
  const registrar = shop.buying.deps.registrar!;
  const silent = { ...registrar, find: () => Promise.reject(new VendorError('The registrar is silent.', false)) };
  for (const trouble of [{ registrar: silent }, { mailHosts }]) {
    await lookAt(1, trouble);
    expect((await states()).domain).toBe('ACTIVE');
  }
  await lookAt(2);
  expect(await states()).toEqual({ domain: 'EXPIRED', mailboxes: ['EXPIRED', 'EXPIRED'], suspended: [true, true] });
  await lookAt(3);
  expect(ended).toHaveLength(1);
  expect(
    await shop.world.main.test.query(
      `select facts from notice where kind = 'purchase-attention' and facts ->> 'name' = 'lapsedalder.com' and facts ->> 'what' = 'expired'`,
    ),
  ).toEqual([{ facts: { name: 'lapsedalder.com', what: 'expired', mailboxes: 2 } }]);
});
