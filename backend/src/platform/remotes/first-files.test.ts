import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deployRelease } from '@skein/deployments/deployments';
import { noDeployments, type SignedRelease } from '@skein/deployments/deployment-records';
import { createFirstFiles } from './first-files';

const release = (name: string, version: string, basePaths: string[]): SignedRelease => ({
  name,
  title: name,
  version,
  basePaths,
  entry: `/remotes/${name}/${version}/remoteEntry.js`,
  signature: '',
  integrity: {
    '12.ab.js': 'sha384-other',
    '__federation_expose_app.cd.js': 'sha384-app',
    '__federation_expose_thread.ef.js': 'sha384-thread',
    'remoteEntry.js': 'sha384-entry',
  },
});

const folders: string[] = [];
function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-first-files-'));
  folders.push(folder);
  return folder;
}
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

function deploy(...releases: SignedRelease[]): string {
  const root = makeFolder();
  const state = releases.reduce(
    (before, each) => deployRelease(before, each, { at: new Date(0), by: 'test' }),
    noDeployments(),
  );
  writeFileSync(path.join(root, 'deployments.json'), JSON.stringify(state));
  return root;
}

it('names the entry and the application of the area that owns the address, with what must be in them', async () => {
  const files = createFirstFiles(
    deploy(release('inbox', '1.0.0', ['/app/inbox']), release('mails', '2.0.0', ['/app/inbox/mails'])),
  );
  expect(await files('/app/inbox/mails/7')).toEqual([
    { address: '/remotes/mails/2.0.0/__federation_expose_app.cd.js', integrity: 'sha384-app' },
    { address: '/remotes/mails/2.0.0/remoteEntry.js', integrity: 'sha384-entry' },
  ]);
  expect((await files('/app/inbox')).map(({ address }) => address)).toContain('/remotes/inbox/1.0.0/remoteEntry.js');
});

it('names nothing for addresses that no area owns, nor where nothing is deployed', async () => {
  const files = createFirstFiles(deploy(release('inbox', '1.0.0', ['/app/inbox'])));
  expect(await files('/login')).toEqual([]);
  expect(await files('/app/inboxes')).toEqual([]);
  expect(await createFirstFiles(makeFolder())('/app/inbox')).toEqual([]);
});

it('names the current version', async () => {
  const root = deploy(release('inbox', '1.0.0', ['/app/inbox']), release('inbox', '1.1.0', ['/app/inbox']));
  expect((await createFirstFiles(root)('/app/inbox')).map(({ address }) => address)).toContain(
    '/remotes/inbox/1.1.0/remoteEntry.js',
  );
});
