import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { tasksContract } from '@skein/contracts/main/tasks.contract';
import { createTestProvider, type TestProvider } from '#sending/linkedin/testing';
import { createSendingWorld, type SendingWorld, type TestStep } from '#sending/delivery/testing';

const hour = 3_600_000;
const day = 24 * hour;
const opener: TestStep = { days: 0, subject: 'Hello', body: '<p>Hi</p>' };
const call: TestStep = { days: 0, kind: 'MANUAL', subject: 'Call {{first_name}}', body: '' };
const request: TestStep = {
  days: 0,
  kind: 'LINKEDIN',
  subject: '',
  body: '<p>Hello</p>',
  detail: { linkedin_type: 'CONNECTION_REQUEST', accept_within_days: 5 },
};
let world: SendingWorld;
let provider: TestProvider;

beforeAll(async () => {
  world = await createSendingWorld();
  provider = await createTestProvider(world.main);
  world.deps.linkedIn = world.main.deps.linkedIn = provider.linkedIn;
  await provider.connect(world.me, 'Rosa');
});
beforeEach(() => provider.reset());
afterAll(async () => {
  await provider.close();
  await world.close();
});

type Step = Awaited<ReturnType<typeof read>>[number];
const sequence = () => world.main.asClient(sequencesContract, world.me);
const read = async (campaignId: number) => (await sequence().getSequence({ params: { campaignId } })).steps;
const save = (campaignId: number, steps: readonly Step[]) =>
  sequence().saveSequence({ params: { campaignId }, body: { steps: [...steps] } });
const leads = (campaignId: number) =>
  world.main.test.query<{
    id: number;
    status: string;
    steps_sent: number;
    next_step_id: number | null;
    is_parked: boolean;
    last_seq_number: number;
  }>('select * from enrolment where campaign_id = $1 order by id', [campaignId]);
const tasks = (campaignId: number) =>
  world.main.test.query<{ id: number; enrolment_id: number; step_id: number; status: string; due_at: Date }>(
    `
      select t.*
      from lead_task t
      join enrolment e on e.id = t.enrolment_id
      where e.campaign_id = $1
      order by t.enrolment_id, t.step_id
    `,
    [campaignId],
  );
const actions = (campaignId: number) =>
  world.main.test.query<{ enrolment_id: number; state: string; connection: string | null; note: string | null }>(
    'select * from linkedin_action where campaign_id = $1 order by id',
    [campaignId],
  );
const complete = (taskId: number) => world.main.asClient(tasksContract, world.me).completeTask({ params: { taskId } });
const run = (time: number) => world.runUntil(world.main.clock.now() + time);
/** Nine in the morning of the day after. */
const morning = () => world.runUntil(Math.floor(world.main.clock.now() / day) * day + day + 9 * hour);

async function campaign(
  name: string,
  count: number,
  steps: TestStep[],
  settings: Record<string, unknown> = {},
): Promise<number> {
  const mailboxId = await world.connect(`${name}@northlight.test`);
  const emails = Array.from({ length: count }, (_, index) => `silent.${name}${index}@prospects.test`);
  const campaignId = await world.campaign({
    mailboxIds: [mailboxId],
    leads: emails,
    steps,
    settings: { min_time_btwn_emails: 60, ...settings },
  });
  await world.main.test.query(
    `update lead set linkedin_profile = 'https://linkedin.com/in/' || id where email = any($1)`,
    [emails],
  );
  return campaignId;
}

test('a manual step that comes back is waited at again by who stood there, and asked of nobody who did it', async () => {
  const campaignId = await campaign('ada', 2, [opener, call, { ...call, days: 1 }]);
  await morning();
  await run(6 * hour);
  const [did] = await tasks(campaignId);
  await complete(did!.id);
  const steps = await read(campaignId);
  await save(campaignId, [steps[0]!, steps[2]!]);
  expect(await tasks(campaignId)).toMatchObject([{ status: 'COMPLETED' }]);
  await save(campaignId, steps);
  expect((await read(campaignId)).map((step) => step.id)).toEqual(steps.map((step) => step.id));
  expect((await leads(campaignId)).map((lead) => lead.next_step_id)).toEqual([steps[2]!.id, steps[1]!.id]);
  await run(2 * day);
  expect((await tasks(campaignId)).map((task) => [task.step_id, task.status])).toEqual([
    [steps[1]!.id, 'COMPLETED'],
    [steps[2]!.id, 'CREATED'],
    [steps[1]!.id, 'CREATED'],
  ]);
  for (const task of await tasks(campaignId)) await complete(task.id);
  await run(2 * day);
  for (const task of await tasks(campaignId)) await complete(task.id);
  expect((await tasks(campaignId)).map((task) => task.status)).toEqual(Array.from({ length: 4 }, () => 'COMPLETED'));
  expect((await leads(campaignId)).map((lead) => [lead.status, lead.steps_sent])).toEqual([
    ['COMPLETED', 1],
    ['COMPLETED', 1],
  ]);
});

