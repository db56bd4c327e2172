import { leadTasksContract } from '@skein/contracts/main/lead-tasks.contract';
import { tasksContract } from '@skein/contracts/main/tasks.contract';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';

const hour = 3_600_000;
let main: TestMain;
let me: SignedIn;
let leadId: number;

beforeAll(async () => {
  main = await createTestMain();
});
afterAll(() => main.close());
beforeEach(async () => {
  me = await main.signIn();
  const [lead] = await main.test.query<{ id: number }>(
    `insert into lead (workspace_id, email, domain) values ($1, 'priya@alder.test', 'alder.test') returning id`,
    [me.workspaceId],
  );
  leadId = lead?.id as number;
  // Noon in Berlin, summer or winter.
  main.clock.set(Date.parse('2026-12-02T11:00:00Z'));
});

const tasks = () => main.asClient(tasksContract, me);
const add = (name: string, inHours: number | null, mine = false) =>
  main.asClient(leadTasksContract, me).createLeadTask({
    params: { leadId },
    body: {
      name,
      due_at: inHours === null ? null : new Date(main.clock.now() + inHours * hour).toISOString(),
      assigned_user_id: mine ? me.userId : null,
    },
  });

it('groups open tasks by the days of a time zone, and lists each day', async () => {
  await add('late', -1);
  // Past midnight in Berlin, the evening of the same day in New York.
  await add('tonight', 13);
  await add('next week', 24 * 5);
  await add('some day', null);
  const groups = async (time_zone: string) =>
    (await tasks().groupTasks({ query: { by: 'day', time_zone } })).groups.map(({ key, open }) => [key, open]);
  expect(await groups('Europe/Berlin')).toEqual([
    ['overdue', 1],
    ['tomorrow', 1],
    ['week', 1],
    ['none', 1],
  ]);
  const names = async (due: 'today' | 'tomorrow' | 'none', time_zone: string) =>
    (await tasks().listTasks({ query: { due, time_zone } })).rows.map(({ name }) => name);
  expect(await names('tomorrow', 'Europe/Berlin')).toEqual(['tonight']);
  expect(await names('today', 'America/New_York')).toEqual(['tonight']);
  expect(await names('none', 'Europe/Berlin')).toEqual(['some day']);
});

it('groups by owner and campaign, with what belongs to nobody, and leaves out what is done', async () => {
  await add('mine', 1, true);
  const done = await add('done', 1, true);
  await tasks().completeTask({ params: { taskId: done.id } });
  await add('late and free', -1);
  const { groups } = await tasks().groupTasks({ query: { by: 'owner' } });
  expect(groups).toEqual(
    expect.arrayContaining([
      { key: String(me.userId), name: expect.any(String) as string, open: 1, overdue: 0 },
      { key: '', name: 'Unassigned', open: 1, overdue: 1 },
    ]),
  );
  expect((await tasks().groupTasks({ query: { by: 'campaign' } })).groups).toEqual([
    { key: '', name: 'No campaign', open: 2, overdue: 1 },
  ]);
  expect((await tasks().listTasks({ query: { unassigned: true } })).rows.map(({ name }) => name)).toEqual([
    'late and free',
  ]);
  expect((await tasks().listTasks({ query: { without_campaign: true, status: 'CREATED' } })).total).toBe(2);
});
