import { useCallback, useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { navigateTo } from '@skein/mfe/navigation';
import { type InboxAddress, readAddress, writeAddress } from './inbox-address';

/** The address of the inbox, and a way to go elsewhere in it. Moving between conversations replaces, so that "back" leaves the list. */
export function useInboxAddress() {
  const { pathname, search } = useLocation();
  const address = useMemo(
    () => readAddress(pathname.replace(/^\/master-inbox\/?/, ''), new URLSearchParams(search)),
    [pathname, search],
  );
  const go = useCallback(
    (next: InboxAddress, how: { replace?: boolean } = {}) => navigateTo(writeAddress(next), how),
    [],
  );
  return { address, go };
}
