import { generateKeyPairSync } from 'node:crypto';
import path from 'node:path';
import { changeDeployments, readDeployments } from './deployment-files';
import { pinWorkspace, removeRemote, rollBack, startCanary } from './deployments';
import type { Deployments } from './deployment-records';
import { publishBuild, type BuiltProduct } from './publish-build';
import { readShell } from './shell-facts';
import { createTestPlace, testProvides } from './testing';
import { publicKeyText } from './sign-release';

const at = new Date('2026-03-01T12:00:00Z');
const occasion = { at, by: 'rob' };
let test: ReturnType<typeof createTestPlace>;

beforeEach(() => {
  test = createTestPlace();
});
afterEach(() => test.remove());

const publish = (built: Partial<BuiltProduct>) => publishBuild(test.place, { remotes: [], at, ...built });
const change = (work: (state: Deployments) => Deployments) => changeDeployments(test.place.root, work);
/** Builds one version of the inbox after the other, each deployed by the build. */
async function builds(...versions: string[]) {
  for (const version of versions) await publish({ remotes: [test.build('inbox', version)] });
}
const withoutButton = { modules: { react: testProvides.modules['react'] as never } };
const newShell = (provides = {}) => test.writeShell(path.join(test.folder, 'shell'), { provides });
const hasButton = async () =>
  '@skein/ui/button' in ((await readShell(path.join(test.place.root, 'shell')))?.provides.modules ?? {});

it('deploys what it built in the place of what a build put there', async () => {
  await builds('1', '2');
  expect(test.served()).toEqual({ inbox: '2' });
});

it('leaves what a person went back to, deployed, tries or removed, and says what it built', async () => {
  await builds('1', '2');
  await change((state) => rollBack(state, 'inbox', null, occasion));
  const { notes } = await publish({ remotes: [test.build('inbox', '3')] });
  expect(notes).toEqual([
    'inbox stays at 1: rob went back to it. What was built is 3: npm run remote:deploy -- inbox gives it to everybody.',
  ]);
  expect(test.served()).toEqual({ inbox: '1' });

  await test.deploy(test.build('inbox', '4'));
  await builds('5');
  expect(test.served()).toEqual({ inbox: '4' });

  await change((state) => removeRemote(state, 'inbox', occasion));
  expect((await publish({ remotes: [test.build('inbox', '6')] })).notes[0]).toContain('rob removed it');
  expect(test.served()).toEqual({});
});

it('leaves the current version of an area with a trial alone', async () => {
  await builds('1', '2');
  await change((state) => startCanary(state, 'inbox', { version: '1', percent: 10 }, occasion));
  const { notes } = await publish({ remotes: [test.build('inbox', '3')] });
  expect(notes[0]).toContain('inbox stays at 2: 1 is on trial with 10 % of the workspaces.');
  expect(test.served()).toEqual({ inbox: '2' });
});

it('keeps the pin of a workspace while everybody else gets the new build', async () => {
  await builds('1');
  await change((state) => pinWorkspace(state, 'inbox', { workspaceId: 7, version: '1' }, occasion));
  await builds('2', '3', '4', '5', '6');
  const inbox = (await readDeployments(test.place.root))?.remotes['inbox'];
  expect(inbox).toMatchObject({ current: '6', pins: { 7: '1' } });
});

it('refuses one remote and deploys the others', async () => {
  await builds('1');
  const greedy = test.build('leads', '1', { manifest: { basePaths: ['/app/inbox/leads'], nav: [] } });
  const { refusals } = await publish({ remotes: [test.build('inbox', '2'), greedy] });
  expect(refusals).toEqual([
    'leads may not take the address /app/inbox/leads: it lies inside /app/inbox, which belongs to inbox. Correct its manifest.json.',
  ]);
  const malformed = test.build('leads', '2', { manifest: { nav: 'none' } });
  expect((await publish({ remotes: [test.build('inbox', '3'), malformed] })).refusals).toEqual([
    'The manifest of leads is malformed: nav is not a list.',
  ]);
  expect(test.served()).toEqual({ inbox: '3' });
});

it('lets an address move from one area to another in one build', async () => {
  const both = { basePaths: ['/app/inbox', '/app/answers'] };
  await publish({
    remotes: [
      test.build('answers', '1', { manifest: { basePaths: ['/app/answering'], nav: [] } }),
      test.build('inbox', '1', { manifest: both }),
    ],
  });
  const { refusals } = await publish({ remotes: [test.build('answers', '2'), test.build('inbox', '2')] });
  expect(refusals).toEqual([]);
  expect(test.served()).toEqual({ answers: '2', inbox: '2' });
});

it('refuses a shell that lacks what the current version of an area uses', async () => {
  await builds('1');
  const { refusals, hasShell } = await publish({ shell: newShell(withoutButton) });
  expect(refusals).toEqual([
    'The shell was not deployed: inbox 1 needs @skein/ui/button, which the shell does not provide. Deploy an inbox that can do without it first: npm run remote:deploy -- inbox.',
  ]);
  expect(hasShell).toBe(false);
  expect(await hasButton()).toBe(true);
});

it('deploys such a shell together with an area that can do without it, unless a workspace keeps the old one', async () => {
  await builds('1');
  await change((state) => pinWorkspace(state, 'inbox', { workspaceId: 7, version: '1' }, occasion));
  const remotes = [test.build('inbox', '2', { contents: { consumes: {} } })];
  const { refusals } = await publish({ shell: newShell(withoutButton), remotes });
  expect(refusals[0]).toContain('npm run remote:pin -- inbox --workspace 7 --off');
  await change((state) => pinWorkspace(state, 'inbox', { workspaceId: 7, version: null }, occasion));
  expect(await publish({ shell: newShell(withoutButton), remotes })).toMatchObject({ refusals: [], hasShell: true });
  expect(test.served()).toEqual({ inbox: '2' });
  await expect(change((state) => rollBack(state, 'inbox', null, occasion))).rejects.toThrow('inbox 1 needs');
});

it('keeps the way back of an area when the shell is deployed alone', async () => {
  await builds('1');
  await publish({ remotes: [test.build('inbox', '2', { contents: { consumes: {} } })] });
  const { refusals } = await publish({ shell: newShell(withoutButton), keepsWaysBack: true });
  expect(refusals[0]).toContain('A rollback of inbox would lead to it');
  expect((await publish({ shell: newShell(withoutButton) })).hasShell).toBe(true);
});

it('signs anew what its former key signed when the key is replaced, and nothing else', async () => {
  await builds('1');
  await test.deploy(test.build('leads', '1'));
  const { privateKey } = generateKeyPairSync('ed25519');
  const shell = test.writeShell(path.join(test.folder, 'shell'), { keys: [publicKeyText(privateKey)] });
  const { refusals, hasShell } = await publishBuild({ ...test.place, privateKey }, { shell, remotes: [], at });
  expect({ refusals, hasShell }).toEqual({ refusals: [], hasShell: true });
  expect(test.served()).toEqual({ inbox: '1', leads: '1' });

  const foreign = generateKeyPairSync('ed25519').privateKey;
  const other = test.writeShell(path.join(test.folder, 'shell'), { keys: [publicKeyText(foreign)] });
  const refused = await publishBuild({ ...test.place, privateKey }, { shell: other, remotes: [], at });
  expect(refused.refusals[0]).toContain('is signed with a key that the page of the shell does not hold');
});
