import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { inboxDraftsContract } from '@skein/contracts/main/inbox-drafts.contract';
import { presenceContract } from '@skein/contracts/main/presence.contract';
import { inboxBulkContract } from '@skein/contracts/main/inbox-bulk.contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { actions } from '@skein/mfe/actions';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { withWindowSize } from '@skein/testing/window-size';
import { toasts } from '@skein/ui/toast';
import { InboxArea } from '../inbox-area';

// A phone: one pane, and fingers.
withWindowSize(390, 844);
const native = window.matchMedia;
beforeAll(() => {
  const matchMedia = (media: string) => ({
    media,
    matches: media.includes('max-width: 720px') || media.includes('hover: none'),
    addEventListener: () => {},
    removeEventListener: () => {},
  });
  Object.assign(window, { matchMedia });
});
afterAll(() => {
  Object.assign(window, { matchMedia: native });
});
afterEach(() => act(() => toasts.clear()));

const row = (id: number) => ({
  enrolment_id: id,
  lead: { id, email: `lead${id}@alder.test`, first_name: null, last_name: null, company_name: null },
  campaign: { id: 1, name: 'Yard time', status: 'ACTIVE', client_id: null, parent_campaign_id: null },
  subject: `Subject ${id}`,
  is_read: true,
});
const rows = [1, 2, 3].map(row);

/** An inbox of a hundred, of which three are loaded; what is changed in it is kept. */
function serve() {
  const changed: unknown[] = [];
  const server = productServer()
    .answer(inboxContract, 'listConversations', { rows, total: 100, next_cursor: null })
    .answer(inboxContract, 'countFolders', { folders: {} })
    .answer(inboxContract, 'changeConversations', ({ body }) => {
      changed.push(body);
      return { changed: 2, change_key: null };
    })
    .answer(inboxContract, 'getThread', { conversation: row(1), messages: [] })
    .answer(inboxContract, 'getPanel', {})
    .answer(inboxDraftsContract, 'getDraft', { draft: null, updated_at: null })
    .answer(presenceContract, 'tellPresence', { others: [] })
    .answer(inboxBulkContract, 'countMatching', { count: 100, max: 200_000 } as never)
    .answer(categoriesContract, 'listCategories', { categories: [{ id: 3, name: 'Not Interested' }] });
  return { server, changed };
}

/** What a finger does: jsdom has no pointer events of its own. */
const finger = (element: Element, type: 'pointerdown' | 'pointermove' | 'pointerup', clientY = 10) =>
  fireEvent(
    element,
    Object.assign(new MouseEvent(type, { bubbles: true, cancelable: true, clientX: 10, clientY }), {
      pointerType: 'touch',
    }),
  );
const tap = (element: Element) => {
  finger(element, 'pointerdown');
  finger(element, 'pointerup');
  fireEvent.click(element);
};
/** A finger that stays until the line is selected, and then lets go. */
async function hold(element: Element) {
  finger(element, 'pointerdown');
  await screen.findByRole('toolbar', { name: 'Selected conversations' });
  finger(element, 'pointerup');
  fireEvent.click(element);
}
const bar = () => screen.getByRole('toolbar', { name: 'Selected conversations' });

it('selects a line that is held, and then every line that is tapped, without opening one', async () => {
  const { server, changed } = serve();
  const page = await renderPage(InboxArea, { address: '/app/master-inbox', server });
  await hold(await screen.findByText('Subject 2'));
  expect(bar().textContent).toContain('1 selected');
  tap(screen.getByText('Subject 3'));
  expect(bar().textContent).toContain('2 selected');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select lead3@alder.test' }).checked).toBe(true);
  expect(page.address()).toBe('/app/master-inbox');
  fireEvent.click(within(bar()).getByRole('button', { name: 'Archive' }));
  await waitFor(() => expect(changed).toMatchObject([{ enrolment_ids: [2, 3] }]));
  await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Selected conversations' })).toBeNull());
});

it('does not select under a finger that scrolls', async () => {
  const { server } = serve();
  await renderPage(InboxArea, { address: '/app/master-inbox', server });
  const line = await screen.findByText('Subject 2');
  finger(line, 'pointerdown');
  finger(line, 'pointermove', 60);
  // A hold that begins later has long been seen by then.
  await hold(screen.getByText('Subject 1'));
  expect(bar().textContent).toContain('1 selected');
});

it('selects from the list’s menu, all that match too, and ends with Back, Escape or its button', async () => {
  const { server } = serve();
  const page = await renderPage(InboxArea, { address: '/app/master-inbox', server });
  await screen.findByText('Subject 1');
  const begin = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'More actions for the list' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Select conversations' }));
    await screen.findByRole('toolbar', { name: 'Selected conversations' });
  };
  const isOver = () =>
    waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Selected conversations' })).toBeNull());
  await begin();
  expect(bar().textContent).toContain('0 selected');
  expect(within(bar()).queryByRole('button', { name: 'Archive' })).toBeNull();
  tap(screen.getByText('Subject 1'));
  fireEvent.click(within(bar()).getByRole('button', { name: 'Select all 100 matching' }));
  expect(bar().textContent).toContain('100 selected');
  act(() => window.history.back());
  await isOver();
  await begin();
  act(() =>
    actions
      .get()
      .find(({ id }) => id === 'bulk.clear')
      ?.run(),
  );
  await isOver();
  await begin();
  fireEvent.click(within(bar()).getByRole('button', { name: 'Clear the selection' }));
  await isOver();
  expect(page.address()).toBe('/app/master-inbox');
  // Afterwards a tap opens again.
  tap(screen.getByText('Subject 1'));
  await waitFor(() => expect(page.address()).toBe('/app/master-inbox/replies/1'));
});
