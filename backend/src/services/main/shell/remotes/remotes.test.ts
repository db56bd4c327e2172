import { rmSync } from 'node:fs';
import path from 'node:path';
import { createTestPlace } from '@skein/deployments/testing';
import { realClock } from '#platform/clock/clock';
import type { MainConfig } from '#main/deps';
import { listRemotes, pinRemote, rollBackRemote, setCanary, setRemoteOff } from './remotes';

const { build, deploy, place, remove, served } = createTestPlace();
const webFolder = place.root;
const config = {
  publicUrl: '',
  trackingUrl: '',
  isSandbox: false,
  systemMail: { from: '', smtpUrl: '', needsTls: false },
  webFolder,
} satisfies MainConfig;
const operator = { email: 'Ops@skein.test' };
const deps = { config, realClock };

beforeAll(async () => {
  for (const version of ['1', '2']) await deploy(build('inbox', version, { manifest: { title: 'Master inbox' } }));
});

afterAll(() => remove());

it('shows operators what runs where, and lets them go back, pin and try, with their name in the history', async () => {
  expect((await listRemotes(deps)).remotes).toMatchObject([
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
  const { history } = await listRemotes(deps);
  expect(history.slice(0, 3).map(({ action, by }) => `${action} by ${by}`)).toEqual([
    'rollback by Ops@skein.test',
    'canary by Ops@skein.test',
    'pin by Ops@skein.test',
  ]);
});

it('lets operators take an area from everybody, and give it back', async () => {
  expect(await setRemoteOff(deps, operator, 'inbox', true)).toMatchObject({ is_off: true });
  expect(served()).toEqual({});
  expect(await setRemoteOff(deps, operator, 'inbox', false)).toMatchObject({ is_off: false });
  expect(Object.keys(served())).toEqual(['inbox']);
});

it('refuses a version whose files are gone, in the sentence that the command says', async () => {
  await deploy(build('leads', '1'));
  await deploy(build('leads', '2'));
  rmSync(path.join(webFolder, 'remotes/leads/1/page.0a.js'));
  await expect(rollBackRemote(deps, operator, 'leads', null)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('The file page.0a.js of leads 1 is missing') as string,
  });
  expect(served()).toMatchObject({ leads: '2' });
});

it('names what does not exist', async () => {
  await expect(pinRemote(deps, operator, 'nothing', { workspace_id: 1, version: '1' })).rejects.toThrow(
    'no deployed remote "nothing"',
  );
  await expect(setCanary(deps, operator, 'inbox', { version: '9', percent: 5 })).rejects.toThrow('no version 9');
});
