import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { realClock } from '../../../../platform/clock/clock';
import { changeDeployments } from '../../../../platform/remotes/deployment-files';
import { deployRelease, noDeployments } from '../../../../platform/remotes/deployments';
import { signRelease } from '../../../../platform/remotes/sign-release';
import type { MainConfig, MainDeps } from '../../deps';
import { createTestMain, type TestMain } from '../../testing';
import { listRemotes, pinRemote, rollBackRemote, setCanary } from './manage-remotes';

const webFolder = mkdtempSync(path.join(os.tmpdir(), 'skein-operator-'));
const { privateKey } = generateKeyPairSync('ed25519');
const config = {
  publicUrl: '',
  trackingUrl: '',
  isSandbox: false,
  systemMail: { from: '', smtpUrl: '' },
  webFolder,
  operators: ['ops@skein.test'],
} satisfies MainConfig;
const operator = { email: 'Ops@skein.test', workspaceId: 1 };
let main: TestMain;
let deps: Pick<MainDeps, 'config' | 'realClock' | 'db'>;

beforeAll(async () => {
  main = await createTestMain();
  deps = { config, realClock, db: main.deps.db };
  for (const version of ['1', '2']) {
    const release = signRelease(
      {
        name: 'inbox',
        title: 'Master inbox',
        version,
        entry: `/remotes/inbox/${version}/remoteEntry.js`,
        integrity: {},
      },
      privateKey,
    );
    await changeDeployments(webFolder, (state) =>
      deployRelease(Object.keys(state.remotes).length ? state : noDeployments(), release, {
        at: new Date(Number(version)),
        by: 'test',
      }),
    );
  }
});

afterAll(async () => {
  rmSync(webFolder, { recursive: true, force: true });
  await main.close();
});

it('shows operators what runs where, and lets them go back, pin and try, with their name in the history', async () => {
  expect((await listRemotes(deps, operator)).remotes).toMatchObject([
    { name: 'inbox', title: 'Master inbox', current: '2', previous: '1', pins: [], canary: null },
  ]);
  await pinRemote(deps, operator, 'inbox', { workspace_id: 5, version: '2' });
  expect(await setCanary(deps, operator, 'inbox', { version: '1', percent: 20 })).toMatchObject({
    canary: { version: '1', percent: 20 },
  });
  expect(await rollBackRemote(deps, operator, 'inbox', null)).toMatchObject({
    current: '1',
    previous: null,
    canary: null,
    pins: [{ workspace_id: 5, version: '2' }],
  });
  const { history } = await listRemotes(deps, operator);
  expect(history.slice(0, 3).map(({ action, by }) => `${action} by ${by}`)).toEqual([
    'rollback by Ops@skein.test',
    'canary by Ops@skein.test',
    'pin by Ops@skein.test',
  ]);
});

it('refuses the owner of a workspace who does not run the installation', async () => {
  await expect(listRemotes(deps, { email: 'owner@agency.test', workspaceId: 1 })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  await expect(
    rollBackRemote(deps, { email: 'owner@agency.test', workspaceId: 1 }, 'inbox', '2'),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

it('in the sandbox is open to whoever started it, and closed to who signed up there', async () => {
  const sandbox = { ...deps, config: { ...config, isSandbox: true, operators: [] } };
  const [host, guest] = [await main.signIn(), await main.signIn()];
  await main.test.query('UPDATE workspace SET is_demo = true WHERE id = $1', [host.workspaceId]);
  expect((await listRemotes(sandbox, host)).remotes).toHaveLength(1);
  await expect(rollBackRemote(sandbox, guest, 'inbox', '2')).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

it('names what does not exist', async () => {
  await expect(pinRemote(deps, operator, 'nothing', { workspace_id: 1, version: '1' })).rejects.toThrow(
    'no deployed remote "nothing"',
  );
  await expect(setCanary(deps, operator, 'inbox', { version: '9', percent: 5 })).rejects.toThrow('no version 9');
});
