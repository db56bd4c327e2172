import { useFilteredList, useQueryChange } from '@skein/mfe/lists/filtered-list';
import { toasts } from '@skein/ui/toast-store';
import { withSentence } from '@skein/mfe/with-sentence';
import { useListBlockEntriesQuery, useRemoveBlockEntryMutation } from '../api';
import { entryName, sourceWords } from './block-list-labels';

const kinds = ['email', 'domain'] as const;
const wholeNumber = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;

/** What the URL says of the page: its view, the upload that is open, and changes to both. */
export function useBlockListAddress() {
  const { query, change } = useQueryChange();
  const open = query.get('upload');
  return {
    query,
    change,
    view: query.get('view') === 'uploads' ? ('uploads' as const) : ('entries' as const),
    open: open === 'new' ? ('new' as const) : wholeNumber(open),
  };
}

/** The block list as the URL asks for it: search, filters and page. */
export function useBlockList() {
  const { query, narrow, clear, search, typed, setTyped, cursor, pagingOf } = useFilteredList();
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

  const remove = async (entry: { id: number; kind: string; value: string }) => {
    await withSentence(erase({ params: { entryId: entry.id } }).unwrap());
    toasts.show({
      title: `${entry.kind === 'hash' ? `The ${entryName(entry)}` : entryName(entry)} is no longer blocked`,
    });
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
    clear: () => clear('kind', 'source', 'scope', 'file'),
    isFiltered: Object.keys(filter).length > 0,
    isLoading: isFetching && !currentData,
    problem: error ? { message: error.message, onRetry: () => void refetch() } : null,
    paging: pagingOf({
      rows: rows.length,
      nextCursor: data?.next_cursor ?? null,
      total: data && !data.total_is_capped ? data.total : undefined,
    }),
    remove,
  };
}
