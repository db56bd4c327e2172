import type { BillingView, CancelReason, ChangePreview } from '@skein/contracts/subscription/billing.contract';
import {
  churnBonus,
  firstInvoiceDiscountPercent,
  shortfalls,
  totalOf,
  type Choice,
} from '@skein/contracts/subscription/offers';
import type { RequestActor } from '#platform/http/request-actor';
import { SkeinError } from '#platform/http/skein-error';
import { PaymentError } from '#platform/payments/card-payments';
import type { Subscriptions } from '#platform/payments/subscriptions';
import type { SubscriptionDeps } from '../../deps';
import {
  countUsage,
  findBilling,
  lockBilling,
  noteBonus,
  writeCancellation,
  type BillingRecord,
} from './billing.store';
import { readBilling, usageOf } from './read-billing';
import { keyOf, orderOf } from './plan-order';
import { syncSubscription } from './sync-subscription';

const page = '/app/settings/subscription';

/** @throws SkeinError CONFLICT where nobody takes payments */
function requireProvider({ subscriptions }: SubscriptionDeps): Subscriptions {
  if (!subscriptions)
    throw new SkeinError('CONFLICT', 'No card payments are set up here. Ask the people who run this installation.');
  return subscriptions;
}

/** What the provider refuses, as an answer for people. */
async function paying<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PaymentError) throw new SkeinError('CONFLICT', error.message);
    throw error;
  }
}

const isRunning = (record: BillingRecord) =>
  record.subscription_id !== null && (record.status === 'active' || record.status === 'past_due');

const find = (deps: SubscriptionDeps, actor: RequestActor): Promise<BillingRecord> =>
  deps.db.tenantSql(actor.workspaceId, (sql) => findBilling(actor.workspaceId, sql));

/** A choice with what is paid for each: the clients and LinkedIn accounts that there are. */
const orderFor = async (deps: SubscriptionDeps, { workspaceId }: RequestActor, choice: Choice) =>
  orderOf(workspaceId, choice, await deps.db.tenantSql(workspaceId, (sql) => countUsage(workspaceId, sql)));

/** @throws SkeinError ILLEGAL_TRANSITION */
async function requireRunning(
  deps: SubscriptionDeps,
  actor: RequestActor,
): Promise<BillingRecord & { subscription_id: string }> {
  const record = await find(deps, actor);
  if (!isRunning(record))
    throw new SkeinError('ILLEGAL_TRANSITION', 'There is no subscription yet. Choose a plan first.');
  return record as BillingRecord & { subscription_id: string };
}

/**
 * A page on which a first plan is paid. The plan begins when the payment is told, not before.
 * @throws SkeinError ILLEGAL_TRANSITION when a plan runs already, CONFLICT in the provider's words
 */
export async function startCheckout(
  deps: SubscriptionDeps,
  actor: RequestActor,
  choice: Choice,
): Promise<{ checkout_url: string }> {
  const provider = requireProvider(deps);
  const record = await find(deps, actor);
  if (isRunning(record))
    throw new SkeinError(
      'ILLEGAL_TRANSITION',
      'A subscription runs already. Change it instead of paying a second one.',
    );
  const now = deps.realClock.now();
  const discount = firstInvoiceDiscountPercent(record.plan_type, record.trial_start_at?.getTime() ?? null, now);
  const order = await orderFor(deps, actor, choice);
  const url = await paying(() =>
    provider.createCheckout(order, {
      key: keyOf('checkout', order, discount, Math.floor(now / 3_600_000)),
      customerId: record.customer_id,
      email: actor.email,
      discountPercent: discount,
      successUrl: `${deps.publicUrl}${page}?paid=1`,
      cancelUrl: `${deps.publicUrl}${page}`,
    }),
  );
  return { checkout_url: url };
}

/** What a change costs, by the provider's own reckoning. @throws SkeinError */
export async function previewChange(
  deps: SubscriptionDeps,
  actor: RequestActor,
  choice: Choice,
  request: Request,
): Promise<ChangePreview> {
  const provider = requireProvider(deps);
  const record = await requireRunning(deps, actor);
  const order = await orderFor(deps, actor, choice);
  const priced = await paying(() => provider.previewChange(record.subscription_id, order, dayOf(deps)));
  return {
    lines: priced.lines,
    due_now_cents: priced.dueNowCents,
    next_cents: totalOf(order.lines),
    next_at: priced.nextAt.toISOString(),
    shortfalls: shortfalls(choice, usageOf(await readBilling(deps, actor, request))),
  };
}

/** Prorated from the full hour on, so that the price that was shown is the price that is charged. */
const dayOf = ({ realClock }: SubscriptionDeps): Date => new Date(Math.floor(realClock.now() / 3_600_000) * 3_600_000);

