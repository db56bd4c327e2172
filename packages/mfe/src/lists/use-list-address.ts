import { useCallback, useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { useSearchParams } from '../search-params';

/** Where a page of a list begins: behind this row, which so many stand before. */
export interface ListPlace {
  cursor: string | null;
  offset: number;
}

/**
 * The address of a list, bound to the URL: it is read from the query and written into it. A change of filter or sort begins at the first
 * page; pages are steps of the history, and one that was left by Next is found again by Previous.
 */
export function useListAddress<Address extends ListPlace>(
  read: (query: URLSearchParams) => Address,
  write: (address: Address) => URLSearchParams,
) {
  const [query, setQuery] = useSearchParams();
  const { state } = useLocation() as { state: { trail?: ListPlace[] } | null };
  const address = useMemo(() => read(query), [read, query]);
  const trail = useMemo(() => state?.trail ?? [], [state]);

  const change = useCallback(
    (changed: Partial<Address>) => {
      setQuery((current) => write({ ...read(current), cursor: null, offset: 0, ...changed }), { replace: true });
    },
    [read, write, setQuery],
  );
  const next = useCallback(
    (cursor: string, offset: number) => {
      setQuery(write({ ...address, cursor, offset }), {
        state: { trail: [...trail, { cursor: address.cursor, offset: address.offset }] },
      });
    },
    [address, trail, write, setQuery],
  );
  const previous = useCallback(() => {
    const last = trail.at(-1) ?? { cursor: null, offset: 0 };
    setQuery(write({ ...address, ...last }), { state: { trail: trail.slice(0, -1) } });
  }, [address, trail, write, setQuery]);
  return { address, change, next, previous };
}
