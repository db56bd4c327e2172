import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { markLost } from '#sending/delivery/settle-doubt';
import {
  createSendingWorld,
  dieBeforeTheDot,
  endLeases,
  waitingForLocks,
  type SendingWorld,
} from '#sending/delivery/testing';
import { given } from '#lifecycle/lead-state/testing';

const day = 24 * 3_600_000;
const body = '<p>Hi {{first_name}}</p>';
const threeSteps = ['Hello', '', ''].map((subject) => ({ days: 0, hours: 2, subject, body }));
let world: SendingWorld;

beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(async () => {
  await world.close();
});

const read = (campaignId: number) =>
  world.main.asClient(sequencesContract, world.me).getSequence({ params: { campaignId } });
/** Saves the steps that stand at these places now, in this order; null is a new one. */
async function save(campaignId: number, order: readonly (number | null)[]) {
  const { steps } = await read(campaignId);
  const added = {
    seq_type: 'EMAIL' as const,
    seq_delay_details: { delayInDays: 1, delayInHours: 0, delayInMinutes: 0 },
    variants: [{ subject: '', email_body: '<p>One thing more</p>' }],
  };
  const given = order.map((number) => {
    const step = number === null ? added : steps.find((one) => one.seq_number === number);
    if (!step) throw new Error(`Step ${number} is missing.`);
    return step;
  });
  return world.main
    .asClient(sequencesContract, world.me)
    .saveSequence({ params: { campaignId }, body: { steps: given } });
}
const stepIds = async (campaignId: number) => (await read(campaignId)).steps.map((step) => step.id);
const leads = (campaignId: number) =>
  world.main.test.query<{
    id: number;
    status: string;
    next_step_id: number | null;
    last_seq_number: number;
    steps_sent: number;
  }>('select * from enrolment where campaign_id = $1 order by id', [campaignId]);
const sent = async (campaignId: number) =>
  (
    await world.main.test.query<{ step_id: number }>(
      `select step_id from intent where campaign_id = $1 and state in ('SENT', 'IN_DOUBT') order by send_at`,
      [campaignId],
    )
  ).map((row) => row.step_id);

/** A campaign of which one lead was sent the first step. @returns the campaign and the ids of its steps */
async function afterTheFirst(name: string, emails = [`silent.${name}@prospects.test`]) {
  // No two mails within a turn.
  const mailboxId = await world.connect(`${name}@northlight.test`, { min_time_to_wait_minutes: 25 });
  const campaignId = await world.campaign({ mailboxIds: [mailboxId], leads: emails, steps: threeSteps });
  for (let turns = 0; turns < 144 && (await sent(campaignId)).length < 1; turns += 1)
    await world.runUntil(world.main.clock.now() + 600_000);
  return { campaignId, ids: await stepIds(campaignId) };
}

/** A transaction that holds a lead until it is let go. */
async function hold(enrolmentId: number): Promise<() => Promise<void>> {
  let letGo = () => {};
  const over = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let transaction: Promise<void> = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    transaction = world.main.deps.db.systemSql(async (sql) => {
      await sql.query('select from enrolment where id = $1 for update', [enrolmentId]);
      resolve();
      await over;
    });
    transaction.catch(reject);
  });
  return async () => {
    letGo();
    await transaction;
  };
}

const waiting = (count: number) => waitingForLocks(world, count);

test('a step that is removed while its mail leaves is followed by the one after it', async () => {
  const {
    campaignId,
    ids: [, , third],
  } = await afterTheFirst('ada');
  expect(await dieBeforeTheDot(world, campaignId)).toBe(1);
  await save(campaignId, [1, 3]);
  await endLeases(world, campaignId);
  expect(await markLost(world.deps)).toBe(1);
  expect(await leads(campaignId)).toMatchObject([{ status: 'INPROGRESS', next_step_id: third, steps_sent: 2 }]);
  await world.runUntil(world.main.clock.now() + 4 * day);
  expect(await leads(campaignId)).toMatchObject([{ status: 'COMPLETED', steps_sent: 3 }]);
});

test('a step whose mail leaves keeps its place, and is known by its new number afterwards', async () => {
  const {
    campaignId,
    ids: [, second, third],
  } = await afterTheFirst('ben');
  expect(await dieBeforeTheDot(world, campaignId)).toBe(1);
  await expect(save(campaignId, [1, 3, 2])).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' });
  await save(campaignId, [2, 3]);
  await endLeases(world, campaignId);
  expect(await markLost(world.deps)).toBe(1);
  expect(await leads(campaignId)).toMatchObject([{ next_step_id: third, last_seq_number: 1 }]);
  expect(await stepIds(campaignId)).toEqual([second, third]);
});

