import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { toasts } from '@skein/ui/toast-store';
import { useListBlockEntriesQuery, useRemoveBlockEntryMutation } from '../api';
import { withSentence } from '../with-sentence';

const kinds = ['email', 'domain'] as const;
const firstPage = { cursor: null, from: null };

/** The block list as the URL asks for it: search, kind and page. `typed` is what stands in the search field; it is looked for after a short rest. */
export function useBlockList() {
  const [query, setQuery] = useSearchParams();
  const [trail, setTrail] = useState<{ cursor: string | null; offset: number }[]>([]);
  const search = query.get('q') ?? '';
  const kind = kinds.find((each) => each === query.get('kind')) ?? null;
  const cursor = query.get('cursor');
  const offset = cursor ? Number(query.get('from')) || 0 : 0;
  const [typed, setTyped] = useState(search);
  const { data, currentData, error, isFetching, refetch } = useListBlockEntriesQuery({ query: { ...(search ? { search } : {}), ...(kind ? { kind } : {}), ...(cursor ? { cursor } : {}) } });
  const [erase] = useRemoveBlockEntryMutation();
  const rows = data?.rows ?? [];

  const change = useCallback((changed: Record<string, string | null>, replace = true) => setQuery((before) => {
    const next = new URLSearchParams(before);
    for (const [name, value] of Object.entries(changed)) if (value) next.set(name, value); else next.delete(name);
    return next;
  }, { replace }), [setQuery]);
  useEffect(() => {
    if (typed.trim() === search) return undefined;
    const timer = setTimeout(() => { setTrail([]); change({ q: typed.trim(), ...firstPage }); }, 250);
    return () => clearTimeout(timer);
  }, [typed, search, change]);

  const setKind = (next: 'email' | 'domain' | null) => { setTrail([]); change({ kind: next, ...firstPage }); };
  const clear = () => { setTyped(''); setTrail([]); change({ q: null, kind: null, ...firstPage }); };
  const remove = async (entry: { id: number; value: string }) => {
    await withSentence(erase({ params: { entryId: entry.id } }).unwrap());
    toasts.show({ title: `${entry.value} is off the list` });
  };
  const paging = {
    from: rows.length === 0 ? 0 : offset + 1, to: rows.length === 0 ? 0 : offset + rows.length, ...(data ? { total: data.total } : {}), hasPrevious: cursor !== null, hasNext: Boolean(data?.next_cursor),
    onPrevious: () => { const last = trail.at(-1); setTrail(trail.slice(0, -1)); change({ cursor: last?.cursor ?? null, from: last && last.offset > 0 ? String(last.offset) : null }); },
    onNext: () => { setTrail([...trail, { cursor, offset }]); change({ cursor: data?.next_cursor ?? null, from: String(offset + rows.length) }, false); },
  };
  return { rows, total: data?.total, kind, setKind, typed, setTyped, clear, isFiltered: search !== '' || kind !== null, isLoading: isFetching && !currentData, problem: error ? { message: error.message, onRetry: () => void refetch() } : null, paging, remove };
}
