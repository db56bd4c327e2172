import { blockListContract } from '@skein/contracts/main/block-list.contract';
import { inboxBulkContract } from '@skein/contracts/main/inbox-bulk.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import type { ConversationAction } from '@skein/contracts/main/inbox-fields';
import { inboxRecentContract } from '@skein/contracts/main/inbox-recent.contract';
import { leadTasksContract } from '@skein/contracts/main/lead-tasks.contract';
import { tasksContract } from '@skein/contracts/main/tasks.contract';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { createCampaign } from '#campaigns/setup/create-campaign';
import { whoIs } from '#campaigns/setup/testing';
import { holdLeadsOf, stopEnrolment } from '#lifecycle/lifecycle.api';
import { addLeads } from '#leads/people/add-leads';

let main: TestMain;
let ada: SignedIn;
let tom: SignedIn;
let ids: number[];

beforeAll(async () => {
  main = await createTestMain();
});
afterAll(() => main.close());

beforeEach(async () => {
  ada = await main.signIn();
  tom = await main.signIn({ workspaceId: ada.workspaceId, role: 'ADMIN_ACCESS' });
  await main.test.query(`update app_user set name = 'Tom Adeyemi' where id = $1`, [tom.userId]);
  const { id: campaignId } = await createCampaign(main.deps, whoIs(ada), { name: 'Yard time' });
  await addLeads(main.deps, whoIs(ada), {
    campaignId,
    input: { leads: [1, 2, 3].map((n) => ({ email: `lead-${n}@alder.test`, first_name: `Lead ${n}` })) },
  });
  ids = (
    await main.test.query<{ id: number }>('select id from enrolment where campaign_id = $1 order by id', [campaignId])
  ).map(({ id }) => id);
});

const inbox = (person = ada) => main.asClient(inboxContract, person);
const recent = (person = ada) => main.asClient(inboxRecentContract, person);
const list = async (person = ada) => (await recent(person).listRecentChanges({})).changes;
const undo = (key: string, person = ada) => recent(person).undoRecentChange({ params: { changeKey: key } });
const act = async (enrolment_ids: number[], action: ConversationAction, person = ada) =>
  (await inbox(person).changeConversations({ body: { enrolment_ids, action } })).change_key as string;
const about = (n = 0) => ({ params: { enrolmentId: ids[n] as number } });
const states = () =>
  main.test.query(
    `
      select id, is_read, is_important, is_archived, snoozed_until, assigned_user_id, category_id, category_by, status
      from enrolment
      where workspace_id = $1
      order by id
    `,
    [ada.workspaceId],
  );
const archive = { do: 'archive', is_archived: true } as const;

test.each<ConversationAction>([
  { do: 'read', is_read: false },
  { do: 'important', is_important: true },
  archive,
  { do: 'snooze', until: '2026-12-24T08:00:00.000Z' },
  { do: 'category', category_id: 3, pause_lead: false },
  { do: 'pause' },
])('%j is listed after it was done, and the conversations are as they were once it is undone', async (action) => {
  await main.test.query(`update enrolment set is_read = true, category_id = 1, category_by = 'RULE' where id = $1`, [
    ids[0],
  ]);
  await main.test.query('update enrolment set is_read = true where id = $1', [ids[1]]);
  const before = await states();
  const key = await act([ids[0] as number, ids[1] as number], action);
  expect(await states()).not.toEqual(before);
  expect(await list()).toMatchObject([
    { key, kind: 'change', action, count: 2, conversation: null, state: 'DONE', can_undo: true },
  ]);
  expect(await undo(key)).toMatchObject({ restored: 2, kept: 0, reasons: [], is_under_way: false });
  expect(await states()).toEqual(before);
  expect(await list()).toMatchObject([{ key, state: 'UNDONE', can_undo: false }]);
  await expect(undo(key)).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' });
});

test('what somebody changed since is kept', async () => {
  const key = await act(ids, { do: 'category', category_id: 3, pause_lead: false });
  await act([ids[0] as number], { do: 'category', category_id: 1, pause_lead: false }, tom);
  expect(await undo(key)).toMatchObject({
    restored: 2,
    kept: 1,
    reasons: [{ reason: 'Category changed since', count: 1 }],
  });
});

test('what changed nothing, or was done in passing, is no change', async () => {
  expect(await act(ids, { do: 'archive', is_archived: false })).toBeNull();
  await main.test.query('update enrolment set is_read = false where workspace_id = $1', [ada.workspaceId]);
  expect(
    await inbox().changeConversations({
      body: { enrolment_ids: ids, action: { do: 'read', is_read: true }, is_passing: true },
    }),
  ).toMatchObject({ changed: 3, change_key: null });
  expect(await list()).toEqual([]);
});

