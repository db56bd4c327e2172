import { creditPacks, type CreditOrder } from '@skein/contracts/main/verification.contract';
import { monthsAfter } from '#platform/clock/months-after';
import { decodeIdCursor, encodeCursor } from '#platform/db/cursor';
import type { SqlClient } from '#platform/db/database';
import { PaymentError, type CardPayments } from '#platform/payments/card-payments';
import { notFound, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { scopeOf, type Who } from '#access/access.api';
import {
  findBalance,
  findLedger,
  findRenewals,
  insertOrder,
  lockOrder,
  markCancelled,
  markPaid,
  postCredits,
  writeCheckout,
  type OrderRecord,
} from './credits.store';
import { ofTheHouse } from './verification-access';

type CreditDeps = Pick<MainDeps, 'db' | 'realClock' | 'live' | 'config' | 'payments'>;

export const readCredits = (deps: CreditDeps, who: Who) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    ofTheHouse(who);
    return {
      balance: await findBalance(who.workspaceId, sql),
      packs: creditPacks.map((pack) => ({ ...pack })),
      seller: deps.payments?.name ?? null,
      is_sandbox: deps.config.isSandbox,
      renewals: (await findRenewals(who.workspaceId, sql)).map(view),
    };
  });

export const readLedger = (deps: CreditDeps, who: Who, page: { cursor?: string; limit: number }) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    ofTheHouse(who);
    const found = await findLedger(who.workspaceId, sql, {
      ofUser: scopeOf(who).memberId,
      before: decodeIdCursor(page.cursor),
      limit: page.limit + 1,
    });
    const rows = found.slice(0, page.limit);
    const last = rows.at(-1);
    return {
      rows: rows.map((row) => ({
        id: row.id,
        kind: row.kind,
        credits: row.credits,
        balance_after: row.balance_after,
        verification:
          row.verification_id !== null && row.verification_name !== null
            ? { id: row.verification_id, name: row.verification_name }
            : null,
        order_id: row.order_id,
        created_by_name: row.created_by_name,
        created_at: row.created_at,
      })),
      next_cursor: found.length > page.limit && last ? encodeCursor([last.id]) : null,
      total: rows.length,
      total_is_capped: found.length > page.limit,
    };
  });

/** Orders a pack, with a checkout of its own where the card is typed. @throws SkeinError UNAVAILABLE where nobody sells, UPSTREAM */
export async function orderCredits(
  deps: CreditDeps,
  who: Who,
  input: { credits: number; billing: OrderRecord['billing'] },
): Promise<CreditOrder> {
  const { payments } = deps;
  const pack = creditPacks.find((one) => one.credits === input.credits);
  if (!payments || !pack)
    throw new SkeinError(
      'UNAVAILABLE',
      'Credits cannot be bought here yet: no card payment is set up on this installation.',
    );
  const amountCents = input.billing === 'MONTHLY' ? pack.monthly_cents : pack.one_time_cents;
  const order = await deps.db.tenantSql(who.workspaceId, (sql) =>
    insertOrder(who.workspaceId, sql, {
      credits: pack.credits,
      billing: input.billing,
      amountCents,
      provider: payments.name,
      userId: who.userId,
      at: new Date(deps.realClock.now()),
    }),
  );
  const back = `${deps.config.publicUrl}/app/leads/verification/checkout/${order.id}`;
  try {
    const checkout = await payments.createCheckout({
      key: `skein-order-${deps.config.publicUrl}-${order.id}`,
      workspaceId: who.workspaceId,
      orderId: order.id,
      title: `${pack.credits.toLocaleString('en-US')} verification credits`,
      amountCents,
      isMonthly: input.billing === 'MONTHLY',
      email: null,
      successUrl: `${back}?returned=paid`,
      cancelUrl: back,
    });
    return await deps.db.tenantSql(who.workspaceId, async (sql) => {
      await writeCheckout(who.workspaceId, sql, order.id, checkout);
      return view(await requireOrder(sql, who, order.id));
    });
  } catch (error) {
    await deps.db.tenantSql(who.workspaceId, (sql) =>
      markCancelled(who.workspaceId, sql, order.id, new Date(deps.realClock.now())),
    );
    throw error instanceof PaymentError ? new SkeinError('UPSTREAM', error.message) : error;
  }
}

