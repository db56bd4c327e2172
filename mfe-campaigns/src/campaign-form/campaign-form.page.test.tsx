import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { campaignMailboxesContract } from '@skein/contracts/main/campaign-mailboxes.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import { reviewContract } from '@skein/contracts/main/review.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { uploadsContract } from '@skein/contracts/main/uploads.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { CampaignsArea } from '../campaigns-area';

const given = (server: FakeServer) =>
  server.answer(campaignsContract, 'getCampaign', { id: 7, name: 'Yard managers', status: 'DRAFTED' });

describe('the campaign form', () => {
  testPageStates({
    page: 'mfe-campaigns/src/campaign-form/campaign-form.page.tsx',
    area: CampaignsArea,
    address: '/app/email-campaign/new-campaign?id=7&tab=lead-condition',
    given,
    reads: [campaignsContract, 'getCampaign'],
    loading: 'Loading the campaign',
    data: /, Yard managers$/,
    full: 'Yard managers',
    empty: { given, address: '/app/email-campaign/new-campaign', shows: /, new campaign$/ },
    noAccess: { as: person({ user: { isClient: true } }), goesTo: '/app/home' },
  });
});

describe('the tabs', () => {
  const at = (tab: string) => `/app/email-campaign/new-campaign?id=7&tab=${tab}`;
  const noAccess = { as: person({ user: { isClient: true } }), goesTo: '/app/home' };
  const all = (server: FakeServer) =>
    void given(server)
      .answer(uploadsContract, 'listUploads', { rows: [{ id: 6, file_name: 'fair.csv', status: 'COMPLETED' }] })
      .answer(uploadsContract, 'getUpload', { id: 6, file_name: 'fair.csv', status: 'COMPLETED' })
      .answer(sequencesContract, 'getSequence', {
        steps: [
          {
            id: 1,
            seq_number: 1,
            seq_type: 'EMAIL',
            variants: [{ id: 2, variant_label: 'A', subject: 'A quick question' }],
          },
        ],
      })
      .answer(sequencesContract, 'previewStep', {})
      .answer(sequencesContract, 'checkSpam', { score: null, threshold: null, is_spam: null })
      .answer(campaignLeadsContract, 'listCampaignLeads', {})
      .answer(campaignMailboxesContract, 'listCampaignMailboxes', {
        mailboxes: [{ id: 4, from_email: 'rosa@northlight.test' }],
      })
      .answer(categoriesContract, 'listCategories', {})
      .answer(clientsContract, 'listClients', {})
      .answer(campaignsContract, 'listTags', {})
      .answer(reviewContract, 'reviewCampaign', { can_launch: true })
      .answer(reviewContract, 'forecastCampaign', {});

  describe('lead condition', () => {
    testPageStates({
      page: 'mfe-campaigns/src/campaign-form/lead-condition.tab.tsx',
      area: CampaignsArea,
      address: at('lead-condition'),
      given: all,
      reads: [campaignsContract, 'getCampaign'],
      loading: 'Loading the campaign',
      data: 'Yard managers',
      empty: { given: all, address: '/app/email-campaign/new-campaign', shows: /, new campaign$/ },
      noAccess,
    });
  });

  describe('import leads', () => {
    testPageStates({
      page: 'mfe-campaigns/src/campaign-form/import/import.tab.tsx',
      area: CampaignsArea,
      address: at('import-leads'),
      given: all,
      reads: [uploadsContract, 'listUploads'],
      loading: 'Loading the imports',
      data: 'fair.csv',
      empty: { given: (server) => server.answer(uploadsContract, 'listUploads', {}), shows: 'In this campaign' },
      noAccess,
    });
  });

  describe('sequence', () => {
    testPageStates({
      page: 'mfe-campaigns/src/campaign-form/sequence/sequence.tab.tsx',
      area: CampaignsArea,
      address: at('sequences'),
      given: all,
      reads: [sequencesContract, 'getSequence'],
      loading: 'Loading the sequence',
      data: 'A quick question',
      empty: { given: (server) => server.answer(sequencesContract, 'getSequence', {}), shows: /Step 1|Add step/ },
      noAccess,
    });
  });

  describe('setup', () => {
    testPageStates({
      page: 'mfe-campaigns/src/campaign-form/setup/setup.tab.tsx',
      area: CampaignsArea,
      address: at('setup'),
      given: all,
      reads: [campaignMailboxesContract, 'listCampaignMailboxes'],
      loading: 'Loading the mailboxes',
      data: 'rosa@northlight.test',
      empty: {
        given: (server) => server.answer(campaignMailboxesContract, 'listCampaignMailboxes', {}),
        shows: 'None chosen',
      },
      noAccess,
    });
  });

  describe('final review', () => {
    testPageStates({
      page: 'mfe-campaigns/src/campaign-form/review/review.tab.tsx',
      area: CampaignsArea,
      address: at('final-review'),
      given: all,
      reads: [reviewContract, 'reviewCampaign'],
      loading: 'Checking all leads, steps and mailboxes',
      data: /Ready to launch/,
      full: {
        given: (server) =>
          server.answer(reviewContract, 'reviewCampaign', {
            blocks: Array.from({ length: 30 }, (_, index) => ({ code: 'NO_LEADS', title: `Problem ${index}` })),
          }),
        shows: 'Problem 29',
      },
      empty: {
        given: (server) =>
          server.answer(reviewContract, 'reviewCampaign', { blocks: [{ code: 'NO_LEADS', title: 'No leads yet' }] }),
        shows: '1 problem to fix before launch',
      },
      noAccess,
    });
  });
});
