import { purchasesContract } from '@skein/contracts/smart-senders/purchases.contract';
import { serversContract } from '@skein/contracts/smart-servers/servers.contract';
import { fixtureRegistrant } from '../route-fixtures/smart-senders';
import { idOf, type Asked, type Prepared, type Preparations } from './prepared-route';

/** An order of a domain with a mailbox that nobody has paid. */
async function ordered({ services, person }: Asked) {
  return services.asClient(purchasesContract, person).placeOrder({
    body: {
      ...{ offer_id: 1, forwarding_domain: 'company.com', registrant: fixtureRegistrant },
      domains: [
        {
          name: `get-${person.workspaceId}.com`,
          mailboxes: [{ local_part: 'nora.whitlock', first_name: 'Nora', last_name: 'Whitlock' }],
        },
      ],
    },
  });
}

const unpaid = async (asked: Asked): Promise<Prepared> => ({
  params: { purchaseOrderId: (await ordered(asked)).id },
});

/** A domain with a mailbox that were bought and made. */
async function bought(asked: Asked): Promise<Prepared> {
  const { services, person } = asked;
  const order = await ordered(asked);
  for (const { checkout_url: url } of order.payments) if (url) await services.buying.pay(url);
  for (const event of await services.paymentEvents()) await services.takePaymentEvent(event);
  await services.runPurchaseJobs();
  const done = await services.asClient(purchasesContract, person).getOrder({ params: { purchaseOrderId: order.id } });
  const [domain] = done.domain_items;
  const [mailbox] = await services.main.test.query<{ id: number }>(
    'select id from purchased_mailbox where order_id = $1',
    [order.id],
  );
  return { params: { purchasedDomainId: domain!.id, purchasedMailboxId: mailbox!.id } };
}

export const purchasePreparations: Preparations = {
  'GET /api/v1/smart-senders/auth-secret': async (asked) => {
    await bought(asked);
    return { query: { email_account: `nora.whitlock@get-${asked.person.workspaceId}.com` } };
  },
  'POST /api/smart-servers/groups/:serverGroupId/checkout': async ({ services, person, own }) => {
    await services.asClient(serversContract, person).addServers({
      params: { serverGroupId: idOf(own, 'serverGroupId') },
      body: { servers: 1 },
    });
    // As after an order while the payment service did not answer.
    await services.main.test.query(
      'update server_payment set checkout_id = null, checkout_url = null where workspace_id = $1',
      [person.workspaceId],
    );
    return {};
  },
  'POST /api/smart-senders/orders/:purchaseOrderId/pay': unpaid,
  'POST /api/smart-senders/orders/:purchaseOrderId/cancel': unpaid,
  'POST /api/smart-senders/domains/:purchasedDomainId/publish': bought,
  'POST /api/smart-senders/domains/:purchasedDomainId/renew': bought,
  'POST /api/smart-senders/mailboxes/:purchasedMailboxId/cancel': bought,
  'POST /api/v1/smart-senders/place-order': async ({ person }) => ({
    body: {
      ...{ vendor_id: 1, forwarding_domain: 'company.com', user_details: fixtureRegistrant },
      domains: [
        {
          domain_name: `try-${person.workspaceId}.com`,
          mailbox_details: [{ mailbox: 'nora.whitlock', first_name: 'Nora', last_name: 'Whitlock' }],
        },
      ],
    },
  }),
  'DELETE /api/smart-servers/groups/:serverGroupId/campaigns/:campaignId': async ({ services, person, own }) => {
    await services.asClient(serversContract, person).mapCampaigns({
      params: { serverGroupId: idOf(own, 'serverGroupId') },
      body: { campaign_ids: [idOf(own, 'campaignId')] },
    });
    return {};
  },
};
