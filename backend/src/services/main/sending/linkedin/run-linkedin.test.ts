import { planEnded } from '#platform/plans/plan-in-force.store';
import { linkedInContract } from '@skein/contracts/main/linkedin.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { tasksContract } from '@skein/contracts/main/tasks.contract';
import { createSendingWorld, type SendingWorld } from '../delivery/testing';
import { notInPlan } from './linkedin-texts';
import { createTestProvider, type TestProvider } from './testing';
import { given } from '#lifecycle/lead-state/testing';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const opener = { days: 0, subject: 'Hello', body: '<p>Hi</p>' };
const onLinkedIn = (type: string, body = '', more: Record<string, unknown> = {}) => ({
  days: 0,
  kind: 'LINKEDIN' as const,
  subject: '',
  body,
  detail: { linkedin_type: type, ...more },
});
let world: SendingWorld;
let provider: TestProvider;

beforeAll(async () => {
  world = await createSendingWorld();
  provider = await createTestProvider(world.main);
});
beforeEach(() => {
  provider.reset();
  world.deps.linkedIn = world.main.deps.linkedIn = provider.linkedIn;
});
afterAll(async () => {
  await provider.close();
  await world.close();
});

const run = (time: number) => world.runUntil(world.main.clock.now() + time);
/** Nine in the morning of the day after. */
const morning = () => world.runUntil(Math.floor(world.main.clock.now() / day) * day + day + 9 * hour);
const midnight = () => world.runUntil(Math.floor(world.main.clock.now() / day) * day + day);
const linkedIn = () => world.main.asClient(linkedInContract, world.me);
const connect = (name: string) => provider.connect(world.me, name);
const disconnectAll = async () => {
  for (const { id } of (await linkedIn().listLinkedInAccounts({})).accounts)
    await linkedIn().disconnectLinkedInAccount({ params: { linkedInAccountId: id } });
};
const action = async (campaignId: number) =>
  (
    await world.main.test.query<{
      id: string;
      state: string;
      connection: string | null;
      note: string | null;
      performed_at: Date | null;
      settled_at: Date | null;
      next_look_at: Date | null;
    }>('select * from linkedin_action where campaign_id = $1 order by id', [campaignId])
  )[0];
const lead = async (campaignId: number) =>
  (
    await world.main.test.query<{
      id: number;
      status: string;
      reason: string | null;
      steps_sent: number;
      constraint_code: string | null;
    }>('select * from enrolment where campaign_id = $1', [campaignId])
  )[0];

/** A campaign with one lead who has a profile, at a LinkedIn step. */
async function campaign(
  name: string,
  step: ReturnType<typeof onLinkedIn>,
  settings: Record<string, unknown> = {},
): Promise<number> {
  const mailboxId = await world.connect(`${name}@northlight.test`);
  const campaignId = await world.campaign({
    mailboxIds: [mailboxId],
    leads: [`silent.${name}@prospects.test`],
    steps: [step, opener],
    settings: { min_time_btwn_emails: 60, ...settings },
  });
  await world.main.test.query('update lead set linkedin_profile = $2 where email = $1', [
    `silent.${name}@prospects.test`,
    `https://linkedin.com/in/${name}`,
  ]);
  return campaignId;
}

test('what is answered with "later" is asked again, and after the last time the lead goes on without', async () => {
  await connect('ada');
  provider.fault = () => Response.json({}, { status: 503 });
  const campaignId = await campaign('ada', onLinkedIn('VISIT_PROFILE'));
  await morning();
  await run(2 * day);
  expect(provider.asked).toHaveLength(5);
  expect(
    provider.asked.slice(1).map((ask, index) => Math.round((ask.at - provider.asked[index]!.at) / 60_000)),
  ).toEqual([5, 30, 120, expect.any(Number)]);
  expect(await action(campaignId)).toMatchObject({
    state: 'FAILED',
    note: 'Unipile answered 503: no reason given (503)',
  });
  expect(await lead(campaignId)).toMatchObject({ status: 'COMPLETED', steps_sent: 1 });
});

test('where LinkedIn takes no more, the account rests with its other leads, and a lead is not kept for ever', async () => {
  await disconnectAll();
  await midnight();
  await connect('zoe');
  provider.fault = () => Response.json({ type: 'errors/too_many_requests', status: 429 }, { status: 429 });
  const [one, two] = [
    await campaign('zoe', onLinkedIn('VISIT_PROFILE')),
    await campaign('zac', onLinkedIn('VISIT_PROFILE')),
  ];
  await run(8.5 * hour);
  expect(provider.asked).toHaveLength(1);
  const waits = [await action(one), await action(two)].map((each) => each?.note).toSorted();
  expect(waits).toEqual([
    'LinkedIn takes no more of these from the account for now.',
    'LinkedIn takes no more requests at the moment.',
  ]);
  await run(7 * day);
  const settled = [await action(one), await action(two)].filter((each) => each?.state === 'SKIPPED');
  expect(settled.length).toBeGreaterThan(0);
  expect(provider.asked.length).toBeLessThan(14);
});

