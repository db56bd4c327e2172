import type { Requirement } from '@skein/contracts/access-policy';
import type { Action } from '@skein/mfe/actions';
import { navigateTo } from '@skein/mfe/navigation';

interface PlaceEntry {
  label: string;
  to: string;
  icon: string;
  keywords?: string[];
  requires?: Requirement;
}

/** What can be created or connected from anywhere. */
const creations: readonly PlaceEntry[] = [
  {
    label: 'New campaign',
    to: '/app/email-campaign/new-campaign',
    icon: 'plus',
    keywords: ['create campaign'],
    requires: { permission: 'campaign.write' },
  },
  {
    label: 'Add leads',
    to: '/app/leads/all?add=import',
    icon: 'plus',
    keywords: ['import leads', 'csv', 'upload'],
    requires: { permission: 'lead.write' },
  },
  {
    label: 'Connect mailbox',
    to: '/app/email-accounts/creation-page/gmail',
    icon: 'plus',
    keywords: ['new mailbox', 'sender', 'gmail', 'outlook', 'smtp'],
    requires: { permission: 'mailbox.write' },
  },
  {
    label: 'Import mailboxes from a CSV',
    to: '/app/email-accounts/import',
    icon: 'upload',
    keywords: ['bulk', 'senders'],
    requires: { permission: 'mailbox.write' },
  },
  {
    label: 'Invite team member',
    to: '/app/settings/team-members?invite=1',
    icon: 'plus',
    keywords: ['user', 'colleague'],
    requires: { feature: 'team-members', permission: 'team.manage' },
  },
  {
    label: 'Create client',
    to: '/app/client-view/new-client',
    icon: 'plus',
    keywords: ['new client', 'agency'],
    requires: { feature: 'client-views', permission: 'client.write' },
  },
];

/** Pages that are not in the navigation itself. */
const places: readonly PlaceEntry[] = [
  {
    label: 'Campaign folders',
    to: '/app/email-campaign/folders',
    icon: 'folder',
    requires: { permission: 'campaign.read' },
  },
  { label: 'Lead lists', to: '/app/leads/lists', icon: 'list', requires: { permission: 'lead.read' } },
  {
    label: 'Tasks',
    to: '/app/leads/tasks',
    icon: 'checklist',
    keywords: ['to do', 'follow-up'],
    requires: { permission: 'lead.read' },
  },
  {
    label: 'Email verification',
    to: '/app/leads/verification',
    icon: 'shield',
    keywords: ['verify', 'credits'],
    requires: { permission: 'lead.read' },
  },
  {
    label: 'Untracked replies',
    to: '/app/master-inbox/untracked',
    icon: 'inbox',
    requires: { permission: 'inbox.read' },
  },
  {
    label: 'Reports',
    to: '/app/global-analytics/reports',
    icon: 'chart',
    keywords: ['weekly report', 'pdf'],
    requires: { permission: 'analytics.read' },
  },
  { label: 'Mailbox fleet', to: '/app/email-accounts/fleet', icon: 'mail', requires: { permission: 'mailbox.read' } },
  {
    label: 'Integrations: import accounts',
    to: '/app/integrations/imports',
    icon: 'plug',
    keywords: ['smartlead', 'instantly', 'migrate'],
    requires: { permission: 'integration.write', hiddenForClients: true },
  },
];

const settings: readonly PlaceEntry[] = [
  {
    label: 'Profile',
    to: '/app/settings/profile',
    icon: 'settings',
    keywords: ['time zone', 'name', 'ai key', 'openai'],
  },
  {
    label: 'Security',
    to: '/app/settings/security',
    icon: 'settings',
    keywords: ['api key', 'api keys', 'two-factor', '2fa', 'password', 'sessions'],
  },
  {
    label: 'Block list',
    to: '/app/settings/global-block-list',
    icon: 'settings',
    keywords: ['suppression', 'do not contact', 'blacklist', 'blocked domains'],
    requires: { feature: 'global-block-list' },
  },
  {
    label: 'Team',
    to: '/app/settings/team-members',
    icon: 'settings',
    keywords: ['members', 'roles', 'invite', 'users'],
    requires: { feature: 'team-members' },
  },
  { label: 'Tags', to: '/app/settings/tag-manager', icon: 'settings', keywords: ['labels'] },
  {
    label: 'Lead categories',
    to: '/app/settings/lead-categories',
    icon: 'settings',
    keywords: ['interested', 'statuses'],
  },
  {
    label: 'AI assistant',
    to: '/app/settings/ai-assistant',
    icon: 'settings',
    keywords: ['drafts', 'model'],
    requires: { permission: 'settings.write', hiddenForClients: true },
  },
  {
    label: 'Webhooks',
    to: '/app/settings/webhook',
    icon: 'settings',
    keywords: ['events', 'slack', 'zapier'],
    requires: { feature: 'webhooks' },
  },
  {
    label: 'Notifications',
    to: '/app/settings/warning-notifications',
    icon: 'settings',
    keywords: ['warnings', 'email me', 'push', 'slack'],
  },
  {
    label: 'Subscription',
    to: '/app/settings/subscription',
    icon: 'settings',
    keywords: ['plan', 'billing', 'invoice', 'upgrade', 'pay'],
    requires: { feature: 'subscription-page' },
  },
  {
    label: 'Whitelabel',
    to: '/app/settings/whitelabelled-client',
    icon: 'settings',
    keywords: ['logo', 'domain', 'brand'],
    requires: { permission: 'settings.write', hiddenForClients: true },
  },
  {
    label: 'Change history',
    to: '/app/settings/change-history',
    icon: 'settings',
    keywords: ['audit log', 'undo'],
    requires: { permission: 'settings.write', hiddenForClients: true },
  },
];

/** Creating, pages of settings and other pages behind the navigation, as far as `isOpen` lets the person in. */
export function pageActions(isOpen: (requires: Requirement | undefined) => boolean): Action[] {
  const of = (group: string, id: string, entries: readonly PlaceEntry[], name: (label: string) => string) =>
    entries
      .filter(({ requires }) => isOpen(requires))
      .map(({ label, to, icon, keywords = [] }): Action => ({
        id: `${id}.${to}`,
        label: name(label),
        group,
        icon,
        keywords: [label, ...keywords],
        run: () => navigateTo(to),
      }));
  return [
    ...of('Create', 'create', creations, (label) => label),
    ...of('Pages', 'page', places, (label) => label),
    ...of('Settings', 'settings', settings, (label) => `Settings: ${label}`),
  ];
}
