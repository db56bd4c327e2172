import { provideConnection } from '@skein/mfe/page-connection';
import { problemOf } from '@skein/mfe/problem';
import { createTokenRenewal, expireSession } from '@skein/mfe/session';
import type { Session } from '@skein/mfe/slices/auth';
import { callEnded, callStarted } from '@skein/mfe/slices/activity';
import { offerReload } from '@skein/mfe/stale-build';
import { type AppStore, createAppStore, provideStore } from '@skein/mfe/store';
import { createTransport, provideTransport } from '@skein/mfe/transport';
import { serviceUrl } from '../runtime-config';
import { authClientOver } from './auth-calls';

let renew: (refused: string) => Promise<string | null> = () => Promise.resolve(null);

/** Gets a new access token; the live channel uses it too. */
export const renewToken = (refused: string): Promise<string | null> => renew(refused);

/** Makes the page's store and transport, and ties them together. */
export function connectSession(): AppStore {
  const store = provideStore(createAppStore());
  // A transport of its own: a refused renewal must not renew.
  const bare = createTransport({
    baseUrl: serviceUrl,
    token: () => null,
    renewToken: () => Promise.resolve(null),
    onSessionExpired: () => {},
    onUnexpectedHtml: () => {},
    timeout: 30_000,
  });
  renew = createTokenRenewal(async () => {
    try {
      return (await authClientOver(bare).refresh({})) as Session;
    } catch (error) {
      const { status } = problemOf(error);
      // Only a clear refusal ends the session; a server that is away for a moment does not.
      if (status === 0 || status >= 500) throw error;
      return null;
    }
  });
  provideConnection({
    baseUrl: serviceUrl,
    token: () => store.getState().auth.token,
    renewToken,
    onSessionExpired: expireSession,
  });
  provideTransport(
    createTransport({
      baseUrl: serviceUrl,
      token: () => store.getState().auth.token,
      renewToken,
      onSessionExpired: expireSession,
      onUnexpectedHtml: () => void offerReload(),
      onStart: () => store.dispatch(callStarted()),
      onEnd: () => store.dispatch(callEnded()),
    }),
  );
  return store;
}
