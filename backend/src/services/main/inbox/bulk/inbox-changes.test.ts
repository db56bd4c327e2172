import { inboxBulkContract, type MatchingAction } from '@skein/contracts/main/inbox-bulk.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { performRun } from '#platform/bulk-runs/perform-run';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { createCampaign } from '#campaigns/setup/create-campaign';
import { whoIs } from '#campaigns/setup/testing';
import { addLeads } from '#leads/people/add-leads';
import { inboxChangeRun } from './inbox-change.run';
import { sweepOldChanges } from './start-inbox-change';

let main: TestMain;
let ada: SignedIn;
let campaignId: number;
let ids: number[];

beforeAll(async () => {
  main = await createTestMain();
});
afterAll(() => main.close());

/** Leads of a campaign that have answered. */
async function answered(count: number, campaign = campaignId, person = ada): Promise<number[]> {
  await addLeads(main.deps, whoIs(person), {
    campaignId: campaign,
    input: {
      leads: Array.from({ length: count }, (_, n) => ({
        email: `lead-${n}-${campaign}@alder.test`,
        first_name: 'Lead',
      })),
    },
  });
  return (
    await main.test.query<{ id: number }>(
      `
        update enrolment
        set last_inbound_at = $2, last_reply_at = $2
        where campaign_id = $1 and last_inbound_at is null
        returning id
      `,
      [campaign, new Date(main.clock.now() - 3_600_000)],
    )
  )
    .map(({ id }) => id)
    .sort((one, other) => one - other);
}

beforeEach(async () => {
  ada = await main.signIn();
  campaignId = (await createCampaign(main.deps, whoIs(ada), { name: 'Yard time' })).id;
  ids = await answered(3);
});

const inbox = (person = ada) => main.asClient(inboxContract, person);
const bulk = (person = ada) => main.asClient(inboxBulkContract, person);
const start = async (action: MatchingAction, more: object = {}, person = ada) =>
  (await bulk(person).changeMatching({ body: { action, ...more } })).bulk_id;
const view = (bulkId: number, person = ada) => bulk(person).getBulkChange({ params: { bulkId } });
const undo = (bulkId: number, person = ada) => bulk(person).undoBulkChange({ params: { bulkId } });
const act = (enrolment_ids: number[], action: Exclude<MatchingAction, { do: 'push' }>, person = ada) =>
  inbox(person).changeConversations({ body: { enrolment_ids, action } });
const listed = async (query: Parameters<ReturnType<typeof inbox>['listConversations']>[0]['query']) =>
  (await inbox().listConversations({ query })).rows.map((row) => row.enrolment_id).sort((a, b) => a - b);
/** What a worker does that takes the run. */
async function work(bulkId: number, deps = main.deps, attempt = {}): Promise<void> {
  const [row] = await main.test.query<{ run_id: number; workspace_id: number }>(
    'select run_id, workspace_id from inbox_change where id = $1',
    [bulkId],
  );
  const run = { workspaceId: row?.workspace_id as number, runId: row?.run_id as number };
  await performRun(deps, [inboxChangeRun], run, attempt);
}
const archive = { do: 'archive', is_archived: true } as const;

test('a change reaches exactly what was counted but what is excluded, and is undone once, by its author', async () => {
  await act([ids[1] as number], archive);
  const matching = { folder: 'replies' as const, excluded_ids: [ids[2] as number] };
  expect(await bulk().countMatching({ body: matching })).toEqual({ total: 1 });
  const bulkId = await start(archive, { ...matching, expected_total: 1 });
  expect((await inbox().countFolders({})).bulk_id).toBe(bulkId);
  await main.runJobs();
  expect(await view(bulkId)).toMatchObject({ status: 'COMPLETED', total: 1, done: 1, changed: 1, can_undo: true });
  expect(await listed({ folder: 'archived' })).toEqual([ids[0], ids[1]]);
  const tom = await main.signIn({ workspaceId: ada.workspaceId, role: 'ADMIN_ACCESS' });
  await expect(undo(bulkId, tom)).rejects.toMatchObject({ status: 404 });
  await undo(bulkId);
  await expect(undo(bulkId)).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' });
  await main.runJobs();
  expect(await view(bulkId)).toMatchObject({ status: 'UNDONE', restored: 1, kept: 0, can_undo: false });
  expect(await listed({ folder: 'archived' })).toEqual([ids[1]]);
  await expect(undo(bulkId)).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' });
});

