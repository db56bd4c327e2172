import { useState } from 'react';
import type { PaginationProps } from '@skein/ui/pagination';

/** Pages of a list with cursors: the way back is what was passed. `size` is what a full page holds. */
export function useCursorPages(size: number) {
  const [passed, setPassed] = useState<string[]>([]);
  const cursor = passed.at(-1);
  return {
    cursor,
    first: () => setPassed([]),
    paging: (shown: number, next: string | null): PaginationProps => ({
      from: shown === 0 ? 0 : passed.length * size + 1,
      to: passed.length * size + shown,
      hasPrevious: passed.length > 0,
      hasNext: next !== null,
      onPrevious: () => setPassed(passed.slice(0, -1)),
      onNext: () => next && setPassed([...passed, next]),
    }),
  };
}
