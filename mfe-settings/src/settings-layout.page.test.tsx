import { screen, waitFor, within } from '@testing-library/react';
import { aiWritingContract } from '@skein/contracts/main/ai-writing.contract';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { SettingsArea } from './settings-area';

const server = () =>
  productServer()
    .answer(aiWritingContract, 'readAiKey', { key: null, has_sandbox: false })
    .answer(aiWritingContract, 'listAiModels', { models: [], default_model: null });

it('lists the pages in groups and marks the one that is open', async () => {
  await renderPage(SettingsArea, { address: '/app/settings/profile', server: server() });
  const list = within(await screen.findByRole('navigation', { name: 'Settings' }));
  expect(list.getAllByRole('heading').map((each) => each.textContent)).toEqual([
    'You',
    'Workspace',
    'Outreach',
    'Developers',
    'Billing',
  ]);
  expect(list.getByRole('link', { name: 'Profile' }).getAttribute('aria-current')).toBe('page');
  const sending = within(list.getByRole('list', { name: 'Outreach' }));
  expect(sending.getAllByRole('link').map((each) => each.textContent)).toEqual([
    'Block list',
    'Lead categories',
    'Tags',
    'AI assistant',
  ]);
});

it('leaves groups out in which a role may open nothing', async () => {
  const viewer = person({ role: 'VIEW_ONLY_ACCESS' });
  await renderPage(SettingsArea, { address: '/app/settings/profile', server: server(), as: viewer });
  const list = within(await screen.findByRole('navigation', { name: 'Settings' }));
  expect(list.queryByRole('link', { name: 'Change history' })).toBeNull();
  expect(list.getByRole('link', { name: 'Profile' })).toBeTruthy();
});

it('brings the focus to the field that the address names', async () => {
  await renderPage(SettingsArea, { address: '/app/settings/profile?setting=Time%20zone', server: server() });
  const field = await screen.findByLabelText('Time zone');
  await waitFor(() => expect(document.activeElement).toBe(field));
});

it('waits for a card that is still being read', async () => {
  const slow = server();
  const release = slow.hold(aiWritingContract, 'readAiKey');
  await renderPage(SettingsArea, {
    address: '/app/settings/ai-assistant?setting=AI%20writing',
    server: slow,
    as: person({ role: 'FULL_MEMBER_ACCESS' }),
  });
  await screen.findByText('Loading the key');
  release();
  await waitFor(() => expect(document.activeElement?.closest('section')?.textContent).toContain('AI writing'));
});
