import { z } from 'zod';
import { defineContract } from '../endpoint';
import { done, flag, idParam, listOf, pageOf, pageQuery, text, wordList } from '../schemas';
import { mailboxHosts, mailboxPatterns } from './offers';
import {
  domainName,
  senderName,
  personName,
  registrant,
  offerId,
  orderBody,
  orderRow,
  orderView,
  foundDomain,
  purchasedMailboxView,
  purchasedDomainView,
} from './purchase-views';

const read = { who: 'person', may: 'purchase.read' } as const;
const write = { who: 'person', may: 'purchase.write' } as const;
const pays = { who: 'person', may: 'purchase.pay' } as const;
const orderId = z.object({ purchaseOrderId: idParam });
const domainId = z.object({ purchasedDomainId: idParam });
const mailboxId = z.object({ purchasedMailboxId: idParam });
const mailboxFilter = z.object({
  search: text(200).optional(),
  status: z.enum(['ready', 'setting-up', 'failed', 'cancelled']).optional(),
});
const domainFilter = z.object({
  search: text(200).optional(),
  status: z.enum(['active', 'dns-fails', 'expires', 'setting-up', 'failed']).optional(),
});

/** Domains and mailboxes bought from vendors: search, order, pay, follow, renew and cancel. Topic `purchases` tells of progress. */
export const purchasesContract = defineContract({
  service: 'smart-senders',
  tag: 'Purchased mailboxes',
  endpoints: {
    offers: {
      method: 'GET',
      path: '/api/smart-senders/offers',
      access: read,
      summary: 'Six offers of five vendors, what can be bought here now, and the registrant of the last order',
      response: z.object({
        rows: z.array(
          z.object({
            id: z.number().int(),
            vendor: z.number().int(),
            name: z.string(),
            host: z.enum(mailboxHosts),
            mailbox_cents: z.number().int(),
            domain_cents: z.number().int(),
            mailboxes_min: z.number().int(),
            mailboxes_max: z.number().int(),
            domains_min: z.number().int(),
            domains_max: z.number().int(),
            /** Why it cannot be bought on this installation; null when it can. */
            unavailable: z.string().nullable(),
          }),
        ),
        is_sandbox: z.boolean(),
        /** Who registers the domains, hosts the mailboxes and takes the money. */
        registrar: z.string().nullable(),
        mail_host: z.string().nullable(),
        seller: z.string().nullable(),
        restricted_names: z.array(z.string()),
        registrant: registrant.nullable(),
      }),
    },
    searchDomains: {
      method: 'GET',
      path: '/api/smart-senders/domains/search',
      access: read,
      summary: 'Whether a domain can be bought, with alternatives',
      query: z.object({
        name: z.string().trim().toLowerCase().min(1, 'is required').max(253),
        offer_id: offerId.default(1),
        endings: wordList
          .pipe(z.array(z.string().regex(/^[a-z]{2,20}$/, 'must be an ending such as com')).max(10))
          .optional(),
      }),
      response: z.object({ rows: z.array(foundDomain), is_sandbox: z.boolean() }),
    },
    generateMailboxes: {
      method: 'POST',
      path: '/api/smart-senders/mailboxes/generate',
      access: read,
      summary: 'Addresses for people on each domain; restricted and repeated ones are avoided',
      body: z.object({
        offer_id: offerId,
        domains: listOf(domainName, 20).min(1, 'needs at least one domain'),
        senders: listOf(
          z.object({ first_name: personName, last_name: z.string().trim().max(80).default('') }),
          20,
        ).default([]),
        per_domain: z.number().int().min(0).max(5).optional(),
        pattern: z.enum(mailboxPatterns).default('first.last'),
      }),
      response: z.object({
        domains: z.array(
          z.object({
            name: z.string(),
            mailboxes: z.array(z.object({ local_part: z.string(), first_name: z.string(), last_name: z.string() })),
          }),
        ),
      }),
    },
    placeOrder: {
      method: 'POST',
      path: '/api/smart-senders/orders',
      access: pays,
      summary:
        'Place an order; nothing is bought before it is paid. The same Idempotency-Key answers with the same order',
      body: orderBody,
      response: orderView,
    },
    listOrders: {
      method: 'GET',
      path: '/api/smart-senders/orders',
      access: read,
      summary: 'Orders, newest first',
      query: z.object({ open: flag.optional() }).extend(pageQuery(25).shape),
      response: pageOf(orderRow),
    },
    getOrder: {
      method: 'GET',
      path: '/api/smart-senders/orders/:purchaseOrderId',
      access: read,
      summary: 'An order with its timeline, its payments, and the progress of each domain and mailbox',
      params: orderId,
      response: orderView,
    },
    payOrder: {
      method: 'POST',
      path: '/api/smart-senders/orders/:purchaseOrderId/pay',
      access: pays,
      summary: 'A checkout for what is still to be paid; a payment that failed or expired gets a new one',
      params: orderId,
      body: z.object({}),
      response: orderView,
    },
    cancelOrder: {
      method: 'POST',
      path: '/api/smart-senders/orders/:purchaseOrderId/cancel',
      access: pays,
      summary: 'Cancel what is not paid of an order',
      params: orderId,
      body: z.object({}),
      response: orderView,
    },
    retryDomain: {
      method: 'POST',
      path: '/api/smart-senders/domains/:purchasedDomainId/retry',
      access: write,
      summary: 'Try a domain that failed again, with another name where one is given',
      params: domainId,
      body: z.object({ name: domainName.optional() }),
      response: orderView,
    },
    refundDomain: {
      method: 'POST',
      path: '/api/smart-senders/domains/:purchasedDomainId/refund',
      access: pays,
      summary: 'Pay back a domain that failed, with its mailboxes',
      params: domainId,
      body: z.object({}),
      response: orderView,
    },
    retryMailbox: {
      method: 'POST',
      path: '/api/smart-senders/mailboxes/:purchasedMailboxId/retry',
      access: write,
      summary: 'Try a mailbox that failed again, with another name where one is given',
      params: mailboxId,
      body: z.object({ local_part: senderName.optional() }),
      response: orderView,
    },
    refundMailbox: {
      method: 'POST',
      path: '/api/smart-senders/mailboxes/:purchasedMailboxId/refund',
      access: pays,
      summary: 'Pay back a mailbox that failed',
      params: mailboxId,
      body: z.object({}),
      response: orderView,
    },
    listPurchasedMailboxes: {
      method: 'GET',
      path: '/api/smart-senders/mailboxes',
      access: read,
      summary: 'Purchased mailboxes with the state of their DNS, warmup and renewal',
      query: mailboxFilter.extend(pageQuery(10).shape),
      response: pageOf(purchasedMailboxView),
    },
    listPurchasedDomains: {
      method: 'GET',
      path: '/api/smart-senders/domains',
      access: read,
      summary: 'Purchased domains with each DNS record as expected and as found',
      query: domainFilter.extend(pageQuery(10).shape),
      response: pageOf(purchasedDomainView),
    },
    exportPurchasedMailboxes: {
      method: 'GET',
      path: '/api/smart-senders/mailboxes/export.csv',
      access: read,
      summary: 'Purchased mailboxes as CSV, streamed, newest first',
      query: mailboxFilter,
      response: z.string(),
      answer: 'raw',
    },
    exportPurchasedDomains: {
      method: 'GET',
      path: '/api/smart-senders/domains/export.csv',
      access: read,
      summary: 'Purchased domains as CSV, streamed, newest first',
      query: domainFilter,
      response: z.string(),
      answer: 'raw',
    },
    summary: {
      method: 'GET',
      path: '/api/smart-senders/summary',
      access: read,
      summary: 'How many purchased mailboxes and domains there are, by state, and what renews within 30 days',
      response: z.object({
        mailboxes: z.number().int(),
        ready: z.number().int(),
        setting_up: z.number().int(),
        mailboxes_failed: z.number().int(),
        domains: z.number().int(),
        domains_active: z.number().int(),
        dns_passes: z.number().int(),
        domains_need_you: z.number().int(),
        open_orders: z.number().int(),
        renewals_cents: z.number().int(),
        renewals: z.number().int(),
        is_sandbox: z.boolean(),
      }),
    },
    checkDomain: {
      method: 'POST',
      path: '/api/smart-senders/domains/:purchasedDomainId/check',
      access: write,
      summary: 'Look up the DNS records of a domain now',
      params: domainId,
      body: z.object({}),
      response: purchasedDomainView,
    },
    publishDomain: {
      method: 'POST',
      path: '/api/smart-senders/domains/:purchasedDomainId/publish',
      access: write,
      summary: 'Publish the DNS records of a domain again, then look them up',
      params: domainId,
      body: z.object({}),
      response: purchasedDomainView,
    },
    changeDomain: {
      method: 'PATCH',
      path: '/api/smart-senders/domains/:purchasedDomainId',
      access: write,
      summary: 'Whether a domain is renewed, and where its visitors are sent',
      params: domainId,
      body: z.object({ auto_renew: z.boolean().optional(), forwards_to: domainName.optional() }),
      response: purchasedDomainView,
    },
    renewDomain: {
      method: 'POST',
      path: '/api/smart-senders/domains/:purchasedDomainId/renew',
      access: pays,
      summary: 'An order that renews a domain for a year once it is paid',
      params: domainId,
      body: z.object({}),
      response: orderView,
    },
    cancelMailbox: {
      method: 'POST',
      path: '/api/smart-senders/mailboxes/:purchasedMailboxId/cancel',
      access: pays,
      summary: 'Let a mailbox end with the month that is paid, or renew it after all',
      params: mailboxId,
      body: z.object({ is_cancelled: z.boolean().default(true) }),
      response: done,
    },
  },
});
