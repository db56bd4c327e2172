import '@fontsource-variable/inter/wght.css';
import { createRoot } from 'react-dom/client';
import { provideHost } from '@skein/mfe/host';
import { followOtherTabs } from '@skein/mfe/session';
import { isStaleBuild, offerReload } from '@skein/mfe/stale-build';
import { telemetry } from '@skein/mfe/telemetry';
import { App } from './app';
import { bindFirstKeys } from './frame/first-keys';
import { openHelp, openPalette } from './frame/overlays-state';
import { startReports } from './telemetry/consent';
import { loadRuntimeConfig, provideRuntimeConfig, runtimeConfig } from './runtime-config';
import { preloadAddress } from './remotes/preload';
import { beginRegistry } from './remotes/registry';
import { connectSession } from './session/connect-session';

/** Failures that no boundary sees. */
function watchForFailures(): void {
  window.addEventListener('unhandledrejection', ({ reason }) => {
    // ApexCharts rejects when it is taken away while it draws; nothing is wrong then.
    const message = (reason as Error | undefined)?.message ?? '';
    if (/Element not found|reading 'node'/.test(message)) return;
    telemetry.failed('page', reason);
    if (isStaleBuild(reason)) offerReload();
  });
}

/** Begins to load what the page names for later: what it runs with is there, and the line is idle while it runs. */
function loadWhatComesNext(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="later"]')) link.rel = 'preload';
}

/** Starts the page: configuration, session, then React. Called by the entry. */
export async function start(): Promise<void> {
  try {
    const keys = bindFirstKeys();
    loadWhatComesNext();
    provideRuntimeConfig(await loadRuntimeConfig());
    const { token } = connectSession().getState().auth;
    if (token && window.location.pathname.startsWith('/app/')) beginRegistry(token);
    if (!token) keys.leave();
    provideHost({
      mountPart: async (...part) => (await import('./remotes/federation')).mountPart(...part),
      preload: preloadAddress,
      openPalette,
      openHelp,
      hasSupportChat: runtimeConfig().telemetry?.supportChatUrl !== undefined,
    });
    watchForFailures();
    followOtherTabs();
    const root = document.getElementById('root');
    if (!root) throw new Error('The page has no root element.');
    createRoot(root).render(<App onDrawn={keys.drawn} />);
    void startReports(runtimeConfig().telemetry);
  } catch (error) {
    const { showStartFailure } = await import('./start-failure');
    showStartFailure(error);
  }
}
