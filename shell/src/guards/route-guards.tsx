import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { redirectOf, type GuardedPerson } from '@skein/contracts/navigation-guards';
import { accessSubject, type Subject } from '@skein/mfe/access';
import { useSessionPlan, useSessionUser } from '@skein/mfe/session';
import { getStore } from '@skein/mfe/store';

/** The session in the terms of the guards. */
export function guardedPerson(subject: Subject): GuardedPerson {
  const { user, plan } = subject;
  return {
    ...accessSubject(subject),
    dates: {
      isSubscribed: plan.subscription_detail.is_sub,
      subscriptionEnd: plan.subscription_detail.end_date,
      trialEnd: plan.trial_end_date,
    },
    needsOnboarding: !user.has_onboarding_completed && !user.isClient && !user.isTeamMember,
  };
}

/** Whether an area may be shown now; asked by single-spa before it shows one. */
export function mayEnterArea(location: Pick<Location, 'pathname' | 'search'> = window.location): boolean {
  const { user, plan } = getStore().getState().auth;
  return (
    user !== null &&
    plan !== null &&
    redirectOf(location.pathname, location.search, guardedPerson({ user, plan }), Date.now()) === null
  );
}

function useRedirect(): string | null {
  const { pathname, search } = useLocation();
  const user = useSessionUser();
  const plan = useSessionPlan();
  return redirectOf(pathname, search, user && plan ? guardedPerson({ user, plan }) : null, Date.now());
}

/** For pages behind the login. */
export function RequireSession({ children }: { children: ReactNode }) {
  const redirect = useRedirect();
  return redirect ? <Navigate to={redirect} replace /> : children;
}

/** For public screens. */
export function WithoutSession({ children }: { children: ReactNode }) {
  const redirect = useRedirect();
  return redirect ? <Navigate to={redirect} replace /> : children;
}
