import { fireEvent, screen, waitFor } from '@testing-library/react';
import { campaignMailboxesContract } from '@skein/contracts/main/campaign-mailboxes.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import { reviewContract } from '@skein/contracts/main/review.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { CampaignsArea } from '../../campaigns-area';

const schedule = {
  timezone: 'Europe/Berlin',
  days: [1, 2, 3, 4, 5],
  start_hour: '09:00',
  end_hour: '20:00',
  min_time_btwn_emails: 10,
  max_leads_per_day: 20,
  more_windows: [],
  holidays: [],
  time_zone_mode: 'CAMPAIGN' as const,
  schedule_start_time: null,
  is_saved: true,
  open_hours_per_week: 55,
  next_opening_at: null,
};

async function open(status: 'DRAFTED' | 'ACTIVE' = 'DRAFTED') {
  const campaign = { id: 7, name: 'Yard managers', status, schedule };
  const server = productServer()
    .answer(campaignsContract, 'getCampaign', campaign)
    .answer(campaignsContract, 'saveSchedule', ({ body }) => ({
      ...campaign,
      schedule: { ...schedule, ...(body as Partial<typeof schedule>) },
    }))
    .answer(campaignsContract, 'listTags', {})
    .answer(campaignMailboxesContract, 'listCampaignMailboxes', {})
    .answer(categoriesContract, 'listCategories', {})
    .answer(clientsContract, 'listClients', {})
    .answer(sequencesContract, 'getSequence', {})
    .answer(reviewContract, 'reviewCampaign', { can_launch: true })
    .answer(reviewContract, 'forecastCampaign', {});
  await renderPage(CampaignsArea, { address: '/app/email-campaign/new-campaign?id=7&tab=setup', server });
  const from = (await screen.findByRole('textbox', { name: 'From' })) as HTMLInputElement;
  return { server, from };
}
const goOn = () => fireEvent.click(screen.getByRole('button', { name: 'Continue to Final Review' }));

it('takes an hour as it is typed for a time of the 24-hour clock', async () => {
  const { server, from } = await open();
  fireEvent.change(from, { target: { value: '8' } });
  expect(screen.queryByText(/must be a time/)).toBeNull();
  expect(screen.queryByText('Crosses midnight')).toBeNull();
  expect(screen.getByText(/08:00 to 20:00/)).toBeTruthy();
  fireEvent.blur(from);
  await waitFor(() => expect(from.value).toBe('08:00'));
  goOn();
  await screen.findByText('Ready to launch');
  expect(server.calls(campaignsContract, 'saveSchedule').map(({ body }) => body)).toEqual([{ start_hour: '08:00' }]);
});

it('does not go on with a time that cannot be read', async () => {
  const { server, from } = await open();
  fireEvent.change(from, { target: { value: '25:00' } });
  fireEvent.blur(from);
  expect(await screen.findByText('From must be a time such as 09:30.')).toBeTruthy();
  goOn();
  await waitFor(() => expect(document.activeElement).toBe(from));
  expect(screen.queryByText('Ready to launch')).toBeNull();
  expect(server.calls(campaignsContract, 'saveSchedule')).toEqual([]);
  fireEvent.change(from, { target: { value: '8:30 am' } });
  fireEvent.blur(from);
  goOn();
  await screen.findByText('Ready to launch');
});

it('says nothing of the hours of a week that edits change until they are applied', async () => {
  const { from } = await open('ACTIVE');
  expect(screen.getByText('Open 55 hours a week')).toBeTruthy();
  fireEvent.change(from, { target: { value: '10:00' } });
  expect(await screen.findByText('Not applied yet.')).toBeTruthy();
  expect(screen.queryByText(/hours a week/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(await screen.findByText('Open 55 hours a week')).toBeTruthy();
});
