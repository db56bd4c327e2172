import { act, renderHook } from '@testing-library/react';
import { useCursorPages } from './cursor-pages';

it('goes from page to page by what each names as the next, and back by what it came from', () => {
  const { result } = renderHook(() => useCursorPages(25));
  const pager = (rows: number, next: string | null) => result.current.pagingOf(rows, next);
  expect(result.current.page).toEqual({ limit: 25 });
  expect(pager(0, null)).toMatchObject({ from: 0, to: 0, hasPrevious: false, hasNext: false });
  act(() => pager(25, 'second').onNext());
  expect(result.current.page).toEqual({ limit: 25, cursor: 'second' });
  act(() => pager(25, 'third').onNext());
  expect(pager(4, null)).toMatchObject({ from: 51, to: 54, hasPrevious: true, hasNext: false });
  act(() => pager(4, null).onNext());
  expect(result.current.page).toEqual({ limit: 25, cursor: 'third' });
  act(() => pager(4, null).onPrevious());
  expect(result.current.page).toEqual({ limit: 25, cursor: 'second' });
  act(() => result.current.first());
  expect(result.current.page).toEqual({ limit: 25 });
});
