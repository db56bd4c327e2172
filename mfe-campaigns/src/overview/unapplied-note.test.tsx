import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { campaignMailboxesContract } from '@skein/contracts/main/campaign-mailboxes.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { serversContract } from '@skein/contracts/smart-servers/servers.contract';
import { productServer } from '@skein/testing/product-server';
import { person } from '@skein/testing/person';
import { renderPage } from '@skein/testing/render-page';
import { keepInTab } from '@skein/mfe/kept-in-tab';
import { clearSession } from '@skein/mfe/session';
import { keptPlace } from '../campaign-form/unapplied';
import { CampaignsArea } from '../campaigns-area';

const schedule = { timezone: 'Europe/Berlin', days: [1, 2, 3, 4, 5], start_hour: '09:00', end_hour: '18:00' };

async function open(address: string) {
  const server = productServer()
    .answer(campaignsContract, 'getCampaign', {
      ...{ id: 7, name: 'Yard managers', status: 'ACTIVE', progress: { total: 40, by_status: { INPROGRESS: 3 } } },
      ...{ schedule, settings: { bounce_guard_enabled: true } },
    } as never)
    .answer(campaignsContract, 'listTags', {})
    .answer(campaignMailboxesContract, 'listCampaignMailboxes', {})
    .answer(categoriesContract, 'listCategories', {})
    .answer(clientsContract, 'listClients', {})
    .answer(inboxContract, 'listConversations', {})
    .answer(serversContract, 'campaign', {})
    .answer(sequencesContract, 'getSequence', {});
  await renderPage(CampaignsArea, { address, server, as: person() });
  return server;
}
const form = '/app/email-campaign/new-campaign?id=7&tab=setup';
const overview = '/app/email-campaign/7/overview/dedicated-ip';

it('edits of the setup that are not applied wait in this tab; the campaign says so and leads back to them', async () => {
  await open(form);
  const from = (await screen.findByRole('textbox', { name: 'From' })) as HTMLInputElement;
  fireEvent.change(from, { target: { value: '10:00' } });
  expect(await screen.findAllByText('Not applied yet.')).toHaveLength(1);
  cleanup();

  await open(overview);
  expect(await screen.findByText('Your changes to the setup are not applied yet.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Review setup' }).getAttribute('href')).toBe(form);
  expect(screen.queryByRole('link', { name: 'Review sequence' })).toBeNull();
  cleanup();

  const server = await open(form);
  const again = (await screen.findByRole('textbox', { name: 'From' })) as HTMLInputElement;
  await waitFor(() => expect(again.value).toBe('10:00'));
  expect(screen.getAllByText('Not applied yet.')).toHaveLength(1);
  expect(server.calls(campaignsContract, 'saveSchedule')).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(again.value).toBe('09:00');
  cleanup();

  await open(overview);
  await screen.findByRole('heading', { name: 'Yard managers' });
  expect(screen.queryByText(/not applied yet/)).toBeNull();
});

it('who logs out leaves no edits to whoever logs in to the same tab, though the form is still drawn when its page goes away', async () => {
  const leave = { assign: () => void window.dispatchEvent(new Event('pagehide')) };
  await open(form);
  fireEvent.change(await screen.findByRole('textbox', { name: 'From' }), { target: { value: '10:00' } });
  await screen.findByText('Not applied yet.');
  leave.assign();
  expect(window.sessionStorage.getItem(keptPlace(7, 'schedule'))).toContain('10:00');
  act(() => clearSession(leave));
  cleanup();
  expect({ ...window.sessionStorage }).toEqual({});
});

it('names the sequence beside the setup, each with its own way back', async () => {
  keepInTab(keptPlace(7, 'sequence'), { version: 1, steps: [] });
  keepInTab(keptPlace(7, 'settings'), { bounce_guard_enabled: false });
  await open(overview);
  expect(await screen.findByText('Your changes to the sequence and setup are not applied yet.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Review sequence' }).getAttribute('href')).toContain('tab=sequences');
  expect(screen.getByRole('link', { name: 'Review setup' })).toBeTruthy();
});
