import { act, fireEvent, render, screen } from '@testing-library/react';
import { ListSearch } from './list-search';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const told: string[] = [];
const search = (value: string, least?: number) => (
  <ListSearch
    label="Search"
    placeholder="Search"
    value={value}
    maxLength={200}
    {...(least ? { least } : {})}
    onChange={(text) => {
      told.push(text);
    }}
  />
);
const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' });
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const pause = () =>
  act(() => {
    jest.advanceTimersByTime(300);
  });
beforeEach(() => {
  told.length = 0;
});

it('keeps a letter that is typed before the address has followed', () => {
  const { rerender } = render(search(''));
  type('ab');
  pause();
  expect(told).toEqual(['ab']);
  type('abc');
  rerender(search('ab'));
  expect(field().value).toBe('abc');
  pause();
  expect(told).toEqual(['ab', 'abc']);
});

it('takes over what comes from elsewhere', () => {
  const { rerender } = render(search('ab'));
  rerender(search('other'));
  expect(field().value).toBe('other');
  pause();
  expect(told).toEqual([]);
});

it('searches for nothing once fewer letters are left than a search needs, and leaves them where they are', () => {
  const { rerender } = render(search('oak', 3));
  type('oa');
  pause();
  expect(told).toEqual(['']);
  rerender(search('', 3));
  expect(field().value).toBe('oa');
});
