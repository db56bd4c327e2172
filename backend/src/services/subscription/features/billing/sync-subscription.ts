import type { WorkspaceId } from '@skein/contracts/ids';
import { referral } from '@skein/contracts/constants';
import { sends } from '@skein/contracts/plan-limits';
import { dunningDays, offerIds, offerOf, packs, type OfferId } from '@skein/contracts/subscription/offers';
import type { SqlClient } from '#platform/db/database';
import type { ProviderSubscription, Subscriptions } from '#platform/payments/subscriptions';
import type { SubscriptionDeps } from '../../deps';
import {
  lockBilling,
  rewardReferral,
  takeEvent,
  writeBilling,
  writeInvoices,
  writeWorkspacePlan,
} from './billing.store';

type SyncDeps = Pick<SubscriptionDeps, 'db' | 'realClock' | 'live' | 'log' | 'subscriptions'>;

const day = 86_400_000;

/** Until when everything works although a payment was declined. */
export const worksUntil = (failedAt: Date): Date => new Date(failedAt.getTime() + dunningDays * day);

/**
 * Reads a subscription from whoever takes the payments, and makes the workspace's plan what it says. The order of
 * events does not matter, and neither does how often one comes: what counts is what the provider says now, read while
 * the workspace's billing is held.
 * @param eventId an event that caused it; one that was taken before changes nothing
 * @throws PaymentError
 */
export async function syncSubscription(
  deps: SyncDeps,
  subscriptions: Subscriptions,
  subscriptionId: string,
  eventId: string | null = null,
): Promise<void> {
  // Whose it is stands in the subscription; its state is read again under the lock.
  const named = await subscriptions.readSubscription(subscriptionId);
  if (!named) return;
  if (!Number.isSafeInteger(named.workspaceId) || named.workspaceId <= 0 || !offerIdOf(named)) {
    deps.log.error({ subscriptionId }, 'a subscription names no plan of ours');
    return;
  }
  const at = new Date(deps.realClock.now());
  const invoices = await subscriptions.listInvoices(named.customerId);
  await deps.db.tenantSql(named.workspaceId, async (sql) => {
    const before = await lockBilling(named.workspaceId, sql);
    if (eventId !== null && !(await takeEvent(named.workspaceId, sql, eventId, at))) return;
    const now = (await subscriptions.readSubscription(subscriptionId)) ?? named;
    // One that ended long ago says nothing about the one that took its place.
    if (before.subscription_id && before.subscription_id !== now.id && now.status === 'canceled') return;
    await apply(sql, now, before.failed_at, at);
    await writeInvoices(named.workspaceId, sql, invoices);
    await deps.live.publish(sql, named.workspaceId, ['plan']);
  });
  // After the plan is written: a crash in between is made good by the nightly reading, and a second time changes
  // nothing. Maintenance alone earns nothing yet.
  if (
    named.status === 'active' &&
    sends(offerIdOf(named) as OfferId) &&
    invoices.some((invoice) => invoice.status === 'paid' && invoice.cents > 0)
  )
    await reward(deps, named.workspaceId, at);
  deps.log.info({ workspaceId: named.workspaceId, subscriptionId, status: named.status }, 'a subscription was read');
}

/** Credits for the workspace that referred one which has paid now. */
async function reward(deps: SyncDeps, workspaceId: WorkspaceId, at: Date): Promise<void> {
  const referrer = await deps.db.systemSql(async (sql) => {
    const rewarded = await rewardReferral(workspaceId, sql, referral.credits, at);
    if (rewarded !== null) await deps.live.publish(sql, rewarded, ['verification', 'plan']);
    return rewarded;
  });
  if (referrer !== null) deps.log.info({ workspaceId, referrer }, 'a referral was rewarded');
}

async function apply(sql: SqlClient, now: ProviderSubscription, failedBefore: Date | null, at: Date): Promise<void> {
  const offer = offerOf(offerIdOf(now) as OfferId);
  const pack = (kind: keyof typeof packs) => {
    const count = Number(now.choice[kind] ?? 0);
    return packs[kind].some((each) => each.count === count) ? count : 0;
  };
  const [sequences, senders] = [pack('sequences'), pack('senders')];
  const failedAt = now.status === 'past_due' ? (failedBefore ?? at) : null;
  await writeBilling(now.workspaceId, sql, {
    customerId: now.customerId,
    subscriptionId: now.id,
    offer: offer.id,
    interval: now.choice['interval'] === 'year' ? 'year' : 'month',
    sequencePack: sequences,
    senderPack: senders,
    status: now.status,
    periodStart: now.periodStart,
    periodEnd: now.periodEnd,
    cancelAtPeriodEnd: now.cancelAtPeriodEnd,
    card: now.card,
    failedAt,
    at,
  });
  const isOver = now.status === 'canceled';
  const limit = (of: number | null, more: number) => (of === null || isOver ? null : of + more);
  await writeWorkspacePlan(now.workspaceId, sql, {
    planType: offer.planType,
    isSubscribed: !isOver,
    endsAt: isOver ? (now.endedAt ?? at) : failedAt ? worksUntil(failedAt) : now.periodEnd,
    senders: limit(offer.senders, senders),
    sequences: limit(offer.sequences, sequences),
    monitors: limit(offer.monitors, 0),
  });
}

const offerIdOf = ({ choice }: ProviderSubscription): OfferId | undefined =>
  offerIds.find((id) => id === choice['offer']);
