import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { z } from 'zod';
import {
  leadFilter,
  leadSorts,
  type LeadFilter,
  type LeadSort,
  type leadRow,
} from '@skein/contracts/main/leads.contract';
import { useAbandonStale } from '@skein/mfe/abandon-stale';
import { useAccess } from '@skein/mfe/access';
import { useSearchParams } from '@skein/mfe/search-params';
import { firstPage, useKeysetPages } from '../keyset-pages';
import { useAllCategoriesQuery, useAllLeadsQuery } from './api';

export type LeadRow = z.output<typeof leadRow>;
type Query = Partial<LeadFilter>;
const names = Object.keys(leadFilter.shape) as (keyof LeadFilter)[];

/** One page of all leads. */
export function useLeadsPage(filter: Query, sort: LeadSort, cursor: string | null, limit: number) {
  const query = { ...filter, sort, limit, ...(cursor ? { cursor } : {}) };
  const { data, currentData, error, isFetching, refetch } = useAllLeadsQuery({ query });
  useAbandonStale('allLeads', { query });
  return {
    data,
    rows: data?.rows ?? [],
    isLoading: isFetching && !currentData,
    error: error ? { message: error.message, onRetry: () => void refetch() } : null,
  };
}

/** Lead categories, for those who may see them. */
export function useCategories() {
  const { data } = useAllCategoriesQuery(undefined, { skip: !useAccess().may('inbox.read') });
  const categories = data?.categories ?? [];
  return {
    categories,
    nameOf: (id: number) => categories.find((category) => category.id === id)?.name ?? `Category ${id}`,
  };
}

/** What of an address the list keeps from one visit to the next. */
export function keepAddress(query: URLSearchParams): URLSearchParams {
  const kept = new URLSearchParams();
  for (const name of [...names, 'sort']) {
    const value = query.get(name);
    if (value && name !== 'search' && name !== 'email') kept.set(name, value);
  }
  return kept;
}

/** Filters and page of the list under the contract's own names, bound to the URL. */
export function useLeadsAddress() {
  const [query, setQuery] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const filter = useMemo(() => {
    const found: Record<string, unknown> = {};
    for (const name of names) {
      const parsed = leadFilter.shape[name].safeParse(query.get(name) ?? undefined);
      if (parsed.success && parsed.data !== undefined) found[name] = parsed.data;
    }
    return found as Query;
  }, [query]);
  const change = useCallback(
    (changed: Query) =>
      setQuery(
        (current) => {
          for (const [name, value] of Object.entries(changed)) {
            if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
              current.delete(name);
            else current.set(name, Array.isArray(value) ? value.join(',') : String(value));
          }
          return firstPage(current);
        },
        { replace: true },
      ),
    [setQuery],
  );
  const sort = leadSorts.find((name) => name === query.get('sort')) ?? 'newest';
  const setSort = useCallback(
    (next: LeadSort) =>
      setQuery(
        (current) => {
          if (next === 'newest') current.delete('sort');
          else current.set('sort', next);
          return firstPage(current);
        },
        { replace: true },
      ),
    [setQuery],
  );
  return {
    ...useKeysetPages(),
    filter,
    sort,
    setSort,
    change,
    isFiltered: Object.keys(filter).length > 0,
    reset: () => navigate(pathname, { replace: true }),
  };
}
