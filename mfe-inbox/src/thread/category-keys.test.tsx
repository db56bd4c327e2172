import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CategoryKeys } from './category-keys';

const categories = [
  { id: 1, name: 'Interested' },
  { id: 2, name: 'Meeting Request' },
  { id: 12, name: 'Partner' },
] as never;
const usual = window.ResizeObserver;
let watches: (() => void)[] = [];
const measure = () => watches.forEach((watch) => watch());

beforeEach(() => {
  watches = [];
  window.ResizeObserver = class extends usual {
    constructor(callback: ResizeObserverCallback) {
      super(callback);
      watches.push(() => callback([], this));
    }
  };
  // The third key does not fit into the line, and has wrapped.
  Object.defineProperty(HTMLElement.prototype, 'offsetTop', {
    configurable: true,
    get(this: HTMLElement) {
      return this.dataset['category'] === '12' ? 26 : 0;
    },
  });
});
afterEach(() => {
  window.ResizeObserver = usual;
  delete (HTMLElement.prototype as { offsetTop?: number }).offsetTop;
});

it('offers the keys that do not fit into the line in a menu, which is called by the chosen one', async () => {
  const chosen: (number | null)[] = [];
  const draw = (value: number | null) => (
    <CategoryKeys categories={categories} value={value} onChoose={(id) => chosen.push(id)} canMove={false} />
  );
  const { rerender } = render(draw(null));
  act(() => measure());
  const keys = within(screen.getByRole('group', { name: 'Category' }));
  expect(keys.getByRole('button', { name: /Interested/ })).toBeTruthy();
  expect(keys.queryByRole('button', { name: 'Partner' })).toBeNull();
  await userEvent.click(keys.getByRole('button', { name: 'More categories' }));
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Partner' }));
  expect(chosen).toEqual([12]);
  rerender(draw(12));
  expect(keys.getByRole('button', { name: 'Partner' }).getAttribute('aria-haspopup')).toBe('menu');
});

it('brings the category that is set into sight where the line scrolls, as on a phone', () => {
  const widths = { clientWidth: { configurable: true, value: 366 }, scrollWidth: { configurable: true, value: 900 } };
  Object.defineProperties(HTMLElement.prototype, widths);
  const box = jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function box(this: Element) {
    const [left, width] = this.getAttribute('data-category') === '12' ? [500, 80] : [0, 366];
    return { left, width, right: left + width } as DOMRect;
  });
  render(<CategoryKeys categories={categories} value={12} onChoose={() => undefined} canMove={false} />);
  const line = screen.getByRole('group', { name: 'Category' }).firstElementChild;
  expect(line?.scrollLeft).toBe(357);
  box.mockRestore();
  for (const name of Object.keys(widths)) delete (HTMLElement.prototype as unknown as Record<string, unknown>)[name];
});
