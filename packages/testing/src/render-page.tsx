import { act, render, type RenderResult } from '@testing-library/react';
import { useEffect, type ComponentType } from 'react';
import { Provider } from 'react-redux';
import { redirectOf } from '@skein/contracts/navigation-guards';
import type { Subject } from '@skein/mfe/access';
import { api } from '@skein/mfe/api';
import { AreaProviders, areaBasename } from '@skein/mfe/area-providers';
import { guardedPerson } from '@skein/mfe/guarded-person';
import { type Host, provideHost } from '@skein/mfe/host';
import { currentPage } from '@skein/mfe/page';
import { provideConnection } from '@skein/mfe/page-connection';
import { sessionExpiry, startSession } from '@skein/mfe/session';
import { type AppStore, createAppStore, provideStore } from '@skein/mfe/store';
import { provideTransport } from '@skein/mfe/transport';
import { GlobalStyle } from '@skein/ui/global-style';
import { applyTheme, type ThemeChoice } from '@skein/ui/theme';
import { ToastHost } from '@skein/ui/toast';
import { toasts } from '@skein/ui/toast-store';
import { UiProvider } from '@skein/ui/ui-provider';
import { type FakeServer, verifyServers } from './fake-server';
import { tellGivenData } from './given-data';
import { type LiveChannel, openLiveChannel } from './live-channel';
import { person } from './person';

/** What a page is opened with. */
export interface PageOptions {
  /** With `/app`, as it stands in the browser: `/app/email-campaign/all?page=2`. */
  address: string;
  server: FakeServer;
  /** Who is logged in: the owner of a workspace on the Pro plan unless named; null for nobody. */
  as?: Subject | null;
  theme?: ThemeChoice;
  /** What the shell does for the page; by default parts of other areas stay empty and nothing else happens. */
  host?: Partial<Host>;
  /** Where the routes of what is rendered begin: `/app` for an area, '' for screens of the shell. */
  basename?: string;
}

/** A page that is open. */
export interface OpenPage extends RenderResult {
  store: AppStore;
  /** Where the browser stands now, with query. */
  address(): string;
  /** What the top bar names, last step last. */
  crumbs(): string[];
  /** Opens the live channel, as the frame does. */
  goLive(): LiveChannel;
}

const inertHost: Host = {
  mountPart: () => Promise.resolve({ update() {}, unmount() {} }),
  preload() {},
  openPalette() {},
  openHelp() {},
};

const closing: (() => void)[] = [];

/** What the frame of the shell stands around an area: the toasts, and the theme. */
function Around({ theme }: { theme: ThemeChoice }) {
  useEffect(() => applyTheme(theme), [theme]);
  return (
    <>
      <GlobalStyle />
      <ToastHost />
    </>
  );
}

/** Where the shell would show this person instead of the address; the address itself when they may be there. */
function admitted(address: string, subject: Subject | null): string {
  const { pathname, search } = new URL(address, window.location.origin);
  return redirectOf(pathname, search, subject && guardedPerson(subject), Date.now()) ?? address;
}

function makeSession({ server, as: subject = person(), host }: PageOptions): AppStore {
  const store = provideStore(createAppStore());
  const token = () => store.getState().auth.token;
  const expire = (message: string) => sessionExpiry.set(message);
  provideConnection({ baseUrl: () => '', token, renewToken: () => Promise.resolve(null), onSessionExpired: expire });
  provideTransport(server.transport);
  provideHost({ ...inertHost, ...host });
  if (subject)
    startSession({ ...subject, token: 'test-token', expires_at: new Date(Date.now() + 3_600_000).toISOString() });
  return store;
}

/**
 * Opens a page as the shell does: with a store, a session, the guards of navigation, the theme, a router at the address and the host.
 * `Area` is what the area's `app.tsx` hands to `createArea`, so that its routes are in play.
 */
export async function renderPage(Area: ComponentType, options: PageOptions): Promise<OpenPage> {
  const { address, theme = 'light', basename = areaBasename, as: subject = person() } = options;
  const store = makeSession(options);
  tellGivenData([subject, decodeURIComponent(address)]);
  window.history.replaceState(null, '', admitted(address, subject));
  let live: LiveChannel | undefined;
  closing.push(() => {
    live?.stop();
    store.dispatch(api.util.resetApiState());
    store.stopKeeping();
  });
  const screens = (
    <>
      <AreaProviders area="test" title="Test" basename={basename}>
        <Area />
      </AreaProviders>
      <Provider store={store}>
        <UiProvider timeZone="Europe/Berlin" locale="en-US">
          <Around theme={theme} />
        </UiProvider>
      </Provider>
    </>
  );
  // Awaited: a page that is loaded later suspends, and is drawn once its code is there.
  const page = await act(async () => render(screens));
  return {
    ...page,
    store,
    address: () => window.location.pathname + window.location.search,
    crumbs: () => currentPage.get().crumbs.map(({ label }) => label),
    goLive: () => (live ??= openLiveChannel(store)),
  };
}

afterEach(() => {
  act(() => closing.splice(0).forEach((close) => close()));
  jest.useRealTimers();
  window.localStorage.clear();
  window.sessionStorage.clear();
  toasts.clear();
  sessionExpiry.set(null);
  currentPage.set({ crumbs: [] });
  verifyServers();
});
