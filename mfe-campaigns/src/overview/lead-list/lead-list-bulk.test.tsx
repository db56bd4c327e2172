import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { nothingSelected } from '@skein/ui/data-table';
import { LeadListBulk } from './lead-list-bulk';

const { matchMedia } = window;
afterEach(() => {
  window.matchMedia = matchMedia;
});

/** The bar of a person who may do everything, in a window of this many px; answers with what was pressed. */
function show(width: number): string[] {
  window.matchMedia = (query) => ({
    ...matchMedia(query),
    matches: width <= Number(/max-width: ([\d.]+)px/.exec(query)?.[1]),
  });
  const done: string[] = [];
  render(
    <LeadListBulk
      menus={{ rowActions: () => [], categoryEntries: () => [], mailboxEntries: () => [] }}
      hasMailboxes
      hasTargets
      mayDelete
      selected={nothingSelected}
      onPause={() => done.push('pause')}
      onOpen={(kind) => done.push(kind)}
      onVerify={() => done.push('verify')}
    />,
  );
  return done;
}
const last = ['Move to subsequence', 'Verify emails', 'Unsubscribe', 'Remove'];

it('shows every action where there is room for all', () => {
  const done = show(1_440);
  for (const name of last) fireEvent.click(screen.getByRole('button', { name }));
  expect(done).toEqual(['push', 'verify', 'unsubscribe', 'remove']);
  expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
});

it.each([1_024, 390])('keeps to one line at %i px: what is done less often is behind More', async (width) => {
  const done = show(width);
  for (const name of last) {
    expect(screen.queryByRole('button', { name })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    await userEvent.click(await screen.findByRole('menuitem', { name }));
  }
  expect(done).toEqual(['push', 'verify', 'unsubscribe', 'remove']);
});
