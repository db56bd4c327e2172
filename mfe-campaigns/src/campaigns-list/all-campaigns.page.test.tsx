import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { foldersContract } from '@skein/contracts/main/folders.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { CampaignsArea } from '../campaigns-area';

const given = (server: FakeServer) =>
  server
    .answer(campaignsContract, 'listCampaigns', { rows: [{ name: 'Autumn outreach', status: 'ACTIVE' }], total: 1 })
    .answer(foldersContract, 'listFolders', { folders: [] });

describe('all campaigns', () => {
  testPageStates({
    page: 'mfe-campaigns/src/campaigns-list/all-campaigns.page.tsx',
    area: CampaignsArea,
    address: '/app/email-campaign/all',
    given,
    reads: [campaignsContract, 'listCampaigns'],
    loading: 'Loading Email campaigns',
    data: 'Autumn outreach',
    empty: {
      given: (server) => server.answer(campaignsContract, 'listCampaigns', { rows: [] }),
      shows: 'No campaigns yet',
    },
    noAccess: { as: person({ user: { isClient: true } }), goesTo: '/app/home' },
  });
});
