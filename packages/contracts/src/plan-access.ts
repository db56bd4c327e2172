import { subscriptionGraceDays } from './constants';

/** What of a plan decides whether it still runs. Dates as instants or ISO texts. */
export interface PlanDates {
  isSubscribed: boolean;
  subscriptionEnd: Date | string | null;
  trialEnd: Date | string | null;
}

const dayMilliseconds = 86_400_000;
const millisecondsOf = (instant: Date | string | null) => (instant === null ? null : new Date(instant).getTime());

/**
 * Whether the workspace may be worked in (specification, section 6): a subscription up to one day after its end, an end
 * date that is still to come, or a trial that still runs. A subscription without an end runs on.
 * @param now real time in milliseconds
 */
export function hasPlanAccess(plan: PlanDates, now: number): boolean {
  const end = millisecondsOf(plan.subscriptionEnd);
  if (plan.isSubscribed && (end === null || end + subscriptionGraceDays * dayMilliseconds > now)) return true;
  if (end !== null && end > now) return true;
  const trialEnd = millisecondsOf(plan.trialEnd);
  return trialEnd !== null && trialEnd > now;
}
