import { fireEvent, screen, waitFor } from '@testing-library/react';
import { campaignAnalyticsContract } from '@skein/contracts/analytics/campaign-analytics.contract';
import { fixedCategories } from '@skein/contracts/constants';
import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { campaignMailboxesContract } from '@skein/contracts/main/campaign-mailboxes.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { leadActionsContract } from '@skein/contracts/main/lead-actions.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { reviewContract } from '@skein/contracts/main/review.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { subsequencesContract } from '@skein/contracts/main/subsequences.contract';
import { serversContract } from '@skein/contracts/smart-servers/servers.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { CampaignsArea } from '../campaigns-area';

const at = (tab: string) => `/app/email-campaign/7/overview/${tab}`;
const at9 = '2026-11-20T09:00:00.000Z';
const longName = `Heads of ${'procurement '.repeat(20).trim()}`;
const manyRows = <T,>(make: (id: number) => T) => Array.from({ length: 100 }, (_, index) => make(index + 1));
const closed = { as: person({ user: { isClient: true } }), goesTo: '/app/home' };

/** A paused campaign, and all that its tabs read beside the one in question. */
const given = (server: FakeServer) =>
  void server
    .answer(campaignsContract, 'getCampaign', {
      ...{ id: 7, name: 'Autumn outreach', status: 'PAUSED', schedule: { timezone: 'Europe/Berlin' } },
      ...{ step_count: 2, progress: { total: 40 }, counts: { replied: 3 } },
    })
    .answer(categoriesContract, 'listCategories', {
      categories: fixedCategories.map(({ id, name }) => ({ id, name, is_fixed: true })),
    })
    .answer(campaignAnalyticsContract, 'campaignStatistics', { first_sent_at: at9, last_sent_at: at9, imported: 40 })
    .answer(campaignAnalyticsContract, 'campaignDays', {})
    .answer(campaignAnalyticsContract, 'campaignSteps', {
      steps: [{ step_id: 1, variants: [{ variant_id: 2, subject: 'A quick question' }] }],
    })
    .answer(campaignAnalyticsContract, 'campaignMailboxes', {})
    .answer(campaignAnalyticsContract, 'campaignTriggers', {
      rows: [{ id: '31', sequence: 31, state: 'COMPLETED', planned: 2, sent: 2, message: 'Two emails left.' }],
      total: 1,
    })
    .answer(campaignMailboxesContract, 'listCampaignMailboxes', {
      mailboxes: [{ id: 4, from_email: 'rosa@northlight.test', from_name: 'Rosa Kessler' }],
    })
    .answer(campaignLeadsContract, 'countCampaignLeads', { tabs: { all: 1 } })
    .answer(campaignLeadsContract, 'listCampaignLeads', {
      rows: [{ enrolment_id: 1, lead: { id: 1, first_name: 'Ines', last_name: 'Prado', email: 'ines@prospect.test' } }],
      total: 1,
    })
    .answer(leadActionsContract, 'listLeadActions', {})
    .answer(inboxContract, 'listConversations', {
      rows: [{ enrolment_id: 1, snippet: 'Tuesday suits me.', lead: { first_name: 'Ines', last_name: 'Prado' } }],
      total: 1,
    })
    .answer(reviewContract, 'forecastCampaign', {})
    .answer(sequencesContract, 'listVariantTests', {})
    .answer(subsequencesContract, 'listSubsequences', { rows: [{ id: 9, name: 'Interested, send the offer' }] })
    .answer(serversContract, 'campaign', {
      group: {
        ...{ id: 3, name: 'Northlight pair', domain: 'northlight.test' },
        servers: [{ id: 5, ip: '203.0.113.9', in_rotation: true }],
      },
    });

async function open(tab: string, change: (server: FakeServer) => void = () => undefined, as = person()) {
  const server = productServer();
  given(server);
  change(server);
  return { server, page: await renderPage(CampaignsArea, { address: at(tab), server, as }) };
}