test('a request that was made is waited for again when its step comes back, and is made once', async () => {
  provider.acceptsAfterDays = 2;
  const campaignId = await campaign('ben', 1, [request, opener]);
  await morning();
  await run(2 * hour);
  expect(await actions(campaignId)).toMatchObject([{ state: 'PENDING' }]);
  const steps = await read(campaignId);
  // Nothing is mailed before the evening.
  await save(campaignId, [{ ...steps[1]!, seq_delay_details: { delayInDays: 0, delayInHours: 0, delayInMinutes: 0 } }]);
  expect(await actions(campaignId)).toMatchObject([{ state: 'SKIPPED', note: 'The step was removed.' }]);
  await save(campaignId, steps);
  await run(hour);
  expect(await actions(campaignId)).toMatchObject([{ state: 'PENDING' }]);
  await run(3 * day);
  expect(await actions(campaignId)).toMatchObject([{ state: 'DONE', connection: 'ACCEPTED' }]);
  expect(provider.asked).toHaveLength(1);
  expect(await leads(campaignId)).toMatchObject([{ status: 'COMPLETED', steps_sent: 1 }]);
});

test('nobody who let a request pass is asked again when its step comes back', async () => {
  const campaignId = await campaign('cleo', 1, [request, opener, { ...opener, subject: '', days: 9 }]);
  await morning();
  await run(7 * day);
  expect(await actions(campaignId)).toMatchObject([{ state: 'SKIPPED', connection: 'SKIPPED_AND_EMAIL_MESSAGE_SENT' }]);
  const steps = await read(campaignId);
  await save(campaignId, steps.slice(1));
  await save(campaignId, steps);
  expect(await leads(campaignId)).toMatchObject([{ next_step_id: steps[2]!.id, last_seq_number: 2 }]);
  await run(9 * day);
  expect(await leads(campaignId)).toMatchObject([{ status: 'COMPLETED', steps_sent: 2 }]);
  expect(provider.asked).toHaveLength(1);
});

test('an action that failed is tried anew for a lead that comes to its step again', async () => {
  provider.fault = () => Response.json({}, { status: 503 });
  const campaignId = await campaign('dora', 1, [
    { ...request, detail: { linkedin_type: 'VISIT_PROFILE' } },
    { ...opener, days: 4 },
  ]);
  await morning();
  await run(2 * day);
  expect(await actions(campaignId)).toMatchObject([{ state: 'FAILED' }]);
  const steps = await read(campaignId);
  await save(campaignId, steps.slice(1));
  provider.fault = null;
  await save(campaignId, [steps[1]!, steps[0]!]);
  await run(6 * day);
  expect(await actions(campaignId)).toMatchObject([{ state: 'DONE', note: null }]);
  expect(await leads(campaignId)).toMatchObject([{ status: 'COMPLETED', steps_sent: 1 }]);
});

test('a LinkedIn step that becomes a manual one is done by a person only, and one that becomes an email is mailed', async () => {
  const campaignId = await campaign('ella', 1, [opener, { ...request, days: 1 }, { ...opener, subject: '', days: 1 }]);
  await morning();
  await run(day + 6 * hour);
  expect(await actions(campaignId)).toMatchObject([{ state: 'PENDING' }]);
  const steps = await read(campaignId);
  const turned = (kind: 'MANUAL' | 'EMAIL'): Step[] =>
    steps.map((step, index) => (index === 1 ? { ...step, seq_type: kind, detail: {} } : step));
  await save(campaignId, turned('MANUAL'));
  expect(await actions(campaignId)).toMatchObject([{ state: 'SKIPPED' }]);
  await run(2 * day);
  expect(await tasks(campaignId)).toMatchObject([{ status: 'CREATED' }]);
  await save(campaignId, turned('EMAIL'));
  expect(await tasks(campaignId)).toEqual([]);
  await run(4 * day);
  expect(await leads(campaignId)).toMatchObject([{ status: 'COMPLETED', steps_sent: 3 }]);
  expect(provider.asked).toHaveLength(1);
});

test('leads that wait for a person at the first step wait on when the sequence is saved, and leave the new leads of the day alone', async () => {
  await morning();
  const campaignId = await campaign('fay', 6, [call, { ...opener, days: 1 }], { max_leads_per_day: 2 });
  await run(2 * hour);
  const before = await tasks(campaignId);
  expect(before).toHaveLength(2);
  const steps = await read(campaignId);
  await save(campaignId, [
    steps[0]!,
    { ...steps[1]!, seq_delay_details: { delayInDays: 2, delayInHours: 0, delayInMinutes: 0 } },
  ]);
  await run(hour);
  expect(await tasks(campaignId)).toEqual(before);
  expect((await leads(campaignId)).filter((lead) => lead.is_parked)).toHaveLength(2);
  await run(day);
  expect(await tasks(campaignId)).toHaveLength(4);
});

test('who did the first step reaches the second one beside the new leads of the day', async () => {
  await morning();
  const campaignId = await campaign('gus', 4, [call, { ...call, days: 1 }, opener], { max_leads_per_day: 2 });
  await run(2 * hour);
  for (const task of await tasks(campaignId)) await complete(task.id);
  await run(day + 2 * hour);
  expect(await tasks(campaignId)).toHaveLength(6);
});

test('a lead that did all of a sequence without emails has no step left to resume', async () => {
  const campaignId = await campaign('hal', 1, [call, call]);
  await morning();
  await run(hour);
  for (let step = 0; step < 2; step += 1) {
    for (const task of await tasks(campaignId)) await complete(task.id);
    await run(2 * hour);
  }
  expect(await leads(campaignId)).toMatchObject([{ status: 'COMPLETED', last_seq_number: 2 }]);
  const resumed = await world.main
    .asClient(campaignLeadsContract, world.me)
    .resumeLeads({ params: { campaignId }, body: { selection: { filter: {} } } });
  expect(resumed).toMatchObject({ changed: 0, reasons: [{ reason: 'No step is left', count: 1 }] });
  expect(await leads(campaignId)).toMatchObject([{ status: 'COMPLETED' }]);
});
