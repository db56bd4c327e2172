import { z } from 'zod';
import { defineContract } from '../endpoint';
import { listOf } from '../schemas';
import { mailboxHosts, mailboxPatterns } from '../smart-senders/offers';
import {
  domainName,
  domainStatuses,
  mailboxProgress,
  offerId,
  orderStatuses,
  personName,
  registrant,
  senderName,
  stepStatuses,
  timelineSteps,
} from '../smart-senders/purchase-views';
import { alias, isFields, normalise, okay, whole, withoutNulls, type Fields } from './wire';

const read = { who: 'person', may: 'purchase.read' } as const;
const pays = { who: 'person', may: 'purchase.pay' } as const;
const dollars = z.number();
const address = z.email('must be an email address').max(254).toLowerCase();

/** What this wire calls the registrant, field by field. */
function readUserDetails(given: Fields): Fields {
  const body = withoutNulls(given);
  const names = {
    first_name: 'firstName',
    last_name: 'lastName',
    address: 'addressLineOne',
    address_2: 'addressLineTwo',
    postal_code: 'postalCode',
  };
  for (const [ours, theirs] of Object.entries(names)) alias(body, ours, theirs);
  const code = String(body['phoneCc'] ?? '').replace(/\D/g, '');
  if (code !== '' && !String(body['phone'] ?? '').startsWith('+'))
    body['phone'] = `+${code} ${String(body['phone'] ?? '').replace(/\D/g, '')}`;
  return body;
}

/** A mailbox is named by its whole address, or by what stands before the @. */
const readDomain = normalise((given) => {
  alias(given, 'name', 'domain_name', 'domain');
  alias(given, 'mailboxes', 'mailbox_details');
  const mailboxes = given['mailboxes'] ?? [];
  return {
    ...given,
    mailboxes: Array.isArray(mailboxes)
      ? mailboxes.map((mailbox: unknown) => (isFields(mailbox) ? readMailbox({ ...mailbox }, given['name']) : mailbox))
      : mailboxes,
  };
});
function readMailbox(mailbox: Fields, domain: unknown): Fields {
  alias(mailbox, 'local_part', 'mailbox', 'email');
  const end = `@${String(domain).trim().toLowerCase()}`;
  const address = String(mailbox['local_part'] ?? '')
    .trim()
    .toLowerCase();
  return { ...withoutNulls(mailbox), local_part: address.endsWith(end) ? address.slice(0, -end.length) : address };
}
const ordered = z.preprocess(
  readDomain,
  z.object({
    name: domainName,
    mailboxes: listOf(
      z.object({
        local_part: senderName,
        first_name: personName,
        last_name: z.string().trim().max(80).default(''),
        picture_key: z.string().max(200).optional(),
      }),
      5,
    ),
  }),
);

/** Names alone, objects, or an object by name: each with a number of mailboxes where one is wanted. */
const readNames = normalise((given) => {
  alias(given, 'domains', 'domain');
  const { domains } = given;
  const named: Fields[] = isFields(domains)
    ? Object.entries(domains).map(([name, value]) => ({ ...(isFields(value) ? value : {}), name }))
    : (Array.isArray(domains) ? domains : domains === undefined ? [] : [domains]).map((each: unknown) =>
        isFields(each) ? alias({ ...each }, 'name', 'domain_name', 'domain') : { name: each },
      );
  return {
    ...withoutNulls(given),
    domains: named.map((each) =>
      Array.isArray(each['mailbox_details']) ? alias({ ...each }, 'people', 'mailbox_details') : each,
    ),
  };
});
const person = z.object({ first_name: personName, last_name: z.string().trim().max(80).default('') });

