import { auditContract } from '@skein/contracts/main/audit.contract';
import { blockListContract } from '@skein/contracts/main/block-list.contract';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { operatorContract } from '@skein/contracts/main/operator.contract';
import { stepTemplatesContract } from '@skein/contracts/main/step-templates.contract';
import { webhooksContract } from '@skein/contracts/main/webhooks.contract';
import { hashPassword } from '#platform/crypto/passwords';
import { createMailedMain, type MailedMain } from '#services/testing/mailed-main';
import type { SignedIn } from '#main/testing';
import { forgetEntries } from './audit-trail.jobs';

let main: MailedMain;
let owner: SignedIn;
let mailboxIds: number[];

beforeAll(async () => {
  main = await createMailedMain();
  owner = await main.signIn();
  mailboxIds = await Promise.all(['one@firm.test', 'two@firm.test'].map(addMailbox));
});
afterAll(() => main.close());

async function addMailbox(email: string): Promise<number> {
  const rows = await main.test.query<{ id: number }>(
    `
      insert into mailbox (
        workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port, imap_username
      )
      values ($1, 'Rosa', $2, '127.0.0.1', 1, 'u', '127.0.0.1', 1, 'u')
      returning id
    `,
    [owner.workspaceId, email],
  );
  return rows[0]?.id as number;
}
const trail = (person: SignedIn = owner) => main.asClient(auditContract, person);
const newest = async (query: object = {}) => (await trail().listEntries({ query: { limit: 1, ...query } })).rows[0];
const patch = (path: string, body: object, headers: Record<string, string>) =>
  main.app.request(path, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 Test', ...headers },
    body: JSON.stringify(body),
  });

it('names who changed a mailbox, from where, before and after, and what it means in emails a day', async () => {
  await patch(`/api/mailboxes/${mailboxIds[0]}`, { message_per_day: 60 }, owner.headers);
  expect(await newest()).toMatchObject({
    kind: 'mailbox',
    action: 'changed',
    object: { id: String(mailboxIds[0]), label: 'one@firm.test' },
    person: { id: owner.userId, email: owner.email },
    via: 'session',
    user_agent: 'Mozilla/5.0 Test',
    route: 'PATCH /api/mailboxes/:mailboxId',
    changes: [{ field: 'message_per_day', before: 40, after: 60, is_secret: false }],
    effect: { emails_a_day: 20 },
    undo: 'possible',
  });
});

it('names the API key; a request that fails, or changes nothing, writes nothing', async () => {
  const key = await main.apiKey(owner);
  const before = await newest();
  await patch(`/api/mailboxes/${mailboxIds[0]}`, { message_per_day: 60 }, { 'x-api-key': key });
  await patch(`/api/mailboxes/${mailboxIds[0]}`, { message_per_day: -1 }, { 'x-api-key': key });
  expect((await newest())?.id).toBe((await newest({ kind: 'api-key' }))?.id);
  await patch(`/api/mailboxes/${mailboxIds[0]}`, { message_per_day: 70 }, { 'x-api-key': key });
  const entry = await newest();
  expect(entry).toMatchObject({ via: 'api-key', api_key: { name: 'test' }, person: { id: owner.userId } });
  expect(entry?.id).not.toBe(before?.id);
});

it('undoes a change by the rules of any other, once, and not when it was changed since', async () => {
  const mailbox = main.asClient(mailboxesContract, owner);
  const first = (await newest({ kind: 'mailbox' }))?.id as string;
  expect(await trail().undoEntry({ params: { auditEntryId: first }, body: {} })).toEqual({ undone: 1, failed: [] });
  expect((await mailbox.get({ params: { mailboxId: mailboxIds[0] as number } })).message_per_day).toBe(60);
  const undo = await newest();
  expect(undo).toMatchObject({ undoes: first, changes: [{ before: 70, after: 60 }] });
  await expect(trail().undoEntry({ params: { auditEntryId: first }, body: {} })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'This change was undone already.',
  });
  const earlier = (await trail().listEntries({ query: { kind: 'mailbox' } })).rows.find(
    (row) => row.changes[0]?.before === 40,
  );
  expect(earlier?.undo).toBe('changed-since');
  await expect(trail().undoEntry({ params: { auditEntryId: earlier?.id as string }, body: {} })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  expect((await trail().readEntry({ params: { auditEntryId: undo?.id as string } })).earlier).toHaveLength(3);
});

it('is undone once, however many ask for it at the same moment', async () => {
  await patch(`/api/mailboxes/${mailboxIds[0]}`, { message_per_day: 61 }, owner.headers);
  const auditEntryId = (await newest({ kind: 'mailbox' }))?.id as string;
  const asked = await Promise.allSettled(
    Array.from({ length: 6 }, () => trail().undoEntry({ params: { auditEntryId }, body: {} })),
  );
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(
    (await trail().listEntries({ query: { kind: 'mailbox' } })).rows.filter(({ undoes }) => undoes === auditEntryId),
  ).toHaveLength(1);
});

