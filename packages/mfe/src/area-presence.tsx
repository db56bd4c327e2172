import { Activity, createContext, type ReactNode, Suspense, useContext, useEffect, useState } from 'react';
import { type Location, UNSAFE_LocationContext as LocationContext, useLocation } from 'react-router-dom';
import { PageSkeleton } from './page-skeleton';
import { createSignal, type Signal, useSignal } from './signal';

/**
 * What the shell and an area say to each other about being shown. An area that was left may be kept: its elements and what it
 * remembers stay, its effects end as if it had been taken down (React's `Activity`), so that it listens to nothing, polls nothing and
 * offers no shortcut. Coming back shows it in the same frame.
 */
export interface AreaPresence {
  shown: Signal<boolean>;
  /** Whether an address (`/app/...`) belongs to the area. */
  owns: (pathname: string) => boolean;
  /** Set by the area: it stands and has not failed. An area that knows nothing of this, or failed, is taken down when it is left. */
  isKeepable: boolean;
  /** How many pages and parts that are shown now want to be taken down when the area is left ({@link useNotKept}). */
  leavers: number;
  /** The last address of its own, with its query: set by the area. */
  address: string;
}

export const createPresence = (owns: AreaPresence['owns']): AreaPresence => ({
  shown: createSignal(true),
  owns,
  isKeepable: false,
  leavers: 0,
  address: '',
});

const PresenceContext = createContext<AreaPresence | null>(null);

/**
 * For a page that saves what was typed when it is left: its area is taken down then, instead of being kept with what was saved or dropped.
 */
export function useNotKept(): void {
  const presence = useContext(PresenceContext);
  useEffect(() => {
    if (!presence) return undefined;
    presence.leavers += 1;
    return () => {
      presence.leavers -= 1;
    };
  }, [presence]);
}

type Place = { location: Location; navigationType: string };

const isSame = (a: Place, b: Place) =>
  a.location.pathname === b.location.pathname &&
  a.location.search === b.location.search &&
  a.location.hash === b.location.hash &&
  a.location.state === b.location.state;

/**
 * Shows the area the last address of its own, while the browser stands at one of another area. Coming back to it is no change then,
 * and nothing is drawn again because of it.
 */
function OwnAddresses({
  presence,
  basename,
  children,
}: {
  presence: AreaPresence;
  basename: string;
  children: ReactNode;
}) {
  const now = useContext(LocationContext);
  const [kept, keep] = useState(now);
  const isOwn = presence.owns(basename + now.location.pathname);
  const isNew = isOwn && !isSame(kept, now);
  if (isNew) keep(now);
  return <LocationContext.Provider value={isNew ? now : kept}>{children}</LocationContext.Provider>;
}

/** Says that the area stands; its clean-up runs when it is hidden or gone. */
function Standing({ presence, basename }: { presence: AreaPresence; basename: string }) {
  const { pathname, search } = useLocation();
  useEffect(() => {
    presence.isKeepable = true;
  }, [presence]);
  useEffect(() => {
    presence.address = basename + pathname + search;
  }, [presence, basename, pathname, search]);
  return null;
}

/** Stands inside the router of an area and ends its effects while it is not shown. */
export function Presence({
  presence,
  basename,
  children,
}: {
  presence: AreaPresence;
  basename: string;
  children: ReactNode;
}) {
  return (
    <PresenceContext.Provider value={presence}>
      <OwnAddresses presence={presence} basename={basename}>
        <Activity mode={useSignal(presence.shown) ? 'visible' : 'hidden'}>
          <Standing presence={presence} basename={basename} />
          {/* Inside: the router must go on hearing of addresses while a page is loaded. */}
          <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
        </Activity>
      </OwnAddresses>
    </PresenceContext.Provider>
  );
}
