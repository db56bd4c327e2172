import { callProduct } from './call-product';
import { furnish } from './furnish';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';

export const publicScreens = [
  '/login',
  '/sign-up',
  '/forgot-password',
  '/reset-password',
  '/email-magic-link',
  '/client-login',
  '/verify-account',
];

/** Screens that stand without anything on them. */
const plain = {
  campaigns: ['/app/email-campaign/all', '/app/email-campaign/folders', '/app/email-campaign/new-campaign'],
  leads: ['/app/leads/all', '/app/leads/lists', '/app/leads/tasks', '/app/leads/verification'],
  others: [
    '/app/master-inbox',
    '/app/master-inbox/untracked',
    '/app/master-inbox/recent-changes',
    '/app/email-accounts',
    '/app/email-accounts/fleet',
    '/app/email-accounts/warmup',
    '/app/email-accounts/creation-page/smtp',
    '/app/global-analytics',
    '/app/global-analytics/reports',
    '/app/get-started',
    '/app/onboarding',
  ],
  settings: [
    'profile',
    'security',
    'api-keys',
    'global-block-list',
    'global-block-list?view=uploads',
    'team-members',
    'tag-manager',
    'lead-categories',
    'ai-assistant',
    'webhook',
    'warning-notifications',
    'whitelabelled-client',
    'subscription',
    'change-history',
    'export',
  ]
    .map((tab) => `/app/settings/${tab}`)
    .concat(
      '/app/client-views',
      '/app/client-view/new-client',
      '/app/integrations/linkedin',
      '/app/integrations/imports',
    ),
};

/** What a workspace of today shows: every list with nothing in it. */
export const emptyScreens = Object.values(plain).flat();

/** Addresses of every screen with something of the demo on it, by the part of the product. */
export async function everyAddress() {
  const [{ campaign, draft, folder, subsequence, lead, list, verification }, mailboxes] = await Promise.all([
    furnish(),
    callProduct(mailboxesContract).list({ query: { limit: 1 } }),
  ]);
  const mailbox = mailboxes.rows[0]?.id;
  return {
    campaigns: [
      ...plain.campaigns,
      `/app/email-campaign/folder/${folder}/view`,
      ...['import-leads', 'sequences', 'setup', 'final-review'].map(
        (tab) => `/app/email-campaign/new-campaign?id=${draft}&tab=${tab}`,
      ),
      ...['performance', 'analytics', 'inbox', 'lead-list', 'subsequence', 'trigger-logs', 'dedicated-ip'].map(
        (tab) => `/app/email-campaign/${campaign}/overview/${tab}`,
      ),
      `/app/campaign/${campaign}/subsequence/${subsequence}/overview/performance`,
    ],
    leads: [
      ...plain.leads,
      `/app/leads/lists/${list}`,
      `/app/leads/lists/${list}/import`,
      `/app/leads/verification/${verification}`,
      `/app/lead/${lead}/view`,
    ],
    others: [
      ...plain.others,
      ...['general', 'overview', 'warmup', 'management', 'campaigns', 'error-state'].map(
        (tab) => `/app/email-account/${mailbox}/${tab}`,
      ),
    ],
    settings: plain.settings,
    insight: [
      ...['agency-insights', 'team-board', 'email-health-metrics', 'email-provider-performance'].map(
        (name) => `/app/analytics-v2/${name}`,
      ),
      '/app/integrations/native-integrations',
      '/app/integrations/imports',
      '/app/integrations/sender-accounts',
      '/app/university/menu',
      '/app/university/course-item/how-a-campaign-works',
      '/app/events',
      ...[
        'auto/all-tests',
        'manual/all-tests',
        'folders',
        'mailboxes-insights',
        'seeds',
        'new-manual-test',
        'new-automatic-test',
      ].map((name) => `/app/email-deliverability/smart-inbox/${name}`),
    ],
    buying: [
      '/app/email-accounts-new/emails',
      '/app/email-accounts-new/domains',
      '/app/bulk-email-accounts/new',
      '/app/smart-servers',
      '/app/smart-servers/creation-page',
      '/app/smart-servers/ip-provisioning',
      '/app/account-cancellation',
    ],
  };
}
