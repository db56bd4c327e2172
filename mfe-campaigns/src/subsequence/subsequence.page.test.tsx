import { fireEvent, screen, waitFor } from '@testing-library/react';
import { campaignAnalyticsContract } from '@skein/contracts/analytics/campaign-analytics.contract';
import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { campaignMailboxesContract } from '@skein/contracts/main/campaign-mailboxes.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { leadActionsContract } from '@skein/contracts/main/lead-actions.contract';
import { reviewContract } from '@skein/contracts/main/review.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { subsequencesContract } from '@skein/contracts/main/subsequences.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { longest } from '@skein/testing/crowd';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { CampaignsArea } from '../campaigns-area';

const overview = (tab: string) => `/app/campaign/7/subsequence/9/overview/${tab}`;
const condition = '/app/campaign/7/new-subsequence?id=9&tab=lead-condition';
const longName = `Interested in ${'the offer for manufacturers '.repeat(7).trim()}`;
const closed = { as: person({ user: { isClient: true } }), goesTo: '/app/home' };
const reader = person({ role: 'VIEW_ONLY_ACCESS' });
const parent = { id: 7, name: 'Autumn outreach', status: 'ACTIVE', step_count: 2 } as const;
const subsequence = {
  ...({ id: 9, name: 'Send the offer', status: 'PAUSED', parent_campaign_id: 7, step_count: 1 } as const),
  ...{ schedule: { timezone: 'Europe/Berlin' }, progress: { total: 4 } },
};
const rule = {
  ...{ triggers: [{ kind: 'CATEGORY' as const, category_ids: [1] }], stop_on_parent_reply: true },
  ...{ parent: { id: 7, name: 'Autumn outreach' }, counts: { pushed: 1 } },
};
const pushed = { id: 1, kind: 'MANUAL', outcome: 'PUSHED', lead: { id: 4, email: 'ines@prospect.test' } } as const;

const given = (server: FakeServer) =>
  void server
    .answer(campaignsContract, 'getCampaign', ({ params }) => (params.campaignId === 7 ? parent : subsequence))
    .answer(categoriesContract, 'listCategories', { categories: [{ id: 1, name: 'Interested' }] })
    .answer(subsequencesContract, 'getRule', rule)
    .answer(subsequencesContract, 'listPushes', { rows: [pushed], total: 1 })
    .answer(campaignMailboxesContract, 'listCampaignMailboxes', {})
    .answer(campaignAnalyticsContract, 'campaignStatistics', {})
    .answer(campaignAnalyticsContract, 'campaignMailboxes', {})
    .answer(campaignLeadsContract, 'countCampaignLeads', { tabs: { all: 1 } })
    .answer(campaignLeadsContract, 'listCampaignLeads', {})
    .answer(leadActionsContract, 'listLeadActions', {})
    .answer(campaignAnalyticsContract, 'campaignDays', {})
    .answer(campaignAnalyticsContract, 'campaignSteps', {})
    .answer(inboxContract, 'listConversations', {})
    .answer(reviewContract, 'forecastCampaign', {})
    .answer(sequencesContract, 'listVariantTests', {});

async function open(at: string, change: (server: FakeServer) => void = () => undefined, as = person()) {
  const server = productServer();
  given(server);
  change(server);
  return { server, page: await renderPage(CampaignsArea, { address: at, server, as }) };
}

describe('a subsequence', () => {
  testPageStates({
    page: 'mfe-campaigns/src/subsequence/subsequence-overview.page.tsx',
    area: CampaignsArea,
    address: overview('performance'),
    given,
    reads: [campaignsContract, 'getCampaign'],
    loading: 'Loading',
    data: 'Send the offer',
    empty: {
      given: (server) => server.fail(campaignsContract, 'getCampaign', { code: 'NOT_FOUND' }),
      shows: /does not exist/,
    },
    noAccess: closed,
  });

  it('is not found under a campaign that is not its parent', async () => {
    await open('/app/campaign/8/subsequence/9/overview/performance');
    await screen.findByText(/does not exist/);
  });

  it('shows a long name whole, and an empty list of leads says how they come', async () => {
    await open(overview('performance'), (server) =>
      server
        .answer(campaignsContract, 'getCampaign', ({ params }) =>
          params.campaignId === 7 ? parent : { ...subsequence, name: longName, progress: { total: 12_345 } },
        )
        .answer(subsequencesContract, 'listPushes', {}),
    );
    await screen.findByRole('heading', { name: longName });
    screen.getByRole('link', { name: /Lead list\s*12,345/ });
    await screen.findByText(/Leads can also be moved manually, from the lead list of the parent campaign/);
  });
});

