import { auditContract } from '@skein/contracts/main/audit.contract';
import { authContract } from '@skein/contracts/main/auth.contract';
import { workspaceArchivesContract } from '@skein/contracts/main/workspace-archives.contract';
import { limitsWithin } from '#identity/api-keys/key-limits';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { keyOf } from './testing';

let main: TestMain;
let owner: SignedIn;

beforeAll(async () => {
  main = await createTestMain();
  owner = await main.signIn();
});
afterAll(() => main.close());

const headersOf = (key: string) => ({ authorization: `Bearer ${key}` });
const api = (key: string) => main.asClient(workspaceArchivesContract, { headers: headersOf(key) });
const makeKey = async (person: SignedIn, scopes?: ('workspace.archive' | 'lead.read' | 'billing.manage')[]) =>
  (await main.asClient(authContract, person).createApiKey({ body: { name: 'Mover', ...(scopes && { scopes }) } }))
    .api_key;

test('a key of the owner that names the scope exports the workspace, follows it and downloads it', async () => {
  const key = await makeKey(owner, ['workspace.archive']);
  const { id } = await api(key).startWorkspaceExport({ body: {} });
  const params = { workspaceExportId: id };
  await expect(api(key).startWorkspaceExport({ body: {} })).rejects.toMatchObject({ code: 'CONFLICT' });
  await main.runJobs();
  expect(await api(key).getWorkspaceExport({ params })).toMatchObject({ state: 'DONE', problem: null });
  const manifest = await api(key).readArchiveManifest({ params });
  expect(manifest.tables.find(({ name }) => name === 'app_user')).toMatchObject({ rows: 1 });
  expect(manifest.tables.map(({ name }) => name)).not.toContain('api_key');
  const { url } = await api(key).linkWorkspaceArchive({ params, body: {} });
  expect(url).toContain(await keyOf(main, id));
  const { rows } = await main.asClient(auditContract, owner).listEntries({ query: { kind: 'export' } });
  expect(rows.map(({ action, via }) => [action, via])).toEqual([
    ['downloaded', 'api-key'],
    ['changed', 'system'],
    ['created', 'api-key'],
  ]);
  expect(await api(key).listWorkspaceImports({})).toMatchObject({ imports: [] });
});

test('no other key does: without scopes, with others, of an administrator, or made by a key', async () => {
  const whole = await main.apiKey(owner);
  for (const key of [whole, await makeKey(owner), await makeKey(owner, ['lead.read', 'billing.manage'])]) {
    const answer = await main.app.request('/api/workspace-exports', { headers: headersOf(key) });
    expect(answer.status).toBe(403);
    expect(answer.headers.get('www-authenticate')).toContain('scope="workspace.archive"');
    await expect(api(key).startWorkspaceExport({ body: {} })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  }
  const admin = await main.signIn({ workspaceId: owner.workspaceId, role: 'ADMIN_ACCESS' });
  await expect(makeKey(admin, ['workspace.archive'])).rejects.toMatchObject({ code: 'VALIDATION' });
  const stranger = await main.signIn();
  const theirs = await makeKey(stranger, ['workspace.archive']);
  expect((await api(theirs).listWorkspaceExports({})).exports).toEqual([]);
  const [known] = await main.test.query<{ id: number }>('select id from api_key where scopes is null limit 1');
  const actor = { workspaceId: owner.workspaceId, via: 'api-key', apiKeyId: known?.id } as Parameters<
    typeof limitsWithin
  >[1];
  const wanted = { scopes: ['workspace.archive'], expiresAt: null, requestsPerMinute: null };
  await expect(limitsWithin(main.deps, actor, wanted)).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('the address of an archive is answered anew, and not kept for a repeated request', async () => {
  const key = await makeKey(owner, ['workspace.archive']);
  const { exports } = await api(key).listWorkspaceExports({});
  const ask = () =>
    main.app.request(`/api/workspace-exports/${exports[0]?.id}/link`, {
      method: 'POST',
      headers: { ...headersOf(key), 'content-type': 'application/json', 'idempotency-key': 'link' },
      body: '{}',
    });
  expect((await ask()).status).toBe(200);
  expect((await ask()).headers.get('idempotent-replayed')).toBeNull();
});