it('a change of many at once is one entry with their number, and is undone for all', async () => {
  const mailbox = main.asClient(mailboxesContract, owner);
  await mailbox.suspendMany({ body: { mailbox_ids: mailboxIds, is_suspended: true } });
  const entry = await newest();
  expect(entry).toMatchObject({
    objects: 2,
    changes: [{ field: 'is_suspended', before: false, after: true }],
    effect: { emails_a_day: -100 },
  });
  expect(await trail().undoEntry({ params: { auditEntryId: entry?.id as string }, body: {} })).toMatchObject({
    undone: 2,
  });
  const { rows } = await mailbox.list({});
  expect(rows.filter((row) => row.is_suspended)).toEqual([]);
});

it('of a secret only that it changed is kept', async () => {
  const webhooks = main.asClient(webhooksContract, owner);
  const hook = await webhooks.createWebhook({
    body: { name: 'CRM', webhook_url: 'https://crm.test/hook', event_types: ['EMAIL_REPLY'] },
  });
  await webhooks.rotateSecret({ params: { webhookId: hook.id }, body: { secret_key: 'a very secret text' } });
  expect(await newest({ kind: 'webhook' })).toMatchObject({
    changes: [{ field: 'secret_sealed', before: null, after: null, is_secret: true }],
    undo: 'none',
  });
  const all = await main.test.query<{ text: string }>(`select string_agg(e::text, ' ') as text from audit_entry e`);
  expect(all[0]?.text).not.toContain('a very secret text');
  expect(all[0]?.text).not.toMatch(/\\x[0-9a-f]{16}/);
});

it('block-list entries of one request are one entry with their number; undoing takes them off', async () => {
  const list = main.asClient(blockListContract, owner);
  await list.addBlockEntries({ body: { entries: ['bad.test', 'worse@bad.test', 'third.test'] } });
  const entry = await newest({ search: 'worse@bad.test' });
  expect(entry).toMatchObject({ kind: 'block-list', action: 'created', effect: { entries: 3 }, undo: 'possible' });
  expect(await trail().undoEntry({ params: { auditEntryId: entry?.id as string }, body: {} })).toMatchObject({
    undone: 3,
  });
  expect((await list.listBlockEntries({})).rows).toEqual([]);
});

it('what was deleted comes back where the history has all of it, and says where it cannot', async () => {
  const hooks = main.asClient(webhooksContract, owner);
  const undo = async (kind: string) => {
    const entry = await newest({ kind });
    expect(entry).toMatchObject({ action: 'deleted', undo: 'possible' });
    const params = { auditEntryId: entry?.id as string };
    expect(await trail().undoEntry({ params, body: {} })).toEqual({ undone: 1, failed: [] });
    expect(await newest({ kind })).toMatchObject({ action: 'created', undoes: entry?.id });
    expect((await trail().readEntry({ params })).undo).toBe('undone');
  };
  const given = { name: 'Deals', webhook_url: 'https://crm.test/deals', event_types: ['EMAIL_REPLY' as const] };
  const hook = await hooks.createWebhook({ body: { ...given, categories: ['Interested'], is_active: false } });
  await hooks.deleteWebhook({ params: { webhookId: hook.id } });
  await undo('webhook');
  const again = (await hooks.listWebhooks({ query: {} })).webhooks.find(({ name }) => name === 'Deals');
  expect(again).toMatchObject({ ...given, categories: ['Interested'], is_active: false });

  const signed = await hooks.createWebhook({ body: { ...given, name: 'Signed', secret_key: 'a secret of ours' } });
  await hooks.deleteWebhook({ params: { webhookId: signed.id } });
  expect(await newest({ kind: 'webhook' })).toMatchObject({ action: 'deleted', undo: 'none' });

  const list = main.asClient(blockListContract, owner);
  await list.addBlockEntries({ body: { entries: ['gone.test'] } });
  const [entry] = (await list.listBlockEntries({})).rows;
  await list.removeBlockEntry({ params: { entryId: entry?.id as number } });
  await undo('block-list');
  expect((await list.listBlockEntries({})).rows.map(({ value }) => value)).toEqual(['gone.test']);

  const templates = main.asClient(stepTemplatesContract, owner);
  const made = await templates.saveStepTemplate({ body: { name: 'Opener', email_body: '<p>Hi</p>' } });
  await templates.deleteStepTemplate({ params: { templateId: made.id } });
  await undo('step-template');
  expect((await templates.listStepTemplates({})).templates).toMatchObject([
    { name: 'Opener', email_body: '<p>Hi</p>' },
  ]);
});

