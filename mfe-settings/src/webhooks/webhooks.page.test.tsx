import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { webhooksContract, type WebhookView } from '@skein/contracts/main/webhooks.contract';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { SettingsArea } from '../settings-area';

const webhook: WebhookView = {
  id: 4,
  name: 'CRM',
  webhook_url: 'https://crm.test/hook',
  scope: 1,
  client_id: null,
  campaign_id: null,
  event_types: ['EMAIL_REPLY'],
  categories: [],
  has_secret: true,
  is_active: true,
  destination: 'HTTP',
  channel: null,
  channel_name: null,
  previous_secret_until: null,
  created_at: '2026-11-20T09:30:00.000Z',
  updated_at: '2026-11-20T09:30:00.000Z',
  last_day: { delivered: 0, failed: 0, waiting: 0 },
};

const address = '/app/settings/webhook';
const longName = `CRM of ${'the northern region '.repeat(5).trim()}`;

testPageStates({
  page: 'mfe-settings/src/webhooks/webhooks.page.tsx',
  area: SettingsArea,
  address,
  given: (server) => void server.answer(webhooksContract, 'listWebhooks', { webhooks: [webhook] }),
  reads: [webhooksContract, 'listWebhooks'],
  loading: 'Loading Webhooks',
  data: 'CRM',
  empty: { given: (server) => server.answer(webhooksContract, 'listWebhooks', {}), shows: 'No webhook yet' },
  noAccess: {
    as: person({
      user: { isClient: true, client_permissions: { permission: ['reply_master_inbox'], retricted_category: [] } },
    }),
    goesTo: '/app/settings/profile',
  },
});

it('leads from the empty list to the first webhook', async () => {
  const user = userEvent.setup();
  const server = productServer()
    .answer(webhooksContract, 'listWebhooks', {})
    .answer(categoriesContract, 'listCategories', {});
  await renderPage(SettingsArea, { address, server });
  await screen.findByText('No webhook yet');
  await user.click(screen.getAllByRole('button', { name: 'New webhook' })[1] as HTMLElement);
  await screen.findByRole('dialog', { name: /webhook/i });
});

it('shows long names whole and large figures, and says why a reader can change nothing', async () => {
  const busy = { ...webhook, name: longName, last_day: { delivered: 1_234_567, failed: 0, waiting: 0 } };
  const server = productServer().answer(webhooksContract, 'listWebhooks', { webhooks: [busy] });
  await renderPage(SettingsArea, { address, server, as: person({ role: 'VIEW_ONLY_ACCESS' }) });
  await screen.findByText(longName);
  screen.getByText('1,234,567');
  expect(screen.getByRole('button', { name: /New webhook/ }).getAttribute('aria-disabled')).toBe('true');
});

async function edit(row: WebhookView) {
  const user = userEvent.setup();
  const server = productServer()
    .answer(webhooksContract, 'listWebhooks', { webhooks: [row] })
    .answer(categoriesContract, 'listCategories', { categories: [] })
    .answer(webhooksContract, 'updateWebhook', row);
  await renderPage(SettingsArea, { address: '/app/settings/webhook', server });
  await user.click(await screen.findByRole('button', { name: 'CRM' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'CRM' }));
  return { user, server, drawer };
}

it('replaces a secret with an overlap, shows the new one once, and saving the rest leaves it alone', async () => {
  const { user, server, drawer } = await edit(webhook);
  server.answer(webhooksContract, 'rotateSecret', { secret_key: 'whsec_bmV3', webhook });
  expect(drawer.queryByLabelText('Secret')).toBeNull();
  await user.click(drawer.getByRole('button', { name: 'Replace secret' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Replace the secret of CRM' }));
  await user.click(dialog.getByRole('combobox', { name: 'Keep signing with the current secret' }));
  await user.click(await screen.findByRole('option', { name: 'For 7 days' }));
  await user.click(dialog.getByRole('button', { name: 'Replace secret' }));
  const answered = within(await screen.findByRole('dialog', { name: 'Copy the new secret' }));
  expect(answered.getByRole('region', { name: 'Secret' }).textContent).toContain('whsec_bmV3');
  expect(server.calls(webhooksContract, 'rotateSecret')).toEqual([
    expect.objectContaining({ params: { webhookId: 4 }, body: { overlap_hours: 168 } }),
  ]);
  await user.click(answered.getByRole('button', { name: 'Done' }));
  await user.click(drawer.getByRole('button', { name: 'Save' }));
  expect(server.calls(webhooksContract, 'updateWebhook')[0]?.body).not.toHaveProperty('secret_key');
});

it('says until when the previous secret signs, and no longer than that', async () => {
  const { drawer } = await edit({ ...webhook, previous_secret_until: '2099-01-01T12:00:00.000Z' });
  expect(drawer.getByText(/^The previous secret also signs until .*2099/)).toBeTruthy();
});

it('shows no previous secret whose time is over', async () => {
  const { drawer } = await edit({ ...webhook, previous_secret_until: '2020-01-01T12:00:00.000Z' });
  expect(drawer.getByRole('button', { name: 'Replace secret' })).toBeTruthy();
  expect(drawer.queryByText(/previous secret/)).toBeNull();
});
