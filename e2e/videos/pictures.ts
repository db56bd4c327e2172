import type { Page } from '@playwright/test';
import { draftCampaign, mailboxTab, overviewOf } from './furniture';

/** A picture in a text of the library: the item it belongs to, and the page it shows. */
interface Picture {
  slug: string;
  address: () => string | Promise<string>;
  /** What is done on the page before the picture is taken. */
  prepare?: (page: Page) => Promise<void>;
}

const heading = (name: string | RegExp) => (page: Page) =>
  page
    .locator('#page')
    .getByRole('heading', { name })
    .first()
    .evaluate((element) => element.scrollIntoView({ block: 'start' }));

const openFirst = async (page: Page) => {
  await page.keyboard.press('j');
  await page.getByRole('region', { name: /^Conversation with / }).waitFor();
};

/** One picture for each text that has no recording. */
export const pictures: readonly Picture[] = [
  {
    slug: 'ab-tests-that-decide',
    address: () => overviewOf('Q4 logistics directors', 'analytics'),
    prepare: heading(/Funnel|By day/),
  },
  { slug: 'absences-and-companies', address: () => '/app/master-inbox?category=6', prepare: openFirst },
  { slug: 'agency-onboarding', address: () => '/app/client-view/new-client' },
  { slug: 'bounces-class-by-class', address: () => '/app/analytics-v2/email-health-metrics' },
  { slug: 'choosing-an-expert', address: () => '/app/global-analytics' },
  {
    slug: 'custom-tracking-domain',
    address: () => mailboxTab('dan@trynorthlight.test', 'management'),
    prepare: (page) => page.getByLabel(/^Tracking domain/).fill('go.trynorthlight.test'),
  },
  { slug: 'dmarc-without-fear', address: () => mailboxTab('lena@northlight-team.test', 'overview') },
  { slug: 'first-api-call', address: () => '/app/settings/api-keys' },
  {
    slug: 'follow-ups-that-add-something',
    address: () => draftCampaign('Yard managers, Iowa', 'sequences'),
    prepare: (page) => page.getByRole('button', { name: /^2 Email/ }).click(),
  },
  { slug: 'getting-off-a-block-list', address: () => '/app/analytics-v2/domain-health-metrics' },
  { slug: 'monday-checklist', address: () => '/app/email-accounts/fleet' },
  { slug: 'office-hours-how-they-work', address: () => '/app/events' },
  {
    slug: 'read-a-placement-test',
    address: () => '/app/analytics-v2/email-health-metrics',
    prepare: heading(/^Mailboxes/),
  },
  { slug: 'spf-and-dkim', address: () => mailboxTab('rosa@trynorthlight.test', 'overview') },
  { slug: 'subsequences', address: () => overviewOf('Q4 logistics directors', 'subsequence') },
  { slug: 'variables-and-spintax', address: () => draftCampaign('Yard managers, Kansas', 'sequences') },
  { slug: 'verify-a-list', address: () => '/app/leads/verification' },
  { slug: 'webhooks', address: () => '/app/settings/webhook' },
  { slug: 'whitelabel-host', address: () => '/app/settings/whitelabelled-client' },
  { slug: 'why-email-lands-in-spam', address: () => mailboxTab('lena@northlight-team.test', 'warmup') },
];
