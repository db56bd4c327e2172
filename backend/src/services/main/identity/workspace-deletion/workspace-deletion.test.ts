import { operatorContract } from '@skein/contracts/main/operator.contract';
import { workspaceDeletionContract } from '@skein/contracts/main/workspace-deletion.contract';
import { createTestServices, type TestServices } from '#server/testing/test-services';
import type { SignedIn } from '#main/testing';
import { eraseWorkspace } from '../operator/erase-workspace';

let services: TestServices;
beforeAll(async () => {
  services = await createTestServices();
});
afterAll(() => services.close());

const api = (person: SignedIn) => services.asClient(workspaceDeletionContract, person);
const day = 86_400_000;
const exists = async ({ workspaceId }: SignedIn) =>
  (await services.main.test.query('select from workspace where id = $1', [workspaceId])).length === 1;

it('is the owner’s, by the exact name, and can be undone until the day', async () => {
  const owner = await services.main.signIn();
  const admin = await services.main.signIn({ workspaceId: owner.workspaceId, role: 'ADMIN_ACCESS' });
  await expect(api(admin).requestDeletion({ body: { name: 'Test workspace' } })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  await expect(api(owner).requestDeletion({ body: { name: 'test workspace' } })).rejects.toMatchObject({
    details: [{ field: 'name' }],
  });
  expect(await api(owner).readDeletion({})).toEqual({ delete_at: null });
  const { delete_at: at } = await api(owner).requestDeletion({ body: { name: 'Test workspace' } });
  expect(Date.parse(at as string) - services.main.realClock.now()).toBe(14 * day);
  expect(await api(owner).requestDeletion({ body: { name: 'Test workspace' } })).toEqual({ delete_at: at });
  expect(await api(owner).readDeletion({})).toEqual({ delete_at: at });
  expect(await api(owner).cancelDeletion({ body: {} })).toEqual({ delete_at: null });
});

it('removes the workspace on its day, and never one whose deletion was undone', async () => {
  const [kept, gone] = [await services.main.signIn(), await services.main.signIn()];
  for (const owner of [kept, gone]) await api(owner).requestDeletion({ body: { name: 'Test workspace' } });
  await api(kept).cancelDeletion({ body: {} });
  const operator = await services.main.signIn({ isOperator: true });
  const seen = await services
    .asClient(operatorContract, operator)
    .readWorkspace({ params: { operatedWorkspaceId: gone.workspaceId } });
  expect(seen.delete_at).not.toBeNull();
  services.main.realClock.advance(14 * day);
  for (const { workspaceId } of [kept, gone])
    await eraseWorkspace(services.main.deps, { workspaceId, actor: 'the clock' });
  expect([await exists(kept), await exists(gone)]).toEqual([true, false]);
});
