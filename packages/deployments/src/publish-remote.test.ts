import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { changeDeployments } from './deployment-files';
import { pinWorkspace, rollBack } from './deployments';
import { deployRemote } from './publish-remote';
import { createTestPlace } from './testing';

const at = new Date('2026-03-01T12:00:00Z');
const occasion = { at, by: 'test' };
let test: ReturnType<typeof createTestPlace>;

beforeEach(async () => {
  test = createTestPlace();
  await test.deploy(test.build('inbox', '1'));
  await test.deploy(test.build('campaigns', '1', { manifest: { basePaths: ['/app/email-campaign'], nav: [] } }));
});
afterEach(() => test.remove());

const stateFile = () => readFileSync(path.join(test.place.root, 'deployments.json'), 'utf8');
const isPublished = (name: string, version: string) => existsSync(path.join(test.place.root, 'remotes', name, version));

/** Tries to deploy; nothing may have changed after a refusal. */
async function refusal(...built: Parameters<typeof test.build>): Promise<string> {
  const before = stateFile();
  const said = await test.deploy(test.build(...built)).then(
    () => 'deployed',
    (error: Error) => error.message,
  );
  expect(stateFile()).toBe(before);
  expect(isPublished(built[0], built[1])).toBe(false);
  return said;
}

it('deploys what fits, and tells it to everybody', async () => {
  await test.deploy(test.build('inbox', '2'));
  expect(test.served()).toEqual({ campaigns: '1', inbox: '2' });
});

it('refuses a malformed manifest', async () => {
  expect(await refusal('inbox', '2', { manifest: { nav: undefined } })).toBe(
    'The manifest of inbox is malformed: nav is not a list.',
  );
});

it('refuses an address that lies inside another area', async () => {
  expect(await refusal('university', '1', { manifest: { basePaths: ['/app/email-campaign/all'] } })).toContain(
    'it lies inside /app/email-campaign, which belongs to campaigns.',
  );
});

it('refuses names that the deployed shell does not know', async () => {
  const entry = { id: 'x', label: 'X', to: '/app/inbox', icon: 'rocket', group: 'learn', order: 1 };
  expect(await refusal('inbox', '2', { manifest: { nav: [entry] } })).toContain('names the icon "rocket"');
});

it('refuses a build without its entry, without a listed file, or without a part that it promises', async () => {
  const built = test.build('inbox', '2');
  rmSync(path.join(built.from, 'page.0a.js'));
  await expect(test.deploy(built)).rejects.toThrow('is not whole: its file page.0a.js is missing. Build it again.');
  rmSync(path.join(built.from, 'remoteEntry.js'));
  await expect(test.deploy(built)).rejects.toThrow('its entry remoteEntry.js is missing');
  expect(await refusal('inbox', '3', { manifest: { parts: ['thread'] } })).toContain('it exposes no ./thread');
  expect(isPublished('inbox', '2')).toBe(false);
});

it('refuses what is signed with a key that the page of the shell does not hold', async () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  await expect(deployRemote({ ...test.place, privateKey }, test.build('inbox', '2'), occasion)).rejects.toThrow(
    'inbox 2 is signed with a key that the page of the shell does not hold',
  );
  expect(test.served()['inbox']).toBe('1');
  expect(isPublished('inbox', '2')).toBe(false);
});

it('refuses a version that is newer than the shell: it needs a module that the shell does not provide', async () => {
  const consumes = { '@skein/ui/probe-thing': { range: '^0.1.0', exports: ['Probe'] } };
  expect(await refusal('inbox', '2', { contents: { consumes } })).toBe(
    'inbox 2 needs @skein/ui/probe-thing, which the shell does not provide. Deploy a shell that does first: npm run build -- shell. Nothing was changed.',
  );
});

it('refuses to deploy where there is no shell', async () => {
  rmSync(path.join(test.place.root, 'shell'), { recursive: true });
  await expect(test.deploy(test.build('inbox', '2'))).rejects.toThrow('There is no shell in');
});

it('refuses a pin and a rollback to a version that does not run in the shell of today, or has lost a file', async () => {
  await test.deploy(test.build('inbox', '2'));
  test.writeShell(path.join(test.place.root, 'shell'), { keys: [] });
  const pin = changeDeployments(test.place.root, (state) =>
    pinWorkspace(state, 'inbox', { workspaceId: 1, version: '1' }, occasion),
  );
  await expect(pin).rejects.toThrow('inbox 1 is signed with a key that the page of the shell does not hold');
  test.writeShell(path.join(test.place.root, 'shell'));
  rmSync(path.join(test.place.root, 'remotes/inbox/1/page.0a.js'));
  await expect(changeDeployments(test.place.root, (state) => rollBack(state, 'inbox', null, occasion))).rejects.toThrow(
    'The file page.0a.js of inbox 1 is missing',
  );
  expect(test.served()['inbox']).toBe('2');
});

it('lets nobody take an address that only a pinned workspace still has of another area', async () => {
  await test.deploy(test.build('inbox', '2', { manifest: { basePaths: ['/app/inbox', '/app/answers'] } }));
  await changeDeployments(test.place.root, (state) =>
    pinWorkspace(state, 'inbox', { workspaceId: 1, version: '2' }, occasion),
  );
  await test.deploy(test.build('inbox', '3'));
  expect(await refusal('answers', '1')).toContain('may not take the address /app/answers: it belongs to inbox.');
});

it('mends a published version of which a file was changed, when it is deployed again', async () => {
  const file = path.join(test.place.root, 'remotes/inbox/1/page.0a.js');
  writeFileSync(file, 'spoilt');
  await test.deploy(test.build('inbox', '1'));
  expect(readFileSync(file, 'utf8')).toContain('inbox 1');
});
