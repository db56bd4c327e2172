import { act, renderHook } from '@testing-library/react';
import { createElement } from 'react';
import { Provider } from 'react-redux';
import {
  clearSession,
  createTokenRenewal,
  defaultExpiryMessage,
  expireSession,
  sessionExpiry,
  startSession,
  useUser,
} from './session';
import { listChoiceChanged } from './slices/ui-filters';
import { storageKey } from './persistence';
import { createAppStore, provideStore, type AppStore } from './store';
import { provideTelemetry } from './telemetry';
import { person } from '@skein/testing/person';

let store: AppStore;

beforeEach(() => {
  window.localStorage.clear();
  sessionExpiry.set(null);
  store = provideStore(createAppStore());
});

afterEach(() => store.stopKeeping());

const session = (token: string) => ({ token, expires_at: new Date(Date.now() + 900_000).toISOString(), ...person() });

it('says in the words of the server, or else of the specification, that the session is over, once', () => {
  expireSession('Session expired: your password was changed.');
  expireSession('something later');
  expect(sessionExpiry.get()).toBe('Session expired: your password was changed.');
  sessionExpiry.set(null);
  expireSession('  ');
  expect(sessionExpiry.get()).toBe('Your session has expired. Please login again.');
  expect(defaultExpiryMessage).toBe('Your session has expired. Please login again.');
});

it('forgets everything at the end of a session: state, storage and whom product analytics knew, and loads the page anew', () => {
  const resets: string[] = [];
  provideTelemetry({ pageViewed() {}, failed() {}, reset: () => void resets.push('reset') });
  startSession(session('the token'));
  store.dispatch(listChoiceChanged({ list: 'all-campaigns', choice: { pageSize: 25 } }));
  window.dispatchEvent(new Event('pagehide'));
  window.sessionStorage.setItem('draft', 'text');
  expect(window.localStorage.getItem(storageKey)).toContain('the token');

  const went: (string | URL)[] = [];
  clearSession({ assign: (address) => void went.push(address) });
  window.dispatchEvent(new Event('pagehide'));
  expect(store.getState().auth).toEqual({ token: null, expires_at: null, user: null, plan: null });
  expect([window.localStorage.length, window.sessionStorage.length]).toEqual([0, 0]);
  expect(resets).toEqual(['reset']);
  expect(went).toEqual(['/login']);
});

it('keeps what the tab stored for the same person, and nothing of it for another or in another workspace', () => {
  window.sessionStorage.clear();
  const { user, ...rest } = session('token');
  startSession({ ...rest, user });
  window.sessionStorage.setItem('draft', 'text');
  startSession({ ...rest, user });
  expect(window.sessionStorage.getItem('draft')).toBe('text');
  startSession({ ...rest, user: { ...user, uuid: '5f0f5c0a-3c39-4b53-8a04-2f6fb6f4b9c1' } });
  expect(window.sessionStorage.getItem('draft')).toBeNull();
  window.sessionStorage.setItem('draft', 'text');
  startSession({ ...rest, user: { ...user, workspace: { ...user.workspace, id: user.workspace.id + 1 } } });
  expect(window.sessionStorage.getItem('draft')).toBeNull();
});

it('lets a page that is still drawn while the browser leaves keep its person', () => {
  startSession(session('token'));
  const { result, unmount } = renderHook(() => useUser().email, {
    wrapper: ({ children }) => createElement(Provider, { store, children }),
  });
  act(() => clearSession({ assign: () => undefined }));
  expect(result.current).toBe('maya@northlight.test');
  unmount();
});

it('renews a refused token once for all who wait, and takes the one that another tab has fetched', async () => {
  startSession(session('old'));
  let fetched = 0;
  const renew = createTokenRenewal(async () => {
    fetched += 1;
    return session(`new ${fetched}`);
  });
  expect(await Promise.all([renew('old'), renew('old'), renew('old')])).toEqual(['new 1', 'new 1', 'new 1']);
  expect(await renew('old')).toBe('new 1');
  expect(fetched).toBe(1);

  window.localStorage.setItem(storageKey, JSON.stringify({ version: 2, areas: { auth: session('of another tab') } }));
  expect(await renew('new 1')).toBe('of another tab');
  expect(fetched).toBe(1);
});

it('ends with nothing when the cookie is refused', async () => {
  startSession(session('old'));
  expect(await createTokenRenewal(async () => null)('old')).toBeNull();
});
