import type { Requirement } from '@skein/contracts/navigation-access';
import type { Action } from '@skein/mfe/actions';
import { navigateTo } from '@skein/mfe/navigation';
import { settingsFields, settingsPages, type SettingsPlace } from './settings-places';

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
  {
    label: 'Mailbox fleet',
    to: '/app/email-accounts/fleet',
    icon: 'mail',
    keywords: ['capacity', 'pods', 'rest', 'hold', 'bounces', 'release'],
    requires: { permission: 'mailbox.read' },
  },
  {
    label: 'Integrations: import accounts',
    to: '/app/integrations/imports',
    icon: 'plug',
    keywords: ['smartlead', 'instantly', 'migrate'],
    requires: { permission: 'integration.write', hiddenForClients: true },
  },
];

/** A field of the settings: shown once it is searched for, because all of them together would bury what can be done. */
export const isSettingsField = ({ id }: Pick<Action, 'id'>): boolean => id.startsWith('field.');

/** What lets somebody in. */
interface Doors {
  isOpen: (requires: Requirement | undefined) => boolean;
  hasPlans: boolean;
}

function settingsActions({ isOpen, hasPlans }: Doors): (Action & { detail?: string })[] {
  const isShown = ({ requires, needsPlans }: SettingsPlace) => isOpen(requires) && (hasPlans || !needsPlans);
  const shared = { group: 'Settings', icon: 'settings' };
  return [
    ...settingsPages.filter(isShown).map(({ label, to, keywords = [] }) => ({
      ...shared,
      id: `settings.${to}`,
      label: `Settings: ${label}`,
      keywords: [label, ...keywords],
      run: () => navigateTo(to),
    })),
    ...settingsFields.filter(isShown).map(({ label, to, page, keywords = [] }) => ({
      ...shared,
      id: `field.${page}.${label}`.replace(/[^\w.]+/g, '-'),
      label,
      detail: `Settings, ${page}`,
      keywords,
      run: () => navigateTo(to),
    })),
  ];
}

/** Creating, pages and fields of the settings, and other pages behind the navigation, as far as the person may open them. */
export function pageActions(isOpen: Doors['isOpen'], hasPlans = true): Action[] {
  const of = (group: string, id: string, entries: readonly PlaceEntry[]) =>
    entries
      .filter(({ requires }) => isOpen(requires))
      .map(({ label, to, icon, keywords = [] }): Action => ({
        id: `${id}.${to}`,
        label,
        group,
        icon,
        keywords,
        run: () => navigateTo(to),
      }));
  return [
    ...of('Create', 'create', creations),
    ...of('Pages', 'page', places),
    ...settingsActions({ isOpen, hasPlans }),
  ];
}
