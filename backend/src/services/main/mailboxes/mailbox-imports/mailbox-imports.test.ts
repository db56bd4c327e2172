import { mailboxImportLimits, mailboxImportsContract } from '@skein/contracts/main/mailbox-imports.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { performRun } from '#platform/bulk-runs/perform-run';
import { createMemoryMailStore } from '#sandbox/mail-world/store/memory.store';
import { startMailWorld, type MailWorld } from '#sandbox/mail-world/world';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import type { tryConnection } from '../connections/try-connection';
import { kindOfImports } from './mailbox-import.run';

let main: TestMain;
let me: SignedIn;
let mail: MailWorld;
/** Accounts at the mail server; the addresses of the files take turns with them. */
const logins = 10;
const password = (index: number) => `Right-${index % logins}-password`;

beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
  mail = await startMailWorld({ store: createMemoryMailStore(), clock: main.clock, seed: 'import', mode: 'stepped' });
  for (let index = 0; index < logins; index += 1)
    await mail.createMailbox({ email: `m${index}@bulk.test`, password: password(index) });
});
afterAll(async () => {
  await mail.close();
  await main.close();
});

const imports = (person = me) => main.asClient(mailboxImportsContract, person);
const header =
  'from_email,username,password,smtp_host,smtp_port,smtp_port_type,imap_host,imap_port,imap_port_type,tags,note';
const line = (email: string, secret: string, smtpPort = mail.smtp.port, login = email) =>
  `${email},${login},${secret},127.0.0.1,${smtpPort},NONE,127.0.0.1,${mail.imap.port},NONE,Batch,n-${secret}`;
const good = (index: number) =>
  line(`m${index}@bulk.test`, password(index), mail.smtp.port, `m${index % logins}@bulk.test`);
async function upload(text: string, person = me) {
  const answer = await main.app.request('/api/mailbox-imports?file_name=boxes.csv', {
    method: 'POST',
    headers: { ...person.headers, 'content-type': 'text/csv' },
    body: text,
  });
  const body = (await answer.json()) as { data: { id: number; mapping: never[] }; message: string };
  return { status: answer.status, ...body };
}
async function start(lines: string[], more: object = {}) {
  const { data } = await upload([header, ...lines].join('\n'));
  const params = { mailboxImportId: data.id };
  await imports().startMailboxImport({ params, body: { mapping: data.mapping, ...more } });
  return { params };
}
/** What a worker does that takes the run of an import. */
async function work(
  { mailboxImportId }: { mailboxImportId: number },
  login: Parameters<typeof kindOfImports>[0] = {},
): Promise<void> {
  const [row] = await main.test.query<{ workspace_id: number; run_id: number }>(
    'select workspace_id, run_id from mailbox_import where id = $1',
    [mailboxImportId],
  );
  const run = { workspaceId: row?.workspace_id as number, runId: row?.run_id as number };
  await performRun(main.deps, [kindOfImports(login)], run);
}
const view = (params: { mailboxImportId: number }) => imports().getMailboxImport({ params });
const count = (found: Awaited<ReturnType<typeof view>>) =>
  Object.fromEntries(found.counts.flatMap((entry) => (entry.count > 0 ? [[entry.outcome, entry.count]] : [])));

test('300 mailboxes with 12 wrong rows: 288 are connected, each other row has its cause, and no password is readable anywhere', async () => {
  const lines = Array.from({ length: 300 }, (_, index) => good(index));
  for (const index of [3, 50, 99]) lines[index] = line(`m${index}@bulk.test`, 'Wrong-password');
  for (const index of [10, 20]) lines[index] = line(`m${index}@bulk.test`, password(index), 1);
  for (const index of [30, 40]) lines[index] = good(index - 1);
  for (const index of [60, 61]) lines[index] = line(`m${index}@bulk.test`, '');
  lines[70] = line('not an address', 'Right-70-password');
  await main.test.query(
    `
      insert into mailbox (
        workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port, imap_username
      )
      select $1, 'Before', g.email, '127.0.0.1', 1, 'u', '127.0.0.1', 1, 'u'
      from unnest($2::text[]) as g(email)
    `,
    [me.workspaceId, ['m80@bulk.test', 'm81@bulk.test']],
  );
  const { params } = await start(lines);
  await main.runJobs();
  const done = await view(params);
  expect([done.status, done.rows_done, count(done)]).toEqual([
    'COMPLETED',
    300,
    { CONNECTED: 288, LOGIN_REFUSED: 3, NOT_REACHED: 2, DUPLICATE_IN_FILE: 2, INVALID: 3, ALREADY_CONNECTED: 2 },
  ]);
  const { rows } = await imports().listMailboxImportRows({ params, query: { outcome: 'FAILED', limit: 50 } });
  expect(rows).toHaveLength(12);
  expect(rows.every((row) => row.cause && row.fix)).toBe(true);
  // The spreadsheet's numbers: the header is row 1, so the row of index 3 is row 5.
  expect(rows.find((row) => row.row_number === 5)?.cause).toMatch(/^SMTP and IMAP: .* does not accept this user name/);
  expect(rows.find((row) => row.outcome === 'DUPLICATE_IN_FILE')).toMatchObject({
    row_number: 32,
    cause: 'The address is in row 31 already.',
  });
  const file = await main.app.request(`/api/mailbox-imports/${params.mailboxImportId}/failed.csv`, {
    headers: me.headers,
  });
  const text = await file.text();
  expect(text.split('\r\n')[0]).toBe(`${header.replace(',note', '')},row number,outcome,cause`);
  const listed = await main.asClient(mailboxesContract, me).list({ query: { search: 'm0@bulk' } });
  expect(listed.rows[0]).toMatchObject({ state: 'connected', tags: [{ name: 'Batch' }], warmup: { enabled: true } });
  expect(await main.test.query(`select ramp from mailbox where from_email = 'm0@bulk.test'`)).toEqual([
    { ramp: { from: new Date(main.clock.now()).toISOString().slice(0, 10), start: 10, increase: 2 } },
  ]);
  const everything = JSON.stringify([
    text,
    rows,
    done,
    await main.test.query('select * from mailbox_import'),
    await main.test.query(`select email, cause, fix, encode(sealed, 'escape') from mailbox_import_row`),
    await main.test.query(`select * from graphile_worker._private_jobs`),
    await main.test.query(`select * from audit_entry`),
  ]);
  expect(everything).not.toMatch(/(Right|Wrong)-/);
  expect(
    await main.test.query(`select from mailbox_import_row where outcome = 'CONNECTED' and sealed is not null`),
  ).toEqual([]);
});

