import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { auditContract } from '@skein/contracts/main/audit.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { workspaceArchivesContract, type ArchiveManifest } from '@skein/contracts/main/workspace-archives.contract';
import { eraseWorkspace } from '#identity/operator/erase-workspace';
import { createSendingWorld, type SendingWorld } from '#sending/delivery/testing';
import type { SignedIn } from '#main/testing';
import { readCatalog } from './archive-catalog.store';
import { archiveTables, leftOut } from './archive-tables';
import { insertRows } from './import-rows.store';
import { startImport } from './workspace-imports';
import { openArchive } from './read-archive';
import { keyOf, killedAfter } from './testing';
import { workspaceImportRun } from './workspace-import.run';

const hour = 3_600_000;
const day = 24 * hour;
let world: SendingWorld;

beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

const api = (person: SignedIn) => world.main.asClient(workspaceArchivesContract, person);
const query = <Row extends object>(sql: string, values: unknown[] = []) => world.main.test.query<Row>(sql, values);

async function exportAll(
  person: SignedIn,
  pauses = false,
): Promise<{ id: number; manifest: ArchiveManifest; key: string }> {
  const { id } = await api(person).startWorkspaceExport({ body: { pause_campaigns: pauses } });
  await world.main.runJobs();
  const view = await api(person).getWorkspaceExport({ params: { workspaceExportId: id } });
  expect(view).toMatchObject({ state: 'DONE', problem: null });
  const manifest = await api(person).readArchiveManifest({ params: { workspaceExportId: id } });
  return { id, manifest, key: await keyOf(world.main, id) };
}
async function bytesOf(key: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of (await world.main.deps.files.get(key)).stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}
const rowsOf = ({ tables }: ArchiveManifest) => Object.fromEntries(tables.map((table) => [table.name, table]));
const importer = async (email?: string) => {
  const person = await world.main.signIn({ isOperator: true, ...(email ? { email } : {}) });
  return { person, who: { workspaceId: person.workspaceId, userId: person.userId, isOperator: true } };
};

test('every table of a workspace is in an archive or left out for a reason, and no secret is in it', async () => {
  const tables = await query<{ name: string }>(
    `
      select c.relname as name
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    `,
  );
  const known = [...Object.keys(archiveTables), ...Object.keys(leftOut), 'app_user'];
  expect(tables.map(({ name }) => name).sort()).toEqual(known.sort());
  const catalog = await world.main.deps.db.systemSql(readCatalog);
  const columns = catalog.flatMap((table) => table.columns.map((column) => `${table.name}.${column}`));
  expect(columns.filter((column) => /sealed|hash|token|password|secret|two_factor|_key$/.test(column))).toEqual([
    // Names of stored files, and words that only sound like secrets.
    ...['block_upload.storage_key', 'lead_upload.storage_key', 'intent.fencing_token', 'message.dedupe_key'],
    ...['trigger_run.plan_hash', 'upload_mapping.header_hash', 'whitelabel.logo_key', 'whitelabel.favicon_key'],
  ]);
  expect(
    columns.filter((column) => /^(app_user|workspace)[.](is_operator|plan_type|.*_limit|is_subscribed)/.test(column)),
  ).toEqual([]);
});

