import { purchasesContract } from '@skein/contracts/smart-senders/purchases.contract';
import { routes } from '#platform/http/routes';
import { invalidField } from '#platform/http/skein-error';
import { exportDomains, exportMailboxes } from './export-purchased';
import * as orders from './orders';
import * as purchased from './purchased-mailboxes';
import { placeOrder } from './place-order';
import { readOffers } from './read-offers';
import { generateMailboxes, searchDomains } from './search-domains';
import type { SmartSendersDeps } from './deps';

export const purchasesRoutes = (deps: SmartSendersDeps) => {
  const own = deps.purchases;
  return routes(purchasesContract)(deps, {
    offers: (_, { actor }) => readOffers(own, actor),
    searchDomains: (_, { query }) => searchDomains(own, query),
    generateMailboxes: async (_, { body }) => ({ domains: generateMailboxes(body) }),
    placeOrder: async (_, request) => {
      const key = request.raw.req.header('idempotency-key')?.trim() || request.body.request_key || null;
      if (key !== null && key.length > 200) throw invalidField('Idempotency-Key', 'can have at most 200 characters');
      const named = key === null ? null : `${request.actor.userId}:${key}`;
      // The order keeps the key itself, for good; the answer of a repeated request is kept by the routes.
      const id = await placeOrder(own, request.actor, request.body, named);
      return orders.getOrder(own, request.actor, id);
    },
    listOrders: (_, { actor, query }) => orders.listOrders(own, actor, query),
    getOrder: (_, { actor, params }) => orders.getOrder(own, actor, params.purchaseOrderId),
    payOrder: (_, { actor, params }) => orders.payOrder(own, actor, params.purchaseOrderId),
    cancelOrder: (_, { actor, params }) => orders.cancelOrder(own, actor, params.purchaseOrderId),
    retryDomain: (_, { actor, params, body }) => orders.retryDomain(own, actor, params.purchasedDomainId, body.name),
    refundDomain: (_, { actor, params }) => orders.refundDomain(own, actor, params.purchasedDomainId),
    retryMailbox: (_, { actor, params, body }) =>
      orders.retryMailbox(own, actor, params.purchasedMailboxId, body.local_part),
    refundMailbox: (_, { actor, params }) => orders.refundMailbox(own, actor, params.purchasedMailboxId),
    listPurchasedMailboxes: (_, { actor, query }) => purchased.listMailboxes(own, actor, query),
    listPurchasedDomains: (_, { actor, query }) => purchased.listDomains(own, actor, query),
    exportPurchasedMailboxes: async (_, { actor, query }) => exportMailboxes(own, actor, query),
    exportPurchasedDomains: async (_, { actor, query }) => exportDomains(own, actor, query),
    summary: (_, { actor }) => purchased.readSummary(own, actor),
    checkDomain: (_, { actor, params }) => purchased.checkDomain(own, actor, params.purchasedDomainId),
    publishDomain: (_, { actor, params }) => purchased.publishDomain(own, actor, params.purchasedDomainId),
    changeDomain: (_, { actor, params, body }) =>
      purchased.changePurchasedDomain(own, actor, params.purchasedDomainId, body),
    renewDomain: (_, { actor, params }) => purchased.renewDomain(own, actor, params.purchasedDomainId),
    cancelMailbox: (_, { actor, params, body }) =>
      purchased.cancelMailbox(own, actor, params.purchasedMailboxId, body.is_cancelled),
  });
};
