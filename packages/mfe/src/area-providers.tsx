import { Suspense, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import { UiProvider } from '@skein/ui/ui-provider';
import { AreaBoundary } from './area-boundary';
import { HostLink } from './host-link';
import { PageSkeleton } from './page-skeleton';
import { useSessionUser } from './session';
import { getStore } from './store';

/** Every area's router starts here; its routes leave this part out. */
export const areaBasename = '/app';

function WithUi({ children }: { children: ReactNode }) {
  const zone = useSessionUser()?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <UiProvider LinkComponent={HostLink} timeZone={zone} locale="en-US">
      {children}
    </UiProvider>
  );
}

/** What every React root of the product stands in, so that no area forgets one of them. */
export function AreaProviders({ area, title, basename = areaBasename, children }: { area: string; title: string; basename?: string; children: ReactNode }) {
  return (
    <Provider store={getStore()}>
      <WithUi>
        <AreaBoundary area={area} title={title}>
          <Suspense fallback={<PageSkeleton />}>
            <BrowserRouter basename={basename}>{children}</BrowserRouter>
          </Suspense>
        </AreaBoundary>
      </WithUi>
    </Provider>
  );
}