describe('a campaign', () => {
  testPageStates({
    page: 'mfe-campaigns/src/overview/campaign-overview.page.tsx',
    area: CampaignsArea,
    // A tab that says at once what it says: nothing else is awaited.
    address: at('dedicated-ip'),
    given,
    reads: [campaignsContract, 'getCampaign'],
    loading: 'Loading',
    data: 'Autumn outreach',
    empty: {
      given: (server) => server.fail(campaignsContract, 'getCampaign', { code: 'NOT_FOUND' }),
      shows: /does not exist/,
    },
    noAccess: closed,
  });

  it('counts its leads in the tab, shows a long name whole, and resumes', async () => {
    const { server } = await open('trigger-logs', (given_) =>
      given_
        .answer(campaignsContract, 'getCampaign', {
          ...{ id: 7, name: longName, status: 'PAUSED', schedule: { timezone: 'Europe/Berlin' } },
          ...{ progress: { total: 12_345 }, actions: [{ action: 'RESUME', is_allowed: true }] },
        })
        .answer(campaignsContract, 'setStatus', {}),
    );
    await screen.findByRole('heading', { name: longName });
    expect(screen.getByRole('link', { name: /Lead list\s*12,345/ })).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Resume' }));
    await waitFor(() =>
      expect(server.calls(campaignsContract, 'setStatus')[0]?.body).toMatchObject({ action: 'RESUME' }),
    );
  });
});

describe('performance', () => {
  testPageStates({
    page: 'mfe-campaigns/src/overview/performance/performance.tab.tsx',
    area: CampaignsArea,
    address: at('performance'),
    given,
    reads: [campaignMailboxesContract, 'listCampaignMailboxes'],
    loading: 'Loading Mailboxes of the campaign',
    data: 'rosa@northlight.test',
    empty: {
      given: (server) => server.answer(campaignMailboxesContract, 'listCampaignMailboxes', {}),
      shows: 'No mailbox yet',
    },
    noAccess: closed,
  });

  it.each([
    [10, 'End it', { ramp: null }],
    [50, 'Raise', { message_per_day: 60 }],
  ])('lets a mailbox with a cap of %i today, of 50, send more', async (cap, name, body) => {
    const mailbox = { id: 4, from_email: 'rosa@northlight.test', cap_today: cap, message_per_day: 50 };
    const { server } = await open('performance', (given_) =>
      given_
        .answer(campaignsContract, 'getCampaign', { id: 7, next: { can_explain: true } })
        .answer(campaignMailboxesContract, 'listCampaignMailboxes', { mailboxes: [mailbox] })
        .answer(reviewContract, 'explainMailbox', {
          binding: { code: 'MAILBOX_DAILY_CAP', scope: 'MAILBOX', facts: { mailbox_id: 4 } },
          remedies: [{ action: 'RAISE_MAILBOX_CAP', text: 'Raise the cap, add a mailbox, or wait for tomorrow.' }],
        })
        .answer(mailboxesContract, 'update', {}),
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Why?' }));
    fireEvent.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(server.calls(mailboxesContract, 'update')[0]?.body).toEqual(body));
  });
});

describe('analytics', () => {
  testPageStates({
    page: 'mfe-campaigns/src/overview/analytics/analytics.tab.tsx',
    area: CampaignsArea,
    address: at('analytics'),
    given,
    reads: [campaignAnalyticsContract, 'campaignSteps'],
    loading: 'Loading Steps and variants',
    data: /A quick question/,
    full: 'A quick question',
    empty: {
      given: (server) => server.answer(campaignAnalyticsContract, 'campaignSteps', {}),
      shows: 'No steps yet',
    },
    noAccess: closed,
  });

  it('tells why the figures could not be read, and reads all of them again', async () => {
    const { server } = await open('analytics', (given_) =>
      given_.fail(campaignAnalyticsContract, 'campaignDays', { message: 'The days are being counted.' }),
    );
    await screen.findByText('The days are being counted.');
    const before = server.calls(campaignAnalyticsContract, 'campaignStatistics').length;
    server.answer(campaignAnalyticsContract, 'campaignDays', {});
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText('The days are being counted.')).toBeNull());
    expect(server.calls(campaignAnalyticsContract, 'campaignStatistics').length).toBeGreaterThan(before);
  });

  it('counts by the time of sending when asked', async () => {
    const { server, page } = await open('analytics');
    fireEvent.click(await screen.findByRole('radio', { name: 'By sent time' }));
    await waitFor(() =>
      expect(server.calls(campaignAnalyticsContract, 'campaignSteps').at(-1)?.query).toMatchObject({ axis: 'sent' }),
    );
    expect(page.address()).toBe(at('analytics?by=sent'));
  });
});