test('what is recorded while an edit moves the other leads is moved by it as well: no lead stands at a step that is gone', async () => {
  const {
    campaignId,
    ids: [, , third],
  } = await afterTheFirst('cleo', ['silent.cleo1@prospects.test', 'silent.cleo2@prospects.test']);
  expect(await dieBeforeTheDot(world, campaignId)).toBe(1);
  await endLeases(world, campaignId);
  const other = (await leads(campaignId)).find((lead) => lead.steps_sent === 1);
  if (!other) throw new Error('One lead is past the first step.');
  const letGo = await hold(other.id);
  const edit = save(campaignId, [1, 3]);
  await waiting(1);
  expect(await markLost(world.deps)).toBe(1);
  await letGo();
  await edit;
  expect((await leads(campaignId)).map((lead) => lead.next_step_id)).toEqual([third, third]);
});

test('what is recorded after an edit has moved its lead goes by the new sequence', async () => {
  const { campaignId } = await afterTheFirst('dora');
  expect(await dieBeforeTheDot(world, campaignId)).toBe(1);
  await endLeases(world, campaignId);
  const [leaving] = await leads(campaignId);
  if (!leaving) throw new Error('A lead is needed.');
  const letGo = await hold(leaving.id);
  const edit = save(campaignId, [1, 2, null, 3]);
  await waiting(1);
  const recorded = markLost(world.deps);
  await waiting(2);
  await letGo();
  await Promise.all([edit, recorded]);
  const ids = await stepIds(campaignId);
  expect(await leads(campaignId)).toMatchObject([{ next_step_id: ids[2], steps_sent: 2 }]);
  await world.runUntil(world.main.clock.now() + 5 * day);
  expect(await sent(campaignId)).toEqual(ids);
});

test('leads that are added while an edit replaces the first step begin at the new one', async () => {
  const { campaignId } = await afterTheFirst('eva');
  const [known] = await leads(campaignId);
  if (!known) throw new Error('A lead is needed.');
  const letGo = await hold(known.id);
  const edit = save(campaignId, [null, 3]);
  await waiting(1);
  const added = world.main
    .asClient(campaignLeadsContract, world.me)
    .addLeads({ params: { campaignId }, body: { leads: [{ email: 'silent.eva2@prospects.test' }] } });
  await waiting(2);
  await letGo();
  await Promise.all([edit, added]);
  const [first] = await stepIds(campaignId);
  expect((await leads(campaignId)).at(-1)).toMatchObject({ status: 'STARTED', next_step_id: first });
});

test('a lead whose mail is recorded while another calendar puts leads to other dates is not put back to the step that it was sent', async () => {
  const mailboxId = await world.connect('finn@northlight.test', { min_time_to_wait_minutes: 25 });
  // Nine in the morning: both are sent the first step before one is due for the second.
  await world.runUntil(Math.floor(world.main.clock.now() / day) * day + day + 9 * 3_600_000);
  const campaignId = await world.campaign({
    mailboxIds: [mailboxId],
    leads: ['silent.finn1@prospects.test', 'silent.finn2@prospects.test'],
    steps: [
      { days: 0, subject: 'Hello', body },
      { days: 0, hours: 2, subject: '', body },
      { days: 1, subject: '', body },
    ],
    settings: { delay_basis: 'SENDING_DAYS' },
  });
  for (let turns = 0; turns < 144 && (await sent(campaignId)).length < 2; turns += 1)
    await world.runUntil(world.main.clock.now() + 600_000);
  const [first, second] = await leads(campaignId);
  if (!first || !second) throw new Error('Two leads are needed.');
  const [place] = await world.main.test.query<{ next_due_at: Date }>(
    'select next_due_at from enrolment where id = $1',
    [first.id],
  );
  if (!place) throw new Error('The lead is missing.');
  await given(world.main)
    .lead(first.id)
    .dueAt(new Date(place.next_due_at.getTime() + day));
  expect(await dieBeforeTheDot(world, campaignId)).toBe(1);
  await endLeases(world, campaignId);
  const letGo = await hold(first.id);
  const weekday = ((new Date(world.main.clock.now()).getUTCDay() + 3) % 7) + 1;
  const edit = world.main
    .asClient(campaignsContract, world.me)
    .saveSchedule({ params: { campaignId }, body: { days: [weekday] } });
  await waiting(1);
  expect(await markLost(world.deps)).toBe(1);
  await letGo();
  await edit;
  const [, , third] = await stepIds(campaignId);
  const [, after] = await world.main.test.query<{ next_step_id: number; next_due_at: Date; last_seq_number: number }>(
    'select * from enrolment where campaign_id = $1 order by id',
    [campaignId],
  );
  expect(after).toMatchObject({ next_step_id: third, last_seq_number: 2 });
  expect(after?.next_due_at.getUTCDay()).toBe(weekday % 7);
});
