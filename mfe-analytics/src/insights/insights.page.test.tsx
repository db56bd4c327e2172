import { testPageStates } from '@skein/testing/page-states';
import { insightsContract } from '@skein/contracts/analytics/insights.contract';
import { workspaceAnalyticsContract } from '@skein/contracts/analytics/workspace-analytics.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { AnalyticsArea } from '../analytics-area';
import { insightPages } from './insight-pages';

const whole = person({ features: { global_analytics_access: true } });
const given = (server = productServer()) =>
  server
    .answer(insightsContract, 'insightGroups', {
      groups: [
        { key: '1', name: 'rosa@alderway.test', health: { state: 'AT_RISK', score: 54, reason: 'bounces 5.2%' } },
      ],
    })
    .answer(insightsContract, 'insightWeeks', {
      weeks: ['2026-11-02'],
      groups: [{ key: '1', sent: [0, 4], replied: [0, 2], positive: [1, 2], bounced: [0, 0] }],
    })
    .answer(insightsContract, 'insightAnswers', {
      positive: 445,
      answered: 431,
      in_time: 360,
      late: 80,
      previous: { positive: 415, answered: 400, in_time: 344, late: 61 },
      late_arrivals: [{ weekday: 5, hour: 16, count: 9 }],
      team: [
        {
          kind: 'person',
          user_id: 7,
          name: 'Tom Adeyemi',
          answered: 112,
          late: 11,
          categories: [{ category_id: 1, name: 'Interested', count: 112 }],
        },
        { kind: 'nobody', user_id: null, name: 'Unassigned', open_late: 2 },
      ],
    })
    .answer(insightsContract, 'insightWaiting', {})
    .answer(insightsContract, 'insightMatrix', {})
    .answer(insightsContract, 'insightReplyTimes', {})
    .answer(insightsContract, 'insightMailboxes', {})
    .answer(insightsContract, 'insightAttention', {
      items: [
        {
          kind: 'UNANSWERED',
          subject: 'Yard time',
          title: '3 positive replies wait',
          action: 'Answer 3',
          href: '/app/master-inbox',
        },
        { kind: 'BOUNCING', subject: 'Dock time', title: '9.0% bounced', action: 'Open campaign', href: '/app' },
      ],
    })
    .answer(workspaceAnalyticsContract, 'overallStatistics', {})
    .answer(workspaceAnalyticsContract, 'overallDays', {})
    .answer(workspaceAnalyticsContract, 'overallByCampaign', {})
    .answer(workspaceAnalyticsContract, 'overallByMailbox', {})
    .answer(campaignsContract, 'listTags', { tags: [] });

it.each([
  ['overall-client-performance', 'Campaigns'],
  ['team-board', 'Unanswered positive replies'],
  ['email-provider-performance', 'Provider to provider'],
])('shows %s under its address', async (page, shows) => {
  await renderPage(AnalyticsArea, { address: `/app/analytics-v2/${page}`, server: given(), as: whole });
  expect((await screen.findAllByText(shows)).length).toBeGreaterThan(0);
});

it.each([
  ['lead-response', 'Answer 3', 'Open campaign'],
  ['campaign-performance', 'Open campaign', 'Answer 3'],
])('%s says what needs you today of its own kind', async (page, shows, hides) => {
  await renderPage(AnalyticsArea, { address: `/app/analytics-v2/${page}`, server: given(), as: whole });
  expect(await screen.findByText(shows)).toBeDefined();
  expect(screen.queryByText(hides)).toBeNull();
});

it('performance-metrics: compares with as many days before, and says how many', async () => {
  await renderPage(AnalyticsArea, {
    address: '/app/analytics-v2/performance-metrics?from=2026-11-01&to=2026-11-07',
    server: given(),
    as: whole,
  });
  expect((await screen.findAllByText(/^Positive, 7 days before/)).length).toBeGreaterThan(0);
});

it('performance-metrics: how figures are counted is behind one button, which says the zone', async () => {
  const page = await renderPage(AnalyticsArea, {
    address: '/app/analytics-v2/performance-metrics?zone=Etc/GMT',
    server: given(),
    as: whole,
  });
  await userEvent.click(await screen.findByRole('button', { name: 'UTC' }));
  await userEvent.click(await screen.findByText('By sent time'));
  await waitFor(() => expect(page.address()).toContain('by=sent'));
  await screen.findByRole('button', { name: 'UTC, by sent time' });
  expect(await screen.findByRole('switch', { name: 'Count out-of-office' })).toBeDefined();
});

it('team-board: what is late, when it arrived, who answered what, and what nobody took', async () => {
  await renderPage(AnalyticsArea, { address: '/app/analytics-v2/team-board', server: given(), as: whole });
  // 360 of 440: five are younger than four hours.
  expect(await screen.findByText('81.8%')).toBeDefined();
  expect(await screen.findByText(/9 of 80 arrived on Fri between 16:00 and 18:00/)).toBeDefined();
  expect(await screen.findByRole('img', { name: 'Interested 112' })).toBeDefined();
  expect(screen.getByText('Unassigned')).toBeDefined();
});

