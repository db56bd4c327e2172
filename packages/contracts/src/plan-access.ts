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
 * Whether a plan has not ended or expired, so that the workspace may be worked in and its campaigns send
 * (docs/domain.md, Roles and access): a subscription up to one day after its end, an end date that is still to come, or a trial that still
 * runs. A subscription without an end runs on.
 * @param now real time in milliseconds
 */
export function hasPlanAccess(plan: PlanDates, now: number): boolean {
  const end = millisecondsOf(plan.subscriptionEnd);
  if (plan.isSubscribed && (end === null || end + subscriptionGraceDays * dayMilliseconds > now)) return true;
  if (end !== null && end > now) return true;
  const trialEnd = millisecondsOf(plan.trialEnd);
  return trialEnd !== null && trialEnd > now;
}

/**
 * Where a plan stands at `now` (milliseconds):
 * - `unlimited`: this installation runs without plans.
 * - `trial` and `subscribed` run. `grace`: the subscription ended less than a day ago, and everything still works.
 * - `ended`: pages lead to the subscription, and no emails are sent.
 */
export type PlanState = 'unlimited' | 'trial' | 'subscribed' | 'grace' | 'ended';

export function planState(plan: PlanDates & { isUnlimited?: boolean }, now: number): PlanState {
  if (plan.isUnlimited) return 'unlimited';
  const end = millisecondsOf(plan.subscriptionEnd);
  if ((plan.isSubscribed && end === null) || (end !== null && end > now)) return 'subscribed';
  const trialEnd = millisecondsOf(plan.trialEnd);
  if (trialEnd !== null && trialEnd > now) return 'trial';
  return hasPlanAccess(plan, now) ? 'grace' : 'ended';
}

/** When the plan ended or will end (ISO 8601 or Date, as given); null when it has no end. */
export function planEnd(plan: PlanDates & { isUnlimited?: boolean }, now: number): Date | string | null {
  const state = planState(plan, now);
  if (state === 'unlimited') return null;
  if (state === 'trial') return plan.trialEnd;
  if (state !== 'ended') return plan.subscriptionEnd;
  const ends = [plan.subscriptionEnd, plan.trialEnd].filter((end) => end !== null);
  return ends.sort((one, other) => new Date(other).getTime() - new Date(one).getTime())[0] ?? null;
}