test('it begins nothing when more match than were confirmed, and nothing when none does', async () => {
  await expect(start(archive, { expected_total: 2 })).rejects.toMatchObject({ status: 409 });
  await expect(start(archive, { filter: { category_ids: [5] } })).rejects.toMatchObject({
    status: 400,
    details: [{ field: 'filter' }],
  });
  await expect(start({ do: 'assign', user_id: 2_000_000_000 })).rejects.toMatchObject({ status: 400 });
  await expect(start({ do: 'category', category_id: 999_999, pause_lead: false })).rejects.toMatchObject({
    status: 400,
  });
  expect(await main.test.query('select from inbox_change where workspace_id = $1', [ada.workspaceId])).toEqual([]);
});

test('conversations that come after the start are not touched', async () => {
  const bulkId = await start({ do: 'important', is_important: true });
  const other = await createCampaign(main.deps, whoIs(ada), { name: 'Dock time' });
  const late = await answered(2, other.id);
  await work(bulkId);
  expect(await view(bulkId)).toMatchObject({ status: 'COMPLETED', total: 3, changed: 3 });
  expect(await listed({ folder: 'important' })).toEqual(ids);
  expect(await listed({ folder: 'replies' })).toEqual([...ids, ...late]);
});

test.each<[MatchingAction, (enrolmentId: number) => Promise<unknown>]>([
  [{ do: 'read', is_read: false }, (id) => act([id], { do: 'read', is_read: false })],
  [{ do: 'important', is_important: true }, (id) => act([id], { do: 'important', is_important: true })],
  [archive, (id) => act([id], archive)],
  [
    { do: 'snooze', until: '2026-12-24T08:00:00.000Z' },
    (id) => act([id], { do: 'snooze', until: '2026-12-23T08:00:00.000Z' }),
  ],
  [
    { do: 'category', category_id: 3, pause_lead: false },
    (id) => act([id], { do: 'category', category_id: 5, pause_lead: false }),
  ],
  [{ do: 'pause' }, (id) => act([id], { do: 'pause' })],
])('each conversation is as it was after the undo of %j', async (action, alter) => {
  await alter(ids[0] as number);
  const states = () =>
    main.test.query(
      `
        select id, is_read, is_important, is_archived, snoozed_until, assigned_user_id, category_id, status
        from enrolment
        where campaign_id = $1
        order by id
      `,
      [campaignId],
    );
  const before = await states();
  const bulkId = await start(action, { folder: 'all' });
  await work(bulkId);
  expect(await view(bulkId)).toMatchObject({ status: 'COMPLETED', done: 3 });
  expect(await states()).not.toEqual(before);
  await undo(bulkId);
  await work(bulkId);
  expect(await view(bulkId)).toMatchObject({ status: 'UNDONE', kept: 0 });
  expect(await states()).toEqual(before);
});

test('an undo keeps what somebody changed since', async () => {
  const bulkId = await start({ do: 'category', category_id: 3, pause_lead: false });
  await work(bulkId);
  await act([ids[0] as number], { do: 'category', category_id: 1, pause_lead: false });
  await undo(bulkId);
  await work(bulkId);
  expect(await view(bulkId)).toMatchObject({ status: 'UNDONE', restored: 2, kept: 1 });
  expect([await listed({ category_ids: [1] }), await listed({ category_ids: [3] })]).toEqual([[ids[0]], []]);
});

test('conversations of a colleague who is gone since stay with their new person', async () => {
  const tom = await main.signIn({ workspaceId: ada.workspaceId, role: 'FULL_MEMBER_ACCESS' });
  await act(ids, { do: 'assign', user_id: tom.userId });
  const bulkId = await start({ do: 'assign', user_id: ada.userId });
  await work(bulkId);
  await main.test.query('delete from app_user where id = $1', [tom.userId]);
  await undo(bulkId);
  await work(bulkId);
  expect(await view(bulkId)).toMatchObject({ status: 'UNDONE', restored: 0, kept: 3 });
  expect(await listed({ folder: 'assigned_to_me' })).toEqual(ids);
});

test('a worker that dies between two batches leaves whole batches, and the next one goes on behind them', async () => {
  const many = [...ids, ...(await answered(600, (await createCampaign(main.deps, whoIs(ada), { name: 'More' })).id))];
  const bulkId = await start(archive);
  let batches = 0;
  const live = {
    ...main.deps.live,
    publish: async (...given: Parameters<typeof main.deps.live.publish>) => {
      if (given[2].includes('job') && (batches += 1) === 2) throw new Error('killed');
      await main.deps.live.publish(...given);
    },
  };
  await expect(work(bulkId, { ...main.deps, live })).rejects.toThrow('killed');
  expect(await view(bulkId)).toMatchObject({ status: 'RUNNING', total: many.length, done: 500, changed: 500 });
  await work(bulkId);
  expect(await view(bulkId)).toMatchObject({ status: 'COMPLETED', done: many.length, changed: many.length });
});

