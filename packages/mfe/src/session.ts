import { createSignal } from './signal';
import {
  type AuthState,
  type Session,
  type SessionPlan,
  type SessionUser,
  sessionEnded,
  sessionStarted,
} from './slices/auth';
import { loadPersisted } from './persistence';
import { getStore, useAppSelector } from './store';
import { telemetry } from './telemetry';

/** The specification's text when the server gives none. */
export const defaultExpiryMessage = 'Your session has expired. Please login again.';

/** The message of the Session Expired dialog, or null while the session is good. */
export const sessionExpiry = createSignal<string | null>(null);

/** Who is logged in; null before login. */
export function useSessionUser(): SessionUser | null {
  return useAppSelector((state) => state.auth.user);
}

/** Whose session has just been cleared: pages that are still drawn until the browser leaves go on showing them. */
let leaving: SessionUser | null = null;

/** The person who is logged in. For pages behind the guard only: throws before login. */
export function useUser(): SessionUser {
  const user = useSessionUser() ?? leaving;
  if (!user) throw new Error('This page was shown without a session.');
  return user;
}

/** The specification's fallback: the part of the e-mail before the @ when no name is set. */
export function nameOf(user: Pick<SessionUser, 'name' | 'email'>): string {
  return user.name?.trim() || user.email.split('@')[0] || user.email;
}

/** The plan of the workspace; null before login. */
export function useSessionPlan(): SessionPlan | null {
  return useAppSelector((state) => state.auth.plan);
}

/** Under this name a tab keeps whose it is. It is nobody's from a logout on, while its last page is still drawn. */
export const tabOwner = 'skein-person';

/** Clears what this tab keeps once another person is logged in to it, or the same one to another workspace. */
function keepTabFor({ uuid, workspace }: SessionUser): void {
  const owner = `${workspace.id}.${uuid}`;
  try {
    const before = window.sessionStorage.getItem(tabOwner);
    if (before !== null && before !== owner) window.sessionStorage.clear();
    window.sessionStorage.setItem(tabOwner, owner);
  } catch {
    // A tab without storage keeps nothing of anyone.
  }
}

/** Stores a session that the server has just started or renewed. */
export function startSession(session: Session): void {
  leaving = null;
  keepTabFor(session.user);
  getStore().dispatch(sessionStarted(session));
}

/** Shows the Session Expired dialog, once. */
export function expireSession(message: string): void {
  if (sessionExpiry.get() === null) sessionExpiry.set(message.trim() || defaultExpiryMessage);
}

/** Clears all state and local storage, resets telemetry and loads the page anew. Also the end of a logout. */
export function clearSession(location: Pick<Location, 'assign'> = window.location): void {
  const store = getStore();
  leaving = store.getState().auth.user;
  store.stopKeeping();
  store.dispatch(sessionEnded());
  window.localStorage.clear();
  window.sessionStorage.clear();
  telemetry.reset();
  location.assign('/login');
}

/**
 * Renews the access token, one renewal at a time over all tabs: the refresh cookie rotates, and a second use of an old one
 * looks like theft. A tab that waited takes the token that another has fetched meanwhile.
 */
export function createTokenRenewal(
  fetchSession: () => Promise<Session | null>,
  storage: Storage = window.localStorage,
) {
  let running: Promise<string | null> | undefined;
  const renewOnce = async (refused: string): Promise<string | null> => {
    const kept = loadPersisted(storage).auth as Partial<AuthState> | undefined;
    const keptIsNewer =
      kept?.token && kept.token !== refused && kept.user && kept.plan && Date.parse(kept.expires_at ?? '') > Date.now();
    const fresh = keptIsNewer ? (kept as Session) : await fetchSession();
    if (fresh) startSession(fresh);
    return fresh?.token ?? null;
  };
  return (refused: string): Promise<string | null> => {
    const current = getStore().getState().auth.token;
    if (current && current !== refused) return Promise.resolve(current);
    running ??= (
      navigator.locks ? navigator.locks.request('skein-token', () => renewOnce(refused)) : renewOnce(refused)
    ).finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** Follows logins and logouts of other tabs: a page of a session that ended elsewhere must not keep showing its data. */
export function followOtherTabs(): () => void {
  const { user } = getStore().getState().auth;
  if (user) keepTabFor(user);
  const listener = (event: StorageEvent) => {
    const mine = getStore().getState().auth.user;
    const other = (loadPersisted(window.localStorage).auth as { user?: SessionUser | null } | undefined)?.user;
    if ((event.key === null || event.key === 'skein') && mine && mine.uuid !== other?.uuid) {
      getStore().stopKeeping();
      window.sessionStorage.clear();
      window.location.reload();
    }
  };
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}
