import type { RemoteManifest } from '@skein/contracts/remote-manifest';
import { manifestRefusal } from './manifest-rules';
import { testManifest, testProvides } from './testing';

const inbox = testManifest('inbox') as RemoteManifest;
const campaigns = testManifest('campaigns', { basePaths: ['/app/email-campaign'], nav: [] }) as RemoteManifest;
const refusal = (manifest: unknown) => manifestRefusal(manifest, testProvides, [inbox, campaigns]);
const entry = (change: Record<string, unknown>) =>
  refusal(testManifest('reports', { nav: [{ ...testManifest('reports').nav[0], ...change }] }));

it('lets an area in whose manifest fits', () => {
  expect(refusal(testManifest('reports'))).toBeNull();
  expect(entry({ requires: { feature: 'webhooks' }, match: ['/app/reports/all'] })).toBeNull();
});

it.each<[string, unknown, string]>([
  ['is no object', null, 'The manifest of the remote is malformed: it is not an object.'],
  [
    'has no navigation',
    testManifest('reports', { nav: undefined }),
    'The manifest of reports is malformed: nav is not a list.',
  ],
  ['has no addresses', testManifest('reports', { basePaths: [] }), 'malformed: basePaths is not a list of addresses.'],
  ['has no parts', testManifest('reports', { parts: undefined }), 'malformed: parts is not a list of names.'],
  [
    'has an entry without a label',
    testManifest('reports', { nav: [{ ...testManifest('reports').nav[0], label: undefined }] }),
    'malformed: entry 1 of nav has no label.',
  ],
  [
    'takes the address of another area',
    testManifest('reports', { basePaths: ['/app/reports', '/app/inbox'] }),
    'reports may not take the address /app/inbox: it belongs to inbox.',
  ],
  [
    'takes an address inside another area',
    testManifest('reports', { basePaths: ['/app/email-campaign/all'] }),
    'reports may not take the address /app/email-campaign/all: it lies inside /app/email-campaign, which belongs to campaigns.',
  ],
  [
    'takes an address around another area',
    testManifest('reports', { basePaths: ['/app'] }),
    'reports may not take the address /app: addresses of areas are',
  ],
  [
    'takes an address of the shell',
    testManifest('reports', { basePaths: ['/app/operator'] }),
    'reports may not take the address /app/operator: it belongs to the shell.',
  ],
  [
    'lists an unknown permission',
    testManifest('reports', { permissions: ['inbox.burn'] }),
    'The manifest of reports lists the permission "inbox.burn", which the shell does not know.',
  ],
])('refuses a manifest that %s', (_, manifest, sentence) => {
  expect(refusal(manifest)).toContain(sentence);
});

it.each<[string, Record<string, unknown>, string]>([
  ['outside its area', { to: '/app/inbox/all' }, 'leads to /app/inbox/all, which is outside its area.'],
  ['with an unknown icon', { icon: 'rocket' }, 'names the icon "rocket", which the shell does not have.'],
  ['in an unknown group', { group: 'cellar' }, 'names the group "cellar": the shell has outreach, learn.'],
  ['with a permission of others', { requires: { permission: 'inbox.read' } }, 'which its manifest does not list.'],
  [
    'with an unknown feature',
    { requires: { feature: 'flying' } },
    'the feature "flying", which the shell does not know.',
  ],
  ['with an id in use', { id: 'inbox' }, 'uses the id "inbox", which inbox uses.'],
  ['at a place in use', { order: inbox.nav[0]?.order }, 'uses the place "learn 0", which inbox uses.'],
])('refuses an entry of the navigation %s', (_, change, sentence) => {
  expect(entry(change)).toContain(sentence);
});
