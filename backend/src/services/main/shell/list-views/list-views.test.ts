import { listViewsContract } from '@skein/contracts/main/list-views.contract';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';

let main: TestMain;
let me: SignedIn;

beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
});
afterAll(() => main.close());

const views = (person = me) => main.asClient(listViewsContract, person);
const named = (name: string) => ({ list: 'all-campaigns' as const, name, address: 'status=active&sort=-sent' });

it('keeps a list under a name, renames it, points it elsewhere and forgets it', async () => {
  const view = await views().saveView({ body: named('Running') });
  expect(view).toMatchObject({ list: 'all-campaigns', name: 'Running', address: 'status=active&sort=-sent' });
  expect(await views().changeView({ params: { viewId: view.id }, body: { name: 'Busy', address: '' } })).toMatchObject({
    name: 'Busy',
    address: '',
  });
  expect((await views().listViews({})).views.map((one) => one.name)).toEqual(['Busy']);
  await views().deleteView({ params: { viewId: view.id } });
  expect((await views().listViews({})).views).toEqual([]);
});

it('refuses a name twice in one list, whatever its letters, and takes it in another list', async () => {
  await views().saveView({ body: named('Mine') });
  await expect(views().saveView({ body: named('mine') })).rejects.toMatchObject({
    code: 'VALIDATION',
    details: [expect.objectContaining({ field: 'name' })],
  });
  expect(await views().saveView({ body: { ...named('Mine'), list: 'all-leads' } })).toMatchObject({
    list: 'all-leads',
  });
});

it('keeps three views on the popular plan, also when five are saved at once', async () => {
  const small = await main.signIn({ plan: 'popular' });
  const results = await Promise.allSettled(
    ['a', 'b', 'c', 'd', 'e'].map((name) => views(small).saveView({ body: named(name) })),
  );
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(3);
  expect(results.find((result) => result.status === 'rejected')).toMatchObject({ reason: { code: 'LIMIT_REACHED' } });
  expect((await views(small).listViews({})).most_views).toBe(3);
});

it('shows a view to nobody else of the workspace', async () => {
  const view = await views().saveView({ body: named('Private') });
  const colleague = await main.signIn({ workspaceId: me.workspaceId, role: 'ADMIN_ACCESS' });
  expect((await views(colleague).listViews({})).views).toEqual([]);
  await expect(views(colleague).deleteView({ params: { viewId: view.id } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

it('needs full access from a client who wants to keep a view', async () => {
  const reader = await main.signIn({ workspaceId: me.workspaceId, client: { permissions: ['reply_master_inbox'] } });
  await expect(views(reader).saveView({ body: { ...named('Replies'), list: 'master-inbox' } })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
});

it('keeps no flood of widths', async () => {
  const columnWidths = Object.fromEntries(Array.from({ length: 61 }, (_, index) => [`column${index}`, 100]));
  await expect(views().keepChoice({ params: { list: 'all-leads' }, body: { columnWidths } })).rejects.toMatchObject({
    code: 'VALIDATION',
  });
});

it('keeps columns and page size with the person, list by list', async () => {
  await views().keepChoice({ params: { list: 'all-leads' }, body: { columns: ['email', '-phone'], pageSize: 50 } });
  await views().keepChoice({ params: { list: 'all-leads' }, body: { pageSize: 100 } });
  await views().keepChoice({ params: { list: 'email-accounts' }, body: { density: 'compact' } });
  expect((await views().listViews({})).choices).toEqual({
    'all-leads': { columns: ['email', '-phone'], pageSize: 100 },
    'email-accounts': { density: 'compact' },
  });
});
