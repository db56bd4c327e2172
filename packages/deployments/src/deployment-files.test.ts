import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { changeDeployments, readDeployments } from './deployment-files';
import { pinWorkspace, rollBack } from './deployments';
import { createTestPlace } from './testing';

const occasion = { at: new Date('2026-03-01T12:00:00Z'), by: 'test' };
const { build, deploy, place, remove } = createTestPlace();
const { root } = place;
const pin = (workspaceId: number, version: string | null) =>
  changeDeployments(root, (state) => pinWorkspace(state, 'inbox', { workspaceId, version }, occasion));

beforeAll(async () => {
  for (const [name, version] of [
    ['inbox', '1'],
    ['leads', '1'],
    ['inbox', '2'],
  ] as const)
    await deploy(build(name, version));
});
afterAll(remove);

it('loses no change when many are made at once, and leaves only whole files', async () => {
  await Promise.all(Array.from({ length: 12 }, (_, index) => pin(index + 1, '1')));
  expect(Object.keys((await readDeployments(root))?.remotes['inbox']?.pins ?? {})).toHaveLength(12);
  const { remotes } = JSON.parse(readFileSync(path.join(root, 'remotes.json'), 'utf8')) as { remotes: unknown[] };
  expect(remotes).toHaveLength(2);
});

it('takes over the lock of a deploy that was killed', async () => {
  writeFileSync(path.join(root, 'deployments.json.lock'), '999999999');
  await pin(1, null);
  expect((await readDeployments(root))?.remotes['inbox']?.pins).not.toHaveProperty('1');
});

it('reads what an earlier version of the product wrote, with its ways back and by whom it was made current', async () => {
  const file = path.join(root, 'deployments.json');
  const stored = JSON.parse(readFileSync(file, 'utf8')) as { remotes: Record<string, Record<string, unknown>> };
  for (const remote of Object.values(stored.remotes))
    for (const key of ['currentSince', 'currentBy', 'former', 'off']) delete remote[key];
  writeFileSync(file, JSON.stringify({ ...stored, removed: undefined }));
  const inbox = (await readDeployments(root))?.remotes['inbox'];
  expect(inbox).toMatchObject({ current: '2', currentBy: 'deploy', former: ['1'], off: null });
  const back = await changeDeployments(root, (state) => rollBack(state, 'inbox', null, occasion));
  expect(back.remotes['inbox']).toMatchObject({ current: '1', currentBy: 'rollback', former: [] });
});
