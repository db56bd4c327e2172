import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { auditContract } from '@skein/contracts/main/audit.contract';
import { workspaceArchivesContract } from '@skein/contracts/main/workspace-archives.contract';
import { sweepRuns } from '#platform/bulk-runs/bulk-runs.handlers';
import { StorageError } from '#platform/storage/storage-error';
import { eraseWorkspace } from '#identity/operator/erase-workspace';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { keyOf, killedAfter, runOf, worker } from './testing';
import { workspaceExportRun } from './workspace-export.run';
import { workspaceImportRun } from './workspace-import.run';
import { startImport } from './workspace-imports';

let main: TestMain;

beforeAll(async () => {
  main = await createTestMain();
});
afterAll(() => main.close());

const api = (person: SignedIn) => main.asClient(workspaceArchivesContract, person);
const query = <Row extends object>(sql: string, values: unknown[] = []) => main.test.query<Row>(sql, values);
const leads = 1_200;

/** An owner with leads of three portions, a campaign, and a file. */
async function ownerOfData(): Promise<SignedIn> {
  const owner = await main.signIn();
  await query(
    `insert into lead (workspace_id, email, domain) select $1, 'lead' || g || '@firm.test', 'firm.test' from generate_series(1, $2::int) g`,
    [owner.workspaceId, leads],
  );
  await query(`insert into campaign (workspace_id, name, created_by) values ($1, 'Docks', $2)`, [
    owner.workspaceId,
    owner.userId,
  ]);
  const file = `sequences/${owner.workspaceId}/11111111-2222-4333-8444-555555555555`;
  await main.deps.files.put(file, Readable.from(['price list']), { type: 'text/plain', maximum: 100 });
  return owner;
}

const begin = async (person: SignedIn) => (await api(person).startWorkspaceExport({ body: {} })).id;
const exportOf = (person: SignedIn, id: number) =>
  api(person).getWorkspaceExport({ params: { workspaceExportId: id } });
async function contentsOf(person: SignedIn, id: number) {
  const { tables, files } = await api(person).readArchiveManifest({ params: { workspaceExportId: id } });
  return { tables, files };
}
async function bytesOf(exportId: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of (await main.deps.files.get(await keyOf(main, exportId))).stream)
    pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}
async function namesBelow(beginning: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of main.deps.files.list(beginning)) names.push(name);
  return names;
}
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const statesIn = async (person: SignedIn, kind: 'export' | 'import') =>
  (await main.asClient(auditContract, person).listEntries({ query: { kind } })).rows.map(({ action, via, changes }) => [
    action,
    via,
    changes.find(({ field }) => field === 'state')?.after ?? null,
  ]);

test('an export whose worker is killed begins again with another one, and its archive is as if nothing had happened', async () => {
  const owner = await ownerOfData();
  const quiet = await begin(owner);
  await main.runJobs();
  const disturbed = await begin(owner);
  // Before the rows, behind all of them, and behind the copies.
  for (const commits of [0, 1, 2]) await killedAfter(main, workspaceExportRun, disturbed, { commits });
  expect(await runOf(main, workspaceExportRun, disturbed)).toMatchObject({
    ...{ status: 'RUNNING', fence: 3, place: { stage: 'COPIES' } },
  });
  // What a killed process leaves: an archive that nobody will ask for.
  const folder = `exports/${owner.workspaceId}/${disturbed}/`;
  await main.deps.files.put(`${folder}3.zip`, Readable.from(['old']), { type: 'application/zip', maximum: 100 });
  await worker(main, workspaceExportRun, disturbed);

  const view = await exportOf(owner, disturbed);
  expect(view).toMatchObject({ state: 'DONE', percent: 100, files: 1, problem: null, can_cancel: false });
  expect(view.rows_done).toBeGreaterThan(leads);
  expect([view.rows_total, view.done, view.total]).toEqual([view.rows_done, view.rows_done, view.rows_done]);
  expect(await contentsOf(owner, disturbed)).toEqual(await contentsOf(owner, quiet));
  expect(sha256(await bytesOf(disturbed))).toBe(view.sha256);
  expect(await namesBelow(folder)).toEqual([`${folder}4.zip`]);
});

