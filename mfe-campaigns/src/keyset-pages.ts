import { useSearchParams } from '@skein/mfe/search-params';
import { useLocation } from 'react-router-dom';

interface Place {
  cursor: string | null;
  offset: number;
}

/** Forgets the page of a list: for changes of its filters. */
export function firstPage(query: URLSearchParams): URLSearchParams {
  query.delete('cursor');
  query.delete('from');
  return query;
}

/** The page of a keyset list, in the URL; pages are steps of the history, and those that were left by Next are kept with them. */
export function useKeysetPages() {
  const [query, setQuery] = useSearchParams();
  const { state } = useLocation() as { state: { trail?: Place[] } | null };
  const trail = state?.trail ?? [];
  const cursor = query.get('cursor');
  const offset = cursor ? Number(query.get('from') ?? 0) || 0 : 0;
  const go = (to: Place, left: Place[]) =>
    setQuery(
      (current) => {
        const next = firstPage(current);
        if (to.cursor) {
          next.set('cursor', to.cursor);
          next.set('from', String(to.offset));
        }
        return next;
      },
      { state: { trail: left } },
    );
  return {
    cursor,
    offset,
    /** The pager below a page of so many rows, which the next one follows or none. */
    pagingOf: (rows: number, next: string | null | undefined) => ({
      from: rows === 0 ? 0 : offset + 1,
      to: rows === 0 ? 0 : offset + rows,
      hasPrevious: cursor !== null,
      hasNext: Boolean(next),
      onPrevious: () => go(trail.at(-1) ?? { cursor: null, offset: 0 }, trail.slice(0, -1)),
      onNext: () => {
        if (next) go({ cursor: next, offset: offset + rows }, [...trail, { cursor, offset }]);
      },
    }),
  };
}
