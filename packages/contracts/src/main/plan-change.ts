import type { PlanType } from '../constants';
import type { PlanChange } from './operator.contract';

/** The last moment of a day in UTC. @param day YYYY-MM-DD */
const endOfDay = (day: string): string => `${day}T23:59:59.999Z`;

/**
 * What is written when an operator gives a plan: a trial ends on a day, any other plan is a subscription until the end
 * of a day, or without an end.
 * @param until the last day, YYYY-MM-DD; null for no end, which a trial cannot have
 */
export function givePlan(plan: PlanType, until: string | null): PlanChange {
  if (plan === 'trial')
    return {
      plan_type: plan,
      is_subscribed: false,
      subscription_end_at: null,
      ...(until === null ? {} : { trial_end_at: endOfDay(until) }),
    };
  return { plan_type: plan, is_subscribed: true, subscription_end_at: until === null ? null : endOfDay(until) };
}

/** What is written when an operator ends a plan at once, without the day of grace. */
export const endPlan = (now: number): PlanChange => {
  const at = new Date(now).toISOString();
  return { is_subscribed: false, subscription_end_at: at, trial_end_at: at };
};
