import { fireEvent, screen, waitFor } from '@testing-library/react';
import { campaignMailboxesContract } from '@skein/contracts/main/campaign-mailboxes.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { CampaignsArea } from '../../campaigns-area';

it('offers to choose mailboxes once, and the focus comes back to it from the dialog', async () => {
  const rows = [{ id: 4, from_email: 'rosa@northlight.test', from_name: 'Rosa' }];
  const server = productServer()
    .answer(campaignsContract, 'getCampaign', { id: 7, name: 'Yard managers', status: 'DRAFTED' })
    .answer(campaignsContract, 'listTags', {})
    .answer(campaignMailboxesContract, 'listCampaignMailboxes', {})
    .answer(campaignMailboxesContract, 'setCampaignMailboxes', { mailboxes: rows })
    .answer(mailboxesContract, 'list', { rows, total: 1 } as never)
    .answer(categoriesContract, 'listCategories', {})
    .answer(clientsContract, 'listClients', {})
    .answer(sequencesContract, 'getSequence', {});
  await renderPage(CampaignsArea, { address: '/app/email-campaign/new-campaign?id=7&tab=setup', server });
  expect(await screen.findByText('No mailbox chosen')).toBeTruthy();
  const choose = screen.getByRole('button', { name: 'Choose mailboxes' });
  choose.focus();
  fireEvent.click(choose);
  fireEvent.click(await screen.findByRole('button', { name: 'Use 1 mailbox' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(choose);
});
