import { useCallback } from 'react';
import { useHref, useLocation } from 'react-router-dom';

const withoutEnd = (pathname: string) => pathname.replace(/\/$/, '');

/**
 * Whether the browser still stands at the path that the caller was drawn with. Areas share one address and a page stays until the
 * next one is drawn, so what runs late in it (an effect, a timer) would otherwise take somebody back who has left.
 */
export function useStillHere(): () => boolean {
  const { pathname } = useLocation();
  const drawn = useHref(pathname);
  return useCallback(() => withoutEnd(window.location.pathname) === withoutEnd(drawn), [drawn]);
}
