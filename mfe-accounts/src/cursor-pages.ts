import { useState } from 'react';

/** Pages of a list by their cursors, which the address does not keep: the query for the page shown, and the pager below it. */
export function useCursorPages(pageSize: number) {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  return {
    page: { limit: pageSize, ...(cursor ? { cursor } : {}) },
    first: () => setCursors([]),
    pagingOf: (rows: number, next: string | null | undefined) => ({
      from: rows === 0 ? 0 : cursors.length * pageSize + 1,
      to: cursors.length * pageSize + rows,
      hasPrevious: cursors.length > 0,
      hasNext: Boolean(next),
      onPrevious: () => setCursors(cursors.slice(0, -1)),
      onNext: () => {
        if (next) setCursors([...cursors, next]);
      },
      pageSize,
    }),
  };
}
