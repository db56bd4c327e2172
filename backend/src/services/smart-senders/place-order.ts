import { findOffer, offers, type Offer } from '@skein/contracts/smart-senders/offers';
import type { OrderBody } from '@skein/contracts/smart-senders/purchase-views';
import type { SqlClient } from '#platform/db/database';
import type { RequestActor } from '#platform/http/request-actor';
import { invalidField, SkeinError } from '#platform/http/skein-error';
import { counted } from '#platform/log/counted';
import { PaymentError } from '#platform/payments/card-payments';
import { enqueueOrder } from './advance-order';
import { openCheckouts, readOrder } from './open-checkouts';
import * as domains from './ordered-domains.store';
import * as store from './orders.store';
import { insertPayment } from './payments.store';
import { topic, type PurchaseDeps } from './purchases.deps';
import type { WholeOrder } from './records';
import { VendorError } from './vendors/vendors';

type Who = Pick<RequestActor, 'workspaceId' | 'userId'>;

/** Why an offer cannot be bought on this installation; null when it can. */
export function unavailableBecause(deps: PurchaseDeps, offer: Offer): string | null {
  if (!deps.payments) return 'No card payment is set up on this installation.';
  if (!deps.registrar) return 'No registrar is set up on this installation.';
  return deps.mailHosts[offer.host] ? null : 'No host of this kind is set up on this installation.';
}

/**
 * Places an order. Nothing is bought before it is paid. The same key answers with the order that was placed first, however far it is.
 * @throws SkeinError VALIDATION, UNAVAILABLE, CONFLICT for a domain that cannot be had any more, UPSTREAM when a vendor does not answer
 */
export async function placeOrder(deps: PurchaseDeps, who: Who, body: OrderBody, key: string | null): Promise<number> {
  const offer = findOffer(body.offer_id) as Offer;
  const known = key === null ? null : await findByKey(deps, who, key);
  if (known !== null) return resume(deps, who, known);
  const closed = unavailableBecause(deps, offer);
  if (closed) throw new SkeinError('UNAVAILABLE', closed);
  checkShape(who.workspaceId, offer, body);
  await requireAvailable(
    deps,
    offer,
    body.domains.map((domain) => domain.name),
  );
  const placed = await deps.db.tenantSql(who.workspaceId, (sql) => write(deps, sql, who, { offer, body, key }));
  // Somebody with the same key was faster.
  const orderId = placed ?? (await findByKey(deps, who, key as string));
  return resume(deps, who, orderId as number);
}

const findByKey = (deps: PurchaseDeps, who: Who, key: string): Promise<number | null> =>
  deps.db.tenantSql(who.workspaceId, (sql) => store.findOrderByKey(who.workspaceId, sql, key));

/** The checkouts of an order that was written. Where the payment service does not answer, the job opens them later. */
async function resume(deps: PurchaseDeps, who: Who, orderId: number): Promise<number> {
  const whole = (await readOrder(deps, who.workspaceId, orderId)) as WholeOrder;
  await openCheckouts(deps, whole).catch((error: unknown) => {
    if (!(error instanceof PaymentError)) throw error;
    deps.log.info({ orderId, problem: error.message }, 'checkouts of an order are opened later');
  });
  return orderId;
}

/** Numbers, names and addresses that the contract cannot check field by field. @throws SkeinError VALIDATION */
function checkShape(workspaceId: number, offer: Offer, body: OrderBody): void {
  const [fewest, most] = offer.domains;
  if (body.domains.length < fewest || body.domains.length > most)
    throw invalidField('domains', `must be ${fewest} to ${most} with this offer`);
  const names = body.domains.map((domain) => domain.name);
  if (new Set(names).size < names.length) throw invalidField('domains', 'can include each domain only once');
  body.domains.forEach((domain, index) => {
    const [least, greatest] = offer.mailboxes;
    if (domain.mailboxes.length < least || domain.mailboxes.length > greatest)
      throw invalidField(
        `domains.${index}.mailboxes`,
        `must be ${least} to ${greatest} on each domain with this offer`,
      );
    const parts = domain.mailboxes.map((mailbox) => mailbox.local_part);
    if (new Set(parts).size < parts.length)
      throw invalidField(`domains.${index}.mailboxes`, 'can include each address only once');
  });
  const pictures = body.domains.flatMap((domain) => domain.mailboxes.flatMap((mailbox) => mailbox.picture_key ?? []));
  if (pictures.some((key) => !key.startsWith(`images/assets/${workspaceId}-`)))
    throw invalidField('picture_key', 'must be the key of a picture that this workspace uploaded');
  if (names.includes(body.forwarding_domain))
    throw invalidField('forwarding_domain', 'can’t be one of the domains you are buying');
}

/** @throws SkeinError CONFLICT, UPSTREAM */
async function requireAvailable(deps: PurchaseDeps, offer: Offer, names: string[]): Promise<void> {
  const held = await deps.db.systemSql((sql) => domains.findHeldDomains(sql, names));
  const answers = await deps.registrar?.check(names).catch((error: unknown) => {
    throw error instanceof VendorError ? new SkeinError('UPSTREAM', `${error.message} Nothing was ordered.`) : error;
  });
  for (const [index, name] of names.entries()) {
    const answer = answers?.find((each) => each.name === name);
    const isSold = answer?.state === 'AVAILABLE' && (answer.costCents ?? 0) <= offer.domain_cents;
    if (held.includes(name) || !isSold)
      throw new SkeinError('CONFLICT', `${name} cannot be bought any more. Choose another domain.`, [
        { field: `domains.${index}.name`, message: 'is not available' },
      ]);
  }
}