test('of two workers at one export, the one that was thought dead leaves the archive of the other alone', async () => {
  const owner = await ownerOfData();
  const id = await begin(owner);
  const { files } = main.deps;
  let isFirst = true;
  const put: typeof files.put = async (...given) => {
    const stored = await files.put(...given);
    if (isFirst) {
      isFirst = false;
      await worker(main, workspaceExportRun, id);
    }
    return stored;
  };
  await worker(main, workspaceExportRun, id, { files: { ...files, put } });
  const view = await exportOf(owner, id);
  expect(view).toMatchObject({ state: 'DONE', problem: null });
  expect(sha256(await bytesOf(id))).toBe(view.sha256);
  expect(await namesBelow(`exports/${owner.workspaceId}/${id}/`)).toEqual([await keyOf(main, id)]);
});

test('a worker that another one overtook before it cleared up leaves the archive of that one alone', async () => {
  const owner = await ownerOfData();
  const id = await begin(owner);
  const { files } = main.deps;
  let isFirst = true;
  const list: typeof files.list = async function* (beginning) {
    if (isFirst) {
      isFirst = false;
      await worker(main, workspaceExportRun, id);
    }
    yield* files.list(beginning);
  };
  await worker(main, workspaceExportRun, id, { files: { ...files, list } });
  expect(isFirst).toBe(false);
  const view = await exportOf(owner, id);
  expect(view).toMatchObject({ state: 'DONE', problem: null });
  expect(sha256(await bytesOf(id))).toBe(view.sha256);
});

test('an export that is written while its workspace is deleted leaves no archive', async () => {
  const owner = await ownerOfData();
  const id = await begin(owner);
  await query('update workspace set deleting_at = now() where id = $1', [owner.workspaceId]);
  const { files } = main.deps;
  let clear = (): void => undefined;
  const cleared = new Promise<void>((resolve) => (clear = resolve));
  // The archive is stored when the files were deleted already, and the workspace itself goes behind it.
  const list: typeof files.list = async function* (beginning) {
    yield* files.list(beginning);
    if (!beginning?.startsWith('images/assets/')) return;
    clear();
    await written;
  };
  let erased = Promise.resolve();
  const put: typeof files.put = async (...given) => {
    const job = { workspaceId: owner.workspaceId, actor: 'test' };
    erased = eraseWorkspace({ ...main.deps, files: { ...files, list } }, job);
    await cleared;
    return files.put(...given);
  };
  const written = worker(main, workspaceExportRun, id, { files: { ...files, put } });
  await written;
  await erased;
  expect(await query('select from workspace where id = $1', [owner.workspaceId])).toEqual([]);
  expect(await namesBelow(`exports/${owner.workspaceId}/`)).toEqual([]);
});

test('an export that is stopped while it is written leaves nothing, and another one may begin', async () => {
  const owner = await ownerOfData();
  const id = await begin(owner);
  const params = { workspaceExportId: id };
  await expect(api(owner).startWorkspaceExport({ body: {} })).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(api(owner).deleteWorkspaceExport({ params })).rejects.toMatchObject({ code: 'CONFLICT' });
  const { db } = main.deps;
  const tenantSnapshot: typeof db.tenantSnapshot = async (...given) => {
    const found = await db.tenantSnapshot(...given);
    expect(await api(owner).cancelWorkspaceExport({ params, body: {} })).toMatchObject({ state: 'CANCELLED' });
    return found;
  };
  await worker(main, workspaceExportRun, id, { db: { ...db, tenantSnapshot } });
  expect(await exportOf(owner, id)).toMatchObject({ state: 'CANCELLED', problem: null, size: null, can_cancel: false });
  expect(await namesBelow(`exports/${owner.workspaceId}/`)).toEqual([]);
  // Too late to stop it once more.
  expect(await api(owner).cancelWorkspaceExport({ params, body: {} })).toMatchObject({ state: 'CANCELLED' });
  expect(await statesIn(owner, 'export')).toEqual([
    ['changed', 'session', 'CANCELLED'],
    ['created', 'session', null],
  ]);
  const next = await begin(owner);
  await main.runJobs();
  expect(await exportOf(owner, next)).toMatchObject({ state: 'DONE' });
  await api(owner).deleteWorkspaceExport({ params });
  expect((await statesIn(owner, 'export'))[0]).toEqual(['deleted', 'session', null]);
  expect(await query('select from bulk_run where workspace_id = $1', [owner.workspaceId])).toHaveLength(1);
});

