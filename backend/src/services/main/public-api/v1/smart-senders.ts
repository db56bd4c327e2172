import type { v1SmartSendersContract } from '@skein/contracts/v1/smart-senders.contract';
import type { OrderView, PurchasedDomain } from '@skein/contracts/smart-senders/purchase-views';
import { purchasesContract } from '@skein/contracts/smart-senders/purchases.contract';
import type { CallOutput } from '@skein/contracts/endpoint';
import type { z } from 'zod';
import { invalidField, notFound } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { serviceClient } from './service-client';

type Endpoints = (typeof v1SmartSendersContract)['endpoints'];
type Body<Name extends 'placeOrder' | 'autoGenerateMailboxes'> = z.output<Endpoints[Name]['body']>;

/** Purchases are asked with the caller's own credentials: what a key may not buy, it may not buy here. */
const purchases = (deps: MainDeps, raw: Request) => serviceClient(deps, raw, purchasesContract);
const dollars = (cents: number): number => cents / 100;

export async function listVendors(deps: MainDeps, raw: Request) {
  const { rows } = await purchases(deps, raw).offers({});
  return {
    ok: true as const,
    data: rows.map((offer) => ({
      id: offer.id,
      name: offer.name,
      mailbox_type: offer.host,
      mailbox_price: dollars(offer.mailbox_cents),
      domain_price: dollars(offer.domain_cents),
      min_mailboxes: offer.mailboxes_min,
      max_mailboxes: offer.mailboxes_max,
      min_domains: offer.domains_min,
      max_domains: offer.domains_max,
      is_available: offer.unavailable === null,
      unavailable_reason: offer.unavailable,
    })),
  };
}

export async function searchDomain(deps: MainDeps, raw: Request, query: { domain_name: string; vendor_id: number }) {
  const { rows } = await purchases(deps, raw).searchDomains({
    query: { name: query.domain_name, offer_id: query.vendor_id },
  });
  return {
    ok: true as const,
    data: rows.map((found) => ({
      domain_name: found.name,
      is_available: found.state === 'AVAILABLE',
      price: found.price_cents === null ? null : dollars(found.price_cents),
      reason: found.reason,
    })),
  };
}

/** Each domain is generated alone, because each may name its own people and number. */
export async function generateNames(deps: MainDeps, raw: Request, body: Body<'autoGenerateMailboxes'>) {
  const client = purchases(deps, raw);
  const data = [];
  for (const { name, count, people } of body.domains) {
    const { domains } = await client.generateMailboxes({
      body: {
        offer_id: body.vendor_id,
        domains: [name],
        senders: people,
        per_domain: count ?? (people.length || undefined),
        pattern: body.pattern,
      },
    });
    for (const domain of domains)
      data.push({
        domain_name: domain.name,
        mailbox_details: domain.mailboxes.map(({ local_part, first_name, last_name }) => ({
          mailbox: `${local_part}@${domain.name}`,
          first_name,
          last_name,
        })),
      });
  }
  return { ok: true as const, data };
}

/**
 * @param key the caller's Idempotency-Key: an order that was placed once is not placed again.
 * @throws SkeinError VALIDATION, CONFLICT, UPSTREAM
 */
export async function placeWireOrder(deps: MainDeps, raw: Request, body: Body<'placeOrder'>, key: string | undefined) {
  const client = purchases(deps, raw);
  const registrant = body.user_details ?? (await client.offers({})).registrant;
  if (!registrant) throw invalidField('user_details', 'is required with the first order');
  const order = await client.placeOrder({
    body: {
      // The key of the order has at least 8 characters; those of callers may be shorter.
      request_key: key === undefined ? undefined : `v1:order:${key}`.slice(0, 100),
      offer_id: body.vendor_id,
      client_id: body.client_id,
      forwarding_domain: body.forwarding_domain,
      registrant,
      domains: body.domains.map(({ name, mailboxes }) => ({
        name,
        mailboxes: mailboxes.map(({ picture_key, ...mailbox }) => ({ ...mailbox, picture_key: picture_key ?? null })),
      })),
    },
  });
  const order_id = String(order.id);
  return {
    ok: true as const,
    status: 'success' as const,
    order_id,
    data: { order_id, total: dollars(order.total_cents), payment_url: order.pay_url },
  };
}

/** @throws SkeinError NOT_FOUND */
export async function orderDetails(deps: MainDeps, raw: Request, orderId: number) {
  const order = await purchases(deps, raw).getOrder({ params: { purchaseOrderId: orderId } });
  return { ok: true as const, data: detailsOf(order) };
}

const detailsOf = (order: OrderView): CallOutput<Endpoints['orderDetails']>['data'] => ({
  order_id: String(order.id),
  status: order.status,
  status_text: order.label,
  vendor_id: order.offer_id,
  forwarding_domain: order.forwarding_domain,
  total: dollars(order.total_cents),
  paid: dollars(order.paid_cents),
  refunded: dollars(order.refunded_cents),
  payment_url: order.pay_url,
  created_at: order.created_at,
  completed_at: order.completed_at,
  steps: order.timeline.map(({ step, status, at }) => ({ name: step, status, at })),
  domains: order.domain_items.map((domain) => ({
    id: domain.id,
    domain_name: domain.name,
    status: domain.status,
    reason: domain.failure?.cause ?? null,
    expires_at: domain.expires_at,
    mailbox_details: order.mailbox_items
      .filter((mailbox) => mailbox.domain_id === domain.id)
      .map((mailbox) => ({
        mailbox: mailbox.email,
        first_name: mailbox.first_name,
        last_name: mailbox.last_name,
        profile_pic: mailbox.picture_url,
        status: mailbox.progress,
        reason: mailbox.failure?.cause ?? null,
        email_account_id: mailbox.mailbox_id,
      })),
  })),
});

/** This wire pages by offset, the service by cursor: what lies before the offset is read past. */
export async function listDomains(deps: MainDeps, raw: Request, { offset, limit }: { offset: number; limit: number }) {
  const client = purchases(deps, raw);
  const found: PurchasedDomain[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await client.listPurchasedDomains({ query: { limit: 100, cursor: cursor ?? undefined } });
    found.push(...page.rows);
    cursor = page.next_cursor;
  } while (cursor && found.length < offset + limit);
  return {
    ok: true as const,
    data: found.slice(offset, offset + limit).map((domain) => ({
      id: domain.id,
      domain_name: domain.name,
      vendor_id: domain.offer_id,
      order_id: String(domain.order_id),
      status: domain.status,
      mailbox_count: domain.mailboxes,
      forwarding_domain: domain.forwards_to,
      auto_renew: domain.auto_renew,
      purchased_at: domain.registered_at,
      expires_at: domain.expires_at,
    })),
    offset,
    limit,
  };
}

/**
 * The hosts that purchased mailboxes are made at let in by password alone, so there is no code to hand out; the
 * password itself stays sealed.
 * @throws SkeinError NOT_FOUND for an address that was not purchased
 */
export async function authSecret(deps: MainDeps, raw: Request, email: string) {
  const { rows } = await purchases(deps, raw).listPurchasedMailboxes({ query: { search: email, limit: 100 } });
  const mailbox = rows.find((row) => row.email === email);
  if (!mailbox) throw notFound('This purchased mailbox');
  return {
    ok: true as const,
    message: 'The host of this mailbox asks for no second factor.',
    data: { email_account: mailbox.email, email_account_id: mailbox.mailbox_id, two_factor: false, otp: null },
  };
}
