import type { Requirement } from '@skein/contracts/navigation-access';

/** A page or a field of the settings that the palette leads to. */
export interface SettingsPlace {
  label: string;
  to: string;
  keywords?: string[];
  requires?: Requirement;
  /** Not shown where the installation runs without plans. */
  needsPlans?: boolean;
}

/** A page with what can be set on it, by the names that its cards and fields have. */
interface SettingsPage extends SettingsPlace {
  fields?: readonly (Omit<SettingsPlace, 'to'> & {
    /** Where it is not the page. */
    to?: string;
    /** The heading of its card or the label of its field, where that is not `label`; `|` between what it may be called. */
    at?: string | null;
  })[];
}

const admin: Requirement = { permission: 'settings.write', hiddenForClients: true };
const apiKeys: Requirement = { permission: 'api-key.manage' };

const pages: readonly SettingsPage[] = [
  {
    label: 'Profile',
    to: '/app/settings/profile',
    keywords: ['account', 'me'],
    fields: [
      { label: 'Name and profile picture', at: 'Name', keywords: ['photo', 'avatar', 'designation', 'job title'] },
      { label: 'Time zone', keywords: ['timezone', 'dates'] },
      { label: 'Email address', keywords: ['change email', 'login address'] },
    ],
  },
  {
    label: 'Security',
    to: '/app/settings/security',
    keywords: ['login'],
    fields: [
      { label: 'Password', keywords: ['change password'] },
      { label: 'Two-factor login', keywords: ['2fa', 'mfa', 'authenticator', 'recovery codes', 'otp'] },
      { label: 'Where you are logged in', keywords: ['sessions', 'devices', 'log out everywhere'] },
      {
        label: 'Delete workspace',
        keywords: ['close account'],
        requires: { permission: 'billing.manage', hiddenForClients: true },
      },
    ],
  },
  {
    label: 'Block list',
    to: '/app/settings/global-block-list',
    keywords: [
      'suppression',
      'do not contact',
      'dnc',
      'blacklist',
      'blocklist',
      'blocked domains',
      'blocked addresses',
    ],
    requires: { feature: 'global-block-list' },
  },
  {
    label: 'Team',
    to: '/app/settings/team-members',
    keywords: ['members', 'users', 'colleagues'],
    requires: { feature: 'team-members' },
    fields: [
      {
        label: 'Invite team members',
        to: '/app/settings/team-members?invite=1',
        keywords: ['invitation', 'add user'],
        requires: { feature: 'team-members', permission: 'team.manage' },
      },
      {
        label: 'Roles and assignments',
        at: null,
        keywords: ['permissions', 'access'],
        requires: { feature: 'team-members' },
      },
    ],
  },
  { label: 'Tags', to: '/app/settings/tag-manager', keywords: ['labels'], requires: { permission: 'campaign.read' } },
  {
    label: 'Lead categories',
    to: '/app/settings/lead-categories',
    keywords: ['interested', 'statuses', 'reply categories'],
  },
  {
    label: 'AI assistant',
    to: '/app/settings/ai-assistant',
    keywords: ['artificial intelligence', 'model'],
    requires: { permission: 'campaign.write' },
    fields: [
      { label: 'Sort replies', keywords: ['categorise', 'classify'], requires: admin },
      { label: 'Send answers automatically', keywords: ['auto reply', 'autopilot'], requires: admin },
      { label: 'Knowledge for drafts', keywords: ['drafted answers', 'facts'], requires: admin },
      { label: 'AI service key', at: 'AI service', keywords: ['openai', 'ai key', 'tokens a month'], requires: admin },
      { label: 'AI writing key', at: 'AI writing', keywords: ['openai', 'model', 'ai key'] },
    ],
  },
  {
    label: 'API keys',
    to: '/app/settings/api-keys',
    keywords: ['api key', 'api token', 'developer', 'rest'],
    requires: apiKeys,
  },
  {
    label: 'Webhooks',
    to: '/app/settings/webhook',
    keywords: ['events', 'callback', 'http post', 'signature', 'secret'],
    requires: { feature: 'webhooks', permission: 'webhook.read' },
  },
  {
    label: 'Notifications',
    to: '/app/settings/warning-notifications',
    keywords: ['warnings', 'alerts'],
    fields: [
      { label: 'Digest and quiet hours', keywords: ['daily email', 'weekly email', 'summary'] },
      { label: 'Browser notifications', at: 'Browsers', keywords: ['push', 'desktop'] },
      { label: 'Slack notifications', at: 'Slack incoming webhook', keywords: ['slack channel'] },
      {
        label: 'Replies to notify about',
        at: 'Which replies',
        keywords: ['which replies'],
        requires: { permission: 'inbox.read' },
      },
    ],
  },
  {
    label: 'Subscription',
    to: '/app/settings/subscription',
    keywords: ['plan', 'billing', 'upgrade', 'pay', 'credits'],
    requires: { feature: 'subscription-page' },
    needsPlans: true,
    fields: [
      { label: 'Invoices', keywords: ['receipts', 'billing address', 'tax'] },
      { label: 'Change plan', at: 'Change plan|Choose a plan', keywords: ['upgrade', 'downgrade', 'pricing'] },
      { label: 'Cancel subscription', to: '/app/account-cancellation', keywords: ['cancellation', 'end plan'] },
      { label: 'Refer a team', keywords: ['referral code', 'affiliate'] },
    ],
  },
  {
    label: 'Whitelabel',
    to: '/app/settings/whitelabelled-client',
    keywords: ['brand', 'agency'],
    requires: admin,
    fields: [
      { label: 'Logo and favicon', at: 'Pictures', keywords: ['pictures', 'icon'] },
      { label: 'Accent colour', keywords: ['accent color', 'theme', 'font', 'corners'] },
      { label: 'Host name', keywords: ['custom domain', 'cname', 'dns'] },
      { label: 'Sender name and address', at: 'Sender name', keywords: ['from address of notifications'] },
      { label: 'Signing in with Google and Microsoft', keywords: ['oauth', 'client id', 'client secret'] },
    ],
  },
  {
    label: 'Change history',
    to: '/app/settings/change-history',
    keywords: ['audit log', 'audit trail', 'undo', 'who changed'],
    requires: admin,
  },
  {
    label: 'Export and import',
    to: '/app/settings/export',
    keywords: ['archive', 'backup', 'download everything', 'workspace export'],
    requires: { permission: 'billing.manage', hiddenForClients: true },
  },
];

/** All pages of the settings. */
export const settingsPages: readonly SettingsPlace[] = pages;

/** The address of a page that leads on to what is called so there. */
const addressAt = (page: string, name: string) => `${page}?setting=${encodeURIComponent(name)}`;

/** What can be set on them. A field needs what its page needs, unless it says more itself. */
export const settingsFields: readonly (SettingsPlace & { page: string })[] = pages.flatMap((page) =>
  (page.fields ?? []).map(({ at, ...field }) => ({
    page: page.label,
    to: at === null ? page.to : addressAt(page.to, at ?? field.label),
    ...(page.requires ? { requires: page.requires } : {}),
    ...(page.needsPlans ? { needsPlans: true } : {}),
    ...field,
  })),
);