/** Purchased mailboxes on the wire (docs/public-api.md, Purchased mailboxes). Orders, prices and states are those of the screens. */
export const v1SmartSendersContract = defineContract({
  service: 'main',
  tag: 'API v1: smart senders',
  endpoints: {
    getVendors: {
      method: 'GET',
      path: '/api/v1/smart-senders/get-vendors',
      aliases: ['GET /api/v1/smart-senders/vendors'],
      access: read,
      answer: 'bare',
      summary: 'Offers of the vendors, with prices in US dollars and how much can be ordered',
      response: okay.extend({
        data: z.array(
          z.object({
            id: z.number().int(),
            name: z.string(),
            mailbox_type: z.enum(mailboxHosts),
            mailbox_price: dollars,
            domain_price: dollars,
            min_mailboxes: z.number().int(),
            max_mailboxes: z.number().int(),
            min_domains: z.number().int(),
            max_domains: z.number().int(),
            is_available: z.boolean(),
            unavailable_reason: z.string().nullable(),
          }),
        ),
      }),
    },
    searchDomain: {
      method: 'GET',
      path: '/api/v1/smart-senders/search-domain',
      access: read,
      answer: 'bare',
      summary: 'Whether a domain can be bought, with alternatives',
      query: z.preprocess(
        normalise((query) => alias(query, 'domain_name', 'domain')),
        z.object({
          domain_name: z.string().trim().toLowerCase().min(1, 'is required').max(253),
          vendor_id: offerId.default(1),
        }),
      ),
      response: okay.extend({
        data: z.array(
          z.object({
            domain_name: z.string(),
            is_available: z.boolean(),
            price: dollars.nullable(),
            reason: z.string().nullable(),
          }),
        ),
      }),
    },
    autoGenerateMailboxes: {
      method: 'POST',
      path: '/api/v1/smart-senders/auto-generate-mailboxes',
      access: read,
      answer: 'bare',
      summary: 'Addresses for people on each domain; nothing is ordered',
      body: z.preprocess(
        readNames,
        z.object({
          vendor_id: offerId,
          pattern: z.enum(mailboxPatterns).optional(),
          domains: listOf(
            z.object({ name: domainName, count: whole(0, 5).optional(), people: listOf(person, 5).default([]) }),
            20,
          ).min(1, 'needs at least one domain'),
        }),
      ),
      response: okay.extend({
        data: z.array(
          z.object({
            domain_name: z.string(),
            mailbox_details: z.array(z.object({ mailbox: z.string(), first_name: z.string(), last_name: z.string() })),
          }),
        ),
      }),
    },
    placeOrder: {
      method: 'POST',
      path: '/api/v1/smart-senders/place-order',
      access: pays,
      answer: 'bare',
      summary: 'Place an order; nothing is bought before it is paid at `payment_url`',
      body: z.object({
        vendor_id: offerId,
        client_id: z.number().int().positive().nullable().default(null),
        forwarding_domain: domainName,
        /** The registrant of the last order unless given. */
        user_details: z.preprocess(normalise(readUserDetails), registrant).optional(),
        domains: listOf(ordered, 20).min(1, 'needs at least one domain'),
      }),
      response: okay.extend({
        status: z.literal('success'),
        order_id: z.string(),
        data: z.object({ order_id: z.string(), total: dollars, payment_url: z.string().nullable() }),
      }),
    },
    orderDetails: {
      method: 'GET',
      path: '/api/v1/smart-senders/order-details',
      access: read,
      answer: 'bare',
      summary: 'How far an order is: its steps, and each of its domains and mailboxes',
      query: z.object({ order_id: whole(1, 2_147_483_647) }),
      response: okay.extend({
        data: z.object({
          order_id: z.string(),
          status: z.enum(orderStatuses),
          status_text: z.string(),
          vendor_id: z.number().int(),
          forwarding_domain: z.string(),
          total: dollars,
          paid: dollars,
          refunded: dollars,
          payment_url: z.string().nullable(),
          created_at: z.string(),
          completed_at: z.string().nullable(),
          steps: z.array(
            z.object({ name: z.enum(timelineSteps), status: z.enum(stepStatuses), at: z.string().nullable() }),
          ),
          domains: z.array(
            z.object({
              id: z.number().int(),
              domain_name: z.string(),
              status: z.enum(domainStatuses),
              reason: z.string().nullable(),
              expires_at: z.string().nullable(),
              mailbox_details: z.array(
                z.object({
                  mailbox: z.string(),
                  first_name: z.string(),
                  last_name: z.string(),
                  profile_pic: z.string().nullable(),
                  status: z.enum(mailboxProgress),
                  reason: z.string().nullable(),
                  email_account_id: z.number().int().nullable(),
                }),
              ),
            }),
          ),
        }),
      }),
    },
    getDomainList: {
      method: 'GET',
      path: '/api/v1/smart-senders/get-domain-list',
      aliases: ['GET /api/v1/smart-senders/domains'],
      access: read,
      answer: 'bare',
      summary: 'Purchased domains with their state',
      query: z.object({ offset: whole(0, 100_000).default(0), limit: whole(1, 500).default(100) }),
      response: okay.extend({
        data: z.array(
          z.object({
            id: z.number().int(),
            domain_name: z.string(),
            vendor_id: z.number().int(),
            order_id: z.string(),
            status: z.enum(domainStatuses),
            mailbox_count: z.number().int(),
            forwarding_domain: z.string(),
            auto_renew: z.boolean(),
            purchased_at: z.string().nullable(),
            expires_at: z.string().nullable(),
          }),
        ),
        offset: z.number().int(),
        limit: z.number().int(),
      }),
    },
    authSecret: {
      method: 'GET',
      path: '/api/v1/smart-senders/auth-secret',
      access: pays,
      answer: 'bare',
      summary: 'The one-time code of a purchased mailbox, where its host asks for a second factor',
      query: z.object({ email_account: address }),
      response: okay.extend({
        message: z.string(),
        data: z.object({
          email_account: z.string(),
          email_account_id: z.number().int().nullable(),
          two_factor: z.boolean(),
          otp: z.string().nullable(),
        }),
      }),
    },
  },
});
