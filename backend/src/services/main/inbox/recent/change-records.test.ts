import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { inboxRecentContract } from '@skein/contracts/main/inbox-recent.contract';
import { leadsContract } from '@skein/contracts/main/leads.contract';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { createCampaign } from '#campaigns/setup/create-campaign';
import { whoIs } from '#campaigns/setup/testing';
import { addLeads } from '#leads/people/add-leads';
import { insertDoneChange } from '../bulk/inbox-changes.store';
import { removeReminderIn } from '../conversations/lead-records';

let main: TestMain;
let ada: SignedIn;
let tom: SignedIn;
let enrolmentId: number;

beforeAll(async () => {
  main = await createTestMain();
});
afterAll(() => main.close());

beforeEach(async () => {
  ada = await main.signIn();
  tom = await main.signIn({ workspaceId: ada.workspaceId, role: 'ADMIN_ACCESS' });
  const { id: campaignId } = await createCampaign(main.deps, whoIs(ada), { name: 'Yard time' });
  await addLeads(main.deps, whoIs(ada), {
    campaignId,
    input: { leads: [{ email: 'priya@alder.test', first_name: 'Priya' }] },
  });
  const [row] = await main.test.query<{ id: number }>('select id from enrolment where campaign_id = $1', [campaignId]);
  enrolmentId = row!.id;
});

const inbox = (person = ada) => main.asClient(inboxContract, person);
const list = async (person = ada) => (await main.asClient(inboxRecentContract, person).listRecentChanges({})).changes;
const undo = (key: string | null, person = ada) =>
  main.asClient(inboxRecentContract, person).undoRecentChange({ params: { changeKey: key as string } });
const about = () => ({ params: { enrolmentId } });
const panel = () => inbox().getPanel(about());
const addTask = (name = 'Call Priya') => inbox().addTask({ ...about(), body: { name } });
const complete = (taskId: number, is_completed: boolean, person = ada) =>
  inbox(person).completeTask({ params: { taskId }, body: { is_completed } });
const revenue = (amount: number, person = ada) => inbox(person).setRevenue({ ...about(), body: { revenue: amount } });
/** Tasks and reminders that were added stand in the list as well. */
const changes = async (person = ada) => (await list(person)).filter(({ key }) => key.startsWith('change-'));

test('a completed task and one that was opened again are listed with their name, and undone once', async () => {
  const task = await addTask();
  const done = await complete(task.id, true);
  expect(await changes()).toMatchObject([
    {
      key: done.change_key,
      kind: 'task_done',
      subject: 'Call Priya',
      conversation: { enrolment_id: enrolmentId, name: 'Priya' },
      state: 'DONE',
      can_undo: true,
    },
  ]);
  expect(await undo(done.change_key)).toMatchObject({ restored: 1, kept: 0, is_under_way: false });
  expect((await panel()).tasks).toMatchObject([{ status: 'CREATED', completed_at: null }]);
  expect(await changes()).toMatchObject([{ state: 'UNDONE', can_undo: false }]);
  await expect(undo(done.change_key)).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' });
  const again = await complete(task.id, true);
  const reopened = await complete(task.id, false);
  expect((await changes())[0]).toMatchObject({ key: reopened.change_key, kind: 'task_reopened' });
  expect(await undo(reopened.change_key)).toMatchObject({ restored: 1 });
  expect((await panel()).tasks).toMatchObject([{ status: 'COMPLETED', completed_at: again.completed_at }]);
});

test('a removed reminder comes back with its words, time and author', async () => {
  const remind_at = new Date(main.clock.now() + 86_400_000).toISOString();
  const reminder = await inbox(tom).setReminder({ ...about(), body: { message: 'Fair', remind_at } });
  const { change_key } = await inbox().removeReminder({ params: { reminderId: reminder.id } });
  expect((await panel()).reminders).toEqual([]);
  expect(await changes()).toMatchObject([{ key: change_key, kind: 'reminder_removed', subject: 'Fair' }]);
  expect(await undo(change_key)).toMatchObject({ restored: 1 });
  expect((await panel()).reminders).toMatchObject([{ message: 'Fair', remind_at, status: 'SCHEDULED' }]);
  expect(await main.test.query('select user_id from reminder where enrolment_id = $1', [enrolmentId])).toEqual([
    { user_id: tom.userId },
  ]);
});

test('a reminder whose addition is undone is no removed reminder', async () => {
  const remind_at = new Date(main.clock.now() + 86_400_000).toISOString();
  const reminder = await inbox().setReminder({ ...about(), body: { message: 'Fair', remind_at } });
  await undo(`reminder-${reminder.id}`);
  expect(await list()).toEqual([]);
});

