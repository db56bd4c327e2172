import { useState } from 'react';

const pageSize = 50;

interface Page {
  rows: readonly unknown[];
  total: number;
  next_cursor: string | null;
}

/** Rows that are read page by page behind a cursor, and can be gone back through. */
export function useCursorPages() {
  const [trail, setTrail] = useState<(string | null)[]>([null]);
  const first = (trail.length - 1) * pageSize + 1;
  return {
    /** What the page that is shown is asked for by. */
    page: { cursor: trail.at(-1) ?? null, limit: pageSize },
    /** For the table's pager. */
    pagingOf: (data: Page | undefined) => ({
      from: data?.rows.length ? first : 0,
      to: data?.rows.length ? first + data.rows.length - 1 : 0,
      total: data?.total ?? 0,
      hasPrevious: trail.length > 1,
      hasNext: Boolean(data?.next_cursor),
      onPrevious: () => setTrail(trail.slice(0, -1)),
      onNext: () => {
        if (data?.next_cursor) setTrail([...trail, data.next_cursor]);
      },
    }),
  };
}