test('a row whose mailbox is a seed of placement tests is not connected, also while the seed is disabled', async () => {
  const person = { email: 'seed@bulk.test', password: 'Right-seed' };
  await mail.createMailbox(person);
  await main.test.query(
    `
      insert into placement_seed (email, provider, region, imap, sealed_password, is_active)
      values ($1, 'Gmail', 'Europe', '{}', '', false)
    `,
    [person.email],
  );
  const { params } = await start([line(person.email, person.password)]);
  await work(params);
  expect(count(await view(params))).toEqual({ INVALID: 1 });
  expect(await main.test.query('select from mailbox where from_email = $1', [person.email])).toEqual([]);
});

test('a file of failed rows comes back corrected, and a row is tried again as it is once its server accepts it', async () => {
  const person = { email: 'late@bulk.test', password: 'Right-later' };
  const { params } = await start([line(person.email, person.password)]);
  await work(params);
  expect(await view(params)).toMatchObject({ failed: 1, can_retry: 1 });
  await mail.createMailbox(person);
  expect(await imports().retryMailboxImport({ params, body: {} })).toMatchObject({ status: 'RUNNING', rows_done: 0 });
  await work(params);
  expect(count(await view(params))).toEqual({ CONNECTED: 1 });
  await expect(imports().retryMailboxImport({ params, body: {} })).rejects.toMatchObject({
    code: 'ILLEGAL_TRANSITION',
  });
});

test('a run that dies is taken up where it stood: nothing is connected twice, and no login of a settled row is repeated', async () => {
  const person = await main.signIn();
  const tried: string[] = [];
  let died = false;
  const accept =
    (dies: boolean): typeof tryConnection =>
    async (servers) => {
      if (dies && tried.length === 5) {
        died = true;
        throw new Error('killed');
      }
      tried.push(servers.smtp.username);
      const ok = { ok: true, code: 'OK' as const, server_reply: null, cause: null, fix: null, link: null };
      return { smtp: ok, imap: ok };
    };
  const lines = Array.from({ length: 12 }, (_, index) => line(`m${index}@crash.test`, 'Right-one'));
  const { data } = await upload([header, ...lines].join('\n'), person);
  const params = { mailboxImportId: data.id };
  await imports(person).startMailboxImport({ params, body: { mapping: data.mapping } });
  await expect(work(params, { parallel: 1, tryLogin: accept(true) })).rejects.toThrow('killed');
  expect(died).toBe(true);
  expect(count(await imports(person).getMailboxImport({ params }))).toEqual({ CONNECTED: 5 });
  await Promise.all([
    work(params, { parallel: 3, tryLogin: accept(false) }),
    work(params, { parallel: 3, tryLogin: accept(false) }),
  ]);
  expect(count(await imports(person).getMailboxImport({ params }))).toEqual({ CONNECTED: 12 });
  expect(tried.slice(0, 5)).toHaveLength(new Set(tried.slice(0, 5)).size);
  expect(tried.slice(5).some((name) => tried.slice(0, 5).includes(name))).toBe(false);
});

