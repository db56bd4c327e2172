import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { campaignMailboxesContract } from '@skein/contracts/main/campaign-mailboxes.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { leadActionsContract } from '@skein/contracts/main/lead-actions.contract';
import { subsequencesContract } from '@skein/contracts/main/subsequences.contract';
import { actions } from '@skein/mfe/actions';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { CampaignsArea } from '../../campaigns-area';

async function open(search = '', as = person()) {
  const server = productServer()
    .answer(campaignsContract, 'getCampaign', { id: 7, name: 'Autumn outreach', status: 'PAUSED', step_count: 2 })
    .answer(campaignLeadsContract, 'countCampaignLeads', { tabs: { all: 2 } })
    .answer(campaignLeadsContract, 'listCampaignLeads', {
      rows: [{ enrolment_id: 1, lead: { id: 1, email: 'ines@prospect.test' } }],
      total: 1,
    })
    .answer(categoriesContract, 'listCategories', { categories: [] })
    .answer(campaignMailboxesContract, 'listCampaignMailboxes', { mailboxes: [] })
    .answer(subsequencesContract, 'listSubsequences', { rows: [] })
    .answer(inboxContract, 'listConversations', {})
    .answer(leadActionsContract, 'listLeadActions', {})
    .answer(leadActionsContract, 'startLeadAction', { kind: 'EXPORT', total: 1 });
  await renderPage(CampaignsArea, { address: `/app/email-campaign/7/overview/lead-list${search}`, server, as });
  await screen.findByText('ines@prospect.test');
  return server;
}
const paletteRun = () => actions.get().find(({ id }) => id === 'campaign-leads.export')?.run;

it('exports what the filters show, by the button and from the palette, and follows the work', async () => {
  const server = await open('?tab=replied&lead_category_ids=1');
  const selection = { campaign_id: 7, enrolments: { filter: { tab: 'replied', lead_category_ids: [1] } } };
  fireEvent.click(screen.getByRole('button', { name: 'Export leads' }));
  await screen.findByText('Exporting: 1 lead');
  server.answer(leadActionsContract, 'listLeadActions', {
    rows: [{ id: 4, kind: 'EXPORT', status: 'RUNNING', total: 1, can_cancel: true }],
  });
  act(() => paletteRun()?.());
  await screen.findByRole('region', { name: 'Work on leads' });
  await waitFor(() =>
    expect(server.calls(leadActionsContract, 'startLeadAction').map(({ body }) => body)).toEqual([
      { selection, action: { kind: 'EXPORT' } },
      { selection, action: { kind: 'EXPORT' } },
    ]),
  );
});

it('says that the export did not start', async () => {
  const server = await open();
  server.fail(leadActionsContract, 'startLeadAction', { message: 'Another export still runs.' });
  fireEvent.click(screen.getByRole('button', { name: 'Export leads' }));
  await screen.findByText(/Another export still runs/);
});

it('is not offered to who may not export', async () => {
  await open('', person({ role: 'VIEW_ONLY_ACCESS' }));
  expect(screen.queryByRole('button', { name: 'Export leads' })).toBeNull();
  expect(paletteRun()).toBeUndefined();
});
