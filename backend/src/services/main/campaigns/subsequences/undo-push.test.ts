import { inboxBulkContract } from '@skein/contracts/main/inbox-bulk.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { inboxRecentContract } from '@skein/contracts/main/inbox-recent.contract';
import { subsequencesContract } from '@skein/contracts/main/subsequences.contract';
import { performRun } from '#platform/bulk-runs/perform-run';
import { inboxChangeRun } from '#inbox/bulk/inbox-change.run';
import { createSubsequenceWorld } from './testing';
import { given } from '#lifecycle/lead-state/testing';

const day = 86_400_000;
const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven'];
const at = (name: string) => `${name}@alder.test`;

let it_: Awaited<ReturnType<typeof createSubsequenceWorld>>;

beforeAll(async () => {
  it_ = await createSubsequenceWorld({ leads: names.map(at) });
  await it_.sendFirst(3);
});
afterAll(() => it_.close());

const idOf = async (name: string) => (await it_.enrolment(at(name), it_.parentId))?.id as number;
const push = async (subsequenceId: number, ids: number[]) =>
  it_.api().pushLeads({
    params: { subsequenceId },
    body: { selection: { enrolment_ids: ids }, delay_seconds: 86_400 },
  });
const undo = (subsequenceId: number, enrolment_ids: number[], person = it_.world.me) =>
  it_.world.main
    .asClient(subsequencesContract, person)
    .undoPushes({ params: { subsequenceId }, body: { enrolment_ids } });
const state = async (name: string) => {
  const lead = await it_.enrolment(at(name), it_.parentId);
  const { status, reason, next_due_at, constraint_code, hold_kind, hold_until } = { ...lead } as Record<
    string,
    unknown
  >;
  return { status, reason, next_due_at, constraint_code, hold_kind, hold_until };
};

/** What a worker does that takes the run of a change of everything matching. */
async function work(bulkId: number): Promise<void> {
  const [row] = await it_.query<{ run_id: number }>('select run_id from inbox_change where id = $1', [bulkId]);
  const run = { workspaceId: it_.world.me.workspaceId, runId: row?.run_id as number };
  await performRun(it_.world.main.deps, [inboxChangeRun], run);
}

test('a lead whose push is undone continues in the parent where it stood, and can be pushed again', async () => {
  const id = await it_.start('Undone', []);
  const before = await state('one');
  const pushed = await push(id, [await idOf('one')]);
  expect(pushed).toMatchObject({ changed: 1, pushed_enrolment_ids: [await idOf('one')] });
  expect(await state('one')).toMatchObject({ status: 'COMPLETED', reason: 'PUSHED' });
  expect(await undo(id, pushed.pushed_enrolment_ids)).toMatchObject({ changed: 1, unchanged: 0 });
  expect(await state('one')).toEqual(before);
  expect(await it_.enrolment(at('one'), id)).toBeUndefined();
  expect((await it_.api().listPushes({ params: { subsequenceId: id }, query: {} })).total).toBe(0);
  expect(await undo(id, pushed.pushed_enrolment_ids)).toMatchObject({
    changed: 0,
    reasons: [{ reason: 'Moved again since, or removed', count: 1 }],
  });
  expect(await push(id, [await idOf('one')])).toMatchObject({ changed: 1 });
});

test('a push is undone by the key it answers, as the recent changes do', async () => {
  const id = await it_.start('By its key', []);
  const before = await state('one');
  const { change_key: key } = await push(id, [await idOf('one'), await idOf('two')]);
  const recent = it_.world.main.asClient(inboxRecentContract, it_.world.me);
  const { changes } = await recent.listRecentChanges({});
  expect(changes.find((change) => change.key === key)).toMatchObject({ kind: 'push', count: 2, can_undo: true });
  expect(await recent.undoRecentChange({ params: { changeKey: key as string } })).toMatchObject({
    restored: 2,
    kept: 0,
  });
  expect(await state('one')).toEqual(before);
  expect(await push(id, [await idOf('one')])).toMatchObject({
    changed: 1,
    change_key: expect.stringMatching(/^push-/),
  });
  expect(await push(id, [await idOf('one')])).toMatchObject({ changed: 0, change_key: null });
});