test('notes, tasks, reminders and blocks are listed with their words, and undone once', async () => {
  const note = await inbox().addNote({ ...about(), body: { note_message: 'Prefers mornings' } });
  const task = await inbox().addTask({ ...about(), body: { name: 'Call' } });
  const reminder = await inbox().setReminder({
    ...about(),
    body: { message: 'Fair', remind_at: new Date(main.clock.now() + 86_400_000).toISOString() },
  });
  const { entry_ids } = await main
    .asClient(blockListContract, ada)
    .addBlockEntries({ body: { entries: ['birch.test', 'alder.test'] } });
  const keys = [`block-${entry_ids[0]}`, `note-${note.id}`, `reminder-${reminder.id}`, `task-${task.id}`];
  const found = (await list()).toSorted((one, other) => one.key.localeCompare(other.key));
  expect(found).toMatchObject([
    { key: keys[0], subject: 'alder.test', count: 2, conversation: null },
    { key: keys[1], subject: 'Prefers mornings', conversation: { enrolment_id: ids[0], name: 'Lead 1' } },
    { key: keys[2], subject: 'Fair' },
    { key: keys[3], subject: 'Call', can_undo: true },
  ]);
  for (const key of keys) {
    await expect(undo(key, tom)).rejects.toMatchObject({ status: 404 });
    expect(await undo(key)).toMatchObject({ kept: 0 });
    await expect(undo(key)).rejects.toMatchObject({ status: 404 });
  }
  expect(await list()).toEqual([]);
  expect(await states()).toMatchObject(ids.map(() => ({ status: 'STARTED' })));
});

test('colleagues see whose change it is, those who do not see everything see their own, others nothing', async () => {
  const member = await main.signIn({ workspaceId: ada.workspaceId, role: 'LIMITED_FULL_MEMBER_ACCESS' });
  const key = await act([ids[0] as number], archive, tom);
  expect(await list()).toMatchObject([
    {
      key,
      by: { id: tom.userId, name: 'Tom Adeyemi' },
      conversation: { name: 'Lead 1' },
      can_undo: false,
      no_undo_reason: 'Only Tom Adeyemi can undo this.',
    },
  ]);
  await expect(undo(key)).rejects.toMatchObject({ status: 404 });
  const stranger = await main.signIn();
  for (const person of [member, stranger]) {
    expect(await list(person)).toEqual([]);
    await expect(undo(key, person)).rejects.toMatchObject({ status: 404 });
  }
});

test('a change is listed and undone for a day', async () => {
  const key = await act(ids, archive);
  main.clock.advance(25 * 3_600_000);
  expect(await list()).toEqual([]);
  await expect(undo(key)).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' });
});

test('a change of everything that matched is listed too, and undone by a worker', async () => {
  await main.test.query('update enrolment set last_inbound_at = now() where workspace_id = $1', [ada.workspaceId]);
  const { bulk_id } = await main
    .asClient(inboxBulkContract, ada)
    .changeMatching({ body: { folder: 'all', action: archive } });
  await main.runJobs();
  expect(await list()).toMatchObject([{ key: `change-${bulk_id}`, count: 3, state: 'DONE', can_undo: true }]);
  expect(await undo(`change-${bulk_id}`)).toMatchObject({ is_under_way: true });
  await main.runJobs();
  expect(await list()).toMatchObject([{ state: 'UNDONE' }]);
});

test('a name that is none of a kind is not found', async () => {
  for (const key of ['constructor-1', 'change-2000000000', 'other-1'])
    await expect(undo(key)).rejects.toMatchObject({ status: 404 });
  await expect(undo('change')).rejects.toMatchObject({ status: 404 });
});

test('what a colleague did anew is kept, although the values are the same', async () => {
  const key = await act([ids[0] as number], archive);
  await act([ids[0] as number], { do: 'archive', is_archived: false }, tom);
  await act([ids[0] as number], archive, tom);
  expect(await undo(key)).toMatchObject({ restored: 0, kept: 1 });
  expect(await states()).toMatchObject([{ is_archived: true }, {}, {}]);
});

/** An email from the lead of a conversation, which a mailbox received at a time. */
const receive = (enrolmentId: number, kind: string, at = new Date(main.clock.now())) =>
  main.test.query(
    `
      with box as (
        insert into mailbox (
          workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port, imap_username
        )
        values ($3, 'Rosa', 'rosa@sender.test', '127.0.0.1', 1, 'u', '127.0.0.1', 1, 'u')
        on conflict (workspace_id, from_email) do update set from_name = 'Rosa'
        returning id
      )
      insert into message (
        workspace_id, campaign_id, enrolment_id, lead_id, mailbox_id, direction, kind, message_id, dedupe_key, from_email, at
      )
      select e.workspace_id, e.campaign_id, e.id, e.lead_id, box.id, 'in', $4, 'm' || e.id, 'm' || e.id, l.email, $2
      from box
      cross join enrolment e
      join lead l on l.id = e.lead_id
      where e.id = $1
    `,
    [enrolmentId, at, ada.workspaceId, kind],
  );