/**
 * Pays the difference and changes the plan.
 * @throws SkeinError CONFLICT when the price is another than the one shown, or the card is declined
 */
export async function changePlan(
  deps: SubscriptionDeps,
  actor: RequestActor,
  given: Choice & { due_now_cents: number },
  request: Request,
): Promise<BillingView> {
  const provider = requireProvider(deps);
  const { due_now_cents: shown, ...choice } = given;
  const record = await requireRunning(deps, actor);
  const order = await orderFor(deps, actor, choice);
  const at = dayOf(deps);
  await paying(async () => {
    const priced = await provider.previewChange(record.subscription_id, order, at);
    if (priced.dueNowCents !== shown)
      throw new SkeinError(
        'CONFLICT',
        'The price has changed since it was shown. Look at it again; nothing was charged.',
      );
    const key = keyOf('change', record.subscription_id, order, record.period_end, at);
    await provider.change(record.subscription_id, order, { key, at });
    await syncSubscription(deps, provider, record.subscription_id);
  });
  return readBilling(deps, actor, request);
}

/** Ends the subscription when what was paid is used. @throws SkeinError */
export async function cancelSubscription(
  deps: SubscriptionDeps,
  actor: RequestActor,
  given: { reason: CancelReason; comment: string },
  request: Request,
): Promise<BillingView> {
  const provider = requireProvider(deps);
  const record = await requireRunning(deps, actor);
  await paying(async () => {
    await provider.setCancelAtPeriodEnd(record.subscription_id, true);
    await syncSubscription(deps, provider, record.subscription_id);
  });
  await deps.db.tenantSql(actor.workspaceId, (sql) => writeCancellation(actor.workspaceId, sql, given));
  return readBilling(deps, actor, request);
}

/** Takes a cancellation back. @throws SkeinError */
export async function resumeSubscription(
  deps: SubscriptionDeps,
  actor: RequestActor,
  request: Request,
): Promise<BillingView> {
  const provider = requireProvider(deps);
  const record = await requireRunning(deps, actor);
  await paying(async () => {
    await provider.setCancelAtPeriodEnd(record.subscription_id, false);
    await syncSubscription(deps, provider, record.subscription_id);
  });
  return readBilling(deps, actor, request);
}

/** Percent off the next invoices for staying: once for each workspace. @throws SkeinError CONFLICT when it was taken */
export async function takeChurnBonus(
  deps: SubscriptionDeps,
  actor: RequestActor,
  request: Request,
): Promise<BillingView> {
  const provider = requireProvider(deps);
  const record = await requireRunning(deps, actor);
  await paying(() =>
    deps.db.tenantSql(actor.workspaceId, async (sql) => {
      const held = await lockBilling(actor.workspaceId, sql);
      if (held.bonus_taken_at)
        throw new SkeinError('CONFLICT', 'This offer was used before: it applies once for each workspace.');
      await provider.discount(record.subscription_id, { key: keyOf('bonus', actor.workspaceId), ...churnBonus });
      if (held.cancel_at_period_end) await provider.setCancelAtPeriodEnd(record.subscription_id, false);
      await noteBonus(actor.workspaceId, sql, new Date(deps.realClock.now()));
    }),
  );
  await paying(() => syncSubscription(deps, provider, record.subscription_id));
  return readBilling(deps, actor, request);
}

/** A page of the provider for card, address and tax number. @throws SkeinError */
export async function openPortal(deps: SubscriptionDeps, actor: RequestActor): Promise<{ url: string }> {
  const provider = requireProvider(deps);
  const { customer_id: customer } = await find(deps, actor);
  if (!customer) throw new SkeinError('ILLEGAL_TRANSITION', 'There is no payment method yet. Choose a plan first.');
  return { url: await paying(() => provider.openPortal(customer, `${deps.publicUrl}${page}`)) };
}

/** Takes an event of the provider; its signature is the credential. @throws SkeinError NOT_FOUND, BAD_REQUEST */
export async function receiveEvent(deps: SubscriptionDeps, body: string, signature: string): Promise<{ done: true }> {
  const { subscriptions } = deps;
  if (!subscriptions) throw new SkeinError('NOT_FOUND', 'No card payments are set up on this installation.');
  let event: ReturnType<Subscriptions['readEvent']>;
  try {
    event = subscriptions.readEvent(body, signature, deps.realClock.now());
  } catch (error) {
    throw error instanceof PaymentError ? new SkeinError('BAD_REQUEST', error.message) : error;
  }
  // An answer that is no success lets the provider deliver it again.
  if (event) await syncSubscription(deps, subscriptions, event.subscriptionId, event.eventId);
  return { done: true };
}