test('what holds an export up is shown until it gets on; the last attempt says why it failed', async () => {
  const owner = await ownerOfData();
  const full = new StorageError('FULL', 507, 'The file storage of this server is full. The file was not saved.');
  const files = { ...main.deps.files, put: () => Promise.reject(full) };
  const retried = await begin(owner);
  await expect(worker(main, workspaceExportRun, retried, { files })).rejects.toThrow('is full');
  expect(await exportOf(owner, retried)).toMatchObject({
    state: 'RUNNING',
    problem: expect.stringContaining('is full'),
  });
  await worker(main, workspaceExportRun, retried, { attempt: 2 });
  expect(await exportOf(owner, retried)).toMatchObject({ state: 'DONE', problem: null });
  const failed = await begin(owner);
  await worker(main, workspaceExportRun, failed, { files, attempt: 10 });
  expect(await exportOf(owner, failed)).toMatchObject({ state: 'FAILED', problem: expect.stringContaining('is full') });
  expect((await statesIn(owner, 'export'))[0]).toEqual(['changed', 'system', 'FAILED']);
});

test('an export for a move waits until no email is being submitted', async () => {
  const owner = await ownerOfData();
  await query(`update campaign set status = 'ACTIVE' where workspace_id = $1`, [owner.workspaceId]);
  const [intent] = await query<{ id: number }>(
    `
      with m as (
        insert into mailbox (
          workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port, imap_username
        )
        values ($1, 'Kim', 'kim@submits.test', 'h', 1, 'u', 'h', 1, 'u')
        returning id
      )
      insert into intent (workspace_id, mailbox_id, slot_at, send_at, message_id, envelope_id, to_email, state, submitting_at)
      select $1, m.id, now(), now(), '<1@submits.test>', 'e', 'x@y.test', 'SUBMITTING', now() from m
      returning id
    `,
    [owner.workspaceId],
  );
  const { id } = await api(owner).startWorkspaceExport({ body: { pause_campaigns: true } });
  await worker(main, workspaceExportRun, id);
  expect(await exportOf(owner, id)).toMatchObject({ state: 'RUNNING', stage: 'PAUSING', paused: 1, problem: null });
  const later = new Date(main.realClock.now() + 5_000);
  const run = await runOf(main, workspaceExportRun, id);
  expect(run).toMatchObject({ runs_at: later });
  expect(await query('select run_at from graphile_worker.jobs where key = $1', [`bulk-run-${run.id}`])).toEqual([
    { run_at: later },
  ]);
  await query(`update intent set state = 'SENT', sent_at = now() where id = $1`, [intent?.id]);
  await worker(main, workspaceExportRun, id);
  expect(await exportOf(owner, id)).toMatchObject({ state: 'DONE', paused: 1 });
});

/** The archive of a workspace that is gone from here, and who imports it. */
async function moved() {
  const owner = await ownerOfData();
  const id = await begin(owner);
  await main.runJobs();
  const [bytes, contents] = [await bytesOf(id), await contentsOf(owner, id)];
  await query('update workspace set deleting_at = now() where id = $1', [owner.workspaceId]);
  await eraseWorkspace(main.deps, { workspaceId: owner.workspaceId, actor: 'test' });
  const person = await main.signIn({ isOperator: true, email: owner.email });
  const who = { workspaceId: person.workspaceId, userId: person.userId, isOperator: true };
  const view = await startImport(main.deps, who, { fileName: 'archive.zip', content: Readable.from(bytes) });
  const importOf = async () => (await api(person).listWorkspaceImports({})).imports[0];
  const count = async () =>
    (
      await query<{ count: number }>('select count(*)::int as count from lead where workspace_id = $1', [
        person.workspaceId,
      ])
    )[0]?.count;
  return { person, contents, importId: view.id, params: { workspaceImportId: view.id }, importOf, count };
}