async function requireOrder(sql: SqlClient, who: Pick<Who, 'workspaceId'>, orderId: number): Promise<OrderRecord> {
  const order = await lockOrder(who.workspaceId, sql, orderId);
  if (!order) throw notFound('This order');
  return order;
}

export const getOrder = (deps: CreditDeps, who: Who, orderId: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => view(await requireOrder(sql, who, orderId)));

/**
 * Credits the next period of an order under the name of what was paid, so that nothing counts twice. The first is told of whoever ordered.
 */
export async function creditPeriod(sql: SqlClient, order: OrderRecord, at: Date, key: string): Promise<void> {
  const period = order.periods + 1;
  const isRenewed = order.billing === 'MONTHLY' && (period === 1 || order.renews_at !== null);
  if (
    !(await postCredits(order.workspace_id, sql, {
      kind: 'PURCHASE',
      credits: order.credits,
      key,
      orderId: order.id,
      userId: period === 1 ? order.created_by : null,
      at,
    }))
  )
    return;
  await markPaid(order.workspace_id, sql, order.id, {
    at,
    periods: period,
    renewsAt: isRenewed ? monthsAfter(order.paid_at ?? at, period) : null,
  });
}

/**
 * Cancels an order that is not paid (its checkout may have expired meanwhile), or ends a monthly one; what was credited stays.
 * @throws SkeinError NOT_FOUND, ILLEGAL_TRANSITION
 */
export async function cancelOrder(deps: CreditDeps, who: Who, orderId: number): Promise<CreditOrder> {
  const known = await deps.db.tenantSql(who.workspaceId, (sql) => requireOrder(sql, who, orderId));
  // Before ours: an order that we call ended must not be charged again.
  if (deps.payments?.name === known.provider)
    await endThere(deps.payments, known).catch((error: unknown) => {
      throw error instanceof PaymentError ? new SkeinError('UPSTREAM', error.message) : error;
    });
  return deps.db.tenantSql(who.workspaceId, (sql) => cancelHere(deps, sql, who, orderId));
}

async function endThere(payments: CardPayments, order: OrderRecord): Promise<void> {
  if (order.status === 'PENDING' && order.checkout_id) await payments.expireCheckout(order.checkout_id);
  if (order.subscription_id && order.renews_at) await payments.endSubscription(order.subscription_id);
}

async function cancelHere(deps: CreditDeps, sql: SqlClient, who: Who, orderId: number): Promise<CreditOrder> {
  const order = await requireOrder(sql, who, orderId);
  if (order.status === 'CANCELLED' || (order.status === 'PAID' && order.renews_at === null))
    throw new SkeinError(
      'ILLEGAL_TRANSITION',
      order.status === 'PAID' ? 'This order is paid and does not renew.' : 'This order is cancelled already.',
    );
  await markCancelled(who.workspaceId, sql, orderId, new Date(deps.realClock.now()));
  await deps.live.publish(sql, who.workspaceId, ['job']);
  return view(await requireOrder(sql, who, orderId));
}

const view = (order: OrderRecord): CreditOrder => ({
  id: order.id,
  credits: order.credits,
  billing: order.billing,
  amount_cents: order.amount_cents,
  status: order.status === 'EXPIRED' ? 'CANCELLED' : order.status,
  is_expired: order.status === 'EXPIRED',
  provider: order.provider,
  checkout_url: order.status === 'PENDING' ? order.checkout_url : null,
  renews_at: order.renews_at?.toISOString() ?? null,
  created_at: order.created_at.toISOString(),
  paid_at: order.paid_at?.toISOString() ?? null,
  cancelled_at: order.cancelled_at?.toISOString() ?? null,
});
