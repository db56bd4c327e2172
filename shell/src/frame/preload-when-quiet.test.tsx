import { act, render } from '@testing-library/react';
import { Provider } from 'react-redux';
import { currentPage } from '@skein/mfe/page';
import { callEnded, callStarted } from '@skein/mfe/slices/activity';
import { createAppStore } from '@skein/mfe/store';
import { PreloadWhenQuiet } from './preload-when-quiet';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  currentPage.set({ crumbs: [] });
  jest.useRealTimers();
});

it('fetches ahead once, when the page is named and no call has been under way for a while', () => {
  const store = createAppStore();
  const preload = jest.fn();
  render(
    <Provider store={store}>
      <PreloadWhenQuiet preload={preload} />
    </Provider>,
  );
  act(() => void jest.advanceTimersByTime(10_000));
  expect(preload).not.toHaveBeenCalled();

  act(() => {
    store.dispatch(callStarted());
    currentPage.set({ crumbs: [{ label: 'All campaigns' }] });
  });
  act(() => void jest.advanceTimersByTime(10_000));
  expect(preload).not.toHaveBeenCalled();

  act(() => void store.dispatch(callEnded()));
  act(() => void jest.advanceTimersByTime(1_000));
  act(() => void store.dispatch(callStarted()));
  act(() => void store.dispatch(callEnded()));
  act(() => void jest.advanceTimersByTime(1_000));
  expect(preload).not.toHaveBeenCalled();
  act(() => void jest.advanceTimersByTime(1_000));
  expect(preload).toHaveBeenCalledTimes(1);

  act(() => void store.dispatch(callStarted()));
  act(() => void store.dispatch(callEnded()));
  act(() => void jest.advanceTimersByTime(10_000));
  expect(preload).toHaveBeenCalledTimes(1);
});
