import { useCallback, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { navigateTo } from '@skein/mfe/navigation';
import { type InboxAddress, readAddress, writeAddress } from './inbox-address';

/** Where somebody went, from an address that the router still has. */
interface Ahead {
  from: string;
  to: InboxAddress;
}

/**
 * The address of the inbox, and a way to go elsewhere in it. Moving between conversations replaces, so that "back" leaves the list. The router
 * renders a new address when there is time, in a transition; where it leads inside the inbox is rendered at once, in the frame of the key.
 */
export function useInboxAddress() {
  const { pathname, search } = useLocation();
  const routed = useMemo(
    () => readAddress(pathname.replace(/^\/master-inbox\/?/, ''), new URLSearchParams(search)),
    [pathname, search],
  );
  const here = pathname + search;
  const [ahead, setAhead] = useState<Ahead | null>(null);
  // Once the router has moved it is right, also when somebody goes back.
  if (ahead && ahead.from !== here) setAhead(null);
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
