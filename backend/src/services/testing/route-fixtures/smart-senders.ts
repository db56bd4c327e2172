import type { FixtureRows, RouteIds } from './fixture-rows';

/** The registrant of ordered domains. */
export const fixtureRegistrant = {
  first_name: 'Maya',
  last_name: 'Lindqvist',
  company: '',
  email: 'maya@company.test',
  phone: '+1 3155550142',
  address: '410 West Genesee Street',
  address_2: '',
  city: 'Syracuse',
  state: 'NY',
  postal_code: '13202',
  country: 'US',
};

/** A paid purchase order with a domain and a mailbox that both failed. */
export async function createPurchaseRows({ insert, workspaceId }: FixtureRows): Promise<RouteIds> {
  const purchaseOrderId = await insert(
    `
      insert into purchase_order (workspace_id, offer_id, forwarding_domain, registrant, created_at)
      values ($1, 1, 'company.test', $2, now())
    `,
    [JSON.stringify(fixtureRegistrant)],
  );
  await insert(
    `
      insert into purchase_payment (workspace_id, order_id, part, amount_cents, status, provider, created_at, paid_at)
      values ($1, $2, 'DOMAINS', 1500, 'PAID', 'sandbox', now(), now())
    `,
    [purchaseOrderId],
  );
  const purchasedDomainId = await insert(
    `
      insert into purchased_domain (workspace_id, order_id, name, status, price_cents, forwards_to)
      values ($1, $2, $3, 'FAILED', 1500, 'company.test')
    `,
    [purchaseOrderId, `bought-${workspaceId}.test`],
  );
  return {
    purchaseOrderId,
    purchasedDomainId,
    purchasedMailboxId: await insert(
      `
        insert into purchased_mailbox (
          workspace_id, order_id, domain_id, local_part, first_name, last_name, status, price_cents
        )
        values ($1, $2, $3, 'fixture', 'Fixture', '', 'FAILED', 400)
      `,
      [purchaseOrderId, purchasedDomainId],
    ),
  };
}
