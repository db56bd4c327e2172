import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { chooseFromMenu } from '@skein/testing/choose-from-menu';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { SettingsArea } from '../settings-area';

const address = '/app/settings/tag-manager';
const longName = 'Manufacturing and warehouse operations in the Midwest, wave 1';
const answering = person({
  user: { isClient: true, client_permissions: { permission: ['reply_master_inbox'], retricted_category: [] } },
});
const tag = { id: 4, name: 'Spring fair', color: '#3366cc', campaign_count: 1 };
const given = (server: FakeServer) => void server.answer(campaignsContract, 'listTags', { tags: [tag] });

async function open(change: (server: FakeServer) => void = () => undefined, as = person()) {
  const server = productServer();
  given(server);
  change(server);
  return { server, page: await renderPage(SettingsArea, { address, server, as }) };
}

testPageStates({
  page: 'mfe-settings/src/tags/tags.page.tsx',
  area: SettingsArea,
  address,
  given,
  reads: [campaignsContract, 'listTags'],
  loading: 'Loading Tags',
  data: 'Spring fair',
  empty: { given: (server) => server.answer(campaignsContract, 'listTags', {}), shows: 'No tag yet' },
  noAccess: {
    as: answering,
    shows: /You don’t have access to Tags/,
  },
});

it('creates the first tag from the empty list', async () => {
  const { server } = await open((given_) => given_.answer(campaignsContract, 'listTags', {}));
  await screen.findByText('No tag yet');
  const [, inTheList] = screen.getAllByRole('button', { name: 'New tag' });
  fireEvent.click(inTheList as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: 'New tag' });
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'Spring fair' } });
  server.answer(campaignsContract, 'saveTag', {}).answer(campaignsContract, 'listTags', { tags: [tag] });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create tag' }));
  await screen.findByRole('cell', { name: /Spring fair/ });
  expect(server.calls(campaignsContract, 'saveTag')[0]?.body).toMatchObject({ name: 'Spring fair' });
});

it('names every one of a great many tags whole, and counts what deleting one changes', async () => {
  const { server } = await open((given_) =>
    given_.answer(campaignsContract, 'listTags', {
      tags: [
        { ...tag, id: 1, name: longName },
        ...Array.from({ length: 20 }, (_, index) => ({ ...tag, id: index + 2, name: `Tag ${index}` })),
      ],
    }),
  );
  await screen.findByText(longName);
  await chooseFromMenu(`Actions for ${longName}`, 'Delete');
  await screen.findByText('1 campaign and every mailbox that has it lose it. Nothing else changes.');
  server.answer(campaignsContract, 'deleteTag', { done: true });
  fireEvent.click(screen.getByRole('button', { name: 'Delete tag' }));
  await waitFor(() => expect(server.calls(campaignsContract, 'deleteTag')).toMatchObject([{ params: { tagId: 1 } }]));
});

it('is not listed for a client who sees no campaigns, and neither are webhooks', async () => {
  await open(undefined, answering);
  await screen.findByText(/You don’t have access to Tags/);
  await renderPage(SettingsArea, { address: '/app/settings/profile', server: productServer(), as: answering });
  const settings = await screen.findByRole('navigation', { name: 'Settings' });
  expect(
    within(settings)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual([...['Profile', 'Security', 'Notifications', 'Block list', 'Lead categories']]);
});

it('says why a reader can change nothing', async () => {
  await open(undefined, person({ role: 'VIEW_ONLY_ACCESS' }));
  await screen.findByText('Spring fair');
  expect(screen.getByRole('button', { name: /New tag/ }).getAttribute('aria-disabled')).toBe('true');
  expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull();
});
