import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { listChoiceChanged } from '../slices/ui-filters';
import { useAppDispatch, useAppSelector } from '../store';

interface KeptAddressProps {
  /** The list's name in area "uifilters". */
  list: string;
  /** The filters and the sort of an address: without a search, a page, or an open row, which are of one visit. */
  keep(query: URLSearchParams): URLSearchParams;
  /** The only path that gets back what was kept; every path of the page if not given. */
  path?: string;
  children: ReactNode;
}

/** What a list keeps of an address: the parameters with these names. */
export const keeping =
  (...names: readonly string[]) =>
  (query: URLSearchParams): URLSearchParams => {
    const kept = new URLSearchParams();
    for (const name of names) {
      const value = query.get(name);
      if (value) kept.set(name, value);
    }
    return kept;
  };

/**
 * Opens a list as it was left: its filters and sort are kept on the device, and an address without a query gets them
 * back. An address with a query is a link: it is shown as it is, and its filters are kept in turn. One that has none,
 * such as a search, leaves what is kept alone.
 */
export function KeptAddress({ list, keep, path, children }: KeptAddressProps) {
  const { pathname, search } = useLocation();
  const dispatch = useAppDispatch();
  const query = useAppSelector((state) => state.uifilters[list]?.filters?.query);
  const kept = typeof query === 'string' ? query : '';
  const [isRestoring, setRestoring] = useState(
    () => kept !== '' && search === '' && (path === undefined || pathname.replace(/\/$/, '') === path),
  );
  const shown = useMemo(() => keep(new URLSearchParams(search)).toString(), [keep, search]);
  useEffect(() => {
    if (isRestoring && search !== '') setRestoring(false);
    const saysNothing = shown === '' && search !== '';
    if (!isRestoring && !saysNothing && shown !== kept)
      dispatch(listChoiceChanged({ list, choice: { filters: { query: shown } } }));
  }, [isRestoring, search, shown, kept, list, dispatch]);
  if (isRestoring && search === '') return <Navigate to={{ search: kept }} replace />;
  return children;
}
