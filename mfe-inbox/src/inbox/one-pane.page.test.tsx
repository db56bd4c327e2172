import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { inboxDraftsContract } from '@skein/contracts/main/inbox-drafts.contract';
import { presenceContract } from '@skein/contracts/main/presence.contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { actions } from '@skein/mfe/actions';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { withWindowSize } from '@skein/testing/window-size';
import { toasts } from '@skein/ui/toast';
import { InboxArea } from '../inbox-area';

// As narrow as a phone: the list or a conversation, never both.
withWindowSize(390, 844);

const row = (id: number) => ({
  enrolment_id: id,
  lead: { id, email: `lead${id}@alder.test`, first_name: null, last_name: null, company_name: null },
  campaign: { id: 1, name: 'Yard time', status: 'ACTIVE', client_id: null, parent_campaign_id: null },
  subject: `Subject ${id}`,
  is_read: true,
});
const rows = [1, 2, 3].map(row);

/** An inbox with these conversations. */
const serve = (list: () => typeof rows) =>
  productServer()
    .answer(inboxContract, 'listConversations', () => ({ rows: list(), total: list().length }))
    .answer(inboxContract, 'countFolders', { folders: {} })
    .answer(inboxContract, 'getThread', ({ params }) => ({
      conversation: row(Number(params.enrolmentId)),
      messages: [{ id: Number(params.enrolmentId), direction: 'in' as const, own_text: `Text ${params.enrolmentId}` }],
    }))
    .answer(inboxContract, 'getPanel', {})
    .answer(inboxContract, 'changeConversations', { changed: 1, change_key: null })
    .answer(inboxDraftsContract, 'getDraft', { draft: null, updated_at: null })
    .answer(presenceContract, 'tellPresence', { others: [] })
    .answer(categoriesContract, 'listCategories', { categories: [{ id: 3, name: 'Not Interested' }] });

afterEach(() => act(() => toasts.clear()));

it('goes on from where somebody was, after each conversation that leads back to the list', async () => {
  let left = rows;
  const server = serve(() => left).answer(inboxContract, 'changeConversations', ({ body }) => {
    if (body.action.do === 'archive') left = left.filter(({ enrolment_id: id }) => id !== 2);
    return { changed: 1, change_key: 'change-1' };
  });
  const page = await renderPage(InboxArea, { address: '/app/master-inbox', server });
  await screen.findByText('Subject 1');
  const press = async (id: string) => {
    await waitFor(() => expect(actions.get().map((action) => action.id)).toContain(id));
    act(() =>
      actions
        .get()
        .find((action) => action.id === id)
        ?.run(),
    );
  };
  const isShown = (id: number) => screen.findByText(`Text ${id}`);
  await press('inbox.next');
  await isShown(1);
  // Not Interested stays in the list; the next key leads past it.
  await press('thread.category-3');
  await waitFor(() => expect(page.address()).toBe('/app/master-inbox'));
  await press('inbox.next');
  await isShown(2);
  // What is archived leaves the list: the next one has taken its place.
  await press('thread.archive');
  await waitFor(() => expect(screen.queryByText('Subject 2')).toBeNull());
  expect(page.address()).toBe('/app/master-inbox');
  await press('inbox.next');
  await isShown(3);
});

it('comes back to the list where it was scrolled to', async () => {
  const server = serve(() => rows);
  await renderPage(InboxArea, { address: '/app/master-inbox', server });
  const list = async () => (await screen.findByRole('list', { name: 'Replies' })).parentElement as HTMLElement;
  fireEvent.scroll(await list(), { target: { scrollTop: 84 } });
  fireEvent.click(screen.getByText('Subject 3'));
  await screen.findByText('Text 3');
  fireEvent.click(screen.getByRole('button', { name: 'Back to the list' }));
  expect((await list()).scrollTop).toBe(84);
});
