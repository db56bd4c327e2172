import { useCallback } from 'react';
import { createSearchParams, useNavigate, type SetURLSearchParams } from 'react-router-dom';
// oxlint-disable-next-line no-restricted-imports -- wrapped here, for everything else to import
import { useSearchParams as useDrawnParams } from 'react-router-dom';
import { useStillHere } from './still-here';

/**
 * React Router's `useSearchParams`, except that a change starts from the current address and not from the last render. Two changes in
 * quick succession are both kept: a debounced search does not close the row that was opened in between. Changes by a page that has
 * been left are dropped.
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
