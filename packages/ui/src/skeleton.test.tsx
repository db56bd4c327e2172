import { act, render, screen } from '@testing-library/react';
import { Loading } from './skeleton';

const show = (label: string) => <Loading key={label} label={label} />;
const isShown = (label: string) => screen.queryByText(label) !== null;
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
beforeEach(() => void jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('shows nothing during a wait of less than 150 ms', async () => {
  render(show('Loading campaigns'));
  await pass(140);
  expect(isShown('Loading campaigns')).toBe(false);
  await pass(10);
  expect(isShown('Loading campaigns')).toBe(true);
});

it('shows the skeletons of one wait one after another, without a blank between them', async () => {
  const page = render(show('Loading the page'));
  await pass(100);
  // The wait began with the first skeleton, which was not to be seen yet.
  page.rerender(show('Loading the tab'));
  expect(isShown('Loading the tab')).toBe(false);
  await pass(50);
  expect(isShown('Loading the tab')).toBe(true);
  page.rerender(show('Loading the list'));
  expect(isShown('Loading the list')).toBe(true);
});

it('begins anew after something else was in sight', async () => {
  const page = render(show('Loading the page'));
  await pass(400);
  page.rerender(<p>The page</p>);
  await pass(400);
  page.rerender(show('Loading the next page'));
  expect(isShown('Loading the next page')).toBe(false);
});
