import { screen, waitFor } from '@testing-library/react';
import { aiWritingContract } from '@skein/contracts/main/ai-writing.contract';
import { noticesContract } from '@skein/contracts/main/notices.contract';
import { webhooksContract } from '@skein/contracts/main/webhooks.contract';
import { noticeKindNames } from '@skein/contracts/notice-kinds';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { SettingsArea } from './settings-area';
import { roleOptions } from './team/roles';
import { ChoicesCard } from './warnings/choices-card';

const without = person({ plan: { ...person().plan, is_unlimited: true } });
const never = () => new Promise<never>(() => {});
const silent = () => productServer().answer(aiWritingContract, 'readAiKey', never);

it.each(['/app/settings/subscription', '/app/account-cancellation'])(
  'leads from %s to the profile where there are no plans',
  async (address) => {
    const page = await renderPage(SettingsArea, { address, server: silent(), as: without });
    await waitFor(() => expect(page.address()).toBe('/app/settings/profile'));
  },
);

it('has no tab for the subscription where there are no plans, and locks nothing', async () => {
  const server = silent().answer(webhooksContract, 'listWebhooks', never);
  await renderPage(SettingsArea, { address: '/app/settings/webhook', server, as: without });
  await screen.findByRole('link', { name: 'Webhooks' });
  expect(screen.queryByRole('link', { name: 'Subscription' })).toBeNull();
  expect(document.body.textContent).not.toMatch(/\bplan|trial|upgrade|subscription|billing/i);
});

it('offers no notices about plans where there are none', async () => {
  const channels = { in_app: true, by_mail: true, by_push: false, by_slack: false, by_webhook: false };
  const choices = noticeKindNames.map((kind) => ({ kind, ...channels }));
  const server = silent().answer(noticesContract, 'readChoices', { choices, notify_on_disconnect: true });
  await renderPage(ChoicesCard, { address: '/app/settings/warning-notifications', server, as: without, basename: '' });
  await screen.findByText('A reminder is due');
  expect(document.body.textContent).not.toMatch(/\bplan|trial|subscription|credits/i);
});

it('names billing among what an admin cannot do only where there are bills', () => {
  const words = (hasBilling: boolean) => roleOptions(hasBilling).map(({ hint }) => hint);
  expect(words(true)).toContain('Everything except billing and ownership.');
  expect(words(false).join()).not.toMatch(/billing/);
});
