import { fireEvent, screen } from '@testing-library/react';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { leadActionsContract } from '@skein/contracts/main/lead-actions.contract';
import { leadListsContract } from '@skein/contracts/main/lead-lists.contract';
import { leadsContract } from '@skein/contracts/main/leads.contract';
import { uploadsContract } from '@skein/contracts/main/uploads.contract';
import { verificationContract } from '@skein/contracts/main/verification.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { CampaignsArea } from '../campaigns-area';

const address = '/app/leads/lists/4';
const importAddress = `${address}/import`;
const longName = `Visitors of ${'the spring fair of manufacturers '.repeat(5).trim()}`;
const list = { id: 4, name: 'Fair visitors', lead_count: 1, active_count: 0 };
const reader = person({ role: 'VIEW_ONLY_ACCESS' });
const closed = {
  as: person({
    user: { isClient: true, client_permissions: { permission: ['reply_master_inbox'], retricted_category: [] } },
  }),
  shows: 'You don’t have access to Leads',
};
const given = (server: FakeServer) =>
  void server
    .answer(leadListsContract, 'getLeadList', list)
    .answer(leadsContract, 'listLeads', { rows: [{ id: 9, email: 'ines@prospect.test' }], total: 1 })
    .answer(leadActionsContract, 'listLeadActions', {})
    .answer(categoriesContract, 'listCategories', {})
    .answer(campaignsContract, 'listTags', {})
    .answer(uploadsContract, 'listUploads', { rows: [{ id: 6, file_name: 'fair.csv' }] })
    .answer(verificationContract, 'verificationCredits', {})
    .answer(verificationContract, 'readVerificationProvider', {});

async function open(at = address, change: (server: FakeServer) => void = () => undefined, as = person()) {
  const server = productServer();
  given(server);
  change(server);
  return { server, page: await renderPage(CampaignsArea, { address: at, server, as }) };
}

describe('a list', () => {
  testPageStates({
    page: 'mfe-campaigns/src/lead-lists/list.page.tsx',
    area: CampaignsArea,
    address,
    given,
    reads: [leadListsContract, 'getLeadList'],
    loading: 'Loading',
    data: /^1 lead, 0 in a sequence$/,
    full: 'Fair visitors',
    empty: {
      given: (server) => server.fail(leadListsContract, 'getLeadList', { code: 'NOT_FOUND' }),
      shows: /does not exist/,
    },
    noAccess: closed,
  });

  describe('its leads', () => {
    testPageStates({
      page: 'mfe-campaigns/src/lead-lists/list.page.tsx',
      area: CampaignsArea,
      address,
      given,
      reads: [leadsContract, 'listLeads'],
      loading: 'Loading Leads of the list',
      data: /ines@prospect\.test/,
      full: 'ines@prospect.test',
      empty: { given: (server) => server.answer(leadsContract, 'listLeads', {}), shows: 'This list is empty' },
      noAccess: closed,
    });
  });

  it('leads from the empty list to the import', async () => {
    await open(address, (server) =>
      server
        .answer(leadListsContract, 'getLeadList', { ...list, lead_count: 0 })
        .answer(leadsContract, 'listLeads', {}),
    );
    const next = await screen.findByRole('link', { name: 'Import leads' });
    expect(next.getAttribute('href')).toBe(importAddress);
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  });

  it('names a very full list whole and counts it', async () => {
    await open(address, (server) =>
      server.answer(leadListsContract, 'getLeadList', {
        ...list,
        ...{ name: longName, lead_count: 1_200_000, active_count: 34_567 },
      }),
    );
    await screen.findByRole('heading', { name: longName });
    screen.getByText('1,200,000 leads, 34,567 in a sequence');
  });

  it('offers a reader no change', async () => {
    await open(address, undefined, reader);
    await screen.findByText(/ines@prospect\.test/);
    expect(screen.queryByRole('link', { name: 'Add leads' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'More actions for the list' })).toBeNull();
  });
});

describe('the import into a list', () => {
  testPageStates({
    page: 'mfe-campaigns/src/lead-lists/list-import.page.tsx',
    area: CampaignsArea,
    address: importAddress,
    given,
    reads: [leadListsContract, 'getLeadList'],
    loading: 'Loading',
    data: 'Import into Fair visitors',
    full: 'Fair visitors',
    empty: {
      given: (server) => server.fail(leadListsContract, 'getLeadList', { code: 'NOT_FOUND' }),
      shows: /does not exist/,
    },
    noAccess: closed,
  });

  it('names what was imported before, and says why that could not be read', async () => {
    const { server } = await open(importAddress, (given_) =>
      given_.fail(uploadsContract, 'listUploads', { message: 'The uploads are being counted.' }),
    );
    await screen.findByText('The uploads are being counted.');
    given(server);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    const upload = await screen.findByRole('link', { name: 'fair.csv' });
    expect(upload.getAttribute('href')).toBe(`${importAddress}?upload=6`);
  });

  it('says to a reader why it is closed', async () => {
    await open(importAddress, undefined, reader);
    await screen.findByText('Your role can view, not edit.');
  });
});