test('an import goes on when the person who started it has left the workspace', async () => {
  const owner = await main.signIn();
  const gone = await main.signIn({ workspaceId: owner.workspaceId, role: 'ADMIN_ACCESS' });
  const { data } = await upload([header, good(0), good(1)].join('\n'), gone);
  const params = { mailboxImportId: data.id };
  await imports(gone).startMailboxImport({ params, body: { mapping: data.mapping } });
  await main.test.query('delete from app_user where id = $1', [gone.userId]);
  await work(params);
  expect(count(await imports(owner).getMailboxImport({ params }))).toEqual({ CONNECTED: 2 });
  expect(await main.test.query('select created_by from mailbox where workspace_id = $1', [owner.workspaceId])).toEqual([
    { created_by: null },
    { created_by: null },
  ]);
});

test('a stopped import keeps what is connected and says which rows were not tried; after a week its passwords are gone', async () => {
  const { params } = await start([line('never@bulk.test', 'Right-never')]);
  expect(await imports().cancelMailboxImport({ params, body: {} })).toMatchObject({
    status: 'CANCELLED',
    can_retry: 1,
  });
  await work(params);
  expect(count(await view(params))).toEqual({ NOT_TRIED: 1 });
  await main.test.query(`update bulk_run set finished_at = finished_at - interval '8 days'`);
  const { forgetImports } = await import('./mailbox-imports.store');
  await forgetImports(main.deps.db, new Date(main.realClock.now() - 7 * 86_400_000));
  expect(await view(params)).toMatchObject({ can_retry: 0, forgotten_at: null });
});

test('the plan’s room is respected row by row', async () => {
  const person = await main.signIn();
  await main.test.query('update workspace set sender_limit = 1 where id = $1', [person.workspaceId]);
  const { data } = await upload([header, good(1), good(2)].join('\n'), person);
  const params = { mailboxImportId: data.id };
  await imports(person).startMailboxImport({ params, body: { mapping: data.mapping } });
  await main.runJobs();
  expect(count(await imports(person).getMailboxImport({ params }))).toEqual({ CONNECTED: 1, LIMIT_REACHED: 1 });
});

test('what is no file of mailboxes is refused, and so is a mapping without an address or a password', async () => {
  expect((await upload('')).status).toBe(400);
  expect((await upload('name,city\nRosa,Bonn\n')).status).toBe(415);
  expect((await upload('PK\u0003\u0004....')).status).toBe(415);
  const { data } = await upload(`${header}\n${good(1)}`);
  const begin = (mapping: never[]) =>
    imports().startMailboxImport({ params: { mailboxImportId: data.id }, body: { mapping } });
  const without = (field: string) => data.mapping.map((each) => (each === field ? null : each)) as never[];
  for (const mapping of [without('from_email'), without('password'), data.mapping.slice(1)])
    await expect(begin(mapping)).rejects.toMatchObject({ code: 'VALIDATION' });
  const colleague = await main.signIn({ workspaceId: me.workspaceId, role: 'FULL_MEMBER_ACCESS' });
  await expect(imports(colleague).getMailboxImport({ params: { mailboxImportId: data.id } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('a hostile file harms nobody: formulas come back disarmed, huge cells and signs are told as wrong, and too much is refused', async () => {
  const cells = (over: Record<string, string>) =>
    header
      .split(',')
      .map((name) => over[name] ?? { password: 'Right-x', smtp_host: '127.0.0.1', imap_host: '127.0.0.1' }[name] ?? '')
      .join(',');
  const { params } = await start([
    cells({ from_email: 'formula@hostile.test', username: '=HYPERLINK("http://evil.test";1)', smtp_port: '1' }),
    cells({ from_email: `${'a'.repeat(100_000)}@hostile.test` }),
    cells({ from_email: 'host@hostile.test', smtp_host: 'smtp.test\u0000.evil.test' }),
    cells({ from_email: 'port@hostile.test', smtp_port: '99999999999999999999' }),
    cells({ from_email: 'minus@hostile.test', smtp_port: '-25' }),
    cells({ from_email: "x'; drop table mailbox; --@hostile.test" }),
  ]);
  await work(params);
  const done = await view(params);
  expect(done).toMatchObject({ status: 'COMPLETED', failed: 6, rows_done: 6 });
  const { rows } = await imports().listMailboxImportRows({ params, query: { outcome: 'FAILED', limit: 50 } });
  expect(rows.every((row) => (row.email ?? '').length <= 320 && (row.cause ?? '').length < 2_000)).toBe(true);
  const file = await main.app.request(`/api/mailbox-imports/${params.mailboxImportId}/failed.csv`, {
    headers: me.headers,
  });
  const text = await file.text();
  expect(text).toContain("'=HYPERLINK");
  expect(text).not.toMatch(/(?:^|,|")=HYPERLINK/m);
  // 11 MB, and a row more than is taken at once.
  expect((await upload(`${header}\n${good(1)}\n${'x'.repeat(11_000_000)}`)).status).toBe(413);
  const many = Array.from({ length: mailboxImportLimits.rows + 1 }, (_, index) => `m${index}@hostile.test,a,b`);
  expect((await upload(['from_email,username,password', ...many].join('\n'))).status).toBe(400);
  // An archive that would unfold to gigabytes is not unfolded.
  expect((await upload('\u001f\u008b\b\u0000 gzip')).status).toBeGreaterThanOrEqual(400);
});