test('an account opens so many profiles a day, and what is left is done the day after', async () => {
  await disconnectAll();
  await midnight();
  const id = await connect('yann');
  const campaignId = await campaign('yann', onLinkedIn('VISIT_PROFILE'));
  const today = world.main.clock.now();
  await world.main.test.query(
    'update linkedin_account set profiles_read = 80, profiles_read_since = $2 where id = $1',
    [id, new Date(today)],
  );
  await run(10 * hour);
  expect(provider.asked).toEqual([]);
  expect(await action(campaignId)).toMatchObject({ note: 'The account has opened 80 profiles today.' });
  await run(day);
  expect(await action(campaignId)).toMatchObject({ state: 'DONE' });
});

test('the cap is of the account at the provider, not of the row, and another provider’s account does nothing', async () => {
  await disconnectAll();
  await midnight();
  const id = await connect('quin');
  const campaignId = await campaign('quin', onLinkedIn('VISIT_PROFILE'));
  await world.main.test.query(`update linkedin_account set provider = 'before.test' where id = $1`, [id]);
  await run(10 * hour);
  expect(provider.asked).toEqual([]);
  expect(await action(campaignId)).toMatchObject({ note: 'No LinkedIn account is connected.' });
  await world.main.test.query(`update linkedin_account set provider = 'test' where id = $1`, [id]);
  const at = new Date(world.main.clock.now());
  await world.main.test.query(
    `
      with former as (
          insert into linkedin_account (workspace_id, name, provider, provider_account, state, deleted_at)
          select workspace_id, name, provider, provider_account, state, now() from linkedin_account where id = $1
          returning id, workspace_id
        )
      insert into linkedin_action (workspace_id, campaign_id, enrolment_id, step_id, account_id, kind, state, performed_at)
      select f.workspace_id, $2, e.id, 900000 + n, f.id, 'VISIT_PROFILE', 'DONE', $3
      from former f, enrolment e, generate_series(1, 40) n
      where e.campaign_id = $2
    `,
    [id, campaignId, at],
  );
  await run(10 * hour);
  expect(provider.asked).toEqual([]);
  const [waiting] = await world.main.test.query<{ note: string }>(
    `select note from linkedin_action where campaign_id = $1 and state = 'WAITING'`,
    [campaignId],
  );
  expect(waiting).toEqual({ note: 'The daily cap of 40 is reached.' });
});

test('a request whose account is gone is passed over after its days, and one that nobody can ask about is not at once', async () => {
  await disconnectAll();
  await midnight();
  const id = await connect('rae');
  const [gone, unknown] = [
    await campaign('rae', onLinkedIn('CONNECTION_REQUEST', '', { accept_within_days: 2 })),
    await campaign('rob', onLinkedIn('CONNECTION_REQUEST', '', { accept_within_days: 2 })),
  ];
  await run(10 * hour);
  world.deps.linkedIn = { ...provider.linkedIn, readConnection: () => Promise.reject(new Error('away')) };
  await run(2 * day);
  expect(await action(unknown)).toMatchObject({ state: 'PENDING', note: 'The LinkedIn provider could not be asked.' });
  world.deps.linkedIn = {
    ...provider.linkedIn,
    readConnection: async () => ({ state: 'ACCOUNT', reason: 'LinkedIn signed the account out.' }),
  };
  await run(2 * hour);
  const [row] = await world.main.test.query('select state, state_reason from linkedin_account where id = $1', [id]);
  expect(row).toEqual({ state: 'INVALID', state_reason: 'LinkedIn signed the account out.' });
  await linkedIn().disconnectLinkedInAccount({ params: { linkedInAccountId: id } });
  world.deps.linkedIn = provider.linkedIn;
  await run(2 * hour);
  for (const campaignId of [gone, unknown])
    expect(await action(campaignId)).toMatchObject({ state: 'SKIPPED', note: 'The request was not accepted in time.' });
});