describe('inbox', () => {
  testPageStates({
    page: 'mfe-campaigns/src/overview/inbox/inbox.tab.tsx',
    area: CampaignsArea,
    address: at('inbox'),
    given,
    reads: [inboxContract, 'listConversations'],
    loading: 'Reading the conversations',
    data: 'Tuesday suits me.',
    empty: { given: (server) => server.answer(inboxContract, 'listConversations', {}), shows: 'No replies yet' },
    noAccess: closed,
  });

  it('names as many replies in its tab as its list holds, absences too', async () => {
    await open('inbox', (given_) =>
      given_.answer(inboxContract, 'listConversations', {
        rows: [{ enrolment_id: 1, snippet: 'Out until Monday.', lead: { first_name: 'Ines' } }],
        total: 4,
      }),
    );
    expect((await screen.findByRole('link', { name: 'Inbox 4' })).textContent).toBe('Inbox4');
  });

  it('shows more of many conversations when asked', async () => {
    const { server } = await open('inbox', (given_) =>
      given_.answer(inboxContract, 'listConversations', {
        rows: manyRows((id) => ({ enrolment_id: id, snippet: `Answer ${id}`, lead: { first_name: longName } })),
        ...{ total: 12_345, next_cursor: 'further' },
      }),
    );
    await screen.findByText('Answer 100');
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(server.calls(inboxContract, 'listConversations').at(-1)?.query.limit).toBe(100));
  });
});

describe('lead list', () => {
  testPageStates({
    page: 'mfe-campaigns/src/overview/lead-list/lead-list.tab.tsx',
    area: CampaignsArea,
    address: at('lead-list'),
    given,
    reads: [campaignLeadsContract, 'listCampaignLeads'],
    loading: 'Loading Leads of the campaign',
    data: 'Ines Prado',
    full: 'ines@prospect.test',
    empty: { given: (server) => server.answer(campaignLeadsContract, 'listCampaignLeads', {}), shows: 'No leads yet' },
    noAccess: closed,
  });
});

describe('send log', () => {
  testPageStates({
    page: 'mfe-campaigns/src/overview/triggers/trigger-logs.tab.tsx',
    area: CampaignsArea,
    address: at('trigger-logs'),
    given,
    reads: [campaignAnalyticsContract, 'campaignTriggers'],
    loading: 'Loading Send log',
    data: 'Two emails left.',
    empty: {
      given: (server) => server.answer(campaignAnalyticsContract, 'campaignTriggers', {}),
      shows: 'No send rounds yet',
    },
    noAccess: closed,
  });

  it('names the emails of a round that is opened, and says why they could not be read', async () => {
    const { server } = await open('trigger-logs', (given_) =>
      given_.fail(campaignAnalyticsContract, 'campaignTrigger', { message: 'The round is being written.' }),
    );
    const line = await screen.findByRole('row', { name: /Two emails left/ });
    fireEvent.click(line.querySelector('button') as HTMLElement);
    await screen.findByText('The round is being written.');
    server.answer(campaignAnalyticsContract, 'campaignTrigger', {
      emails: [{ intent_id: '1', state: 'SENT', mailbox_email: 'rosa@northlight.test', seq_number: 2 }],
    });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText(/Sent, step 2.*from rosa@northlight\.test/);
  });
});