/** Of two orders of one domain, the second would have to be paid back. @throws SkeinError CONFLICT with the order that names it already */
async function requireNotOrdered(sql: SqlClient, workspaceId: number, names: string[]): Promise<void> {
  const [open] = await domains.findOpenOrders(workspaceId, sql, names);
  if (!open) return;
  throw new SkeinError(
    'CONFLICT',
    `${open.name} is part of order ${open.order_id}, which awaits payment. Pay or cancel that order first.`,
    [{ field: `domains.${names.indexOf(open.name)}.name`, message: `is part of order ${open.order_id}` }],
  );
}

/** What is ordered; the key tells a repeated request. */
interface OrderToWrite {
  offer: Offer;
  body: OrderBody;
  key: string | null;
}

async function write(
  deps: PurchaseDeps,
  sql: SqlClient,
  who: Who,
  { offer, body, key }: OrderToWrite,
): Promise<number | null> {
  const { workspaceId, userId } = who;
  if (body.client_id !== null && !(await store.hasClient(workspaceId, sql, body.client_id)))
    throw invalidField('client_id', 'isn’t a client of this workspace');
  const at = new Date(deps.realClock.now());
  const names = body.domains.map(({ name }) => name);
  await domains.lockDomains(sql, names);
  const orderId = await store.insertOrder(workspaceId, sql, { ...body, kind: 'PURCHASE', key, userId, at });
  if (orderId === null) return null;
  await requireNotOrdered(sql, workspaceId, names);
  let mailboxes = 0;
  for (const domain of body.domains) {
    const domainId = await store.insertDomain(workspaceId, sql, {
      orderId,
      name: domain.name,
      priceCents: offer.domain_cents,
      forwardsTo: body.forwarding_domain,
    });
    for (const mailbox of domain.mailboxes)
      await store.insertMailbox(workspaceId, sql, {
        orderId,
        domainId,
        localPart: mailbox.local_part,
        firstName: mailbox.first_name,
        lastName: mailbox.last_name,
        pictureKey: mailbox.picture_key,
        priceCents: offer.mailbox_cents,
      });
    mailboxes += domain.mailboxes.length;
  }
  const provider = deps.payments?.name ?? '';
  const amounts = [
    { part: 'DOMAINS' as const, amountCents: body.domains.length * offer.domain_cents },
    { part: 'MAILBOXES' as const, amountCents: mailboxes * offer.mailbox_cents },
  ];
  for (const { part, amountCents } of amounts)
    if (amountCents > 0)
      await insertPayment(workspaceId, sql, { orderId, part, attempt: 1, amountCents, provider, at });
  await store.addEvent(workspaceId, sql, {
    orderId,
    at,
    text: `The order was placed: ${counted(body.domains.length, 'domain')} and ${counted(mailboxes, 'mailbox', 'mailboxes')}.`,
  });
  await enqueueOrder(deps, sql, { workspaceId, orderId, round: 0 });
  await deps.live.publish(sql, workspaceId, [topic]);
  return orderId;
}

/** An order that renews a domain once it is paid; the open one where there is one. */
export async function orderRenewal(
  deps: PurchaseDeps,
  who: { workspaceId: number; userId: number | null },
  domainId: number,
  wanted: { open: number | null; whole: WholeOrder },
): Promise<number> {
  if (wanted.open !== null) return wanted.open;
  const domain = wanted.whole.domains.find((each) => each.id === domainId);
  if (!domain?.expires_at || !deps.payments)
    throw new SkeinError('ILLEGAL_TRANSITION', 'This domain cannot be renewed now.');
  const { payments } = deps;
  const { expires_at: expiresBefore } = domain;
  const { workspaceId } = who;
  const offer = offers.find((each) => each.id === wanted.whole.order.offer_id) as Offer;
  const orderId = await deps.db.tenantSql(workspaceId, async (sql) => {
    const at = new Date(deps.realClock.now());
    const id = await store.insertOrder(workspaceId, sql, {
      kind: 'RENEWAL',
      // One for each term: two requests at once make one order.
      key: `renewal:${domainId}:${expiresBefore.toISOString()}`,
      offer_id: offer.id,
      client_id: wanted.whole.order.client_id,
      forwarding_domain: domain.forwards_to,
      registrant: wanted.whole.order.registrant,
      userId: who.userId,
      at,
    });
    if (id === null)
      return store.findOrderByKey(workspaceId, sql, `renewal:${domainId}:${expiresBefore.toISOString()}`);
    await store.insertRenewal(workspaceId, sql, { orderId: id, domainId, expiresBefore });
    await insertPayment(workspaceId, sql, {
      orderId: id,
      part: 'DOMAINS',
      attempt: 1,
      amountCents: offer.domain_cents,
      provider: payments.name,
      at,
    });
    await store.addEvent(workspaceId, sql, { orderId: id, at, text: `The renewal of ${domain.name} was ordered.` });
    await enqueueOrder(deps, sql, { workspaceId, orderId: id, round: 0 });
    await deps.live.publish(sql, workspaceId, [topic]);
    return id;
  });
  return resume(deps, { workspaceId, userId: who.userId ?? 0 }, orderId as number);
}
