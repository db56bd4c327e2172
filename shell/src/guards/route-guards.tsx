import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { hasRouteAccess, type Subject } from '@skein/mfe/access';
import { isUnder } from '@skein/mfe/manifest';
import { useSessionPlan, useSessionUser } from '@skein/mfe/session';
import { getStore } from '@skein/mfe/store';

/** Where people are sent whose plan has ended. */
export const planEndedAddress = '/app/settings/subscription';

/** Pages that stay reachable after the trial or the subscription has ended. */
const reachableAfterEnd = [planEndedAddress, '/app/settings/whitelabelled-client', '/app/account-cancellation'];

export const campaignsAddress = '/app/email-campaign/all';

/** Public screens; a logged-in person on any of them goes to the campaigns. */
export const publicAddresses = ['/login', '/forgot-password', '/reset-password', '/email-magic-link', '/verify-account', '/client-login', '/sign-up'];

/**
 * Where a visitor of an address must go instead; null when they may stay (section 4 of the specification). Pure.
 * `now` in milliseconds.
 */
export function redirectOf(pathname: string, search: string, subject: Subject | null, now: number): string | null {
  if (isUnder(pathname, '/app')) {
    if (!subject) return `/login?next=${encodeURIComponent(pathname + search)}`;
    if (!hasRouteAccess(subject, now) && !reachableAfterEnd.some((prefix) => isUnder(pathname, prefix))) return planEndedAddress;
    if (pathname === '/app' || pathname === '/app/') return campaignsAddress;
    return null;
  }
  if (subject && publicAddresses.some((address) => isUnder(pathname, address))) return afterLogin(search, subject);
  return null;
}

/** Where a person goes after login: where they wanted to go, the onboarding of a new account, or the campaigns. */
function afterLogin(search: string, { user }: Subject): string {
  const next = new URLSearchParams(search).get('next');
  // Only addresses of the product: a link with a foreign address must not lead anybody away.
  if (next && /^\/app(\/|$|\?)/.test(next)) return next;
  const needsOnboarding = !user.has_onboarding_completed && !user.isClient && !user.isTeamMember;
  return needsOnboarding ? '/app/onboarding' : campaignsAddress;
}

/** Whether an area may be shown now; asked by single-spa before it shows one. */
export function mayEnterArea(location: Pick<Location, 'pathname' | 'search'> = window.location): boolean {
  const { user, plan } = getStore().getState().auth;
  return user !== null && plan !== null && redirectOf(location.pathname, location.search, { user, plan }, Date.now()) === null;
}

function useRedirect(): string | null {
  const { pathname, search } = useLocation();
  const user = useSessionUser();
  const plan = useSessionPlan();
  return redirectOf(pathname, search, user && plan ? { user, plan } : null, Date.now());
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
