import { fireEvent, screen, waitFor } from '@testing-library/react';
import { leadActionsContract } from '@skein/contracts/main/lead-actions.contract';
import { leadListsContract } from '@skein/contracts/main/lead-lists.contract';
import { chooseFromMenu } from '@skein/testing/choose-from-menu';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { CampaignsArea } from '../campaigns-area';

const address = '/app/leads/lists';
const list = (id: number, name: string) => ({ id, name, lead_count: 3, active_count: 1 });
const given = (server: FakeServer, rows = [list(4, 'Fair visitors')], more: object = {}) =>
  server
    .answer(leadListsContract, 'listLeadLists', { rows, total: rows.length, next_cursor: null, ...more })
    .answer(leadActionsContract, 'listLeadActions', { rows: [] });
const open = async (server: FakeServer, as = person()) => {
  const page = await renderPage(CampaignsArea, { address, server, as });
  await screen.findByText('Fair visitors');
  return page;
};

testPageStates({
  page: 'mfe-campaigns/src/lead-lists/lists.page.tsx',
  area: CampaignsArea,
  address,
  given,
  reads: [leadListsContract, 'listLeadLists'],
  loading: 'Loading Lead lists',
  data: 'Fair visitors',
  empty: { given: (server) => given(server, []), shows: 'No lists yet' },
  noAccess: { as: person({ user: { isClient: true } }), shows: 'You don’t have access to Leads' },
});

it('pages through a great many lists', async () => {
  const many = Array.from({ length: 24 }, (_, index) => list(index + 10, `List ${index}`));
  const server = given(productServer(), [list(4, 'Fair visitors'), ...many], { total: 4_812, next_cursor: 'after-25' });
  await open(server);
  expect(screen.getByText(/of 4,812/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /Next/ }));
  await waitFor(() =>
    expect(server.calls(leadListsContract, 'listLeadLists').at(-1)).toMatchObject({ query: { cursor: 'after-25' } }),
  );
});

it('says what deleting a list leaves as it is', async () => {
  const server = given(productServer());
  await open(server);
  server.answer(leadListsContract, 'deleteLeadList', { done: true });
  await chooseFromMenu('Actions for Fair visitors', 'Delete');
  await screen.findByText(/its 3 leads stay in the workspace and in their campaigns/);
  fireEvent.click(screen.getByRole('button', { name: 'Delete list' }));
  await waitFor(() =>
    expect(server.calls(leadListsContract, 'deleteLeadList')).toMatchObject([{ params: { listId: 4 } }]),
  );
});

it('offers neither a new list nor changes to who may only read', async () => {
  await open(given(productServer()), person({ role: 'VIEW_ONLY_ACCESS' }));
  expect(screen.queryByRole('button', { name: 'New list' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull();
});
