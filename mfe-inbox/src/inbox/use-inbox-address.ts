import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { navigateTo } from '@skein/mfe/navigation';
import { type InboxAddress, readAddress, writeAddress } from './inbox-address';

/** Where this page has gone while the router still has the address it left. */
interface Ahead {
  from: string;
  to: InboxAddress;
}

/**
 * The address of the inbox, and a way to go elsewhere in it. Moving between conversations replaces, so that Back leaves
 * the list. The router renders a new address in a transition, when there is time; a place inside the inbox is rendered
 * at once, in the frame of the key.
 */
export function useInboxAddress() {
  const { pathname, search } = useLocation();
  const routed = useMemo(
    () => readAddress(pathname.replace(/^\/master-inbox\/?/, ''), new URLSearchParams(search)),
    [pathname, search],
  );
  const here = pathname + search;
  const [ahead, setAhead] = useState<Ahead | null>(null);
  // Once the router has moved, its address is the right one.
  if (ahead && ahead.from !== here) setAhead(null);
  useEffect(() => {
    // Back, or a link elsewhere, before the router has moved at all: it stays where it was.
    const leave = () =>
      setAhead((now) =>
        now && writeAddress(now.to) !== window.location.pathname + window.location.search ? null : now,
      );
    window.addEventListener('popstate', leave);
    return () => window.removeEventListener('popstate', leave);
  }, []);
  const wanted = ahead?.from === here ? ahead.to : routed;
  // The same address is the same object, whichever way it is known.
  const [address, setAddress] = useState(wanted);
  if (address !== wanted && writeAddress(address) !== writeAddress(wanted)) setAddress(wanted);
  const go = useCallback(
    (next: InboxAddress, how: { replace?: boolean } = {}) => {
      setAhead({ from: here, to: next });
      navigateTo(writeAddress(next), how);
    },
    [here],
  );
  return { address, go };
}
