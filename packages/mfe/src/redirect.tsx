import { useEffect } from 'react';
import { type To, useHref, useNavigate } from 'react-router-dom';
import { useStillHere } from './still-here';

/**
 * Leads on to another address, in place of the present one. React runs this after it has drawn: whoever went elsewhere
 * meanwhile, to another area say, stays there. Areas share one address, so the redirect of one that was left would
 * otherwise replace the next one's.
 */
export function Redirect({ to, state }: { to: To; state?: unknown }) {
  const navigate = useNavigate();
  const isStillHere = useStillHere();
  const target = useHref(to);
  useEffect(() => {
    if (isStillHere()) void navigate(to, { replace: true, state });
    // The address is what `to` says, however it was built.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [navigate, isStillHere, target]);
  return null;
}