test('a step says and does what it says when it is done, not when its lead reached it', async () => {
  await disconnectAll();
  const campaignId = await campaign('ben', onLinkedIn('VISIT_PROFILE'));
  await morning();
  expect(await action(campaignId)).toMatchObject({ state: 'WAITING', note: 'No LinkedIn account is connected.' });
  const sequence = world.main.asClient(sequencesContract, world.me);
  const { steps } = await sequence.getSequence({ params: { campaignId } });
  const [first, second] = steps;
  if (!first || !second) throw new Error('The campaign has two steps.');
  await sequence.saveSequence({
    params: { campaignId },
    body: {
      steps: [
        {
          ...first,
          detail: { linkedin_type: 'MESSAGE' },
          variants: first.variants.map((variant) => ({
            ...variant,
            email_body: '<p>Good to meet you, {{first_name}}</p>',
          })),
        },
        second,
      ],
    },
  });
  provider.known.add('ben');
  await connect('ben');
  await run(hour);
  expect(provider.asked).toMatchObject([{ action: 'MESSAGE', body: 'Good to meet you, silent' }]);
  expect(await action(campaignId)).toMatchObject({ state: 'DONE' });
});

test('a request has its days from when it was made, however long it had to wait for an account', async () => {
  await disconnectAll();
  provider.acceptsAfterDays = 2;
  const campaignId = await campaign('cleo', onLinkedIn('CONNECTION_REQUEST', '', { accept_within_days: 3 }));
  await morning();
  await run(8 * day);
  await connect('cleo');
  await run(day);
  expect(await action(campaignId)).toMatchObject({ state: 'PENDING', connection: 'PENDING' });
  await run(2 * day);
  expect(await action(campaignId)).toMatchObject({ state: 'DONE', connection: 'ACCEPTED' });
  expect(provider.asked).toHaveLength(1);
});

test('a lead that is put on a block list in the last moment is not visited', async () => {
  await disconnectAll();
  const campaignId = await campaign('dora', onLinkedIn('VISIT_PROFILE'));
  await morning();
  await world.main.test.query(
    `
      insert into suppression (workspace_id, kind, value, source)
      values ($1, 'email', 'silent.dora@prospects.test', 'manual')
    `,
    [world.me.workspaceId],
  );
  await connect('dora');
  await run(hour);
  expect(provider.asked).toEqual([]);
  expect(await action(campaignId)).toMatchObject({
    state: 'SKIPPED',
    note: 'The lead unsubscribed or is on a block list.',
  });
  expect(await lead(campaignId)).toMatchObject({ status: 'BLOCKED', reason: 'SUPPRESSED' });
});

test('a lead that is away is visited when it is back', async () => {
  await disconnectAll();
  const campaignId = await campaign('ella', onLinkedIn('VISIT_PROFILE'));
  await morning();
  const back = new Date(world.main.clock.now() + 2 * day);
  await given(world.main).lead({ campaignId }).away(back);
  await connect('ella');
  await run(day);
  expect(await action(campaignId)).toMatchObject({
    state: 'WAITING',
    note: 'The lead is on hold.',
    next_look_at: back,
  });
  await run(day + hour);
  expect(provider.asked).toHaveLength(1);
  expect(provider.asked[0]!.at).toBeGreaterThanOrEqual(back.getTime());
});

test('where the window is open by the lead’s own clock, that clock counts', async () => {
  await connect('fay');
  // One in the morning there.
  await morning();
  const campaignId = await campaign('fay', onLinkedIn('VISIT_PROFILE'), { time_zone_mode: 'LEAD', time_zone: 'UTC' });
  await world.main.test.query(
    `update lead set location = 'Fresno, California, United States' where email = 'silent.fay@prospects.test'`,
  );
  await run(4 * hour);
  expect(await action(campaignId)).toMatchObject({ state: 'WAITING', note: 'The sending window is closed.' });
  await run(5 * hour);
  expect(provider.asked).toHaveLength(1);
  // 8 in the morning there.
  expect(new Date(provider.asked[0]!.at).getUTCHours()).toBeGreaterThanOrEqual(15);
});

test('without a provider a step becomes a task with its text and profile, and completing it lets the sequence continue', async () => {
  await disconnectAll();
  const tasks = world.main.asClient(tasksContract, world.me);
  const campaignId = await campaign('una', onLinkedIn('MESSAGE', '<p>Good to meet you, {{email}}</p>'));
  // It waited for an account while there was a provider, and is handed over when there is none any more.
  await morning();
  expect(await action(campaignId)).toMatchObject({ state: 'WAITING', note: 'No LinkedIn account is connected.' });
  world.deps.linkedIn = null;
  await run(2 * hour);
  expect(await action(campaignId)).toBeUndefined();
  const open = async () => (await tasks.listTasks({ query: { campaign_ids: [campaignId], status: 'CREATED' } })).rows;
  const [task] = await open();
  expect(task).toMatchObject({
    name: 'Send a message on LinkedIn',
    description: 'Good to meet you, silent.una@prospects.test',
    seq_number: 1,
    linkedin: { profile_url: 'https://linkedin.com/in/una' },
  });
  // A provider that is set up later leaves the task as it is.
  world.deps.linkedIn = provider.linkedIn;
  await connect('una');
  await run(day);
  expect(provider.asked).toEqual([]);
  expect(await open()).toHaveLength(1);
  await tasks.completeTask({ params: { taskId: task!.id } });
  await run(2 * day);
  expect(await open()).toEqual([]);
  expect(await lead(campaignId)).toMatchObject({ status: 'COMPLETED', steps_sent: 1 });
});

