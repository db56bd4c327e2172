import { findOffer } from '@skein/contracts/smart-senders/offers';
import type { PurchasedDomain, PurchasedMailbox } from '@skein/contracts/smart-senders/purchase-views';
import { decodeIdCursor, encodeCursor } from '#platform/db/cursor';
import type { RequestActor } from '#platform/http/request-actor';
import { notFound, SkeinError } from '#platform/http/skein-error';
import { PaymentError } from '#platform/payments/card-payments';
import { hostOf, publish, recordOf, registrarOf } from './advance-domain';
import { checkRecords, firstProblem, passes } from './check-records';
import { getOrder } from './orders';
import { readOrder } from './open-checkouts';
import { offerNameOf, paymentOf } from './order-state';
import { domainItemOf, mailboxItemOf } from './order-views';
import { changeDomain, changeMailbox, addEvent } from './orders.store';
import { orderRenewal } from './place-order';
import * as store from './purchased.store';
import { topic, type PurchaseDeps } from './purchases.deps';
import type { WholeOrder } from './records';
import { VendorError } from './vendors/vendors';

type Who = Pick<RequestActor, 'workspaceId' | 'userId'>;
type Page = { search?: string; status?: string; cursor?: string; limit: number };
const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

const pageOf = <Row extends { id: number }, View>(found: Row[], limit: number, view: (row: Row) => View) => {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return {
    rows: rows.map(view),
    next_cursor: found.length > limit && last ? encodeCursor([last.id]) : null,
    total: rows.length,
    total_is_capped: found.length > limit,
  };
};

export const listMailboxes = (deps: PurchaseDeps, who: Who, page: Page) =>
  deps.db.tenantSql(who.workspaceId, async (sql) =>
    pageOf(
      await store.findPurchasedMailboxes(who.workspaceId, sql, {
        ...page,
        before: decodeIdCursor(page.cursor),
        limit: page.limit + 1,
      }),
      page.limit,
      (row) => mailboxView(deps, row),
    ),
  );

function mailboxView(deps: PurchaseDeps, row: store.PurchasedMailboxRecord): PurchasedMailbox {
  const paid = { payments: [{ part: 'MAILBOXES', status: 'PAID' }] } as unknown as Pick<WholeOrder, 'payments'>;
  return {
    ...mailboxItemOf(deps, paid, row),
    order_id: row.order_id,
    domain: row.domain,
    offer_id: row.offer_id,
    offer_name: offerNameOf(row.offer_id),
    host: findOffer(row.offer_id)?.host ?? 'SMTP',
    client_name: row.client_name,
    dns: row.dns_checked_at === null ? 'WAITING' : passes(row.dns_records) ? 'PASS' : 'FAIL',
    dns_problem: firstProblem(row.dns_records),
    warmup: row.is_connected === null ? null : row.warmup === 'true' ? 'ACTIVE' : 'INACTIVE',
    is_connected: row.is_connected,
    daily_limit: row.message_per_day,
    renews_at: iso(row.renews_at),
    is_cancelled: row.is_cancelled,
  };
}

export const listDomains = (deps: PurchaseDeps, who: Who, page: Page) =>
  deps.db.tenantSql(who.workspaceId, async (sql) =>
    pageOf(
      await store.findPurchasedDomains(who.workspaceId, sql, {
        ...page,
        before: decodeIdCursor(page.cursor),
        limit: page.limit + 1,
      }),
      page.limit,
      domainView,
    ),
  );

const domainView = (row: store.PurchasedDomainRecord): PurchasedDomain => ({
  ...domainItemOf(row),
  order_id: row.order_id,
  offer_id: row.offer_id,
  offer_name: offerNameOf(row.offer_id),
  host: findOffer(row.offer_id)?.host ?? 'SMTP',
  client_name: row.client_name,
  mailboxes: row.mailboxes,
  auto_renew: row.auto_renew,
  renewal_order_id: row.renewal_order_id,
  registered_at: iso(row.registered_at),
});

export const readSummary = (deps: PurchaseDeps, who: Who) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const found = await store.findSummary(who.workspaceId, sql, new Date(deps.realClock.now()));
    const { mailbox_renewals: mailboxes, mailbox_cents, domain_renewals: domains, domain_cents, ...rest } = found;
    return {
      ...rest,
      renewals: mailboxes + domains,
      renewals_cents: mailbox_cents + domain_cents,
      is_sandbox: deps.isSandbox,
    };
  });

/** @throws SkeinError NOT_FOUND */
async function requireDomain(deps: PurchaseDeps, who: Who, id: number): Promise<store.PurchasedDomainRecord> {
  const [row] = await deps.db.tenantSql(who.workspaceId, (sql) =>
    store.findPurchasedDomains(who.workspaceId, sql, { id, before: null, limit: 1 }),
  );
  if (!row) throw notFound('This domain');
  return row;
}
const viewDomain = async (deps: PurchaseDeps, who: Who, id: number) => domainView(await requireDomain(deps, who, id));