describe('how leads are added', () => {
  testPageStates({
    page: 'mfe-campaigns/src/subsequence/subsequence-overview.page.tsx',
    area: CampaignsArea,
    address: overview('performance'),
    given,
    reads: [subsequencesContract, 'listPushes'],
    loading: 'Loading Leads in this subsequence',
    data: /^ines@prospect\.test/,
    full: 'ines@prospect.test',
    empty: { given: (server) => server.answer(subsequencesContract, 'listPushes', {}), shows: 'No leads yet' },
    noAccess: closed,
  });

  it('counts in words, pages through a great many, and offers a reader no change', async () => {
    const { server } = await open(
      overview('performance'),
      (given_) =>
        given_.answer(subsequencesContract, 'listPushes', ({ query }) => ({
          rows: [{ ...pushed, lead: { id: 4, email: query.cursor ? 'second@prospect.test' : 'first@prospect.test' } }],
          ...{ total: 12_345, next_cursor: query.cursor ? null : 'older' },
        })),
      reader,
    );
    await screen.findAllByText('first@prospect.test');
    screen.getByText('1 lead entered');
    screen.getByText('1 to 1 of 12,345');
    fireEvent.click(screen.getAllByRole('button', { name: 'Next' })[0] as HTMLElement);
    await screen.findAllByText('second@prospect.test');
    expect(server.calls(subsequencesContract, 'listPushes').at(-1)?.query.cursor).toBe('older');
    expect(screen.queryByRole('link', { name: 'Change' })).toBeNull();
  });

  it('says why the rule could not be read, and reads it again', async () => {
    const { server } = await open(overview('performance'), (given_) =>
      given_.fail(subsequencesContract, 'getRule', { message: 'The rule is being saved.' }),
    );
    await screen.findByText('The rule is being saved.');
    given(server);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('1 lead entered');
  });
});

describe('the condition', () => {
  testPageStates({
    page: 'mfe-campaigns/src/subsequence/subsequence-condition.tab.tsx',
    area: CampaignsArea,
    address: condition,
    given,
    reads: [subsequencesContract, 'getRule'],
    loading: 'Loading the triggers',
    data: 'When it starts and ends',
    full: {
      given: (server) => void server.crowd(campaignsContract, 'getCampaign', 'Send the offer'),
      shows: longest('Send the offer'),
    },
    empty: {
      given: (server) => server.fail(campaignsContract, 'getCampaign', { code: 'NOT_FOUND' }),
      shows: /does not exist/,
    },
    noAccess: closed,
  });

  it('creates the draft with its name', async () => {
    const { server } = await open('/app/campaign/7/new-subsequence');
    server.answer(subsequencesContract, 'createSubsequence', subsequence);
    fireEvent.change(await screen.findByRole('textbox', { name: /Name of the subsequence/ }), {
      target: { value: 'Send the offer' },
    });
    await waitFor(() =>
      expect(server.calls(subsequencesContract, 'createSubsequence')).toMatchObject([
        { params: { campaignId: 7 }, body: { name: 'Send the offer' } },
      ]),
    );
  });

  it('says that a change is not saved, and saves it when asked', async () => {
    const { server } = await open(condition);
    server.fail(subsequencesContract, 'saveRule', { message: 'The campaign is being launched.' });
    fireEvent.click(await screen.findByRole('switch', { name: /Stop on a reply in the parent campaign/ }));
    await screen.findByText(/The campaign is being launched/);
    server.answer(subsequencesContract, 'saveRule', { ...rule, stop_on_parent_reply: false });
    fireEvent.click(screen.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement);
    await waitFor(() => expect(screen.queryByText(/The campaign is being launched/)).toBeNull());
    expect(server.calls(subsequencesContract, 'saveRule').at(-1)?.body).toEqual({ stop_on_parent_reply: false });
  });

  it('says to a reader why nothing can be changed', async () => {
    await open(condition, undefined, reader);
    await screen.findByText('Your role can view, not edit.');
    const name = screen.getByRole('textbox', { name: /Name of the subsequence/ });
    expect(name.matches(':disabled, [aria-disabled="true"]')).toBe(true);
  });
});
