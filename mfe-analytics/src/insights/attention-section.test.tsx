import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { insightsContract, type AttentionItem } from '@skein/contracts/analytics/insights.contract';
import { workspaceAnalyticsContract } from '@skein/contracts/analytics/workspace-analytics.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { chooseFromMenu } from '@skein/testing/choose-from-menu';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { AnalyticsArea } from '../analytics-area';

const whole = person({ features: { global_analytics_access: true }, user: { time_zone: 'Europe/Berlin' } });
const keyOf = (subject: string) => `UNANSWERED:${subject.replaceAll(' ', '-')}`;
const item = (subject: string, more: Partial<AttentionItem> = {}): AttentionItem => ({
  key: keyOf(subject),
  kind: 'UNANSWERED',
  group: 'campaigns',
  count: 1,
  tone: 'warning',
  subject,
  detail: null,
  title: `Title of ${subject}`,
  text: '',
  action: `Answer ${subject}`,
  href: '/app/master-inbox/all/1',
  since: null,
  snoozed_until: null,
  ...more,
});

/** A server that keeps what is snoozed, as the real one does. */
async function open(items: AttentionItem[]) {
  const until = new Map<string, string>();
  const server = productServer()
    .answer(insightsContract, 'insightAttention', () => {
      const all = items.map((each) => ({ ...each, snoozed_until: until.get(each.key) ?? null }));
      return {
        items: all.filter((each) => !each.snoozed_until),
        snoozed: all.filter((each) => each.snoozed_until),
      };
    })
    .answer(insightsContract, 'snoozeAttention', ({ body }) => {
      until.set(body.key, '2026-11-28T07:00:00.000Z');
      return { snoozed_until: '2026-11-28T07:00:00.000Z' };
    })
    .answer(insightsContract, 'wakeAttention', ({ query }) => {
      until.delete(query.key);
      return { done: true as const };
    })
    .answer(insightsContract, 'insightGroups', { groups: [] })
    .answer(insightsContract, 'insightWeeks', { weeks: [], groups: [] })
    .answer(insightsContract, 'insightAnswers', {})
    .answer(insightsContract, 'insightReplyTimes', {})
    .answer(workspaceAnalyticsContract, 'overallStatistics', {})
    .answer(workspaceAnalyticsContract, 'overallDays', {})
    .answer(workspaceAnalyticsContract, 'overallByCampaign', {})
    .answer(workspaceAnalyticsContract, 'overallByMailbox', {})
    .answer(campaignsContract, 'listTags', { tags: [] });
  await renderPage(AnalyticsArea, { address: '/app/analytics-v2/agency-insights', server, as: whole });
  const section = await screen.findByRole('region', { name: 'Needs attention today' });
  return { server, section };
}

it('shows what needs attention under what it is about, with the next step', async () => {
  const { section } = await open([
    item('Alderway', { group: 'clients', detail: '4 campaigns' }),
    item('ines@go.test', {
      group: 'mailboxes',
      tone: 'danger',
      since: '2020-01-06T06:14:00.000Z',
      action: 'Reconnect',
    }),
    item('tom@go.test', { group: 'mailboxes', tone: 'danger' }),
  ]);
  await within(section).findByText('3: 2 at risk, 1 to watch');
  expect(
    within(section)
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent),
  ).toEqual(['Clients 1', 'Mailboxes 2']);
  expect(within(section).getByText(/Since Jan 6, 2020, 07:14\./)).toBeTruthy();
  expect(within(section).getByRole('link', { name: 'Reconnect' }).getAttribute('href')).toBe('/app/master-inbox/all/1');
});

it('snoozes an item, lists what is snoozed, and shows it again', async () => {
  const { server, section } = await open([item('Yard time', { count: 3 }), item('Dock time')]);
  await chooseFromMenu(await within(section).findByRole('button', { name: 'Snooze Yard time' }), 'For 3 days');
  await screen.findByText('Yard time is snoozed until Sat, Nov 28');
  expect(server.calls(insightsContract, 'snoozeAttention')).toMatchObject([
    { body: { key: keyOf('Yard time'), count: 3, for_days: 3, time_zone: 'Europe/Berlin' } },
  ]);
  await waitFor(() => expect(within(section).queryByText('Title of Yard time')).toBeNull());
  expect(within(section).getByText('Title of Dock time')).toBeTruthy();
  expect(within(section).getByText('1 item is snoozed.')).toBeTruthy();
  fireEvent.click(within(section).getByRole('button', { name: 'Show snoozed' }));
  expect(within(section).getByText(/Snoozed until Sat, Nov 28, 08:00\./)).toBeTruthy();
  fireEvent.click(within(section).getByRole('button', { name: 'Stop snoozing' }));
  await within(section).findByRole('button', { name: 'Snooze Yard time' });
  expect(within(section).queryByText(/snoozed\.$/)).toBeNull();
});

it('undoes a snooze from its message', async () => {
  const { section } = await open([item('Yard time')]);
  await chooseFromMenu(await within(section).findByRole('button', { name: 'Snooze Yard time' }), 'Until tomorrow');
  await within(section).findByText('Nothing needs your attention');
  fireEvent.click(screen.getByRole('button', { name: /^Undo/ }));
  await within(section).findByText('Title of Yard time');
});

it('says why a snooze was refused and keeps the item', async () => {
  const { server, section } = await open([item('Yard time')]);
  server.fail(insightsContract, 'snoozeAttention', {
    code: 'UNAVAILABLE',
    message: 'The database is being restarted.',
  });
  await chooseFromMenu(await within(section).findByRole('button', { name: 'Snooze Yard time' }), 'For a week');
  await screen.findByText(/The database is being restarted\./);
  expect(within(section).getByText('Title of Yard time')).toBeTruthy();
});
