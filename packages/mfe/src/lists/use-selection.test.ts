import { act, renderHook } from '@testing-library/react';
import { useSelection } from './use-selection';

it('a selection ends with the filter that it was made under, and stays over pages and redrawings', () => {
  const { result, rerender } = renderHook(({ filter }) => useSelection(filter), {
    initialProps: { filter: { search: 'oak' } },
  });
  act(() => result.current[1]({ mode: 'all', excluded: ['4'] }));
  rerender({ filter: { search: 'oak' } });
  expect(result.current[0]).toEqual({ mode: 'all', excluded: ['4'] });
  rerender({ filter: { search: 'elm' } });
  expect(result.current[0]).toEqual({ mode: 'some', ids: [] });
  act(() => result.current[1]({ mode: 'some', ids: ['7'] }));
  expect(result.current[0]).toEqual({ mode: 'some', ids: ['7'] });
});

it('what was begun under the filter before cannot bring its selection back', () => {
  const { result, rerender } = renderHook(({ filter }) => useSelection(filter), { initialProps: { filter: 'a' } });
  const late = result.current[1];
  rerender({ filter: 'b' });
  act(() => late({ mode: 'some', ids: ['1'] }));
  expect(result.current[0]).toEqual({ mode: 'some', ids: [] });
});
