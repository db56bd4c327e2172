import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { toasts } from '@skein/ui/toast-store';
import { withSentence } from '@skein/mfe/with-sentence';
import { useListBlockEntriesQuery, useRemoveBlockEntryMutation } from '../api';
import { entryName, sourceWords } from './block-list-words';

const kinds = ['email', 'domain'] as const;
const firstPage = { cursor: null, from: null };
const wholeNumber = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;

/** What the URL says of the page: its view, the upload that is open, and changes to both. */
export function useBlockListAddress() {
  const [query, setQuery] = useSearchParams();
  const change = useCallback(
    (changed: Record<string, string | null>, replace = true) =>
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
  const open = query.get('upload');
  return {
    query,
    change,
    view: query.get('view') === 'uploads' ? ('uploads' as const) : ('entries' as const),
    open: open === 'new' ? ('new' as const) : wholeNumber(open),
  };
}

/** The block list as the URL asks for it: search, filters and page. `typed` is what stands in the search field; it is looked for after a short rest. */
export function useBlockList() {
  const { query, change } = useBlockListAddress();
  const [trail, setTrail] = useState<{ cursor: string | null; offset: number }[]>([]);
  const search = query.get('q') ?? '';
  const kind = kinds.find((each) => each === query.get('kind')) ?? null;
  const source =
    query.get('source') !== null && (query.get('source') as string) in sourceWords
      ? (query.get('source') as string)
      : null;
  const scope =
    query.get('scope') === 'workspace'
      ? ('workspace' as const)
      : query.get('scope') === 'clients'
        ? ('clients' as const)
        : wholeNumber(query.get('scope'));
  const file = wholeNumber(query.get('file'));
  const cursor = query.get('cursor');
  const offset = cursor ? Number(query.get('from')) || 0 : 0;
  const [typed, setTyped] = useState(search);
  const filter = {
    ...(search ? { search } : {}),
    ...(kind ? { kind } : {}),
    ...(source ? { source } : {}),
    ...(file ? { upload_id: file } : {}),
    ...(scope === 'workspace'
      ? { is_global: true }
      : scope === 'clients'
        ? { is_global: false }
        : scope === null
          ? {}
          : { client_id: scope }),
  };
  const { data, currentData, error, isFetching, refetch } = useListBlockEntriesQuery({
    query: { ...filter, ...(cursor ? { cursor } : {}) },
  });
  const [erase] = useRemoveBlockEntryMutation();
  const rows = data?.rows ?? [];

  const narrow = useCallback(
    (changed: Record<string, string | null>) => {
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

  const clear = () => {
    setTyped('');
    narrow({ q: null, kind: null, source: null, scope: null, file: null });
  };
  const remove = async (entry: { id: number; kind: string; value: string }) => {
    await withSentence(erase({ params: { entryId: entry.id } }).unwrap());
    toasts.show({
      title: `${entry.kind === 'hash' ? `The ${entryName(entry)}` : entryName(entry)} is no longer blocked`,
    });
  };
  const paging = {
    from: rows.length === 0 ? 0 : offset + 1,
    to: rows.length === 0 ? 0 : offset + rows.length,
    ...(data && !data.total_is_capped ? { total: data.total } : {}),
    hasPrevious: cursor !== null,
    hasNext: Boolean(data?.next_cursor),
    onPrevious: () => {
      const last = trail.at(-1);
      setTrail(trail.slice(0, -1));
      change({ cursor: last?.cursor ?? null, from: last && last.offset > 0 ? String(last.offset) : null });
    },
    onNext: () => {
      setTrail([...trail, { cursor, offset }]);
      change({ cursor: data?.next_cursor ?? null, from: String(offset + rows.length) }, false);
    },
  };
  return {
    rows,
    total: data?.total,
    filter,
    kind,
    source,
    scope,
    file,
    narrow,
    typed,
    setTyped,
    clear,
    isFiltered: Object.keys(filter).length > 0,
    isLoading: isFetching && !currentData,
    problem: error ? { message: error.message, onRetry: () => void refetch() } : null,
    paging,
    remove,
  };
}
