import { fireEvent, screen, waitFor } from '@testing-library/react';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { untrackedRepliesContract } from '@skein/contracts/untracked-replies/untracked-replies.contract';
import { untrackedRulesContract } from '@skein/contracts/untracked-replies/untracked-rules.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { withWindowSize } from '@skein/testing/window-size';
import { InboxArea } from '../inbox-area';

// The panes appear by the width that is measured.
withWindowSize(1440, 900);

const address = '/app/master-inbox/untracked';
const longSubject = `Re: ${'the shipment of the second quarter and everything after it, '.repeat(6).trim()}`;
const reply = {
  ...{ id: 5, subject: 'About your offer', snippet: 'My colleague forwarded this.', is_read: true },
  ...{ from: { name: 'Ines Prado', email: 'ines@prospect.test' }, mailbox: { from_email: 'rosa@northlight.test' } },
};
const given = (server: FakeServer) =>
  void server
    .answer(untrackedRepliesContract, 'listUntracked', { rows: [reply], total: 1 })
    .answer(untrackedRepliesContract, 'getUntracked', { ...reply, own_text: 'Call me on Tuesday.' })
    .answer(untrackedRulesContract, 'countUntracked', { open: 1 })
    .answer(inboxContract, 'countFolders', {})
    .answer(categoriesContract, 'listCategories', {});

async function open(at = address, change: (server: FakeServer) => void = () => undefined, as = person()) {
  const server = productServer();
  given(server);
  change(server);
  return { server, page: await renderPage(InboxArea, { address: at, server, as }) };
}

describe('the list', () => {
  testPageStates({
    page: 'mfe-inbox/src/untracked/untracked.page.tsx',
    area: InboxArea,
    address,
    given,
    reads: [untrackedRepliesContract, 'listUntracked'],
    loading: 'Loading untracked replies',
    data: 'About your offer',
    empty: {
      given: (server) => server.answer(untrackedRepliesContract, 'listUntracked', {}),
      shows: 'Every reply has a lead',
    },
    noAccess: 'everyone',
  });

  it('claims no number while it could not be read', async () => {
    await open(address, (server) => server.fail(untrackedRepliesContract, 'listUntracked'));
    await screen.findByText("The list couldn't be loaded");
    expect(screen.queryByText('0 open')).toBeNull();
  });

  it('leads back from a search without results', async () => {
    const { page } = await open(`${address}?subject=nothing`, (server) =>
      server.answer(untrackedRepliesContract, 'listUntracked', ({ query }) => ({ rows: query.subject ? [] : [reply] })),
    );
    await screen.findByText('No reply has this subject');
    fireEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
    await screen.findByText('About your offer');
    expect(page.address()).toBe(address);
  });

  it('counts a great many, with long subjects, and changes those that are chosen', async () => {
    const { server } = await open(address, (given_) =>
      given_.answer(untrackedRepliesContract, 'listUntracked', {
        rows: Array.from({ length: 25 }, (_, index) => ({ ...reply, id: index + 1, subject: longSubject })),
        ...{ total: 12_345, next_cursor: 'further' },
      }),
    );
    await screen.findByText('12,345 open');
    expect(screen.getAllByText(longSubject).length).toBeGreaterThan(0);
    fireEvent.click(screen.getAllByRole('checkbox')[0] as HTMLElement);
    server.answer(untrackedRepliesContract, 'updateUntracked', { changed: 1 });
    fireEvent.click(screen.getByRole('button', { name: 'Mark as read' }));
    await screen.findByText('1 marked as read');
    expect(server.calls(untrackedRepliesContract, 'updateUntracked')[0]?.body).toEqual({ ids: [1], do: 'read' });
  });

  it('lets a reader read and change nothing', async () => {
    await open(`${address}/5`, undefined, person({ role: 'VIEW_ONLY_ACCESS' }));
    await screen.findByText('Call me on Tuesday.');
    expect(screen.queryByRole('button', { name: 'Ignore' })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});

describe('one reply', () => {
  it('says that it is loading, why it could not be read, and reads it when asked', async () => {
    const { server } = await open(`${address}/5`, (given_) =>
      given_.fail(untrackedRepliesContract, 'getUntracked', { message: 'The mailbox is being read.' }),
    );
    await screen.findByText('The mailbox is being read.');
    given(server);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Call me on Tuesday.');
  });

  it('says in plain words why no lead was found', async () => {
    await open(`${address}/5`, (given_) =>
      given_.answer(untrackedRepliesContract, 'getUntracked', {
        ...{ ...reply, suggestions: [], evidence: [{ rule: 'unknown sender', text: 'ines@elsewhere.test' }] },
      }),
    );
    await screen.findByText('You never emailed this address');
  });

  it('says that it is gone and leads back to the list', async () => {
    const { page } = await open(`${address}/5`, (server) =>
      server.fail(untrackedRepliesContract, 'getUntracked', { code: 'NOT_FOUND' }),
    );
    await screen.findByText('This reply is no longer untracked');
    fireEvent.click(screen.getByRole('button', { name: 'Back to the list' }));
    await screen.findByText('Whose replies are these?');
    expect(page.address()).toBe(address);
  });

  it('is ignored, which can be undone', async () => {
    const { server, page } = await open(`${address}/5`);
    await screen.findByText('Call me on Tuesday.');
    server.answer(untrackedRepliesContract, 'updateUntracked', { changed: 1 });
    fireEvent.click(screen.getByRole('button', { name: 'Ignore' }));
    await screen.findByText('Ignored');
    await waitFor(() => expect(page.address()).toBe(address));
    fireEvent.click(screen.getByRole('button', { name: /Undo/ }));
    await waitFor(() =>
      expect(server.calls(untrackedRepliesContract, 'updateUntracked').map(({ body }) => body)).toEqual([
        { ids: [5], do: 'ignore' },
        { ids: [5], do: 'restore' },
      ]),
    );
  });
});
