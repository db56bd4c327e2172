import { linkedInContract } from '@skein/contracts/main/linkedin.contract';
import { reviewContract } from '@skein/contracts/main/review.contract';
import { tasksContract } from '@skein/contracts/main/tasks.contract';
import { createTestProvider, type TestProvider } from '../linkedin/testing';
import { createSendingWorld, type SendingWorld } from './testing';
import { given } from '#lifecycle/lead-state/testing';

const day = 24 * 3_600_000;
let world: SendingWorld;
let provider: TestProvider;

beforeAll(async () => {
  world = await createSendingWorld();
  // The provider of the sandbox, spoken to by the same client as a real one.
  provider = await createTestProvider(world.main, { person: 'sandbox', name: 'sandbox' });
  world.deps.linkedIn = world.main.deps.linkedIn = provider.linkedIn;
});
afterAll(async () => {
  await provider.close();
  await world.close();
});

const leads = (campaignId: number) =>
  world.main.test.query<{
    id: number;
    email: string;
    status: string;
    steps_sent: number;
    constraint_code: string | null;
    is_parked: boolean;
    last_seq_number: number;
  }>('select e.*, l.email from enrolment e join lead l on l.id = e.lead_id where e.campaign_id = $1 order by e.id', [
    campaignId,
  ]);
const tasks = () => world.main.asClient(tasksContract, world.me);
/** Nine in the morning, inside every window, of the day after. */
const nextMorning = () => Math.floor(world.main.clock.now() / day) * day + day + 9 * 3_600_000;
const opener = { days: 0, subject: 'Hello {{first_name}}', body: '<p>Hi</p>' };

test('a manual step makes a task and holds its place; the sequence goes on, in the same thread, once the task is done', async () => {
  const mailboxId = await world.connect('rosa@northlight.test');
  const campaignId = await world.campaign({
    mailboxIds: [mailboxId],
    leads: ['silent.a@prospects.test', 'silent.b@prospects.test'],
    steps: [
      opener,
      {
        days: 1,
        kind: 'MANUAL',
        subject: 'Call {{first_name}}',
        body: '<p>Ask about the dock.</p>',
        detail: { priority: 'HIGH', due_in_days: 2 },
      },
      { days: 1, subject: '', body: '<p>Again</p>' },
    ],
    settings: { min_time_btwn_emails: 60 },
  });
  await world.runUntil(world.main.clock.now() + 4 * day);
  expect(await leads(campaignId)).toEqual([
    expect.objectContaining({ status: 'INPROGRESS', steps_sent: 1, constraint_code: 'MANUAL_STEP', is_parked: true }),
    expect.objectContaining({ status: 'INPROGRESS', steps_sent: 1 }),
  ]);
  const { rows, total } = await tasks().listTasks({ query: { status: 'CREATED', campaign_ids: [campaignId] } });
  expect(total).toBe(2);
  expect(rows[0]).toMatchObject({
    name: 'Call silent',
    description: 'Ask about the dock.',
    priority: 'HIGH',
    status: 'CREATED',
    seq_number: 2,
    campaign: { id: campaignId },
    lead: { email: 'silent.a@prospects.test' },
  });
  expect(Date.parse(rows[0]!.due_at as string) - Date.parse(rows[0]!.created_at)).toBe(2 * day);
  const explained = await world.main
    .asClient(reviewContract, world.me)
    .explainLead({ params: { campaignId, enrolmentId: rows[0]!.enrolment_id as number } });
  expect(explained).toMatchObject({
    binding: { code: 'MANUAL_STEP' },
    next_eligible_at: null,
    remedies: [{ action: 'COMPLETE_TASK' }],
  });

  expect(await tasks().completeTask({ params: { taskId: rows[0]!.id } })).toMatchObject({ status: 'COMPLETED' });
  await tasks().completeTask({ params: { taskId: rows[0]!.id } });
  await world.runUntil(world.main.clock.now() + 3 * day);
  expect(await leads(campaignId)).toEqual([
    expect.objectContaining({ status: 'COMPLETED', steps_sent: 2 }),
    expect.objectContaining({ status: 'INPROGRESS', steps_sent: 1 }),
  ]);
  const [again] = await world.main.test.query<{ subject: string; in_reply_to: string | null; seq_number: number }>(
    'select * from intent where campaign_id = $1 and seq_number = 3',
    [campaignId],
  );
  expect(again).toMatchObject({ subject: 'Re: Hello silent', in_reply_to: expect.any(String) });
  expect(
    (await tasks().listTasks({ query: { overdue: true, campaign_ids: [campaignId] } })).rows.map(
      (row) => row.lead.email,
    ),
  ).toEqual(['silent.b@prospects.test']);
});