test('without a provider a lead who has no profile is passed over, and nobody gets a second task', async () => {
  world.deps.linkedIn = null;
  const campaignId = await campaign('vera', onLinkedIn('VISIT_PROFILE'));
  const without = await campaign('will', onLinkedIn('VISIT_PROFILE'));
  await world.main.test.query(`update lead set linkedin_profile = null where email = 'silent.will@prospects.test'`);
  await morning();
  await run(day);
  await given(world.main).lead({ campaignId }).resumed();
  await run(day);
  const { rows } = await world.main
    .asClient(tasksContract, world.me)
    .listTasks({ query: { campaign_ids: [campaignId, without] } });
  expect(rows.map(({ name, lead: { email } }) => [name, email])).toEqual([
    ['Visit the LinkedIn profile', 'silent.vera@prospects.test'],
  ]);
  expect(await lead(without)).toMatchObject({ status: 'COMPLETED' });
});

test('without a provider a request that was made is passed over after its days, and an unanswered action is a task that says so', async () => {
  await connect('xenia');
  const requested = await campaign('xenia', onLinkedIn('CONNECTION_REQUEST', '', { accept_within_days: 2 }));
  await morning();
  expect(await action(requested)).toMatchObject({ state: 'PENDING' });
  provider.fault = () => Response.json({}, { status: 503 });
  const unanswered = await campaign('yuri', onLinkedIn('VISIT_PROFILE'));
  while ((await action(unanswered))?.state !== 'ACTING') await run(hour / 2);
  world.deps.linkedIn = null;
  await run(4 * day);
  expect(await action(requested)).toMatchObject({
    state: 'SKIPPED',
    connection: 'SKIPPED_AND_EMAIL_MESSAGE_SENT',
    note: 'The request was not accepted in time.',
  });
  expect(await action(unanswered)).toMatchObject({ state: 'SKIPPED', note: 'It became a task for a person.' });
  const { rows } = await world.main
    .asClient(tasksContract, world.me)
    .listTasks({ query: { campaign_ids: [requested, unanswered] } });
  expect(rows).toMatchObject([{ name: expect.stringMatching(/\(check LinkedIn first: it may be done\)$/) }]);
});

test('without LinkedIn in the plan an account does nothing, which the action says; with it again the lead goes on', async () => {
  await disconnectAll();
  await midnight();
  await connect('ines');
  const setPlan = (plan: string) =>
    world.main.test.query('update workspace set plan_type = $2 where id = $1', [world.me.workspaceId, plan]);
  const campaignId = await campaign('ines', onLinkedIn('VISIT_PROFILE'));
  await setPlan('free');
  await morning();
  await run(2 * hour);
  expect(provider.asked).toEqual([]);
  expect(await action(campaignId)).toMatchObject({ state: 'WAITING', note: notInPlan });
  await setPlan('pro');
  await run(2 * hour);
  expect(await action(campaignId)).toMatchObject({ state: 'DONE' });
});

test('once the plan has ended an account does nothing, as emails do not leave; renewed, the lead goes on', async () => {
  await disconnectAll();
  await midnight();
  await connect('edith');
  const setEnd = (days: number) =>
    world.main.test.query(
      'update workspace set is_subscribed = true, subscription_end_at = $2, trial_end_at = null where id = $1',
      [world.me.workspaceId, new Date(world.main.realClock.now() + days * day)],
    );
  const campaignId = await campaign('edith', onLinkedIn('VISIT_PROFILE'));
  provider.fault = () => Response.json({}, { status: 503 });
  // Its window opens at eight.
  await run(8 * hour + 2 * minute);
  expect(provider.asked).toHaveLength(1);
  provider.fault = null;
  await setEnd(-2);
  await run(2 * hour);
  expect(provider.asked).toHaveLength(1);
  expect(await action(campaignId)).toMatchObject({ state: 'ACTING', note: planEnded });
  // A plan lasts a day longer than its end.
  await setEnd(-0.5);
  await run(2 * hour);
  expect(await action(campaignId)).toMatchObject({ state: 'DONE' });
  await setEnd(30);
});
