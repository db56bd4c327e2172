import { Suspense, useEffect, useState } from 'react';
import { Provider } from 'react-redux';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { AreaBoundary } from '@skein/mfe/area-boundary';
import { productName } from '@skein/mfe/brand';
import { HostLink } from '@skein/mfe/host-link';
import { lazyPage } from '@skein/mfe/lazy-page';
import { PageSkeleton } from '@skein/mfe/page-skeleton';
import { sessionExpiry, useSessionUser } from '@skein/mfe/session';
import { useSignal } from '@skein/mfe/signal';
import { getStore } from '@skein/mfe/store';
import { GlobalStyle } from '@skein/ui/global-style';
import { applyTheme } from '@skein/ui/theme';
import { ToastHost } from '@skein/ui/toast';
import { UiProvider } from '@skein/ui/ui-provider';
import { RequireSession, WithoutSession } from './guards/route-guards';
import { ConsentBox } from './telemetry/consent-box';
import { themeChoice } from './frame/theme-signal';

const Frame = lazyPage(() => import('./frame/frame').then((module) => module.Frame));
const SessionExpiredDialog = lazyPage(() =>
  import('./session/session-expired-dialog').then((module) => module.SessionExpiredDialog),
);
const Onboarding = lazyPage(() => import('./start/onboarding.page').then((module) => module.OnboardingPage));
const PublicScreens = lazyPage(() => import('./public/public-screens').then((module) => module.PublicScreens));

// The gallery of the design system: a tool of developers, not a page of the product.
const Gallery =
  process.env.NODE_ENV === 'production'
    ? null
    : lazyPage(() => import('./gallery/gallery.page').then((module) => module.GalleryPage));

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

function Theme() {
  const choice = useSignal(themeChoice);
  useEffect(() => applyTheme(choice), [choice]);
  return null;
}

function Screens() {
  return (
    <Routes>
      {Gallery && <Route path="/gallery/*" element={<Gallery />} />}
      <Route path="/" element={<Navigate to="/login" replace />} />
      <Route
        path="/app/onboarding"
        element={
          <RequireSession>
            <Onboarding />
          </RequireSession>
        }
      />
      <Route
        path="/app/*"
        element={
          <RequireSession isFrame>
            <Frame />
          </RequireSession>
        }
      />
      <Route
        path="*"
        element={
          <WithoutSession>
            <PublicScreens />
          </WithoutSession>
        }
      />
    </Routes>
  );
}

function WithUi() {
  const user = useSessionUser();
  const [zone] = useState(timeZone);
  return (
    <UiProvider LinkComponent={HostLink} timeZone={user?.time_zone ?? zone} locale="en-US">
      <GlobalStyle />
      <Theme />
      <AreaBoundary area="shell" title={productName()}>
        <Suspense fallback={<PageSkeleton />}>
          <BrowserRouter>
            <Screens />
          </BrowserRouter>
        </Suspense>
      </AreaBoundary>
      <ConsentBox />
      <ToastHost />
      {useSignal(sessionExpiry) !== null && (
        <Suspense fallback={null}>
          <SessionExpiredDialog />
        </Suspense>
      )}
    </UiProvider>
  );
}

/** The whole page. `onDrawn` is called when it is drawn for the first time, if only as a skeleton. */
export function App({ onDrawn }: { onDrawn?: () => void }) {
  useEffect(() => onDrawn?.(), [onDrawn]);
  return (
    <Provider store={getStore()}>
      <WithUi />
    </Provider>
  );
}
