import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from '../search-params';

/** What of an address changes; null takes it out. */
type QueryChange = Record<string, string | null>;

/** The query of the address, and changes of it that leave the rest as it is. `replace`: no step of the history. */
export function useQueryChange() {
  const [query, setQuery] = useSearchParams();
  const change = useCallback(
    (changed: QueryChange, replace = true) =>
      setQuery(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(changed))
            if (value) next.set(name, value);
            else next.delete(name);
          return next;
        },
        { replace },
      ),
    [setQuery],
  );
  return { query, change };
}

const firstPage: QueryChange = { cursor: null, from: null };

/** A page of a list as the server answered it. */
interface AnsweredPage {
  rows: number;
  nextCursor: string | null;
  /** Where it is known. */
  total?: number | undefined;
}

/**
 * A list with filters and a search as the URL asks for it. `typed` is what stands in the search field (`q`); it is
 * looked for after a short rest.
 */
export function useFilteredList() {
  const { query, change } = useQueryChange();
  const [trail, setTrail] = useState<{ cursor: string | null; offset: number }[]>([]);
  const search = query.get('q') ?? '';
  const cursor = query.get('cursor');
  const offset = cursor ? Number(query.get('from')) || 0 : 0;
  const [typed, setTyped] = useState(search);

  /** Changes filters: the list begins at its first page. */
  const narrow = useCallback(
    (changed: QueryChange) => {
      setTrail([]);
      change({ ...changed, ...firstPage });
    },
    [change],
  );
  useEffect(() => {
    if (typed.trim() === search) return undefined;
    const timer = setTimeout(() => narrow({ q: typed.trim() }), 250);
    return () => clearTimeout(timer);
  }, [typed, search, narrow]);

  /** Forgets the search and these filters. */
  const clear = (...names: string[]) => {
    setTyped('');
    narrow(Object.fromEntries(['q', ...names].map((name) => [name, null])));
  };
  const pagingOf = ({ rows, nextCursor, total }: AnsweredPage) => ({
    from: rows === 0 ? 0 : offset + 1,
    to: rows === 0 ? 0 : offset + rows,
    ...(total !== undefined ? { total } : {}),
    hasPrevious: cursor !== null,
    hasNext: nextCursor !== null,
    onPrevious: () => {
      const last = trail.at(-1);
      setTrail(trail.slice(0, -1));
      change({ cursor: last?.cursor ?? null, from: last && last.offset > 0 ? String(last.offset) : null });
    },
    onNext: () => {
      setTrail([...trail, { cursor, offset }]);
      change({ cursor: nextCursor, from: String(offset + rows) }, false);
    },
  });
  return { query, change, narrow, clear, search, typed, setTyped, cursor, pagingOf };
}
