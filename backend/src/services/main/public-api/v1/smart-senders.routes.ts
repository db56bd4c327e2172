import { v1SmartSendersContract } from '@skein/contracts/v1/smart-senders.contract';
import type { MainDeps } from '#main/deps';
import * as wire from './smart-senders';
import { wireRoutes } from './wire-routes';

export const v1SmartSendersRoutes = (deps: MainDeps) =>
  // A checkout's address and a code for one mailbox are not kept for a repeated request; orders are found again by their own key.
  wireRoutes(v1SmartSendersContract, { notKept: ['placeOrder', 'authSecret'] })(deps, {
    getVendors: (d, { raw }) => wire.listVendors(d, raw.req.raw),
    searchDomain: (d, { raw, query }) => wire.searchDomain(d, raw.req.raw, query),
    autoGenerateMailboxes: (d, { raw, body }) => wire.generateNames(d, raw.req.raw, body),
    placeOrder: (d, { raw, body }) =>
      wire.placeWireOrder(d, raw.req.raw, body, raw.req.header('idempotency-key')?.trim() || undefined),
    orderDetails: (d, { raw, query }) => wire.orderDetails(d, raw.req.raw, query.order_id),
    getDomainList: (d, { raw, query }) => wire.listDomains(d, raw.req.raw, query),
    authSecret: (d, { raw, query }) => wire.authSecret(d, raw.req.raw, query.email_account),
  });
