import type { PlanType } from '@skein/contracts/constants';
import type { PlanDates } from '@skein/contracts/plan-access';
import type { SessionPlan } from './slices/auth';

/** Whether screens may speak of plans, credits and trials: not where the installation runs without plans (PLANS=none). */
export const speaksOfPlans = (plan: SessionPlan | null): boolean => plan !== null && !plan.is_unlimited;

/** What plans are called. */
export const planNames: Record<PlanType, string> = {
  trial: 'Trial',
  free: 'Free',
  base: 'Base',
  popular: 'Popular',
  pro: 'Pro',
  enterprise: 'Enterprise',
  growth: 'Growth',
  expert: 'Expert',
  maintenance: 'Maintenance',
};

/** The plan in the terms of `planState` and `planEnd` of the contracts. */
export const planDates = (plan: SessionPlan): PlanDates & { isUnlimited: boolean } => ({
  isUnlimited: plan.is_unlimited,
  isSubscribed: plan.subscription_detail.is_sub,
  subscriptionEnd: plan.subscription_detail.end_date,
  trialEnd: plan.trial_end_date,
});
