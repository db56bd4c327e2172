import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createWebApp } from '../http/serve-web';
import { changeDeployments, readDeployments } from './deployment-files';
import {
  canaryPlace,
  deployRelease,
  forgetOldVersions,
  noDeployments,
  pinWorkspace,
  previousVersion,
  registryFor,
  rollBack,
  startCanary,
  versionFor,
  type Deployments,
} from './deployments';
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
  const pinned = pinWorkspace(two, 'inbox', 7, '1', occasion);
  expect(versionsOf(pinned, 7).inbox).toBe('1');
  expect(versionsOf(pinned, 8).inbox).toBe('2');
  expect(versionsOf(pinned, null).inbox).toBe('2');
  expect(versionsOf(deploy(pinned, 'inbox', '3', 3), 7).inbox).toBe('1');
  expect(versionsOf(pinWorkspace(pinned, 'inbox', 7, null, occasion), 7).inbox).toBe('2');
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

it('keeps what somebody gets or may go back to, and forgets the other old versions', () => {
  let state = pinWorkspace(two, 'inbox', 7, '1', occasion);
  for (const version of ['3', '4', '5', '6', '7']) state = deploy(state, 'inbox', version, Number(version));
  const { kept, state: after } = forgetOldVersions(state);
  expect(kept['inbox']?.sort()).toEqual(['1', '5', '6', '7']);
  expect(previousVersion(after, 'inbox')).toBe('6');
});

describe('on a disk', () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'skein-deployments-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('loses no change when many are made at once, and leaves only whole files', async () => {
    await changeDeployments(root, () => two);
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        changeDeployments(root, (state) => pinWorkspace(state, 'inbox', index + 1, '1', occasion)),
      ),
    );
    expect(Object.keys((await readDeployments(root))?.remotes['inbox']?.pins ?? {})).toHaveLength(12);
    expect(
      (JSON.parse(readFileSync(path.join(root, 'remotes.json'), 'utf8')) as { remotes: unknown[] }).remotes,
    ).toHaveLength(2);
  });

  it('takes over the lock of a deploy that was killed', async () => {
    writeFileSync(path.join(root, 'deployments.json.lock'), '999999999');
    await changeDeployments(root, (state) => pinWorkspace(state, 'inbox', 1, null, occasion));
    expect((await readDeployments(root))?.remotes['inbox']?.pins).not.toHaveProperty('1');
  });

  it('serves each workspace its set, everybody else the default one, and never the state itself', async () => {
    const app = createWebApp({
      root,
      config: () => ({ services: {}, sandbox: true, version: '1' }),
      workspaceOf: (request) => Promise.resolve(Number(request.headers.get('authorization')) || null),
    });
    const ask = async (authorization?: string, headers = {}) =>
      app.request('/remotes.json', { headers: { ...headers, ...(authorization ? { authorization } : {}) } });
    const inbox = async (answer: Response) =>
      ((await answer.json()) as { remotes: { name: string; version: string }[] }).remotes.find(
        ({ name }) => name === 'inbox',
      )?.version;
    expect(await inbox(await ask())).toBe('2');
    expect(await inbox(await ask('5'))).toBe('1');
    expect(await inbox(await ask('expired'))).toBe('2');
    const answer = await ask('5');
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    expect((await ask('5', { 'if-none-match': answer.headers.get('etag') })).status).toBe(304);
    expect((await ask(undefined, { 'if-none-match': answer.headers.get('etag') })).status).toBe(200);
    expect((await app.request('/deployments.json')).status).toBe(404);
    expect((await app.request('/remotes/deployments.json')).status).toBe(404);
  });
});