test('leads whose first step is done manually enter by the new leads of the day, also without a free mailbox', async () => {
  const campaignId = await world.campaign({
    mailboxIds: [],
    leads: Array.from({ length: 5 }, (_, index) => `silent.first${index}@prospects.test`),
    steps: [{ days: 0, kind: 'MANUAL', subject: 'Look at {{email}}', body: '' }, opener],
    settings: { max_leads_per_day: 2, min_time_btwn_emails: 60 },
  });
  await world.runUntil(world.main.clock.now() + day / 2);
  expect((await leads(campaignId)).filter((lead) => lead.is_parked)).toHaveLength(2);
  await world.runUntil(world.main.clock.now() + day);
  expect((await leads(campaignId)).filter((lead) => lead.is_parked)).toHaveLength(4);
  expect(await world.main.test.query('select status from campaign where id = $1', [campaignId])).toEqual([
    { status: 'ACTIVE' },
  ]);
});

test('LinkedIn steps are done by the provider under their daily cap of 40, each kind for itself; a request that nobody accepts gives way to the email', async () => {
  const linkedIn = world.main.asClient(linkedInContract, world.me);
  const mailboxId = await world.connect('kira@northlight.test');
  const people = Array.from({ length: 45 }, (_, index) => `silent.li${index}@prospects.test`);
  const campaignId = await world.campaign({
    mailboxIds: [mailboxId],
    leads: people,
    steps: [
      { days: 0, kind: 'LINKEDIN', subject: '', body: '', detail: { linkedin_type: 'VISIT_PROFILE' } },
      {
        days: 0,
        kind: 'LINKEDIN',
        subject: '',
        body: '<p>Hello {{first_name}}</p>',
        detail: { linkedin_type: 'CONNECTION_REQUEST', accept_within_days: 3 },
      },
      opener,
    ],
    settings: { max_leads_per_day: 0, min_time_btwn_emails: 30 },
  });
  await world.main.test.query(
    `
      update lead
      set linkedin_profile = 'https://linkedin.com/in/' || case
        when email like 'silent.li7@%' then 'gone'
        else split_part(email, '@', 1)
        end
      where workspace_id = $1 and email like 'silent.li%' and email not like 'silent.li8@%'
    `,
    [world.me.workspaceId],
  );
  await world.runUntil(nextMorning());
  const actions = () =>
    world.main.test.query<{
      kind: string;
      state: string;
      connection: string | null;
      note: string | null;
      performed_at: Date | null;
      enrolment_id: number;
    }>('select * from linkedin_action where campaign_id = $1 order by id', [campaignId]);
  expect((await actions()).filter((action) => action.performed_at !== null)).toHaveLength(0);
  expect((await actions())[0]).toMatchObject({ state: 'WAITING', note: 'No LinkedIn account is connected.' });

  await provider.connect(world.me, 'Rosa Kessler');
  expect((await linkedIn.listLinkedInAccounts({})).accounts).toMatchObject([{ is_sandbox: true, state: 'SUCCESS' }]);
  await world.runUntil(world.main.clock.now() + 3 * 3_600_000);
  const { accounts } = await linkedIn.listLinkedInAccounts({});
  const used = Object.fromEntries(accounts[0]!.today.map((entry) => [entry.action, entry.used]));
  expect(used['VISIT_PROFILE']).toBe(40);
  expect(used['CONNECTION_REQUEST']).toBeGreaterThan(30);
  const waiting = (await actions()).filter((action) => action.kind === 'VISIT_PROFILE' && action.state === 'WAITING');
  expect(waiting.length).toBeGreaterThan(0);
  expect(waiting[0]!.note).toBe('The daily cap of 40 is reached.');
  const explained = await world.main
    .asClient(reviewContract, world.me)
    .explainLead({ params: { campaignId, enrolmentId: waiting[0]!.enrolment_id } });
  expect(explained).toMatchObject({
    binding: { code: 'LINKEDIN_STEP', facts: { action: 'VISIT_PROFILE', note: 'The daily cap of 40 is reached.' } },
    next_eligible_at: expect.any(String),
  });

  await world.runUntil(world.main.clock.now() + 7 * day);
  const all = await actions();
  const perDay = new Map<string, number>();
  for (const action of all)
    if (action.performed_at)
      perDay.set(
        `${action.kind} ${action.performed_at.toISOString().slice(0, 10)}`,
        (perDay.get(`${action.kind} ${action.performed_at.toISOString().slice(0, 10)}`) ?? 0) + 1,
      );
  for (const count of perDay.values()) expect(count).toBeLessThanOrEqual(40);
  const requests = all.filter((action) => action.kind === 'CONNECTION_REQUEST' && action.performed_at);
  expect(new Set(requests.map((action) => action.connection ?? action.note))).toEqual(
    new Set(['ACCEPTED', 'SKIPPED_AND_EMAIL_MESSAGE_SENT', 'This profile does not exist.']),
  );
  expect(all.filter((action) => action.note === 'The lead has no LinkedIn profile.')).toHaveLength(2);
  // Everybody got the e-mail in the end, accepted or not, and nobody twice.
  expect((await leads(campaignId)).map((lead) => [lead.status, lead.steps_sent])).toEqual(
    people.map(() => ['COMPLETED', 1]),
  );
});