test('export, wipe, import, export: the same rows and files, and no email is sent twice', async () => {
  const { main, mail, me } = world;
  const mailboxId = await world.connect('rosa@northlight.test', { message_per_day: 100, min_time_to_wait_minutes: 0 });
  const leads = [
    'silent.a@prospects.test',
    'replies.b@prospects.test',
    'silent.c@prospects.test',
    'bounces.d@prospects.test',
  ];
  const campaignId = await world.campaign({
    mailboxIds: [mailboxId],
    leads,
    steps: [
      { days: 0, subject: 'First for {{first_name}}', body: '<p>Hi {{first_name}}</p>' },
      { days: 1, subject: '', body: '<p>Again {{first_name}}</p>' },
    ],
    settings: { max_leads_per_day: 3, created_by: me.userId, is_schedule_saved: true },
  });
  const late = await world.campaign({
    mailboxIds: [mailboxId],
    leads: ['silent.e@prospects.test'],
    settings: { status: 'DRAFTED', next_trigger_at: null },
  });
  const attachment = `sequences/${me.workspaceId}/11111111-2222-4333-8444-555555555555`;
  await main.deps.files.put(attachment, Readable.from(['price list']), { type: 'text/plain', maximum: 100 });
  await query(
    'update step_variant set attachments = $1 where step_id in (select id from sequence_step where campaign_id = $2)',
    [JSON.stringify([{ storage_key: attachment, name: 'prices.txt', content_type: 'text/plain', size: 10 }]), late],
  );
  await main.apiKey(me);
  await query(`insert into suppression (workspace_id, kind, value) values ($1, 'domain', 'rival.test')`, [
    me.workspaceId,
  ]);
  await query(
    `
      with run as (
        insert into bulk_run (workspace_id, kind, status, place, total, done, counts, created_by)
        values ($1, 'ACCOUNT_IMPORT', 'RUNNING', '{"stage": "CAMPAIGNS", "cursor": "40"}', 3, 1, '{"blocked": 7}', $2)
        returning id
      )
      insert into account_import (workspace_id, run_id, source, hint)
      select $1, id, 'SMARTLEAD', '7f3a' from run
    `,
    [me.workspaceId, me.userId],
  );
  await world.runUntil(main.clock.now() + 3 * hour);
  await world.reading.syncDueMailboxes();
  const before = mail.record.count({ sender: 'rosa@northlight.test' }).mails;
  expect(before).toBeGreaterThanOrEqual(3);

  const [{ received } = { received: 0 }] = await query<{ received: number }>(
    `select count(*)::int as received from message where direction = 'in'`,
  );
  expect(received).toBeGreaterThan(0);

  const first = await exportAll(me, true);
  expect(await query('select status, status_reason from campaign where id = $1', [campaignId])).toEqual([
    { status: 'PAUSED', status_reason: 'USER' },
  ]);
  expect(rowsOf(first.manifest)).toMatchObject({
    lead: { rows: 5 },
    campaign: { rows: 2 },
    mailbox: { rows: 1 },
    suppression: { rows: 1 },
  });
  expect(first.manifest.files).toMatchObject([
    { name: expect.stringContaining('sequences/workspace/'), type: 'text/plain', bytes: 10 },
  ]);
  expect(first.manifest.copies.find(({ name }) => name === 'copies/leads.csv')).toMatchObject({ rows: 5 });
  // Every table is a CSV file as well, with as many rows.
  for (const { name, rows } of first.manifest.tables)
    expect(first.manifest.copies.find((copy) => copy.name === `csv/${name}.csv`)).toMatchObject({ rows });
  expect(first.manifest.copies.find(({ name }) => name.endsWith('.mbox'))).toMatchObject({
    name: `mbox/${mailboxId}-rosa@northlight.test.mbox`,
    rows: before + received,
  });
  const bytes = await bytesOf(first.key);

  await query('update workspace set deleting_at = now() where id = $1', [me.workspaceId]);
  await eraseWorkspace(main.deps, { workspaceId: me.workspaceId, actor: 'test' });
  expect(await query('select from lead')).toHaveLength(0);

  const { person, who } = await importer(me.email);
  const view = await startImport(main.deps, who, { fileName: 'archive.zip', content: Readable.from(bytes) });
  // A process that ends behind each of the first portions: the next one goes on.
  for (let stops = 0; stops < 3; stops += 1) await killedAfter(main, workspaceImportRun, view.id, { commits: 1 });
  await main.runJobs();
  expect(await api(person).listWorkspaceImports({})).toMatchObject({
    imports: [
      {
        state: 'DONE',
        problem: null,
        workspace_name: 'Test workspace',
        counts: { leads: 5, campaigns: 2, mailboxes: 1, people: 1 },
      },
    ],
    refusal: expect.stringContaining('This workspace has campaigns'),
  });
  const [{ id: entry } = { id: '' }] = (
    await main.asClient(auditContract, person).listEntries({ query: { kind: 'import' } })
  ).rows;
  expect(entry).not.toBe('');
  expect((await main.asClient(auditContract, person).listEntries({ query: { kind: 'mailbox' } })).rows).toEqual([]);

  expect(await runsOf(person)).toEqual([
    {
      ...{ status: 'CANCELLED', place: { stage: 'CAMPAIGNS', cursor: '40' }, total: 3, done: 1 },
      ...{ counts: { blocked: 7 }, error: null, created_by: person.userId },
    },
  ]);

  const second = await exportAll(person);
  expect(second.manifest.tables.filter((table, at) => table.sha256 !== first.manifest.tables[at]?.sha256)).toEqual([]);
  expect(second.manifest.tables).toEqual(first.manifest.tables);
  expect(second.manifest.files).toEqual(first.manifest.files);

  // The mailbox says that it has to be reconnected, and nothing is sent before.
  const [box] = (await main.asClient(mailboxesContract, person).list({})).rows;
  expect(box).toMatchObject({ id: mailboxId, smtp_problem: { code: expect.anything() } });
  await main.asClient(mailboxesContract, person).reconnect({ params: { mailboxId }, body: reconnection() });
  // As the reader of inboxes does by itself within a minute: no follow-up is sent before.
  await world.reading.syncDueMailboxes();
  await main.asClient(campaignsContract, person).setStatus({ params: { campaignId }, body: { action: 'RESUME' } });
  await world.runUntil(main.clock.now() + 5 * day);
  for (const email of leads) {
    const subjects = mail.record.find({ recipient: email }).map(({ subject }) => (subject ?? '').replace(/^Re: /, ''));
    const steps = email.startsWith('silent') ? 2 : 1;
    expect([email, subjects.length]).toEqual([email, steps]);
  }
  const [{ doubled } = { doubled: 1 }] = await query<{ doubled: number }>(
    'select count(*)::int - count(distinct (enrolment_id, step_id))::int as doubled from intent where campaign_id = $1',
    [campaignId],
  );
  expect(doubled).toBe(0);
});

