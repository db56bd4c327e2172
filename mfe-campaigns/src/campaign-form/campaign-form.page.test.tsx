import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { CampaignsArea } from '../campaigns-area';

const given = (server: FakeServer) =>
  server.answer(campaignsContract, 'getCampaign', { id: 7, name: 'Yard managers', status: 'DRAFTED' });

describe('the campaign form', () => {
  testPageStates({
    area: CampaignsArea,
    address: '/app/email-campaign/new-campaign?id=7&tab=lead-condition',
    given,
    reads: [campaignsContract, 'getCampaign'],
    loading: 'Loading the campaign',
    data: /, Yard managers$/,
    empty: { given, address: '/app/email-campaign/new-campaign', shows: /, new campaign$/ },
    noAccess: { as: person({ user: { isClient: true } }), goesTo: '/app/home' },
  });
});
