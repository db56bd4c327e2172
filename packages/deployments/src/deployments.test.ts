import { generateKeyPairSync } from 'node:crypto';
import {
  canaryPlace,
  deployRelease,
  pinWorkspace,
  registryFor,
  rollBack,
  removeRemote,
  startCanary,
  switchRemote,
  versionFor,
} from './deployments';
import { noDeployments, type Deployments } from './deployment-records';
import { signRelease } from './sign-release';

const { privateKey } = generateKeyPairSync('ed25519');
const release = (name: string, version: string) =>
  signRelease(
    { name, title: name, version, entry: `/remotes/${name}/${version}/remoteEntry.js`, integrity: {} },
    privateKey,
  );
const at = new Date('2026-03-01T10:00:00Z');
const occasion = { at, by: 'test' };
const deploy = (state: Deployments, name: string, version: string, minute = 0) =>
  deployRelease(state, release(name, version), { by: 'test', at: new Date(at.getTime() + minute * 60_000) });
const versionsOf = (state: Deployments, workspaceId: number | null) =>
  Object.fromEntries(registryFor(state, workspaceId).remotes.map(({ name, version }) => [name, version]));

const two = deploy(deploy(deploy(noDeployments(), 'inbox', '1'), 'leads', '1'), 'inbox', '2', 1);

it('rolls back to the version before, again and again, and leaves the other remotes', () => {
  const three = deploy(two, 'inbox', '3', 2);
  const back = rollBack(three, 'inbox', null, occasion);
  expect(versionsOf(back, null)).toEqual({ inbox: '2', leads: '1' });
  expect(versionsOf(rollBack(back, 'inbox', null, occasion), null)).toEqual({ inbox: '1', leads: '1' });
  expect(back.remotes['leads']).toBe(three.remotes['leads']);
  expect(back.history[0]).toMatchObject({ action: 'rollback', from: '3', to: '2', by: 'test' });
  expect(() => rollBack(two, 'leads', null, occasion)).toThrow('no earlier version');
  expect(() => rollBack(two, 'leads', '9', occasion)).toThrow('leads has no version 9');
  expect(() => rollBack(two, 'nothing', null, occasion)).toThrow('no deployed remote "nothing"');
});

it('gives a pinned workspace its version until the pin is taken away', () => {
  const pinned = pinWorkspace(two, 'inbox', { workspaceId: 7, version: '1' }, occasion);
  expect(versionsOf(pinned, 7).inbox).toBe('1');
  expect(versionsOf(pinned, 8).inbox).toBe('2');
  expect(versionsOf(pinned, null).inbox).toBe('2');
  expect(versionsOf(deploy(pinned, 'inbox', '3', 3), 7).inbox).toBe('1');
  expect(versionsOf(pinWorkspace(pinned, 'inbox', { workspaceId: 7, version: null }, occasion), 7).inbox).toBe('2');
});

it('gives a canary to about its share of the workspaces, always the same ones, and keeps them when the share grows', () => {
  const remote = (percent: number) =>
    startCanary(
      deployRelease(two, release('inbox', '3'), { ...occasion, percent }),
      'inbox',
      { version: '3', percent },
      occasion,
    ).remotes['inbox'];
  const among = (percent: number) =>
    new Set(
      Array.from({ length: 4000 }, (_, id) => id + 1).filter(
        (id) => versionFor(remote(percent) as never, 'inbox', id) === '3',
      ),
    );
  const [ten, forty] = [among(10), among(40)];
  expect(ten.size / 4000).toBeGreaterThan(0.07);
  expect(ten.size / 4000).toBeLessThan(0.13);
  for (const id of ten) expect(forty.has(id)).toBe(true);
  expect(canaryPlace('inbox', '3', 12)).toBe(canaryPlace('inbox', '3', 12));
  expect(versionFor(remote(99) as never, 'inbox', null)).toBe('2');
});

it('takes an area from everybody and gives it back, with its pins', () => {
  const pinned = pinWorkspace(two, 'inbox', { workspaceId: 7, version: '1' }, occasion);
  const off = switchRemote(pinned, 'inbox', false, occasion);
  expect(versionsOf(off, null)).toEqual({ leads: '1' });
  expect(versionsOf(off, 7)).toEqual({ leads: '1' });
  expect(versionsOf(deploy(off, 'inbox', '3', 3), null)).toEqual({ leads: '1' });
  const on = switchRemote(off, 'inbox', true, occasion);
  expect(versionsOf(on, 7)).toEqual({ inbox: '1', leads: '1' });
  expect(on.history.slice(0, 2).map(({ action }) => action)).toEqual(['on', 'off']);
});

it('forgets a remote, and knows it again when it is deployed again', () => {
  const without = removeRemote(two, 'inbox', occasion);
  expect(versionsOf(without, null)).toEqual({ leads: '1' });
  expect(without.removed['inbox']).toMatchObject({ by: 'test' });
  expect(() => removeRemote(without, 'inbox', occasion)).toThrow('no deployed remote "inbox"');
  expect(deploy(without, 'inbox', '3').removed).toEqual({});
});

it('refuses a share of nothing: there must be a version for the other workspaces', () => {
  expect(() => deployRelease(two, release('new', '1'), { ...occasion, percent: 10 })).toThrow(
    'deploy it without a share',
  );
});

it('knows no remote and no version by a name that every object has', () => {
  expect(() => pinWorkspace(two, 'constructor', { workspaceId: 7, version: '1' }, occasion)).toThrow(
    'There is no deployed remote "constructor"',
  );
  expect(() => pinWorkspace(two, 'inbox', { workspaceId: 7, version: 'constructor' }, occasion)).toThrow(
    'inbox has no version constructor',
  );
});