/** Runs of the imports from other products that a workspace has. */
const runsOf = (person: SignedIn) =>
  query(
    `
      select r.status, r.place, r.total, r.done, r.counts, r.error, r.created_by
      from bulk_run r join account_import a on a.workspace_id = r.workspace_id and a.run_id = r.id
      where r.workspace_id = $1
    `,
    [person.workspaceId],
  );

test('an archive of an earlier version, whose rows held their run themselves, brings the run along', async () => {
  const person = await world.main.signIn();
  const table = (await world.main.deps.db.systemSql(readCatalog)).find(({ name }) => name === 'account_import');
  if (!table) throw new Error('Imports are not in an archive.');
  const row = {
    ...{ id: 12, source: 'INSTANTLY', hint: 'abcd', is_sandbox: false, pauses_source: true, takes_block_list: false },
    ...{ state: 'DONE', stage: 'CAMPAIGNS', cursor: null, counts: { blocked: 2 }, error_code: null, error_text: null },
    ...{ created_by: person.userId, created_at: '2026-05-01T08:00:00Z', finished_at: '2026-05-01T09:00:00Z' },
  };
  const columns = Object.keys(row);
  expect(columns.filter((column) => !table.columns.includes(column))).toEqual([]);
  await world.main.deps.db.tenantSql(person.workspaceId, (sql) =>
    insertRows(person.workspaceId, sql, { table, columns, rows: [row] }),
  );
  expect(await runsOf(person)).toEqual([
    {
      ...{ status: 'COMPLETED', place: { stage: 'CAMPAIGNS', cursor: null }, total: 0, done: 0 },
      ...{ counts: { blocked: 2 }, error: null, created_by: person.userId },
    },
  ]);
});

