import { person } from '@skein/testing/person';
import campaigns from '../../../mfe-campaigns/manifest.json';
import accounts from '../../../mfe-accounts/manifest.json';
import settings from '../../../mfe-settings/manifest.json';
import type { RemoteManifest } from '@skein/mfe/manifest';
import { currentEntry, navigationOf } from './nav-entries';

const remotes = [settings, accounts, campaigns] as RemoteManifest[];
const labels = (subject: ReturnType<typeof person>) =>
  navigationOf(remotes, subject).flatMap(({ entries }) =>
    entries.map(({ label, refusal }) => (refusal ? `${label} (locked)` : label)),
  );

it('draws the manifests in the order of their groups, whatever the order in which they came', () => {
  expect(labels(person({ features: { smart_servers: true } }))).toEqual([
    'Get started',
    'Email campaigns',
    'Leads',
    'Email accounts',
    'SmartServers',
    'Client views',
    'Integrations',
    'Settings',
  ]);
});

it('shows what the plan closes as locked, and leaves out what the role closes', () => {
  expect(labels(person({ role: 'VIEW_ONLY_ACCESS', planType: 'base' }))).toEqual([
    'Get started',
    'Email campaigns',
    'Leads',
    'Email accounts',
    'SmartServers (locked)',
    'Client views (locked)',
    'Settings',
  ]);
});

it('shows a client only what a client may open', () => {
  expect(
    labels(
      person({
        user: { isClient: true, client_permissions: { permission: ['reply_master_inbox'], retricted_category: [] } },
      }),
    ),
  ).toEqual(['Home', 'Settings']);
});

it('finds the entry of an address by its longest prefix, whole segments only', () => {
  const groups = navigationOf(remotes, person());
  expect(currentEntry(groups, '/app/email-campaign/12/overview/analytics')?.id).toBe('email-campaigns');
  expect(currentEntry(groups, '/app/lead/4/view')?.id).toBe('leads');
  expect(currentEntry(groups, '/app/email-accounts-new/domains')?.id).toBe('email-accounts');
  expect(currentEntry(groups, '/app/leadership')).toBeUndefined();
});
