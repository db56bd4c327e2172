import { z } from 'zod';
import { defineJob, handleJob, type CronEntry, type JobHandler } from '#platform/jobs/job-definition';
import { PaymentError } from '#platform/payments/card-payments';
import type { SubscriptionDeps } from '../../deps';
import { findRunning } from './billing.store';
import { chargeProratedFees } from './charge-prorated-fees';
import { syncSubscription } from './sync-subscription';

const checkSubscriptions = defineJob({
  name: 'subscription.check-subscriptions',
  payload: z.strictObject({}),
  attempts: 5,
});
/** Subscriptions read in one night. */
const mostChecked = 10_000;

/** Every night each running subscription is read from the provider: what a lost event would have told is found a day later at most. */
export const billingCron: CronEntry[] = [
  { name: 'check-subscriptions', pattern: '20 3 * * *', definition: checkSubscriptions, payload: {} },
];

export const billingJobs = (
  deps: Pick<SubscriptionDeps, 'db' | 'realClock' | 'live' | 'log' | 'subscriptions'>,
): JobHandler[] => [
  handleJob(checkSubscriptions, async () => {
    const { subscriptions } = deps;
    if (!subscriptions) return;
    for (const { workspaceId, subscriptionId } of await findRunning(deps.db, mostChecked))
      try {
        await syncSubscription(deps, subscriptions, subscriptionId);
        await chargeProratedFees(deps, subscriptions, workspaceId, subscriptionId);
      } catch (error) {
        if (!(error instanceof PaymentError)) throw error;
        deps.log.warn({ workspaceId, error: error.message }, 'a subscription could not be read');
      }
  }),
];
