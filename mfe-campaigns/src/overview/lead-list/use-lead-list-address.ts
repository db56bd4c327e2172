import { useSearchParams } from '@skein/mfe/search-params';
import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useKeysetPages } from '../../keyset-pages';
import { isLeadFiltered, readLeadFilter, writeLeadFilter, type LeadFilterQuery } from './lead-address';

/** Filters and page of the list, bound to the URL. */
export function useLeadListAddress() {
  const [query, setQuery] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const filter = useMemo(() => readLeadFilter(query), [query]);
  const change = useCallback(
    (changed: LeadFilterQuery) => setQuery((current) => writeLeadFilter(current, changed), { replace: true }),
    [setQuery],
  );
  return {
    ...useKeysetPages(),
    filter,
    change,
    isFiltered: isLeadFiltered(query),
    reset: () => navigate(pathname, { replace: true }),
  };
}
