import { Readable } from 'node:stream';
import { operatorContract } from '@skein/contracts/main/operator.contract';
import { createRouteIds } from '#services/testing/every-route-fixtures';
import { eraseWorkspace } from './erase-workspace';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';

let main: TestMain;
let operator: SignedIn;
const asOperator = () => main.asClient(operatorContract, operator);

beforeAll(async () => {
  main = await createTestMain();
  operator = await main.signIn({ isOperator: true });
});

afterAll(() => main.close());

/** Rows of a workspace by table, of every table that names workspaces. */
async function rowsOf(workspaceId: number): Promise<Record<string, number>> {
  const tables = await main.test.query<{ name: string }>(
    `
      select c.relname as name
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    `,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await main.test.query<{ count: number }>(
      `select count(*)::int as count from ${name} where workspace_id = $1`,
      [workspaceId],
    );
    if (row && row.count > 0) counts[name] = row.count;
  }
  return counts;
}

const fileOf = (workspaceId: number) => `sequences/${workspaceId}/note`;

it('removes every row and file of a workspace after its name is given, and nothing of another', async () => {
  const [person, other] = [await main.signIn(), await main.signIn()];
  for (const each of [person, other]) {
    await createRouteIds(main, each);
    await main.deps.files.put(fileOf(each.workspaceId), Readable.from(['x']), { type: 'text/plain', maximum: 10 });
    await main.test.query(
      `insert into event_rollup (workspace_id, dimension, dimension_id, axis, kind, bucket, count)
       values ($1, 'workspace', 0, 'event', 'SENT', now(), 1)`,
      [each.workspaceId],
    );
  }
  const before = await rowsOf(other.workspaceId);
  expect(Object.keys(before).length).toBeGreaterThan(25);
  const params = { operatedWorkspaceId: person.workspaceId };
  await expect(asOperator().deleteWorkspace({ params, body: { name: 'test workspace' } })).rejects.toMatchObject({
    details: [{ field: 'name' }],
  });
  await asOperator().deleteWorkspace({ params, body: { name: 'Test workspace', at_once: true } });
  expect((await asOperator().readWorkspace({ params })).state).toBe('deleting');
  await expect(asOperator().enableWorkspace({ params, body: {} })).rejects.toMatchObject({
    code: 'ILLEGAL_TRANSITION',
  });

  await main.runJobs();
  expect(await rowsOf(person.workspaceId)).toEqual({});
  expect(await main.test.query('select from workspace where id = $1', [person.workspaceId])).toEqual([]);
  await expect(main.deps.files.get(fileOf(person.workspaceId))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await rowsOf(other.workspaceId)).toEqual(before);
  expect((await main.deps.files.get(fileOf(other.workspaceId))).size).toBe(1);
  const { actions } = await asOperator().listActions({ query: { workspace_id: person.workspaceId } });
  expect(actions).toMatchObject([
    { action: 'workspace-deleted', actor: operator.email, workspace_name: 'Test workspace', detail: { files: 2 } },
    { action: 'workspace-deletion-started' },
  ]);
});

it('waits while an email may be leaving', async () => {
  const person = await main.signIn();
  await createRouteIds(main, person);
  await main.test.query(`update intent set state = 'SUBMITTING', updated_at = now() where workspace_id = $1`, [
    person.workspaceId,
  ]);
  await asOperator().deleteWorkspace({
    params: { operatedWorkspaceId: person.workspaceId },
    body: { name: 'Test workspace', at_once: true },
  });
  await expect(main.runJobs()).rejects.toThrow(/may be leaving/);
  expect(await main.test.query('select from workspace where id = $1', [person.workspaceId])).toHaveLength(1);
});

it('takes LinkedIn accounts out at their provider, and is tried again where that is away', async () => {
  const [person, other] = [await main.signIn(), await main.signIn()];
  const add = (who: SignedIn, account: string, more: { provider?: string; deleted?: boolean } = {}) =>
    main.test.query(
      `
        insert into linkedin_account (workspace_id, name, provider, provider_account, state, deleted_at)
        values ($1, $2, $3, $2, 'SUCCESS', case when $4 then now() end)
      `,
      [who.workspaceId, account, more.provider ?? 'test', more.deleted ?? false],
    );
  await add(person, 'own');
  await add(person, 'former', { deleted: true });
  await add(person, 'foreign', { provider: 'before.test' });
  await add(person, 'shared');
  await add(other, 'shared');
  await asOperator().deleteWorkspace({
    params: { operatedWorkspaceId: person.workspaceId },
    body: { name: 'Test workspace', at_once: true },
  });
  const removed: string[] = [];
  const erase = (away: boolean) => {
    const linkedIn = {
      name: 'test',
      async removeAccount(name: string) {
        if (away) throw new Error('the provider is away');
        removed.push(name);
      },
    };
    const job = { workspaceId: person.workspaceId, actor: 'test' };
    return eraseWorkspace({ ...main.deps, linkedIn: linkedIn as never }, job);
  };
  await expect(erase(true)).rejects.toThrow('the provider is away');
  expect(
    await main.test.query('select from linkedin_account where workspace_id = $1', [person.workspaceId]),
  ).toHaveLength(4);
  await erase(false);
  expect(removed.toSorted()).toEqual(['former', 'own']);
  expect(await main.test.query('select from workspace where id = $1', [person.workspaceId])).toEqual([]);
});

it('does not delete the demo of the sandbox', async () => {
  const person = await main.signIn();
  await main.test.query('update workspace set is_demo = true where id = $1', [person.workspaceId]);
  await expect(
    asOperator().deleteWorkspace({
      params: { operatedWorkspaceId: person.workspaceId },
      body: { name: 'Test workspace' },
    }),
  ).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' });
});

it('deletes after 14 days, and not where that was undone before', async () => {
  const [kept, gone] = [await main.signIn(), await main.signIn()];
  const paramsOf = (person: SignedIn) => ({ operatedWorkspaceId: person.workspaceId });
  for (const person of [kept, gone]) {
    await asOperator().deleteWorkspace({ params: paramsOf(person), body: { name: 'Test workspace' } });
    const { state, delete_at: at } = await asOperator().readWorkspace({ params: paramsOf(person) });
    expect([state, Date.parse(at as string) - main.realClock.now()]).toEqual(['disabled', 14 * 86_400_000]);
  }
  expect(await asOperator().enableWorkspace({ params: paramsOf(kept), body: {} })).toMatchObject({ delete_at: null });
  const remove = async () => {
    for (const person of [kept, gone])
      await eraseWorkspace(main.deps, { workspaceId: person.workspaceId, actor: 'the clock' });
  };
  await remove();
  expect(await main.test.query('select from workspace where id = $1', [gone.workspaceId])).toHaveLength(1);
  main.realClock.advance(14 * 86_400_000);
  await remove();
  expect(await main.test.query('select from workspace where id = $1', [gone.workspaceId])).toEqual([]);
  expect(await main.test.query('select from workspace where id = $1', [kept.workspaceId])).toHaveLength(1);
});
