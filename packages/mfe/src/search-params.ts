import { useCallback } from 'react';
import { createSearchParams, useNavigate, type SetURLSearchParams } from 'react-router-dom';
// oxlint-disable-next-line no-restricted-imports -- everything else imports what is made from it here
import { useSearchParams as useDrawnParams } from 'react-router-dom';
import { useStillHere } from './still-here';

/**
 * The query of the address, and what changes it, as React Router's hook of this name. A change begins from the address as it stands
 * and not from the one that the page was last drawn with, so that of two changes shortly after one another both are kept: a search
 * after its rest does not close the row that was opened meanwhile. What a page changes after it was left is dropped.
 */
export function useSearchParams(): [URLSearchParams, SetURLSearchParams] {
  const [params] = useDrawnParams();
  const navigate = useNavigate();
  const isStillHere = useStillHere();
  const change = useCallback<SetURLSearchParams>(
    (next, options) => {
      if (!isStillHere()) return;
      const changed = typeof next === 'function' ? next(new URLSearchParams(window.location.search)) : next;
      void navigate(`?${createSearchParams(changed).toString()}`, options);
    },
    [navigate, isStillHere],
  );
  return [params, change];
}