test('a lead that is away since it was paused stays paused', async () => {
  await receive(ids[1] as number, 'out_of_office', new Date(main.clock.now() - 120_000));
  const key = await act(ids.slice(0, 2), { do: 'pause' });
  await receive(ids[0] as number, 'out_of_office', new Date(main.clock.now() - 60_000));
  expect(await undo(key)).toMatchObject({
    restored: 1,
    kept: 1,
    reasons: [{ reason: 'A message from the person came since', count: 1 }],
  });
  expect(await states()).toMatchObject([{ status: 'PAUSED' }, { status: 'STARTED' }, { status: 'STARTED' }]);
});

/** What the lead of a conversation writes on LinkedIn. */
const receiveOnLinkedIn = (enrolmentId: number, at = new Date(main.clock.now())) =>
  main.test.query(
    `
      with account as (
        insert into linkedin_account (workspace_id, name, provider, state) values ($3, 'Rosa', 'test', 'SUCCESS')
        returning id
      )
      insert into linkedin_message (workspace_id, account_id, enrolment_id, provider_message, text, at)
      select $3, account.id, $1, gen_random_uuid(), 'Hello', $2
      from account
    `,
    [enrolmentId, at, ada.workspaceId],
  );

test('a lead who wrote on LinkedIn since it was paused stays paused, and its company waits', async () => {
  await main.test.query('update campaign set pause_company_on_reply = true where workspace_id = $1', [ada.workspaceId]);
  await receiveOnLinkedIn(ids[2] as number, new Date(main.clock.now() - 120_000));
  const key = await act(ids.slice(0, 2), { do: 'pause' });
  await receiveOnLinkedIn(ids[0] as number, new Date(main.clock.now() - 60_000));
  expect(await undo(key)).toMatchObject({ restored: 1, kept: 1 });
  expect(
    await main.test.query('select status, hold_kind from enrolment where id = any($1) order by id', [ids]),
  ).toEqual([
    { status: 'PAUSED', hold_kind: null },
    { status: 'STARTED', hold_kind: 'COMPANY_REPLY' },
    { status: 'STARTED', hold_kind: null },
  ]);
});

test('a lead whose company answered while it was paused waits once that is undone', async () => {
  await main.test.query('update campaign set pause_company_on_reply = true where workspace_id = $1', [ada.workspaceId]);
  const key = await act([ids[0] as number], { do: 'pause' });
  await receive(ids[1] as number, 'reply');
  expect(await undo(key)).toMatchObject({
    restored: 1,
    reasons: [{ reason: 'Someone at the company has replied, so the lead waits', count: 1 }],
  });
  expect(await main.test.query('select status, hold_kind from enrolment where id = $1', [ids[0]])).toEqual([
    { status: 'STARTED', hold_kind: 'COMPANY_REPLY' },
  ]);
});

test('who answers at the moment in which a pause is undone stays stopped', async () => {
  const key = await act([ids[0] as number], { do: 'pause' });
  const { undoing } = await main.deps.db.tenantSql(ada.workspaceId, async (sql) => {
    await holdLeadsOf(ada.workspaceId, sql, [ids[0] as number]);
    const started = undo(key);
    for (;;) {
      const waiting = await main.test.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      if (waiting.length > 0) break;
    }
    await stopEnrolment(sql, {
      ...{ enrolmentId: ids[0] as number, reason: 'REPLIED', detail: {} },
      at: new Date(main.clock.now()),
    });
    return { undoing: started };
  });
  expect(await undoing).toMatchObject({ restored: 0, kept: 1 });
  expect(await states()).toMatchObject([{ status: 'STOPPED' }, {}, {}]);
});

test('a task that a colleague completed or rewrote, and what is older than a day, is not undone', async () => {
  const tasks = [];
  for (const name of ['Call', 'Write', 'Visit']) tasks.push((await inbox().addTask({ ...about(), body: { name } })).id);
  const [done, rewritten, old] = tasks as [number, number, number];
  await main.asClient(tasksContract, tom).completeTask({ params: { taskId: done } });
  await main
    .asClient(leadTasksContract, tom)
    .changeLeadTask({ params: { taskId: rewritten }, body: { name: 'Write a letter' } });
  expect((await list()).map(({ key }) => key)).toEqual([`task-${old}`]);
  for (const id of [done, rewritten])
    await expect(undo(`task-${id}`)).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' });
  const note = await inbox().addNote({ ...about(), body: { note_message: 'Prefers mornings' } });
  const { entry_ids } = await main
    .asClient(blockListContract, ada)
    .addBlockEntries({ body: { entries: ['birch.test'] } });
  main.clock.advance(25 * 3_600_000);
  for (const key of [`task-${old}`, `note-${note.id}`])
    await expect(undo(key)).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' });
  await expect(undo(`block-${entry_ids[0]}`)).rejects.toMatchObject({
    message: expect.stringMatching(/more than a day ago/),
  });
});
