import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NewerOlder, useLogPages } from './newer-older';

/** Two pages and a last one. */
const nextOf = new Map<string | null, string | null>([
  [null, 'second'],
  ['second', 'third'],
  ['third', null],
]);
function Log() {
  const pages = useLogPages();
  return (
    <>
      <p>{pages.cursor ?? 'newest'}</p>
      <NewerOlder pages={pages} next={nextOf.get(pages.cursor) ?? null} />
      <button type="button" onClick={pages.first}>
        Another state
      </button>
    </>
  );
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const press = (name: string) => userEvent.click(button(name));

it('leads to older pages and back, and to the newest for another state', async () => {
  render(<Log />);
  expect(button('Newer').disabled).toBe(true);
  await press('Older');
  await press('Older');
  screen.getByText('third');
  expect(button('Older').disabled).toBe(true);
  await press('Newer');
  screen.getByText('second');
  await press('Another state');
  screen.getByText('newest');
});

it('is not there where a log has one page', () => {
  render(<NewerOlder pages={{ isFirst: true, newer: () => {}, older: () => {} }} next={null} />);
  expect(screen.queryByRole('button')).toBeNull();
});