it('a login is an entry of the person who logged in', async () => {
  await main.asClient(clientsContract, owner).createClient({ body: { name: 'Acme', email: 'acme@client.test' } });
  expect((await trail().listEntries({ query: { kind: 'client' } })).rows[0]).toMatchObject({
    object: { label: 'Acme' },
  });
  await main.test.query('update app_user set password_hash = $2, is_email_verified = true where id = $1', [
    owner.userId,
    await hashPassword('a long enough password'),
  ]);
  const answer = await main.app.request('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 Login' },
    body: JSON.stringify({ email: owner.email, password: 'a long enough password' }),
  });
  expect(answer.status).toBe(200);
  expect(await newest({ kind: 'session' })).toMatchObject({
    person: { email: owner.email },
    via: 'session',
    action: 'created',
    user_agent: 'Mozilla/5.0 Login',
  });
});

it('a login with a wrong password is told with its place and without a person, and only to its own workspace', async () => {
  const logIn = (email: string) =>
    main.app.request('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 Guess' },
      body: JSON.stringify({ email, password: 'not the password' }),
    });
  expect((await logIn(owner.email)).status).toBe(400);
  expect((await logIn('nobody@nowhere.test')).status).toBe(400);
  await main.runJobs();
  expect(await newest({ kind: 'session' })).toMatchObject({
    action: 'refused',
    person: null,
    object: { label: owner.email },
    user_agent: 'Mozilla/5.0 Guess',
  });
  const stranger = await main.signIn();
  expect(
    (await trail(stranger).listEntries({ query: { kind: 'session' } })).rows.map(({ action }) => action),
  ).not.toContain('refused');
});

it('an operator of the installation is named as that, without their name and address', async () => {
  const operator = await main.signIn({ isOperator: true });
  await main
    .asClient(operatorContract, operator)
    .changePlan({ params: { operatedWorkspaceId: owner.workspaceId }, body: { plan_type: 'growth' } });
  expect(await newest({ kind: 'workspace' })).toMatchObject({ via: 'operator', person: null, ip: null });
});

it('nothing of the trail can be changed or deleted, except what is older than its retention', async () => {
  const attempts = [
    'update audit_entry set actor = $1',
    'delete from audit_entry where $1 <> actor',
    'update audit_object set label = $1',
    'delete from audit_object where $1 <> label',
  ];
  for (const statement of attempts) {
    await expect(main.deps.db.tenantSql(owner.workspaceId, (sql) => sql.query(statement, ['x']))).rejects.toMatchObject(
      { code: '42501' },
    );
    await expect(main.deps.db.systemSql((sql) => sql.query(statement, ['x']))).rejects.toMatchObject({ code: '42501' });
  }
  await trail().setRetention({ body: { keep_days: 90 } });
  await main.test.query(
    `insert into audit_entry (workspace_id, actor, action, target_kind, target_id, at)
      values ($1, 'old@firm.test', 'changed', 'tag', '1', now() - interval '91 days')`,
    [owner.workspaceId],
  );
  const count = async () =>
    (await main.test.query<{ count: number }>('select count(*)::int as count from audit_entry'))[0]?.count as number;
  const before = await count();
  await main.test.database.systemSql((sql) => main.deps.jobs.enqueue(sql, forgetEntries, {}));
  await main.runJobs();
  expect(await count()).toBe(before - 1);
});

it('filters by person, source and time, exports the same as CSV, and shows nothing of another workspace', async () => {
  const rows = (await trail().listEntries({ query: { via: 'api-key' } })).rows;
  expect(rows).toHaveLength(1);
  expect((await trail().listEntries({ query: { to: '2001-01-01T00:00:00Z' } })).rows).toEqual([]);
  const first = await trail().listEntries({ query: { limit: 2 } });
  const second = await trail().listEntries({ query: { limit: 2, cursor: first.next_cursor ?? '' } });
  expect(Number(second.rows[0]?.id)).toBeLessThan(Number(first.rows[1]?.id));
  const csv = await (
    await main.app.request('/api/audit-entries/export?via=api-key', { headers: owner.headers })
  ).text();
  expect(csv.trim().split('\n')).toHaveLength(2);
  expect(csv).toContain('one@firm.test');
  const stranger = await main.signIn();
  const seen = await trail(stranger).listEntries({ query: { search: 'firm.test' } });
  expect(seen.rows).toEqual([]);
  const member = await main.signIn({ role: 'FULL_MEMBER_ACCESS', workspaceId: owner.workspaceId });
  await expect(trail(member).listEntries({})).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect((await trail().readChoices({})).people).toContainEqual(expect.objectContaining({ id: owner.userId }));
});