/** Workers that die in their second transaction of rows, one after the other, until some leads are in. @returns the run then */
async function killedAmongLeads({ importId, count }: Awaited<ReturnType<typeof moved>>) {
  // The first one reads all of the archive before.
  await killedAfter(main, workspaceImportRun, importId, { commits: 2 });
  while ((await count()) !== 500) await killedAfter(main, workspaceImportRun, importId, { commits: 1 });
  return runOf(main, workspaceImportRun, importId);
}

test('an import whose workers are killed one after the other goes on at the exact row, and what came in is equal', async () => {
  const { person, contents, ...rest } = await moved();
  const stopped = await killedAmongLeads({ person, contents, ...rest });
  expect(stopped).toMatchObject({ status: 'RUNNING', place: { stage: 'ROWS', line: 500 } });
  expect(await rest.importOf()).toMatchObject({
    state: 'RUNNING',
    stage: 'ROWS',
    done: stopped.done,
    can_cancel: true,
  });
  await killedAfter(main, workspaceImportRun, rest.importId, { commits: 1 });
  expect(await rest.count()).toBe(1_000);
  expect((await runOf(main, workspaceImportRun, rest.importId)).place).toEqual({ ...stopped.place, line: 1_000 });
  await worker(main, workspaceImportRun, rest.importId);
  const view = await rest.importOf();
  expect(view).toMatchObject({
    state: 'DONE',
    percent: 100,
    problem: null,
    counts: { leads },
    rows_done: view?.rows_total,
  });
  expect(await namesBelow(`exports/${person.workspaceId}/`)).toEqual([]);
  const again = await begin(person);
  await main.runJobs();
  expect(await contentsOf(person, again)).toEqual(contents);
});

test('a worker whose rows another one has written gives way, and each row is in once', async () => {
  const { person, contents, importId, count, importOf } = await moved();
  const { db } = main.deps;
  let isFirst = true;
  const tenantSql: typeof db.tenantSql = async (workspaceId, work) => {
    if (isFirst && (await count()) === 500) {
      isFirst = false;
      await worker(main, workspaceImportRun, importId);
    }
    return db.tenantSql(workspaceId, work);
  };
  await worker(main, workspaceImportRun, importId, { db: { ...db, tenantSql } });
  expect(isFirst).toBe(false);
  expect(await importOf()).toMatchObject({ state: 'DONE', problem: null });
  const again = await begin(person);
  await main.runJobs();
  expect(await contentsOf(person, again)).toEqual(contents);
});

test('an import that is stopped keeps what came in, and a person resumes it at the row that was not in yet', async () => {
  const all = await moved();
  const { person, contents, importId, params, count, importOf } = all;
  const before = await killedAmongLeads(all);
  expect(await api(person).cancelWorkspaceImport({ params, body: {} })).toMatchObject({ state: 'CANCELLED' });
  await worker(main, workspaceImportRun, importId);
  expect(await runOf(main, workspaceImportRun, importId)).toMatchObject({
    ...{ status: 'CANCELLED', place: before.place, done: before.done },
  });
  expect(await count()).toBe(500);
  expect(await api(person).resumeWorkspaceImport({ params, body: {} })).toMatchObject({
    state: 'RUNNING',
    problem: null,
  });
  await expect(api(person).resumeWorkspaceImport({ params, body: {} })).rejects.toMatchObject({ code: 'CONFLICT' });
  // Where the connection to the database is lost in the last attempt.
  const lost = { ...main.deps.live, publish: () => Promise.reject(new Error('lost')) };
  await worker(main, workspaceImportRun, importId, { live: { ...lost }, attempt: 9 }).catch(() => undefined);
  expect(await importOf()).toMatchObject({ state: 'RUNNING', done: before.done });
  const { files } = main.deps;
  const get: typeof files.get = () => Promise.reject(new Error('lost'));
  await worker(main, workspaceImportRun, importId, { files: { ...files, get }, attempt: 10 });
  expect(await importOf()).toMatchObject({
    state: 'FAILED',
    problem: expect.stringContaining('Resume'),
    done: before.done,
  });
  await api(person).resumeWorkspaceImport({ params, body: {} });
  await main.runJobs();
  expect(await importOf()).toMatchObject({ state: 'DONE', problem: null, counts: { leads } });
  expect(await statesIn(person, 'import')).toEqual([
    ['changed', 'system', 'DONE'],
    ['changed', 'session', 'RUNNING'],
    ['changed', 'system', 'FAILED'],
    ['changed', 'session', 'RUNNING'],
    ['changed', 'session', 'CANCELLED'],
    ['created', 'system', null],
  ]);
  const again = await begin(person);
  await main.runJobs();
  expect(await contentsOf(person, again)).toEqual(contents);
});

