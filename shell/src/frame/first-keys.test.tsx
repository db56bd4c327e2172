import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { searchContract } from '@skein/contracts/main/search.contract';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { bindFirstKeys } from './first-keys';
import { Overlays } from './overlays';
import { closeOverlay, overlay } from './overlays-state';

// jsdom knows dialogs, but not the modal ones, which focus their first field.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
  this.querySelector('input')?.focus();
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};
const nothing = { campaigns: [], leads: [], mailboxes: [], conversations: [] };
const server = () => productServer().answer(searchContract, 'searchRecords', nothing);

it('takes Ctrl K and what is typed after it before there is a frame', async () => {
  const user = userEvent.setup();
  window.history.replaceState(null, '', '/app/email-campaign/all');
  const keys = bindFirstKeys();
  await user.keyboard('{Control>}k{/Control}block');
  expect(overlay.get()?.kind).toBe('palette');
  await renderPage(Overlays, { address: '/app/email-campaign/all', server: server(), basename: '' });
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Search or run a command' });
  await waitFor(() => expect(field.value).toBe('block'));
  await user.keyboard(' list');
  expect(field.value).toBe('block list');
  act(() => closeOverlay());
  keys.drawn();
  keys.leave();
});

it('opens nothing for somebody without a session', async () => {
  const user = userEvent.setup();
  const keys = bindFirstKeys();
  keys.leave();
  await user.keyboard('{Control>}k{/Control}');
  expect(overlay.get()).toBeNull();
  keys.drawn();
});