test('a lead that was paused or away is so again, and one that had stopped stays stopped', async () => {
  const id = await it_.start('Halted', []);
  const [paused, away, stopped] = [await idOf('two'), await idOf('three'), await idOf('four')];
  const { lead } = given(it_.world.main);
  await lead(paused).paused();
  await lead(away).away(new Date(it_.world.main.clock.now() + 60 * day));
  await lead(stopped).replied();
  const all = ['two', 'three', 'four'];
  const before = await Promise.all(all.map(state));
  expect(await push(id, [paused, away, stopped])).toMatchObject({ changed: 3 });
  expect(await undo(id, [paused, away, stopped])).toMatchObject({ changed: 3 });
  expect(await Promise.all(all.map(state))).toEqual(before);
});

test('a push is not undone once its first email has left, and only by who pushed', async () => {
  const id = await it_.start('Begun', []);
  const five = await idOf('five');
  await push(id, [five]);
  const other = await it_.world.main.signIn({ workspaceId: it_.world.me.workspaceId, role: 'ADMIN_ACCESS' });
  expect(await undo(id, [five], other)).toMatchObject({ changed: 0 });
  await it_.world.runUntil(it_.world.main.clock.now() + 3 * day);
  expect(await undo(id, [five])).toMatchObject({
    changed: 0,
    unchanged: 1,
    reasons: [{ reason: 'The subsequence has begun', count: 1 }],
  });
  expect(await it_.enrolment(at('five'), id)).toMatchObject({ steps_sent: 1 });
  expect(await state('five')).toMatchObject({ reason: 'PUSHED' });
});

test('everything that matches is pushed by one run, which is undone as one', async () => {
  const id = await it_.start('All of it', []);
  const ids = [await idOf('six'), await idOf('seven')];
  const before = await Promise.all(['six', 'seven'].map(state));
  const bulk = it_.world.main.asClient(inboxBulkContract, it_.world.me);
  const every = (
    await it_.query<{ id: number }>('select id from enrolment where workspace_id = $1', [it_.world.me.workspaceId])
  ).map((row) => row.id);
  const { bulk_id } = await bulk.changeMatching({
    body: {
      folder: 'sent',
      filter: { campaign_ids: [it_.parentId] },
      excluded_ids: every.filter((one) => !ids.includes(one)),
      action: { do: 'push', subsequence_id: id, delay_seconds: 86_400 },
    },
  });
  const view = () => bulk.getBulkChange({ params: { bulkId: bulk_id } });
  await work(bulk_id);
  expect(await view()).toMatchObject({ status: 'COMPLETED', total: 2, changed: 2, can_undo: true });
  expect(await it_.enrolment(at('six'), id)).toMatchObject({ status: 'STARTED' });
  await bulk.undoBulkChange({ params: { bulkId: bulk_id } });
  await work(bulk_id);
  expect(await view()).toMatchObject({ status: 'UNDONE', restored: 2, kept: 0 });
  expect(await Promise.all(['six', 'seven'].map(state))).toEqual(before);
});

test('a push of an earlier version, which kept nothing of the parent, is not undone', async () => {
  const id = await it_.start('Of an earlier version', []);
  const six = await idOf('six');
  await push(id, [six]);
  await it_.query('update subsequence_push set parent_before = null where campaign_id = $1', [id]);
  expect(await undo(id, [six])).toMatchObject({ changed: 0, unchanged: 1 });
  expect(await it_.enrolment(at('six'), id)).toMatchObject({ status: 'STARTED' });
});