test('an import with no row in yet is not resumed in a workspace that is in use by now', async () => {
  const { person, importId, params, importOf } = await moved();
  const files = { ...main.deps.files, get: () => Promise.reject(new Error('lost')) };
  await worker(main, workspaceImportRun, importId, { files, attempt: 10 });
  expect(await importOf()).toMatchObject({ state: 'FAILED', done: 0 });
  await query(`insert into campaign (workspace_id, name) values ($1, 'Begun anew')`, [person.workspaceId]);
  await expect(api(person).resumeWorkspaceImport({ params, body: {} })).rejects.toMatchObject({
    ...{ code: 'CONFLICT', message: expect.stringContaining('has campaigns') },
  });
  await query('delete from campaign where workspace_id = $1', [person.workspaceId]);
  await api(person).resumeWorkspaceImport({ params, body: {} });
  await main.runJobs();
  expect(await importOf()).toMatchObject({ state: 'DONE', counts: { leads } });
});

test('the archive of a stopped import is kept for seven days, and says until when', async () => {
  const { person, importId, params, importOf } = await moved();
  const { realClock } = main;
  await api(person).cancelWorkspaceImport({ params, body: {} });
  await worker(main, workspaceImportRun, importId);
  const until = (await importOf())?.resumable_until;
  const now = realClock.now();
  expect(Date.parse(until ?? '') - now).toBeGreaterThan(6 * 86_400_000);
  const expire = async () => {
    await query(`select graphile_worker.add_job('main.expire-archives', '{}')`);
    await main.runJobs();
  };
  await expire();
  expect(await namesBelow(`exports/${person.workspaceId}/`)).toHaveLength(1);
  realClock.advance(8 * 86_400_000);
  await expire();
  realClock.set(now);
  expect(await namesBelow(`exports/${person.workspaceId}/`)).toEqual([]);
  expect(await importOf()).toMatchObject({ state: 'CANCELLED', resumable_until: null });
  await expect(api(person).resumeWorkspaceImport({ params, body: {} })).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('what a crash left of an archive that is in is deleted within the hour', async () => {
  const { person, importId, importOf } = await moved();
  const files = { ...main.deps.files, delete: () => Promise.reject(new Error('killed')) };
  await worker(main, workspaceImportRun, importId, { files });
  expect(await importOf()).toMatchObject({ state: 'DONE' });
  expect(await namesBelow(`exports/${person.workspaceId}/`)).toHaveLength(1);
  await query(`select graphile_worker.add_job('main.expire-archives', '{}')`);
  await main.runJobs();
  expect(await namesBelow(`exports/${person.workspaceId}/`)).toEqual([]);
});

test('an export that the version before began beside this one is written by this one, and shown there', async () => {
  const owner = await ownerOfData();
  const [row] = await query<{ id: number }>(
    'insert into workspace_export (workspace_id, created_by) values ($1, $2) returning id',
    [owner.workspaceId, owner.userId],
  );
  const id = row?.id as number;
  expect(await exportOf(owner, id)).toMatchObject({ state: 'RUNNING', created_by: expect.any(String) });
  await sweepRuns(main.deps, [workspaceExportRun]);
  await main.runJobs();
  const view = await exportOf(owner, id);
  expect(view).toMatchObject({ state: 'DONE', problem: null });
  expect(await query('select state, rows_done, rows_total, files from workspace_export where id = $1', [id])).toEqual([
    { state: 'DONE', rows_done: view.rows_done, rows_total: view.rows_total, files: 1 },
  ]);
});
