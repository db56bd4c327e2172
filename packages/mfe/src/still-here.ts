import { useCallback } from 'react';
import { useHref, useLocation } from 'react-router-dom';

const withoutEnd = (pathname: string) => pathname.replace(/\/$/, '');

/**
 * Whether the browser is still at the path that the caller was rendered with. Areas share one address, and a page stays mounted until
 * the next one has rendered, so a late effect or timer could otherwise pull somebody back to a page they have left.
 */
export function useStillHere(): () => boolean {
  const { pathname } = useLocation();
  const drawn = useHref(pathname);
  return useCallback(() => withoutEnd(window.location.pathname) === withoutEnd(drawn), [drawn]);
}
