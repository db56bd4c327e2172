import { useCallback, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { readAddress, writeAddress, type ListAddress } from './list-address';

/** One page that was left by Next, so that Previous finds it again. */
interface Trail { cursor: string | null; offset: number }

/** The list's address, bound to the URL. A change of filter or sort begins at the first page; pages are steps of the history. */
export function useListAddress() {
  const [query, setQuery] = useSearchParams();
  const { state } = useLocation() as { state: { trail?: Trail[] } | null };
  const address = useMemo(() => readAddress(query), [query]);
  const trail = useMemo(() => state?.trail ?? [], [state]);

  const change = useCallback((changed: Partial<ListAddress>) => {
    setQuery((current) => writeAddress({ ...readAddress(current), cursor: null, offset: 0, ...changed }), { replace: true });
  }, [setQuery]);
  const next = useCallback((cursor: string, offset: number) => {
    setQuery(writeAddress({ ...address, cursor, offset }), { state: { trail: [...trail, { cursor: address.cursor, offset: address.offset }] } });
  }, [address, trail, setQuery]);
  const previous = useCallback(() => {
    const last = trail.at(-1) ?? { cursor: null, offset: 0 };
    setQuery(writeAddress({ ...address, ...last }), { state: { trail: trail.slice(0, -1) } });
  }, [address, trail, setQuery]);
  return { address, change, next, previous };
}
