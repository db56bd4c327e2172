import { mailboxChangesContract } from '@skein/contracts/main/mailbox-changes.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { performRun, type RunAttempt } from '#platform/bulk-runs/perform-run';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { mailboxChangeRun } from './mailbox-change.run';

let main: TestMain;
let me: SignedIn;

beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
});
afterAll(() => main.close());

const changes = (person = me) => main.asClient(mailboxChangesContract, person);
const list = async (query: object, person = me) =>
  (await main.asClient(mailboxesContract, person).list({ query: { limit: 500, sort: 'email', ...query } })).rows;
/** Mailboxes `<name>0@<domain>` and on, with limits 10, 11, 12 … */
async function insert(domain: string, count: number, person = me): Promise<number[]> {
  const rows = await main.test.query<{ id: number }>(
    `
      insert into mailbox (
        workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port,
          imap_username, is_smtp_success, is_imap_success, checked_at, message_per_day, created_by
      )
      select $1, 'Rosa', 'm' || lpad(g::text, 4, '0') || '@' || $2, '127.0.0.1', 1, 'u', '127.0.0.1', 1, 'u', true, true,
        now(), 10 + g, $4
      from generate_series(0, $3::int - 1) as g
      returning id
    `,
    [person.workspaceId, domain, count, person.userId],
  );
  return rows.map((row) => row.id);
}
const tag = async (name: string) =>
  (
    await main.test.query<{ id: number }>('insert into tag (workspace_id, name) values ($1, $2) returning id', [
      me.workspaceId,
      name,
    ])
  )[0]?.id as number;
/** What a worker does that takes the run of a change. */
async function work(changeId: number, attempt?: RunAttempt): Promise<void> {
  const [row] = await main.test.query<{ run_id: number }>('select run_id from mailbox_change where id = $1', [
    changeId,
  ]);
  const run = { workspaceId: me.workspaceId, runId: row?.run_id as number };
  await performRun(main.deps, [mailboxChangeRun], run, attempt);
}
const view = (mailboxChangeId: number) => changes().getMailboxChange({ params: { mailboxChangeId } });

test('a change of all that a filter matches is previewed, done and undone, each mailbox with its own earlier values', async () => {
  await insert('whole.test', 250);
  const tagId = await tag('Whole');
  const selection = { filter: { domain: 'whole.test' }, except_ids: [] };
  const change = {
    message_per_day: 20,
    from_name: 'Rosa K.',
    signature: '<p>Best</p>',
    warmup: { enabled: true, per_day: 15 },
    add_tag_ids: [tagId],
    is_suspended: true,
  };
  const before = await list({ domain: 'whole.test' });
  const preview = await changes().previewMailboxChange({ body: { selection, change } });
  expect(preview).toMatchObject({ total: 250, will_change: 250 });
  expect(preview.fields.find((field) => field.field === 'message_per_day')).toMatchObject({
    will_change: 249,
    after: '20',
  });
  const { id } = await changes().startMailboxChange({ body: { selection, change } });
  await main.runJobs();
  expect(await view(id)).toMatchObject({ status: 'COMPLETED', total: 250, changed: 250, unchanged: 0, can_undo: true });
  const after = await list({ domain: 'whole.test' });
  expect(
    new Set(after.map((row) => `${row.message_per_day} ${row.from_name} ${row.state} ${row.tags[0]?.name}`)),
  ).toEqual(new Set(['20 Rosa K. suspended Whole']));
  expect(after[0]?.warmup).toEqual({ enabled: true, per_day: 15 });
  expect(await main.test.query('select from warmup_mailbox where workspace_id = $1', [me.workspaceId])).toHaveLength(
    250,
  );

  // Somebody changes one of them in between: that stays.
  const changed = after[5] as (typeof after)[number];
  await main
    .asClient(mailboxesContract, me)
    .update({ params: { mailboxId: changed.id }, body: { message_per_day: 99 } });
  await changes().undoMailboxChange({ params: { mailboxChangeId: id }, body: {} });
  await main.runJobs();
  expect(await view(id)).toMatchObject({ status: 'UNDONE', restored: 249, kept: 1, can_undo: false });
  const kept = (rows: typeof before) =>
    rows.map((row) => [
      row.id,
      row.message_per_day,
      row.from_name,
      row.signature,
      row.state,
      row.tags,
      row.warmup.enabled,
    ]);
  expect(kept((await list({ domain: 'whole.test' })).filter((row) => row.id !== changed.id))).toEqual(
    kept(before.filter((row) => row.id !== changed.id)),
  );
  expect((await list({ search: changed.from_email }))[0]).toMatchObject({ message_per_day: 99, from_name: 'Rosa' });
  expect(await main.test.query('select from warmup_mailbox where workspace_id = $1', [me.workspaceId])).toHaveLength(0);
  const [entry] = await main.test.query<{ count: number }>(
    `select count(*)::int as count from audit_entry where workspace_id = $1 and user_id = $2`,
    [me.workspaceId, me.userId],
  );
  expect(entry?.count).toBeGreaterThanOrEqual(500);
});