test('an answer that reached the mailbox before a push, and was read after it, keeps the lead out of the parent', async () => {
  const id = await it_.start('Read late', []);
  const seven = await idOf('seven');
  await push(id, [seven]);
  await it_.query(
    `
      insert into message (
        workspace_id, campaign_id, enrolment_id, lead_id, mailbox_id, direction, kind, message_id, dedupe_key, from_email, at
      )
      select e.workspace_id, e.campaign_id, e.id, e.lead_id, m.id, 'in', 'reply', 'late', 'late', 'seven@alder.test', $2
      from enrolment e
      join mailbox m on m.workspace_id = e.workspace_id
      where e.id = $1
      limit 1
    `,
    [seven, new Date(it_.world.main.clock.now() - 60_000)],
  );
  expect(await undo(id, [seven])).toMatchObject({ changed: 1 });
  expect(await state('seven')).toMatchObject({ status: 'COMPLETED', reason: 'PUSHED' });
});

test('what was decided in the subsequence since is not thrown away', async () => {
  const id = await it_.start('Opted out', []);
  const eight = await idOf('eight');
  await push(id, [eight]);
  await given(it_.world.main)
    .lead({ campaignId: id, email: at('eight') })
    .optedOut();
  expect(await undo(id, [eight])).toMatchObject({
    changed: 0,
    reasons: [{ reason: 'Changed in the subsequence since', count: 1 }],
  });
  expect(await it_.enrolment(at('eight'), id)).toMatchObject({ is_unsubscribed: true });
  expect(await state('eight')).toMatchObject({ reason: 'PUSHED' });
});

test('a lead that had been pushed before does not return to the parent', async () => {
  const [first, second] = [await it_.start('First', []), await it_.start('Second', [])];
  const nine = await idOf('nine');
  await push(first, [nine]);
  await given(it_.world.main).lead({ campaignId: first }).finished();
  expect(await push(second, [nine])).toMatchObject({ changed: 1 });
  expect(await undo(second, [nine])).toMatchObject({ changed: 1 });
  expect(await state('nine')).toMatchObject({ status: 'COMPLETED', reason: 'PUSHED' });
});

describe('a category that is undone', () => {
  const categorise = async (name: string, category_id: number) =>
    (
      await it_.world.main.asClient(inboxContract, it_.world.me).changeConversations({
        body: { enrolment_ids: [await idOf(name)], action: { do: 'category', category_id, pause_lead: false } },
      })
    ).change_key as string;
  const undoCategory = (changeKey: string) =>
    it_.world.main.asClient(inboxRecentContract, it_.world.me).undoRecentChange({ params: { changeKey } });

  test('takes its leads out of the subsequence that took them, and sets nothing off', async () => {
    await categorise('ten', 2);
    const [id, other] = [
      await it_.start('For the interested', [{ kind: 'CATEGORY', category_ids: [1] }], { delay_seconds: 86_400 }),
      await it_.start('For meetings', [{ kind: 'CATEGORY', category_ids: [2] }], { delay_seconds: 86_400 }),
    ];
    const before = await state('ten');
    const key = await categorise('ten', 1);
    expect(await it_.enrolment(at('ten'), id)).toMatchObject({ status: 'STARTED' });
    expect(await state('ten')).toMatchObject({ reason: 'PUSHED' });
    expect(await undoCategory(key)).toMatchObject({ restored: 1, kept: 0, reasons: [] });
    expect(await it_.enrolment(at('ten'), id)).toBeUndefined();
    expect(await it_.enrolment(at('ten'), other)).toBeUndefined();
    expect(await state('ten')).toEqual(before);
    await categorise('ten', 1);
    expect(await it_.enrolment(at('ten'), id)).toMatchObject({ status: 'STARTED' });
  });

  test('leaves a lead that was emailed there where it is, and says so', async () => {
    const id = await it_.start('At once', [{ kind: 'CATEGORY', category_ids: [5] }]);
    const key = await categorise('eleven', 5);
    await it_.world.runUntil(it_.world.main.clock.now() + 6 * 3_600_000);
    expect(await it_.enrolment(at('eleven'), id)).toMatchObject({ steps_sent: 1 });
    expect(await undoCategory(key)).toMatchObject({
      restored: 1,
      reasons: [{ reason: 'A subsequence has begun to email the lead', count: 1 }],
    });
    expect(await it_.enrolment(at('eleven'), id)).toMatchObject({ steps_sent: 1 });
    expect(await state('eleven')).toMatchObject({ reason: 'PUSHED' });
  });
});
