import { z } from 'zod';
import { instant, listOf } from '../schemas';
import { isRestrictedSenderName, mailboxHosts, offers } from './offers';

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
  .transform((name) => name.replace(/^https?:\/\//, '').replace(/^www\./, ''))
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
  .regex(/^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/, 'can contain only letters, digits, dots, hyphens and underscores')
  .refine((name) => !name.includes('..'), 'can’t contain two dots in a row')
  .refine((name) => !isRestrictedSenderName(name), 'is a restricted sender name');
export const personName = z
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
  picture_key: z
    .string()
    .max(200)
    .regex(/^images\/assets\/[\w.-]{1,150}$/, 'must be the key of an uploaded picture')
    .nullable()
    .default(null),
});
export const orderBody = z.object({
  /** As the header Idempotency-Key, for those who cannot send it: the same key answers with the same order. */
  request_key: z.string().trim().min(8).max(100).optional(),
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