test('nothing is done on LinkedIn for a lead that has ended meanwhile', async () => {
  const campaignId = await world.campaign({
    mailboxIds: [],
    leads: ['silent.stop@prospects.test'],
    steps: [{ days: 0, kind: 'LINKEDIN', subject: '', body: 'Hi', detail: { linkedin_type: 'MESSAGE' } }, opener],
  });
  await world.main.test.query(
    `update lead set linkedin_profile = 'https://linkedin.com/in/stop' where email = 'silent.stop@prospects.test'`,
  );
  const perform = world.deps.linkedIn!.perform;
  const asked: string[] = [];
  world.deps.linkedIn = {
    ...world.deps.linkedIn!,
    perform: (task) => {
      asked.push(task.profileUrl);
      return perform(task);
    },
  };
  await world.main.test.query(`update campaign set status = 'PAUSED' where id = $1`, [campaignId]);
  await world.main.test.query(
    `
      insert into linkedin_action (workspace_id, campaign_id, enrolment_id, step_id, kind, body, next_look_at)
      select e.workspace_id, e.campaign_id, e.id, s.id, 'MESSAGE', '{}', $2
      from enrolment e
      join sequence_step s on s.campaign_id = e.campaign_id and s.seq_number = 1
      where e.campaign_id = $1
    `,
    [campaignId, new Date(world.main.clock.now())],
  );
  await given(world.main).lead({ campaignId }).replied();
  await world.runUntil(world.main.clock.now() + 3_600_000);
  expect(asked).not.toContain('https://linkedin.com/in/stop');
  expect(
    await world.main.test.query('select state, note from linkedin_action where campaign_id = $1', [campaignId]),
  ).toEqual([{ state: 'SKIPPED', note: 'The lead does not wait for this step any more.' }]);
});