test('uploads and verifications come in with their runs: how they ended, by whom and when', async () => {
  const person = await world.main.signIn();
  const catalog = await world.main.deps.db.systemSql(readCatalog);
  const times = { created_at: '2026-05-01T08:00:00.000Z', finished_at: '2026-05-01T09:00:00.000Z' };
  const all = { id: 12, status: 'COMPLETED', counts: { ADDED: 4 }, error: null, created_by: person.userId, ...times };
  const upload = { ...all, file_name: 'list.csv', storage_key: '', rows_total: 4, rows_done: 4, started_at: null };
  const given = {
    block_upload: upload,
    lead_upload: upload,
    verification: { ...all, name: 'All', total: 4, done: 4, stopped_at: null },
  };
  for (const [name, row] of Object.entries(given)) {
    const table = catalog.find((each) => each.name === name);
    if (!table) throw new Error(`${name} is not in an archive.`);
    await world.main.deps.db.tenantSql(person.workspaceId, (sql) =>
      insertRows(person.workspaceId, sql, { table, columns: Object.keys(row), rows: [row] }),
    );
    const [stored] = await query<{ run: { created_at: string; finished_at: string } }>(
      `
        select to_jsonb(r) as run
        from ${name} t join bulk_run r on r.workspace_id = t.workspace_id and r.id = t.run_id
        where t.workspace_id = $1
      `,
      [person.workspaceId],
    );
    const { created_at: begun, finished_at: ended } = stored?.run ?? times;
    expect(stored?.run).toMatchObject({
      ...{ status: 'COMPLETED', total: 4, done: 4, counts: { ADDED: 4 }, error: null, created_by: person.userId },
    });
    expect([begun, ended].map((time) => new Date(time).toISOString())).toEqual([times.created_at, times.finished_at]);
  }
});

const reconnection = () => ({
  ...{ username: 'rosa@northlight.test', password: 'right-password' },
  ...{ smtp_host: '127.0.0.1', smtp_port: world.mail.smtp.port, smtp_port_type: 'NONE' as const },
  ...{ imap_host: '127.0.0.1', imap_port: world.mail.imap.port, imap_port_type: 'NONE' as const },
});

