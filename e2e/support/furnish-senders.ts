import { expect } from '@playwright/test';
import { reportsContract } from '@skein/contracts/analytics/reports.contract';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { placementContract } from '@skein/contracts/smart-delivery/placement.contract';
import { purchasesContract } from '@skein/contracts/smart-senders/purchases.contract';
import { serversContract } from '@skein/contracts/smart-servers/servers.contract';
import { callProduct } from './call-product';
import { findOrMake } from './furnish';

const [clients, placement, purchases, servers] = [
  callProduct(clientsContract),
  callProduct(placementContract),
  callProduct(purchasesContract),
  callProduct(serversContract),
];

/** Ids of what the inbox, senders, placement tests, clients and reports show on a screen of its own. */
export interface SenderFurniture {
  conversation: number;
  mailbox: number;
  failing: number;
  manual: number;
  automatic: number;
  placementFolder: number;
  order: number;
  server: number;
  client: number;
  report: number;
}

/** What the demo has of senders and clients; placement tests, an order, servers and a report are made and paid for the first time. */
export async function furnishSenders(): Promise<SenderFurniture> {
  const mailboxes = (await callProduct(mailboxesContract).list({ query: { limit: 100 } })).rows;
  const ids = mailboxes.map(({ id }) => id);
  const inbox = await callProduct(inboxContract).listConversations({ query: { folder: 'replies' } });
  const folder = await findOrMake(
    async () => (await placement.folders({ query: {} })).rows[0],
    () => placement.addFolder({ body: { name: 'Before each launch' } }),
  );
  const [manual, automatic, order, server, client, report] = [
    await findOrMake(
      async () => (await placement.tests({ query: { type: 'manual' } })).rows[0],
      () =>
        placement.addTest({
          body: {
            ...test,
            name: 'Gate times, autumn',
            type: 'manual',
            sender_ids: ids.slice(0, 3),
            folder_id: folder.id,
          },
        }),
    ),
    await findOrMake(
      async () => (await placement.tests({ query: { type: 'auto' } })).rows[0],
      () =>
        placement.addTest({
          body: { ...test, name: 'Every Monday', type: 'auto', every_days: 7, sender_ids: ids.slice(2, 4) },
        }),
    ),
    await findOrMake(async () => (await purchases.listOrders({ query: {} })).rows[0], orderMailboxes),
    await findOrMake(async () => (await servers.groups({})).rows[0]?.servers[0], orderServers),
    await findOrMake(
      async () => (await clients.listClients({ query: {} })).clients[0],
      () =>
        clients.createClient({ body: { name: 'Alderway', email: 'ops@alderway.test', permission: ['full_access'] } }),
    ),
    await findOrMake(
      async () => (await callProduct(reportsContract).listReports({})).reports[0],
      () =>
        callProduct(reportsContract).createReport({
          body: { name: 'Weekly, whole workspace', page: 'global-analytics', address: '', is_shared: true },
        }),
    ),
  ];
  return {
    conversation: inbox.rows[0]?.enrolment_id as number,
    mailbox: ids[0] as number,
    failing: mailboxes.find((row) => !row.is_smtp_success || !row.is_imap_success)?.id ?? (ids[0] as number),
    manual: manual.id,
    automatic: automatic.id,
    placementFolder: folder.id,
    order: order.id,
    server: server.id,
    client: client.id,
    report: report.id,
  };
}

/** The text of a placement test, written as fast as it can. */
const test = {
  subject: 'How long does a truck wait at your gate?',
  body_text:
    'Hello,\n\nhow do you measure the time between gate and door today? https://northlight.test/gate-times\n\nLena Vogt',
  has_control: true,
  has_gap: false,
};

/** Pays at the sandbox's checkout. */
const pay = (checkout: string) =>
  fetch(checkout, {
    method: 'POST',
    body: new URLSearchParams({ number: '4242424242424242', expiry: '12/34', cvc: '123' }),
    redirect: 'manual',
  });

/** Two domains with two mailboxes each, paid and connected. */
async function orderMailboxes(): Promise<{ id: number }> {
  const people = [
    { local_part: 'nora.whitlock', first_name: 'Nora', last_name: 'Whitlock' },
    { local_part: 'samuel.ortiz', first_name: 'Samuel', last_name: 'Ortiz' },
  ];
  const { id } = await purchases.placeOrder({
    body: {
      offer_id: 1,
      forwarding_domain: 'northlight.com',
      registrant: {
        first_name: 'Maya',
        last_name: 'Lindqvist',
        email: 'maya@northlight.test',
        phone: '+1 3155550142',
        address: '410 West Genesee Street',
        city: 'Syracuse',
        state: 'NY',
        postal_code: '13202',
        country: 'US',
      },
      domains: ['getnorthlight.com', 'northlightteam.com'].map((name) => ({ name, mailboxes: people })),
    },
  });
  const params = { purchaseOrderId: id };
  for (
    let order = await purchases.getOrder({ params });
    order.pay_url !== null;
    order = await purchases.getOrder({ params })
  )
    await pay(order.pay_url);
  await expect.poll(async () => (await purchases.getOrder({ params })).status).toBe('COMPLETED');
  return { id };
}

/** A group of two servers, paid for. */
async function orderServers(): Promise<{ id: number }> {
  const { server_ids: ids, checkout_url: checkout } = await servers.addGroup({
    body: { name: 'Outbound, Europe', domain: 'out-northlight.test', location: 'fsn1', servers: 2 },
  });
  if (checkout) await pay(checkout);
  return { id: ids[0] as number };
}
