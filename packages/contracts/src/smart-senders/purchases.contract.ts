import { z } from 'zod';
import { defineContract } from '../endpoint';
import { done, flag, idParam, instant, listOf, pageOf, pageQuery, text, wordList } from '../schemas';
import { isRestrictedSenderName, mailboxHosts, mailboxPatterns, offers } from './offers';

export const orderStatuses = ['AWAITING_PAYMENT', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'CANCELLED'] as const;
export const orderKinds = ['PURCHASE', 'RENEWAL'] as const;
/** Steps of the timeline (docs/domain.md, Statuses), in their order. */
export const timelineSteps = [
  'ORDER_PLACED',
  'DOMAIN_PAYMENT',
  'MAILBOX_PAYMENT',
  'VENDOR_PROCESSING',
  'DOMAIN_ACTIVATED',
] as const;
export const stepStatuses = ['pending', 'in-progress', 'completed', 'failed'] as const;
export const domainStatuses = [
  'PENDING',
  'REGISTERING',
  'REGISTERED',
  'PUBLISHED',
  'ACTIVE',
  'FAILED',
  'REFUNDED',
  'CANCELLED',
  'EXPIRED',
] as const;
export const mailboxStatuses = [
  'PENDING',
  'CREATING',
  'CREATED',
  'CONNECTED',
  'READY',
  'FAILED',
  'REFUNDED',
  'CANCELLED',
  'EXPIRED',
] as const;
/** How far a mailbox of an order is (docs/domain.md, Statuses). */
export const mailboxProgress = ['PENDING', 'SUCCESS', 'COMPLETED', 'FAILED'] as const;
export const recordKinds = ['MX', 'SPF', 'DKIM', 'DMARC', 'VERIFICATION', 'TRACKING'] as const;
export const recordStates = ['WAITING', 'PASS', 'MISSING', 'DIFFERENT', 'UNKNOWN'] as const;

/** A domain as registries sell it: labels of letters, digits and hyphens, and an ending of letters. */
export const domainName = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .transform((name) =>
    name
      .replace(/^https?:\/\//, '')
      .replace(/^www\./, '')
      .replace(/[./]+$/, ''),
  )
  .refine(
    (name) => /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/.test(name),
    'must be a domain such as company.com',
  );
/** What stands before the @ of a purchased mailbox. */
export const senderName = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'is required')
  .max(64)
  .regex(/^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/, 'may have letters, digits, dots, hyphens and underscores')
  .refine((name) => !name.includes('..'), 'may not have two dots in a row')
  .refine((name) => !isRestrictedSenderName(name), 'is a restricted sender name');
const personName = z
  .string()
  .trim()
  .min(1, 'is required')
  .max(80)
  .regex(/^[^\p{Cc}<>"@]*$/u, 'has a character that a name cannot have');
const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1, 'is required')
    .max(most)
    .regex(/^[^\p{Cc}]*$/u, 'must be one line');

/** Who owns the domains at the registry. */
export const registrant = z.object({
  first_name: personName,
  last_name: personName,
  company: z.string().trim().max(120).default(''),
  email: z.email('must be an email address').max(254),
  /** Country code and number, digits only behind the plus. */
  phone: z
    .string()
    .trim()
    .max(24)
    .regex(/^\+\d{1,3}[. ]?\d[\d ]{4,14}$/, 'must be a number such as +1 3155550142'),
  address: line(120),
  address_2: z.string().trim().max(120).default(''),
  city: line(80),
  state: z.string().trim().max(80).default(''),
  postal_code: line(20),
  /** ISO 3166-1, two letters. */
  country: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, 'must be a country code of two letters'),
});
export type Registrant = z.output<typeof registrant>;

export const offerId = z.coerce
  .number<number>()
  .int()
  .refine((id) => offers.some((offer) => offer.id === id), 'must be one of the offers');

const orderedMailbox = z.object({
  local_part: senderName,
  first_name: personName,
  last_name: z.string().trim().max(80).default(''),
  /** Key of a picture that was uploaded by a signed address. */
  picture_key: z.string().trim().max(300).nullable().default(null),
});
export const orderBody = z.object({
  offer_id: offerId,
  client_id: z.number().int().positive().nullable().default(null),
  forwarding_domain: domainName,
  registrant,
  domains: listOf(z.object({ name: domainName, mailboxes: listOf(orderedMailbox, 5) }), 20).min(
    1,
    'needs at least one domain',
  ),
});
export type OrderBody = z.output<typeof orderBody>;

export const dnsRecordView = z.object({
  kind: z.enum(recordKinds),
  type: z.enum(['MX', 'TXT', 'CNAME']),
  host: z.string(),
  value: z.string(),
  priority: z.number().int().nullable(),
  state: z.enum(recordStates),
  found: z.array(z.string()),
});
export type DnsRecordView = z.output<typeof dnsRecordView>;