test('a changed revenue is what it was, unless a colleague changed it since', async () => {
  const first = await revenue(1200);
  expect(await changes()).toMatchObject([{ kind: 'revenue', subject: '1200.00', can_undo: true }]);
  expect(await undo(first.change_key)).toMatchObject({ restored: 1 });
  expect((await inbox().getThread(about())).conversation).toMatchObject({ revenue: '0.00' });
  const mine = await revenue(500);
  const theirs = await revenue(900, tom);
  expect(await undo(mine.change_key)).toMatchObject({
    restored: 0,
    kept: 1,
    reasons: [{ reason: 'Expected revenue changed since', count: 1 }],
  });
  expect((await inbox().getThread(about())).conversation).toMatchObject({ revenue: '900.00' });
  await expect(undo(theirs.change_key)).rejects.toMatchObject({ status: 404 });
});

test('a task that a colleague opened again since stays open', async () => {
  const task = await addTask();
  const { change_key } = await complete(task.id, true);
  await complete(task.id, false, tom);
  expect(await undo(change_key)).toMatchObject({ restored: 0, kept: 1 });
  expect((await panel()).tasks).toMatchObject([{ status: 'CREATED' }]);
  // Nothing was undone, and nothing says so.
  expect((await changes()).find(({ key }) => key === change_key)).toMatchObject({ state: 'DONE', can_undo: true });
});

test('the words of a removed reminder go with the conversation', async () => {
  const remind_at = new Date(main.clock.now() + 86_400_000).toISOString();
  const reminder = await inbox().setReminder({ ...about(), body: { message: 'Fair with Priya', remind_at } });
  await inbox().removeReminder({ params: { reminderId: reminder.id } });
  const words = () =>
    main.test.query(`select before ->> 'message' as message from inbox_change_row where enrolment_id = $1`, [
      enrolmentId,
    ]);
  expect(await words()).toEqual([{ message: 'Fair with Priya' }]);
  await main.deps.db.tenantSql(ada.workspaceId, (sql) =>
    sql.query('delete from enrolment where id = $1', [enrolmentId]),
  );
  expect(await words()).toEqual([{ message: null }]);
});

test('a reminder that is removed while its lead is erased leaves no words behind', async () => {
  const remind_at = new Date(main.clock.now() + 86_400_000).toISOString();
  const reminder = await inbox().setReminder({ ...about(), body: { message: 'Fair with Priya', remind_at } });
  const [lead] = await main.test.query<{ id: number }>('select lead_id as id from enrolment where id = $1', [
    enrolmentId,
  ]);
  const { erasing } = await main.deps.db.tenantSql(ada.workspaceId, async (sql) => {
    await removeReminderIn(main.deps, sql, whoIs(ada), reminder.id);
    const started = main.asClient(leadsContract, ada).eraseLead({ params: { leadId: lead!.id }, body: {} });
    for (;;) {
      const waiting = await main.test.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      if (waiting.length > 0) break;
    }
    await insertDoneChange(ada.workspaceId, sql, {
      action: { do: 'remove_reminder' },
      who: whoIs(ada),
      at: new Date(main.clock.now()),
      now: new Date(main.realClock.now()),
      rows: [{ enrolment_id: enrolmentId, outcome: 'CHANGED', before: { message: reminder.message } }],
    });
    return { erasing: started };
  });
  await erasing;
  expect(await main.test.query('select before from inbox_change_row where enrolment_id = $1', [enrolmentId])).toEqual([
    { before: {} },
  ]);
});

test('what changed nothing is not kept', async () => {
  const task = await addTask();
  expect(await complete(task.id, false)).toMatchObject({ change_key: null });
  expect(await revenue(0)).toMatchObject({ change_key: null });
  expect(await changes()).toEqual([]);
});

test('only who did it can undo it, and for a day', async () => {
  const { change_key } = await revenue(1200);
  expect(await changes(tom)).toMatchObject([{ key: change_key, can_undo: false }]);
  await expect(undo(change_key, tom)).rejects.toMatchObject({ status: 404 });
  const stranger = await main.signIn();
  expect(await list(stranger)).toEqual([]);
  await expect(undo(change_key, stranger)).rejects.toMatchObject({ status: 404 });
  main.clock.advance(25 * 3_600_000);
  expect(await list()).toEqual([]);
  await expect(undo(change_key)).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' });
});
