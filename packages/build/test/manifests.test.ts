import { readFileSync, readdirSync, existsSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

interface Manifest {
  name: string;
  title: string;
  basePaths: string[];
  nav: {
    id: string;
    to: string;
    icon: string;
    group: string;
    order: number;
    match?: string[];
    shortcut?: string;
    requires?: { permission?: string };
  }[];
  permissions: string[];
  parts: string[];
}

const folders = readdirSync(root).filter(
  (name) => name.startsWith('mfe-') && existsSync(path.join(root, name, 'manifest.json')),
);
const manifests = folders.map((folder) => ({
  folder,
  manifest: JSON.parse(read(`${folder}/manifest.json`)) as Manifest,
}));

/** The table of architecture.md. */
const owners: Record<string, string[]> = {
  campaigns: ['email-campaign', 'email-campaigns', 'campaign', 'leads', 'lead'],
  inbox: ['master-inbox'],
  accounts: ['email-accounts', 'email-accounts-new', 'email-account', 'bulk-email-accounts', 'smart-servers'],
  deliverability: ['email-deliverability'],
  analytics: ['global-analytics', 'analytics-v2', 'year-recap'],
  settings: ['settings', 'domain-block-list', 'client-views', 'client-view', 'integrations', 'account-cancellation'],
  university: ['university', 'events'],
};

it('gives every first path segment to the remote that owns it, and to no other', () => {
  const stated = Object.fromEntries(manifests.map(({ manifest }) => [manifest.name, manifest.basePaths]));
  expect(stated).toEqual(
    Object.fromEntries(
      Object.entries(owners).map(([name, paths]) => [name, paths.map((segment) => `/app/${segment}`)]),
    ),
  );
});

it.each(manifests)(
  '$folder: navigation leads into its own area, with known icons and permissions',
  ({ folder, manifest }) => {
    expect(folder).toBe(`mfe-${manifest.name}`);
    const icons = read('packages/ui/src/icon-paths.tsx');
    const permissions = read('packages/contracts/src/permissions.ts');
    for (const entry of manifest.nav) {
      for (const address of [entry.to, ...(entry.match ?? [])]) {
        expect(manifest.basePaths.some((base) => address === base || address.startsWith(`${base}/`))).toBe(true);
      }
      expect(icons).toMatch(new RegExp(`\\b'?${entry.icon}'?:`));
      if (entry.requires?.permission) expect(manifest.permissions).toContain(entry.requires.permission);
    }
    for (const permission of manifest.permissions) expect(permissions).toContain(`'${permission}'`);
    for (const part of manifest.parts)
      expect(existsSync(path.join(root, folder, 'src/parts', `${part}.tsx`))).toBe(true);
  },
);

it('never uses an id, a place in a group, or a shortcut twice', () => {
  const entries = manifests.flatMap(({ manifest }) => manifest.nav);
  for (const values of [
    entries.map(({ id }) => id),
    entries.map(({ group, order }) => `${group} ${order}`),
    entries.flatMap(({ shortcut }) => shortcut ?? []),
  ]) {
    expect(new Set(values).size).toBe(values.length);
  }
});

it('names a real page for every route of the specification', () => {
  const areas = Object.fromEntries(
    manifests.map(({ folder, manifest }) => [manifest.name, read(`${folder}/src/${manifest.name}-area.tsx`)]),
  );
  const wanted: Record<string, string[]> = {
    campaigns: [
      '/email-campaign/all',
      '/email-campaign/folders',
      '/email-campaign/folder/:',
      '/email-campaign/new-campaign',
      '/campaign/:parentId/new-subsequence',
      '/leads/all',
      '/lead/:',
      'confirm-delete-csv',
    ],
    inbox: ['/master-inbox'],
    accounts: [
      '/email-accounts',
      '/email-accounts-new',
      'creation-page/:',
      '/email-account/:',
      '/bulk-email-accounts/:',
      '/smart-servers',
      'ip-provisioning',
      'ip-details',
    ],
    deliverability: [
      ':testType/all-tests',
      'folders',
      'mailboxes-insights',
      'folder/:folderId/tests',
      'new-manual-test',
      'new-automatic-test',
      'deliverability-results',
    ],
    analytics: ['/global-analytics', '/analytics-v2', '/year-recap'],
    settings: [
      '/settings/profile',
      '/settings/security',
      '/settings/global-block-list',
      '/settings/team-members',
      '/settings/tag-manager',
      '/settings/lead-categories',
      '/settings/webhook',
      '/settings/warning-notifications',
      '/settings/subscription',
      '/settings/whitelabelled-client',
      '/client-views',
      '/client-view/new-client',
      '/integrations',
      'confirm-delete-csv',
      '/account-cancellation',
    ],
    university: ['/university', '/events'],
  };
  for (const [name, addresses] of Object.entries(wanted))
    for (const address of addresses) expect(areas[name]).toContain(address);
});