test('a change that is stopped keeps what is done; a run that died goes on where it stood', async () => {
  const ids = await insert('stopped.test', 30);
  const body = { selection: { mailbox_ids: ids }, change: { is_suspended: true } };
  const { id } = await changes().startMailboxChange({ body });
  const stop = new AbortController();
  const { publish } = main.deps.live;
  // Its process ends while the first batch commits.
  main.deps.live.publish = async (...args) => {
    stop.abort(new Error('killed'));
    await publish(...args);
  };
  await expect(work(id, { signal: stop.signal })).rejects.toThrow('killed');
  main.deps.live.publish = publish;
  expect(await view(id)).toMatchObject({ status: 'RUNNING', done: 20, changed: 20 });
  await work(id);
  expect(await view(id)).toMatchObject({ status: 'COMPLETED', changed: 30 });
  const again = await changes().startMailboxChange({ body });
  expect(await changes().cancelMailboxChange({ params: { mailboxChangeId: again.id }, body: {} })).toMatchObject({
    status: 'CANCELLED',
    done: 0,
    no_undo_reason: 'It changed nothing.',
  });
});

test('deleting waits, can be cancelled until it begins, and says that it cannot be undone', async () => {
  const ids = await insert('deleted.test', 3);
  const body = { selection: { mailbox_ids: ids }, change: { delete: true as const } };
  expect(await changes().previewMailboxChange({ body })).toMatchObject({ total: 3, will_change: 3, fields: [] });
  const first = await changes().startMailboxChange({ body });
  expect(first).toMatchObject({ status: 'WAITING', begins_at: expect.any(String) });
  await changes().cancelMailboxChange({ params: { mailboxChangeId: first.id }, body: {} });
  await work(first.id);
  expect(await list({ domain: 'deleted.test' })).toHaveLength(3);
  const second = await changes().startMailboxChange({ body });
  await work(second.id);
  expect(await list({ domain: 'deleted.test' })).toHaveLength(0);
  expect(await view(second.id)).toMatchObject({
    changed: 3,
    can_undo: false,
    no_undo_reason: expect.stringMatching(/destroyed/),
  });
  await expect(changes().undoMailboxChange({ params: { mailboxChangeId: second.id }, body: {} })).rejects.toMatchObject(
    { code: 'ILLEGAL_TRANSITION' },
  );
});

test('nobody reaches beyond what they see, and a limited member cannot delete', async () => {
  const ids = await insert('scoped.test', 2);
  const stranger = await main.signIn();
  const foreign = await insert('foreign.test', 1, stranger);
  const body = { selection: { mailbox_ids: [...ids, ...foreign] }, change: { message_per_day: 5 } };
  expect((await changes().previewMailboxChange({ body })).total).toBe(2);
  const limited = await main.signIn({ workspaceId: me.workspaceId, role: 'LIMITED_FULL_MEMBER_ACCESS' });
  await expect(changes(limited).startMailboxChange({ body })).rejects.toMatchObject({ code: 'VALIDATION' });
  const own = await insert('own.test', 1, limited);
  const whole = { selection: { filter: {}, except_ids: [] }, change: { message_per_day: 5 } };
  expect((await changes(limited).previewMailboxChange({ body: whole })).total).toBe(1);
  await expect(
    changes(limited).startMailboxChange({ body: { selection: { mailbox_ids: own }, change: { delete: true } } }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const [theirs] = await main.test.query<{ id: number }>(
    `insert into tag (workspace_id, name) values ($1, 'Theirs') returning id`,
    [stranger.workspaceId],
  );
  await expect(
    changes().startMailboxChange({
      body: { selection: { mailbox_ids: ids }, change: { add_tag_ids: [theirs?.id as number] } },
    }),
  ).rejects.toMatchObject({ code: 'VALIDATION' });
});

test('the list is narrowed by client, domain, warmup, SMTP, IMAP and age', async () => {
  const [first, second, third] = (await insert('filter.test', 3)) as [number, number, number];
  const [client] = await main.test.query<{ id: number }>(
    `insert into agency_client (workspace_id, name, email) values ($1, 'Acme', 'a@acme.test') returning id`,
    [me.workspaceId],
  );
  await main.test.query('update mailbox set client_id = $2, is_imap_success = false where id = $1', [
    first,
    client?.id,
  ]);
  await main.test.query(`update mailbox set warmup = '{"enabled": true}', is_smtp_success = false where id = $1`, [
    second,
  ]);
  const days = (count: number) => new Date(main.clock.now() - count * 86_400_000);
  for (const [id, age] of [
    [first, 1],
    [second, 20],
    [third, 200],
  ] as const)
    await main.test.query('update mailbox set created_at = $2 where id = $1', [id, days(age)]);
  const found = async (query: object) => (await list({ domain: 'filter.test', ...query })).map((row) => row.id);
  expect(await found({ client_id: client?.id })).toEqual([first]);
  expect(await found({ no_client: 'true' })).toEqual([second, third]);
  expect(await found({ warmup: 'on' })).toEqual([second]);
  expect(await found({ warmup: 'off' })).toEqual([first, third]);
  expect(await found({ smtp: 'failing' })).toEqual([second]);
  expect(await found({ imap: 'ok' })).toEqual([second, third]);
  expect(await found({ age: 'under_7' })).toEqual([first]);
  expect(await found({ age: '7_to_30' })).toEqual([second]);
  expect(await found({ age: '30_to_90' })).toEqual([]);
  expect(await found({ age: 'over_90' })).toEqual([third]);
});