const failure = z.object({ cause: z.string(), reply: z.string().nullable(), can_retry: z.boolean() });
export const orderedMailboxView = z.object({
  id: z.number().int(),
  domain_id: z.number().int(),
  email: z.string(),
  local_part: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  picture_url: z.string().nullable(),
  status: z.enum(mailboxStatuses),
  progress: z.enum(mailboxProgress),
  /** Steps that are done, of four: paid, created, connected, warming. */
  steps_done: z.number().int(),
  price_cents: z.number().int(),
  failure: failure.nullable(),
  mailbox_id: z.number().int().nullable(),
  created_at: instant.nullable(),
  ready_at: instant.nullable(),
});
export const orderedDomainView = z.object({
  id: z.number().int(),
  name: z.string(),
  status: z.enum(domainStatuses),
  price_cents: z.number().int(),
  forwards_to: z.string(),
  failure: failure.nullable(),
  records: z.array(dnsRecordView),
  dns_checked_at: instant.nullable(),
  expires_at: instant.nullable(),
});
export const timelineView = z.object({
  step: z.enum(timelineSteps),
  status: z.enum(stepStatuses),
  /** With its failed variant, as people read it. */
  title: z.string(),
  detail: z.string(),
  at: instant.nullable(),
});
export type TimelineEntry = z.output<typeof timelineView>;
const paymentView = z.object({
  id: z.number().int(),
  part: z.enum(['DOMAINS', 'MAILBOXES']),
  amount_cents: z.number().int(),
  refunded_cents: z.number().int(),
  status: z.enum(['PENDING', 'PAID', 'FAILED', 'CANCELLED']),
  failure: z.string().nullable(),
  checkout_url: z.string().nullable(),
  paid_at: instant.nullable(),
});
export const orderRow = z.object({
  id: z.number().int(),
  kind: z.enum(orderKinds),
  status: z.enum(orderStatuses),
  /** The step that asks for something, in words: "Mailbox payment failed", "Awaiting payment". */
  label: z.string(),
  offer_id: z.number().int(),
  offer_name: z.string(),
  host: z.enum(mailboxHosts),
  client: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  domains: z.number().int(),
  mailboxes: z.number().int(),
  mailboxes_ready: z.number().int(),
  failed: z.number().int(),
  total_cents: z.number().int(),
  paid_cents: z.number().int(),
  refunded_cents: z.number().int(),
  /** Where to pay next; null when nothing is due. */
  pay_url: z.string().nullable(),
  is_sandbox: z.boolean(),
  created_by_name: z.string().nullable(),
  created_at: instant,
  completed_at: instant.nullable(),
});
export type OrderRow = z.output<typeof orderRow>;
export const orderView = orderRow.extend({
  forwarding_domain: z.string(),
  timeline: z.array(timelineView),
  payments: z.array(paymentView),
  domain_items: z.array(orderedDomainView),
  mailbox_items: z.array(orderedMailboxView),
  /** What the vendor said last when it could not be reached; the order tries again by itself. */
  trouble: z.string().nullable(),
  events: z.array(z.object({ at: instant, text: z.string() })),
});
export type OrderView = z.output<typeof orderView>;

export const foundDomain = z.object({
  name: z.string(),
  state: z.enum(['AVAILABLE', 'TAKEN', 'PREMIUM', 'UNKNOWN']),
  /** What the offer asks for a year; null where it is not sold here. */
  price_cents: z.number().int().nullable(),
  reason: z.string().nullable(),
});
export type FoundDomain = z.output<typeof foundDomain>;

export const purchasedMailboxView = orderedMailboxView.extend({
  order_id: z.number().int(),
  domain: z.string(),
  offer_id: z.number().int(),
  offer_name: z.string(),
  host: z.enum(mailboxHosts),
  client_name: z.string().nullable(),
  /** All records pass, some do not, or nothing was looked up yet. */
  dns: z.enum(['PASS', 'FAIL', 'WAITING']),
  dns_problem: z.string().nullable(),
  warmup: z.enum(['ACTIVE', 'INACTIVE']).nullable(),
  is_connected: z.boolean().nullable(),
  daily_limit: z.number().int().nullable(),
  renews_at: instant.nullable(),
  is_cancelled: z.boolean(),
});
export type PurchasedMailbox = z.output<typeof purchasedMailboxView>;
export const purchasedDomainView = orderedDomainView.extend({
  order_id: z.number().int(),
  offer_id: z.number().int(),
  offer_name: z.string(),
  host: z.enum(mailboxHosts),
  client_name: z.string().nullable(),
  mailboxes: z.number().int(),
  auto_renew: z.boolean(),
  /** The unpaid order that renews it. */
  renewal_order_id: z.number().int().nullable(),
  registered_at: instant.nullable(),
});
export type PurchasedDomain = z.output<typeof purchasedDomainView>;

const read = { who: 'person', may: 'purchase.read' } as const;
const write = { who: 'person', may: 'purchase.write' } as const;
const pays = { who: 'person', may: 'purchase.pay' } as const;
const orderId = z.object({ purchaseOrderId: idParam });
const domainId = z.object({ purchasedDomainId: idParam });
const mailboxId = z.object({ purchasedMailboxId: idParam });

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
      query: z
        .object({
          search: text(200).optional(),
          status: z.enum(['ready', 'setting-up', 'failed', 'cancelled']).optional(),
        })
        .extend(pageQuery(10).shape),
      response: pageOf(purchasedMailboxView),
    },
    listPurchasedDomains: {
      method: 'GET',
      path: '/api/smart-senders/domains',
      access: read,
      summary: 'Purchased domains with each DNS record as expected and as found',
      query: z
        .object({
          search: text(200).optional(),
          status: z.enum(['active', 'dns-fails', 'expires', 'setting-up', 'failed']).optional(),
        })
        .extend(pageQuery(10).shape),
      response: pageOf(purchasedDomainView),
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
