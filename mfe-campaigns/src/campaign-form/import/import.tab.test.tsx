import { screen, waitFor } from '@testing-library/react';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { leadActionsContract } from '@skein/contracts/main/lead-actions.contract';
import { leadListsContract } from '@skein/contracts/main/lead-lists.contract';
import { uploadsContract } from '@skein/contracts/main/uploads.contract';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { CampaignsArea } from '../../campaigns-area';

afterEach(() => window.sessionStorage.clear());

it.each([
  ['CSV', 'From a file'],
  ['MANUAL', 'One by one'],
  ['LIST', 'From a list'],
  ['API', 'From a file'],
] as const)('opens with the way of adding leads that the campaign’s source names: %s', async (source, way) => {
  const server = productServer()
    .answer(campaignsContract, 'getCampaign', {
      id: 7,
      name: 'Yard managers',
      status: 'DRAFTED',
      settings: { lead_condition: { source } },
    })
    .answer(uploadsContract, 'listUploads', {})
    .answer(leadActionsContract, 'listLeadActions', {})
    .answer(leadListsContract, 'listLeadLists', {});
  await renderPage(CampaignsArea, { address: '/app/email-campaign/new-campaign?id=7&tab=import-leads', server });
  await waitFor(() => expect(screen.getByRole('tab', { name: way }).getAttribute('aria-selected')).toBe('true'));
});