/** Looks up a domain's records, and writes what was found. */
export async function checkDomain(deps: PurchaseDeps, who: Who, id: number): Promise<PurchasedDomain> {
  const domain = await requireDomain(deps, who, id);
  const records = await checkRecords(domain.name, domain.records.map(recordOf), deps.dns);
  await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const at = new Date(deps.realClock.now());
    const isPassing = passes(records);
    await changeDomain(who.workspaceId, sql, id, { records, dns_passes: isPassing, dns_checked_at: at });
    if (domain.dns_passes === true && !isPassing)
      await addEvent(who.workspaceId, sql, {
        orderId: domain.order_id,
        at,
        text: `The DNS of ${domain.name} fails: ${firstProblem(records) ?? 'it could not be read'}.`,
      });
    await deps.live.publish(sql, who.workspaceId, [topic]);
  });
  return viewDomain(deps, who, id);
}

/** Publishes what the domain needs again. @throws SkeinError UPSTREAM */
export async function publishDomain(deps: PurchaseDeps, who: Who, id: number): Promise<PurchasedDomain> {
  const domain = await requireDomain(deps, who, id);
  const whole = (await readOrder(deps, who.workspaceId, domain.order_id)) as WholeOrder;
  await upstream(() => publish(deps, registrarOf(deps), hostOf(deps, whole), domain));
  return checkDomain(deps, who, id);
}

async function upstream<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof VendorError || error instanceof PaymentError
      ? new SkeinError('UPSTREAM', error.message)
      : error;
  }
}

/** @throws SkeinError UPSTREAM, VALIDATION */
export async function changePurchasedDomain(
  deps: PurchaseDeps,
  who: Who,
  id: number,
  change: { auto_renew?: boolean; forwards_to?: string },
): Promise<PurchasedDomain> {
  const domain = await requireDomain(deps, who, id);
  if (change.forwards_to === domain.name)
    throw new SkeinError('VALIDATION', 'A domain cannot forward to itself.', [
      { field: 'forwards_to', message: 'is the domain itself' },
    ]);
  if (change.forwards_to) await upstream(() => registrarOf(deps).forward(domain.name, change.forwards_to as string));
  await deps.db.tenantSql(who.workspaceId, async (sql) => {
    await changeDomain(who.workspaceId, sql, id, { auto_renew: domain.auto_renew, ...change });
    await deps.live.publish(sql, who.workspaceId, [topic]);
  });
  return viewDomain(deps, who, id);
}

/** @throws SkeinError NOT_FOUND, ILLEGAL_TRANSITION */
export async function renewDomain(deps: PurchaseDeps, who: Who, id: number) {
  const domain = await requireDomain(deps, who, id);
  const whole = (await readOrder(deps, who.workspaceId, domain.order_id)) as WholeOrder;
  return getOrder(deps, who, await orderRenewal(deps, who, id, { open: domain.renewal_order_id, whole }));
}

/**
 * Lets a mailbox end with the month that is paid, or renew after all. When the last one of an order ends, its monthly payment ends at once.
 * @throws SkeinError NOT_FOUND, ILLEGAL_TRANSITION, UPSTREAM
 */
export async function cancelMailbox(deps: PurchaseDeps, who: Who, id: number, isCancelled: boolean) {
  const orderId = await deps.db.tenantSql(who.workspaceId, (sql) =>
    store.findOrderOfItem(who.workspaceId, sql, 'purchased_mailbox', id),
  );
  const whole = orderId === null ? null : await readOrder(deps, who.workspaceId, orderId);
  const mailbox = whole?.mailboxes.find((each) => each.id === id);
  if (!whole || !mailbox) throw notFound('This mailbox');
  if (mailbox.renews_at === null || ['REFUNDED', 'CANCELLED', 'EXPIRED'].includes(mailbox.status))
    throw new SkeinError('ILLEGAL_TRANSITION', 'This mailbox is not renewed.');
  const payment = paymentOf(whole, 'MAILBOXES');
  if (!isCancelled && payment?.subscription_id === null)
    throw new SkeinError('ILLEGAL_TRANSITION', 'The monthly payment of this order has ended. Buy the mailbox again.');
  const renewing = whole.mailboxes.filter(
    (each) =>
      each.renews_at !== null &&
      !['REFUNDED', 'CANCELLED', 'EXPIRED'].includes(each.status) &&
      (each.id === id ? !isCancelled : !each.is_cancelled),
  );
  if (payment?.subscription_id)
    await upstream(async () => {
      const { subscription_id: subscription } = payment as { subscription_id: string };
      if (renewing.length === 0) await deps.payments?.endSubscription(subscription);
      else
        await deps.payments?.changeSubscription(
          subscription,
          renewing.reduce((sum, each) => sum + each.price_cents, 0),
        );
    });
  await deps.db.tenantSql(who.workspaceId, async (sql) => {
    await changeMailbox(who.workspaceId, sql, id, { is_cancelled: isCancelled });
    await addEvent(who.workspaceId, sql, {
      orderId: mailbox.order_id,
      at: new Date(deps.realClock.now()),
      text: isCancelled
        ? `${mailbox.local_part}@${mailbox.domain} was cancelled. It ends with the month that is paid.`
        : `${mailbox.local_part}@${mailbox.domain} is renewed after all.`,
    });
    await deps.live.publish(sql, who.workspaceId, [topic]);
  });
  return { done: true as const };
}
