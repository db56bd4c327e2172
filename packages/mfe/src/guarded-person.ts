import type { GuardedPerson } from '@skein/contracts/navigation-guards';
import { accessSubject, type Subject } from './access';

/** The session in the terms of the guards of navigation. */
export function guardedPerson(subject: Subject): GuardedPerson {
  const { user, plan } = subject;
  return {
    ...accessSubject(subject),
    dates: {
      isSubscribed: plan.is_unlimited || plan.subscription_detail.is_sub,
      subscriptionEnd: plan.is_unlimited ? null : plan.subscription_detail.end_date,
      trialEnd: plan.trial_end_date,
    },
    needsOnboarding: !user.has_onboarding_completed && !user.isClient && !user.isTeamMember,
  };
}
