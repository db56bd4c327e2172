import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { redirectOf } from '@skein/contracts/navigation-guards';
import { guardedPerson } from '@skein/mfe/guarded-person';
import { useSessionPlan, useSessionUser } from '@skein/mfe/session';
import { getStore } from '@skein/mfe/store';

/** Whether an area may be shown now; asked by single-spa before it shows one. */
export function mayEnterArea(location: Pick<Location, 'pathname' | 'search'> = window.location): boolean {
  const { user, plan } = getStore().getState().auth;
  return (
    user !== null &&
    plan !== null &&
    redirectOf(location.pathname, location.search, guardedPerson({ user, plan }), Date.now()) === null
  );
}

/** Where whoever is at this address has to go instead; null when they may stay. */
export function useRedirect(): string | null {
  const { pathname, search } = useLocation();
  const user = useSessionUser();
  const plan = useSessionPlan();
  return redirectOf(pathname, search, user && plan ? guardedPerson({ user, plan }) : null, Date.now());
}

/**
 * For pages behind the login.
 * @param isFrame the page frames all others and stays while one of them redirects to another: areas are put into it
 */
export function RequireSession({ children, isFrame = false }: { children: ReactNode; isFrame?: boolean }) {
  const redirect = useRedirect();
  const stays = redirect === null || (isFrame && redirect.startsWith('/app/'));
  return (
    <>
      {stays && children}
      {redirect && <Navigate to={redirect} replace />}
    </>
  );
}

/** For public screens. */
export function WithoutSession({ children }: { children: ReactNode }) {
  const redirect = useRedirect();
  return redirect ? <Navigate to={redirect} replace /> : children;
}