it('email-health-metrics: each mailbox with its health, and its weeks as numbers too', async () => {
  await renderPage(AnalyticsArea, { address: '/app/analytics-v2/email-health-metrics', server: given(), as: whole });
  expect(
    await screen.findByRole('link', { name: 'rosa@alderway.test: At risk, 54 of 100, bounces 5.2%' }),
  ).toHaveProperty('pathname', '/app/email-account/1/overview');
  expect(await screen.findByRole('img', { name: 'Replies, week by week: 0, 2' })).toBeDefined();
});

it.each(['email-health-metrics', 'domain-health-metrics'])(
  '%s: figures lead to the mailboxes they count',
  async (page) => {
    await renderPage(AnalyticsArea, { address: `/app/analytics-v2/${page}`, server: given(), as: whole });
    await screen.findByText('Without warmup');
    const links = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '');
    expect(links.filter((href) => href.startsWith('/app/email-accounts'))).toEqual([
      '/app/email-accounts?sort=newest',
      '/app/email-accounts?state=connected',
      '/app/email-accounts?used=active',
      '/app/email-accounts?state=failing',
      '/app/email-accounts?warmup=off',
    ]);
  },
);

it('email-health-metrics: figures of one client lead to its mailboxes', async () => {
  await renderPage(AnalyticsArea, {
    address: '/app/analytics-v2/email-health-metrics?client=7',
    server: given(),
    as: whole,
  });
  await screen.findByText('Without warmup');
  expect(screen.getByRole('link', { name: /^Connected/ }).getAttribute('href')).toBe(
    '/app/email-accounts?state=connected&client=7',
  );
});

it('email-health-metrics: a state leads to its mailboxes', async () => {
  await renderPage(AnalyticsArea, { address: '/app/analytics-v2/email-health-metrics', server: given(), as: whole });
  await userEvent.setup().click(await screen.findByRole('button', { name: /^At risk/ }));
  const drawer = await screen.findByRole('dialog', { name: 'At risk' });
  expect(within(drawer).getByRole('link', { name: 'rosa@alderway.test' })).toHaveProperty(
    'pathname',
    '/app/email-account/1/overview',
  );
  expect(within(drawer).getByText('bounces 5.2%')).toBeDefined();
});

it.each(insightPages.map(({ id }) => id))('%s can be exported, by those who may', async (id) => {
  const page = { address: `/app/analytics-v2/${id}`, server: given() };
  const exports = async () => {
    await screen.findByRole('button', { name: 'Save report' });
    return screen.queryAllByRole('button', { name: 'CSV' }).length;
  };
  const { unmount } = await renderPage(AnalyticsArea, { ...page, as: whole });
  expect(await exports()).toBeGreaterThan(0);
  unmount();
  const reader = person({
    user: { ui_permissions: ['analytics.read', 'insights.read'] },
    features: { global_analytics_access: true },
  });
  await renderPage(AnalyticsArea, { ...page, as: reader });
  expect(await exports()).toBe(0);
});

it('has no page of another name', async () => {
  await renderPage(AnalyticsArea, { address: '/app/analytics-v2/nothing', server: productServer(), as: whole });
  expect(await screen.findByRole('heading', { name: /not found|does not exist|not here/i })).toBeDefined();
});

it('shows a client of the agency nothing of it', async () => {
  await renderPage(AnalyticsArea, {
    address: '/app/analytics-v2/team-board',
    server: given(),
    as: person({ user: { isClient: true } }),
  });
  expect(screen.queryByText('Unanswered positive replies')).toBeNull();
});

describe.each([
  ['on a phone', ['639.98px', '1439.98px']],
  ['in a window under 1440 px', ['1439.98px']],
])('%s', (_, widths) => {
  const { matchMedia } = window;
  beforeEach(() => {
    const narrow = (query: string) =>
      Object.assign(new EventTarget(), {
        matches: widths.some((width) => query.includes(width)),
        media: query,
      }) as unknown as MediaQueryList;
    Object.assign(window, { matchMedia: narrow });
  });
  afterEach(() => void Object.assign(window, { matchMedia }));

  it('folds the filters away, and tells how many are set', async () => {
    await renderPage(AnalyticsArea, {
      address: '/app/analytics-v2/team-board?by=sent&campaign=7',
      server: given(),
      as: whole,
    });
    const filters = await screen.findByRole('button', { name: 'Filters (2)' });
    expect(screen.queryByRole('button', { name: /, by sent time$/ })).toBeNull();
    await userEvent.click(filters);
    expect(await screen.findByRole('button', { name: /, by sent time$/ })).toBeDefined();
    expect(filters.getAttribute('aria-expanded')).toBe('true');
  });
});

describe('the team board', () =>
  testPageStates({
    page: 'mfe-analytics/src/insights/insights.page.tsx',
    area: AnalyticsArea,
    address: '/app/analytics-v2/team-board',
    as: whole,
    given: (server) => void given(server),
    reads: [insightsContract, 'insightAnswers'],
    loading: 'Loading Team board',
    data: 'Tom Adeyemi',
    empty: { given: (server) => server.answer(insightsContract, 'insightAnswers', {}), shows: 'No answers yet' },
    noAccess: { as: person(), goesTo: '/app/global-analytics' },
  }));
