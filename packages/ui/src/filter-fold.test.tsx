import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FilterChip } from './filter-bar';
import { FilterFold } from './filter-fold';

const { matchMedia } = window;
afterEach(() => {
  window.matchMedia = matchMedia;
});
/** Three filters, one of which is set, in a window of this many px. */
const show = (width: number) => {
  const least = (query: string) => Number(/min-width: ([\d.]+)px/.exec(query)?.[1]);
  const most = (query: string) => Number(/max-width: ([\d.]+)px/.exec(query)?.[1]);
  window.matchMedia = (query) => ({
    ...matchMedia(query),
    matches: width >= least(query) && width <= most(query),
  });
  render(
    <FilterFold>
      <FilterChip label="Provider" />
      <FilterChip label="Tag" value="VIP" onRemove={() => {}} />
      <FilterChip label="Age" />
    </FilterFold>,
  );
};
const chips = () => screen.getAllByRole('button').map(({ textContent }) => textContent || 'x');

test('at 1024 px one button stands for the filters that narrow nothing, and opens them', async () => {
  show(1_024);
  const fold = screen.getByRole('button', { name: 'Filters' });
  expect(chips()).toEqual(['Filters', 'TagVIP', 'x']);
  expect(fold.getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(fold);
  expect(fold.getAttribute('aria-expanded')).toBe('true');
  expect(chips()).toEqual(['Filters', 'Provider', 'TagVIP', 'x', 'Age']);
  await userEvent.click(fold);
  expect(chips()).toEqual(['Filters', 'TagVIP', 'x']);
});

test.each([1_440, 390])('at %i px all of them stand in the bar', (width) => {
  show(width);
  expect(chips()).toEqual(['Provider', 'TagVIP', 'x', 'Age']);
});
