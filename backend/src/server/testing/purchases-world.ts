import { createClient } from '@skein/contracts/client';
import type { OrderView } from '@skein/contracts/smart-senders/purchase-views';
import { purchasesContract } from '@skein/contracts/smart-senders/purchases.contract';
import type { AskServer } from '#platform/http/ask-server';
import { serviceTransport } from '#platform/http/in-process-transport';
import { createSendingWorld } from '#sending/delivery/testing';
import { createSmartSendersApp } from '#services/smart-senders/app';
import { purpose } from '#services/smart-senders/open-checkouts';
import { purchaseJobs } from '#services/smart-senders/purchases.jobs';
import { receivePurchasePayment } from '#services/smart-senders/receive-payment';
import { createTestPurchases } from './test-purchases';

const registrant = {
  first_name: 'Maya',
  last_name: 'Lindqvist',
  email: 'maya@northlight.test',
  phone: '+1 3155550142',
  address: '410 West Genesee Street',
  city: 'Syracuse',
  state: 'NY',
  postal_code: '13202',
  country: 'US',
};
const mailboxOf = (first: string, last: string) => ({
  local_part: `${first}.${last}`.toLowerCase(),
  first_name: first,
  last_name: last,
});
/** The mailboxes of each domain that is ordered, unless a test names others. */
export const people = [mailboxOf('Nora', 'Whitlock'), mailboxOf('Felix', 'Brandt'), mailboxOf('Ines', 'Moreau')];
export const orderOf = (...domains: { name: string; mailboxes?: typeof people }[]) => ({
  offer_id: 1,
  forwarding_domain: 'northlight.com',
  registrant,
  domains: domains.map(({ name, mailboxes = people }) => ({ name, mailboxes })),
});
export const checkoutOf = (order: OrderView, part: 'DOMAINS' | 'MAILBOXES') =>
  order.payments.filter((payment) => payment.part === part).at(-1)?.checkout_url as string;

export type PurchasesWorld = Awaited<ReturnType<typeof createPurchasesWorld>>;

/** A workspace that buys domains and mailboxes from the stand-ins of the vendors, in a world that sends. */
export async function createPurchasesWorld() {
  const world = await createSendingWorld();
  /** `times`: how often the payment service tells of each payment. */
  const tells = { times: 1 };
  const takeEvents: AskServer = async ({ url, method, headers, body }) => {
    let response = await world.main.app.request(url, { method, headers, body });
    for (let again = 1; again < tells.times; again += 1)
      response = await world.main.app.request(url, { method, headers, body });
    return { status: response.status, text: await response.text(), retryAfter: null };
  };
  const buying = createTestPurchases(world.main.deps, { ...world.mail, takeEvents });
  world.main.deps.payments = buying.deps.payments;
  world.main.deps.paymentTakers = new Map([[purpose, (news) => receivePurchasePayment(buying.deps, news)]]);
  const clientOf = (person: { headers: Record<string, string> }, key?: string) => {
    const app = createSmartSendersApp({ ...world.main.deps, limitRate: undefined, purchases: buying.deps });
    return createClient(
      purchasesContract,
      serviceTransport(
        () => app,
        () => ({ ...person.headers, ...(key ? { 'idempotency-key': key } : {}) }),
      ),
    );
  };
  return {
    world,
    buying,
    tells,
    clientOf,
    me: () => clientOf({ headers: { ...world.me.headers } }),
    runJobs: () => world.main.runJobs([...buying.stripe.jobs, ...purchaseJobs(buying.deps)]),
    async payAll(order: OrderView) {
      await buying.pay(checkoutOf(order, 'DOMAINS'));
      if (order.mailboxes > 0) await buying.pay(checkoutOf(order, 'MAILBOXES'));
    },
    close: () => world.close(),
  };
}