test('what was stopped halfway is undone as far as it got, and undoing what is under way stops it', async () => {
  const stopped = await start(archive);
  await expect(start({ do: 'important', is_important: true })).rejects.toMatchObject({ code: 'CONFLICT' });
  await bulk().cancelBulkChange({ params: { bulkId: stopped }, body: {} });
  await work(stopped);
  expect(await view(stopped)).toMatchObject({ status: 'CANCELLED', done: 0, no_undo_reason: 'It changed nothing.' });
  const running = await start({ do: 'important', is_important: true });
  await undo(running);
  await work(running);
  expect(await view(running)).toMatchObject({ status: 'UNDONE', changed: 0, restored: 0 });
  expect([await listed({ folder: 'archived' }), await listed({ folder: 'important' })]).toEqual([[], []]);
});

test('no undo is offered where none is possible', async () => {
  const bulkId = await start({ do: 'category', category_id: 3, pause_lead: true });
  await work(bulkId);
  expect(await view(bulkId)).toMatchObject({
    changed: 3,
    can_undo: false,
    no_undo_reason: expect.stringMatching(/^The leads were paused/),
  });
  await expect(undo(bulkId)).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' });
});

test('a member with limited access reaches what they see, and another workspace nothing', async () => {
  const member = await main.signIn({ workspaceId: ada.workspaceId, role: 'LIMITED_FULL_MEMBER_ACCESS' });
  await expect(start(archive, {}, member)).rejects.toMatchObject({ status: 400 });
  const stranger = await main.signIn();
  await expect(start(archive, {}, stranger)).rejects.toMatchObject({ status: 400 });
  const bulkId = await start(archive);
  await expect(view(bulkId, stranger)).rejects.toMatchObject({ status: 404 });
  await expect(undo(bulkId, member)).rejects.toMatchObject({ status: 404 });
  expect((await inbox(member).countFolders({})).bulk_id).toBeNull();
});

test('a client reaches the conversations of its campaigns, without those of hidden categories', async () => {
  const client = await main.signIn({
    workspaceId: ada.workspaceId,
    client: { permissions: ['full_access'], restrictedCategories: [3] },
  });
  await main.test.query(
    'update campaign set client_id = (select client_id from app_user where id = $2) where id = $1',
    [campaignId, client.userId],
  );
  const own = (await createCampaign(main.deps, whoIs(ada), { name: 'Of the agency' })).id;
  const others = await answered(2, own);
  await act([ids[0] as number], { do: 'category', category_id: 3, pause_lead: false });
  const bulkId = await start(archive, {}, client);
  // Hidden between the start and its turn.
  await act([ids[1] as number], { do: 'category', category_id: 3, pause_lead: false });
  await work(bulkId);
  expect(await view(bulkId, client)).toMatchObject({ total: 2, changed: 1, gone: 1 });
  expect(await listed({ folder: 'archived' })).toEqual([ids[2]]);
  expect(await listed({ folder: 'replies' })).toEqual([ids[0], ids[1], ...others]);
});

test('a conversation that is deleted before its turn is counted as gone', async () => {
  const bulkId = await start(archive);
  await main.test.query('delete from enrolment where id = $1', [ids[0]]);
  await work(bulkId);
  expect(await view(bulkId)).toMatchObject({ status: 'COMPLETED', done: 3, changed: 2, gone: 1 });
});

test('changes are forgotten, also more than one transaction takes, once none can be undone any more', async () => {
  const bulkId = await start(archive);
  await work(bulkId);
  for (const isArchived of [false, true, false]) await act(ids, { do: 'archive', is_archived: isArchived });
  const left = () => main.test.query('select from inbox_change where workspace_id = $1', [ada.workspaceId]);
  main.realClock.advance(6 * 86_400_000);
  await sweepOldChanges(main.deps, 2);
  expect(await left()).toHaveLength(4);
  main.realClock.advance(2 * 86_400_000);
  expect(await sweepOldChanges(main.deps, 2)).toBeGreaterThanOrEqual(4);
  expect(await left()).toEqual([]);
  main.realClock.advance(-8 * 86_400_000);
});