test('only the owner exports, sees archives of the own workspace alone, and each download is in the history', async () => {
  const owner = await world.main.signIn();
  const admin = await world.main.signIn({ workspaceId: owner.workspaceId, role: 'ADMIN_ACCESS' });
  const stranger = await world.main.signIn();
  const { id } = await exportAll(owner);
  const params = { workspaceExportId: id };
  await expect(api(admin).linkWorkspaceArchive({ params, body: {} })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(api(stranger).linkWorkspaceArchive({ params, body: {} })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await api(owner).linkWorkspaceArchive({ params, body: {} })).url).toContain(await keyOf(world.main, id));
  const history = await world.main.asClient(auditContract, owner).listEntries({ query: { kind: 'export' } });
  expect(history.rows.map(({ action }) => action)).toEqual(['downloaded', 'changed', 'created']);
  const archive = await openArchive(world.main.deps.files, await keyOf(world.main, id));
  const lines: string[] = [];
  for await (const line of archive.lines('app_user', 0)) lines.push(line);
  await archive.close();
  expect(lines).toHaveLength(2);
  expect(lines.join()).not.toContain(stranger.email);
  // Behind its seven days the archive is gone, and that there was one is kept.
  const now = world.main.realClock.now();
  const key = await keyOf(world.main, id);
  world.main.realClock.advance(8 * day);
  await query(`select graphile_worker.add_job('main.expire-archives', '{}')`);
  await world.main.runJobs();
  world.main.realClock.set(now);
  await expect(world.main.deps.files.get(key)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await api(owner).listWorkspaceExports({})).exports).toMatchObject([{ id, state: 'DONE', expires_at: null }]);
  await expect(api(owner).linkWorkspaceArchive({ params, body: {} })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('an export pauses what runs after the person who started it has left the workspace', async () => {
  const owner = await world.main.signIn();
  const gone = await world.main.signIn({ workspaceId: owner.workspaceId });
  await query(`insert into campaign (workspace_id, name, status) values ($1, 'Runs', 'ACTIVE')`, [owner.workspaceId]);
  const { id } = await api(gone).startWorkspaceExport({ body: { pause_campaigns: true } });
  await query('delete from app_user where id = $1', [gone.userId]);
  await world.main.runJobs();
  expect(await api(owner).getWorkspaceExport({ params: { workspaceExportId: id } })).toMatchObject({ state: 'DONE' });
  expect(
    await query('select status, status_changed_by from campaign where workspace_id = $1', [owner.workspaceId]),
  ).toEqual([{ status: 'PAUSED', status_changed_by: null }]);
});

test('an archive that was changed, and one whose rows are here already, come in with nothing', async () => {
  const owner = await world.main.signIn();
  await query(`insert into lead (workspace_id, email, domain) values ($1, 'mia@firm.test', 'firm.test')`, [
    owner.workspaceId,
  ]);
  const { key } = await exportAll(owner);
  const bytes = await bytesOf(key);
  const { person, who } = await importer();
  const bad = Buffer.from(bytes);
  bad.writeUInt8(bad.readUInt8(200) ^ 1, 200);
  for (const [content, words] of [
    [bytes, 'has an account in another workspace'],
    [bad, /changed or is damaged|damaged|cannot be read/],
    [await readFile(__filename), 'not an archive'],
  ] as const) {
    await startImport(world.main.deps, who, { fileName: 'archive.zip', content: Readable.from([content]) });
    await world.main.runJobs();
    const [last] = (await api(person).listWorkspaceImports({})).imports;
    expect(last).toMatchObject({
      state: 'FAILED',
      rows_done: 0,
      problem: typeof words === 'string' ? expect.stringContaining(words) : expect.stringMatching(words),
    });
  }
  const guest = await world.main.signIn();
  expect((await api(guest).listWorkspaceImports({})).refusal).toContain('other workspaces');
});

test('an archive of before may name an upload and a parent that are gone: its leads come in without them', async () => {
  const { workspaceId } = await world.main.signIn();
  const [campaign] = await query<{ id: number }>('insert into campaign (workspace_id) values ($1) returning id', [
    workspaceId,
  ]);
  const leads = await query<{ id: number }>(
    `
      insert into lead (workspace_id, email, domain)
      select $1, n || '@firm.test', 'firm.test' from generate_series(1, 2) n
      returning id
    `,
    [workspaceId],
  );
  const rows = leads.map(({ id }, at) => ({
    ...{ id: 1_000_000 + at, campaign_id: campaign?.id, lead_id: id, status: 'STARTED' },
    ...{ upload_id: 999_999, parent_enrolment_id: at === 0 ? 999_998 : 1_000_000 },
  }));
  const table = (await world.main.deps.db.systemSql(readCatalog)).find(({ name }) => name === 'enrolment');
  const columns = ['id', 'campaign_id', 'lead_id', 'status', 'upload_id', 'parent_enrolment_id'];
  await world.main.deps.db.tenantSql(workspaceId, async (sql) => {
    if (table) await insertRows(workspaceId, sql, { table, columns, rows });
  });
  expect(
    await query('select upload_id, parent_enrolment_id from enrolment where workspace_id = $1 order by id', [
      workspaceId,
    ]),
  ).toEqual([
    { upload_id: null, parent_enrolment_id: null },
    { upload_id: null, parent_enrolment_id: 1_000_000 },
  ]);
});
