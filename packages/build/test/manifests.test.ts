import { readFileSync, readdirSync, existsSync } from 'node:fs';
import path from 'node:path';
import { features } from '@skein/contracts/feature-access';
import { permissions } from '@skein/contracts/permissions';
import { navigationGroups, type RemoteManifest } from '@skein/contracts/remote-manifest';
import { manifestRefusal } from '@skein/deployments/manifest-rules';
import { iconPaths } from '@skein/ui/icon-paths';
import { ownAddresses } from '../../../shell/src/frame/own-addresses';

const root = path.resolve(__dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const folders = readdirSync(root).filter(
  (name) => name.startsWith('mfe-') && existsSync(path.join(root, name, 'manifest.json')),
);
const manifests = folders.map((folder) => ({
  folder,
  manifest: JSON.parse(read(`${folder}/manifest.json`)) as RemoteManifest,
}));

/** What a build of the shell writes into provides.json, from the same sources. */
const known = {
  icons: Object.keys(iconPaths),
  groups: [...navigationGroups],
  permissions: [...permissions],
  features: [...features],
  addresses: ownAddresses,
};

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
  '$folder: its manifest is one that a deploy lets in, beside those of the others',
  ({ folder, manifest }) => {
    expect(folder).toBe(`mfe-${manifest.name}`);
    const others = manifests.map((each) => each.manifest).filter(({ name }) => name !== manifest.name);
    expect(manifestRefusal(manifest, known, others)).toBeNull();
    for (const part of manifest.parts)
      expect(existsSync(path.join(root, folder, 'src/parts', `${part}.tsx`))).toBe(true);
  },
);

it('the shell keeps the addresses of its own pages from areas', () => {
  const inFrame = [...read('shell/src/frame/area-outlet.tsx').matchAll(/<Route path="(\/[a-z-]+)/g)];
  const withoutFrame = [...read('shell/src/app.tsx').matchAll(/path="\/app(\/[a-z-]+)"/g)];
  const drawn = [...withoutFrame, ...inFrame].map(([, at]) => `/app${at}`);
  expect(drawn.length).toBeGreaterThan(2);
  expect(known.addresses).toEqual(drawn);
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
      '/settings/api-keys',
      '/settings/global-block-list',
      '/settings/team-members',
      '/settings/tag-manager',
      '/settings/lead-categories',
      '/settings/webhook',
      '/settings/warning-notifications',
      '/settings/subscription',
      '/settings/whitelabelled-client',
      '/settings/change-history',
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