describe('send log with waiting leads', () => {
  it('counts all of them, and links to those that are marked with what they wait for', async () => {
    const skipped = [
      { code: 'WAITING_TURN', text: 'Other leads are ahead in the queue; each mailbox sends one.', count: 51 },
      { code: 'MISSING_MERGE_DATA', text: 'A field is empty.', count: 2 },
    ];
    await open('trigger-logs', (given_) =>
      given_
        .answer(campaignAnalyticsContract, 'campaignTriggers', {
          rows: [{ id: '31', sequence: 31, state: 'COMPLETED', planned: 2, message: 'Two emails left.', skipped }],
          total: 1,
        })
        .answer(campaignAnalyticsContract, 'campaignTrigger', { emails: [] }),
    );
    const line = await screen.findByRole('row', { name: /51 waiting: Other leads are ahead in the queue/ });
    fireEvent.click(line.querySelector('button') as HTMLElement);
    expect(await screen.findByText('51 leads')).toBeTruthy();
    expect(screen.getByRole('link', { name: '2 leads' }).getAttribute('href')).toContain('MISSING_MERGE_DATA');
    expect(screen.queryByRole('link', { name: '51 leads' })).toBeNull();
  });
});

describe('dedicated IP', () => {
  const withServers = person({ features: { smart_servers: true } });
  testPageStates({
    page: 'mfe-campaigns/src/overview/dedicated-ip/dedicated-ip.tab.tsx',
    area: CampaignsArea,
    address: at('dedicated-ip'),
    as: withServers,
    given,
    reads: [serversContract, 'campaign'],
    loading: 'Loading servers',
    data: '203.0.113.9',
    empty: { given: (server) => server.answer(serversContract, 'campaign', {}), shows: 'No dedicated IP' },
    noAccess: { as: person(), shows: 'Dedicated IP is not in your plan' },
  });

  it('sends through a group from one press on, and says why when it may not', async () => {
    const groups = [{ id: 3, name: 'Northlight pair', client_name: null, servers: 2 }];
    const { server } = await open(
      'dedicated-ip',
      (to) =>
        to
          .answer(serversContract, 'campaign', { groups })
          .fail(serversContract, 'mapCampaigns', { message: 'Another client uses it.' }),
      withServers,
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Use this group: Northlight pair' }));
    await screen.findByText('Another client uses it.');
    expect(server.calls(serversContract, 'mapCampaigns')).toMatchObject([
      { params: { serverGroupId: 3 }, body: { campaign_ids: [7] } },
    ]);
  });

  it('counts what the servers sent of the campaign, and what they can still send', async () => {
    await open(
      'dedicated-ip',
      (to) =>
        to.answer(serversContract, 'campaign', {
          group: {
            ...{ id: 3, name: 'Northlight pair' },
            servers: [
              { id: 5, ip: '203.0.113.9', in_rotation: true, allowed: 2_000, sent_24h: 500 },
              { id: 6, ip: '203.0.113.10', in_rotation: false, allowed: 900, sent_24h: 0 },
            ],
          },
          by_server: [
            { server_id: 5, sent: 300, bounced: 3, replied: 20 },
            { server_id: 6, sent: 100, bounced: 1, replied: 0 },
          ],
        }),
      withServers,
    );
    const figureOf = async (label: string) =>
      (await screen.findByText(label, { selector: 'dt *, dt' })).closest('dt')?.nextElementSibling?.textContent;
    expect(await figureOf('Can send today')).toBe('1,500');
    expect(await figureOf('Sent')).toBe('400');
    expect(await figureOf('Bounced')).toBe('1.0%');
    expect(await figureOf('Replied')).toBe('5.0%');
  });
});

describe('subsequences', () => {
  testPageStates({
    page: 'mfe-campaigns/src/subsequence/subsequences.tab.tsx',
    area: CampaignsArea,
    address: at('subsequence'),
    given,
    reads: [subsequencesContract, 'listSubsequences'],
    loading: 'Loading Subsequences',
    data: 'Interested, send the offer',
    empty: {
      given: (server) => server.answer(subsequencesContract, 'listSubsequences', {}),
      shows: 'No subsequences yet',
    },
    noAccess: closed,
  });
});
