import { Suspense, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import { UiProvider } from '@skein/ui/ui-provider';
import { AreaBoundary } from './area-boundary';
import { type AreaPresence, Presence } from './area-presence';
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

interface AreaProvidersProps {
  area: string;
  title: string;
  basename?: string;
  /** Of an area; parts of other areas stand and go with the page they are in. */
  presence?: AreaPresence | undefined;
  children: ReactNode;
}

/** What every React root of the product stands in, so that no area forgets one of them. */
export function AreaProviders({ area, title, basename = areaBasename, presence, children }: AreaProvidersProps) {
  return (
    <Provider store={getStore()}>
      <WithUi>
        <AreaBoundary area={area} title={title} presence={presence}>
          <Suspense fallback={<PageSkeleton />}>
            <BrowserRouter basename={basename}>
              {presence ? (
                <Presence presence={presence} basename={basename}>
                  {children}
                </Presence>
              ) : (
                children
              )}
            </BrowserRouter>
          </Suspense>
        </AreaBoundary>
      </WithUi>
    </Provider>
  );
}
