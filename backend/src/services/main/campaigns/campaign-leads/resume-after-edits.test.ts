import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';

import { SmtpFailure } from '#platform/mail/smtp-failure';
import { createSendingWorld, type SendingWorld, type TestStep } from '#sending/delivery/testing';
import { resumeEnrolment } from '#lifecycle/lead-state/enrolment/resume-leads';
import { given } from '#lifecycle/lead-state/testing';

const day = 24 * 3_600_000;
const step: TestStep = { days: 0, subject: 'Hello', body: '<p>Hi {{first_name}}</p>' };
/** A round an hour instead of every ten minutes: days pass here in which nothing is due. */
const settings = { min_time_btwn_emails: 60 };
let world: SendingWorld;

beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(async () => {
  await world.close();
});

const sequence = () => world.main.asClient(sequencesContract, world.me);
const stepsOf = async (campaignId: number) => (await sequence().getSequence({ params: { campaignId } })).steps;
/** Keeps the steps at these places and adds one of two days behind them where it is asked for. */
async function save(campaignId: number, keep: readonly number[], isAdded: boolean): Promise<void> {
  const added = {
    seq_type: 'EMAIL' as const,
    seq_delay_details: { delayInDays: 2, delayInHours: 0, delayInMinutes: 0 },
    variants: [{ subject: '', email_body: '<p>One thing more</p>' }],
  };
  const kept = (await stepsOf(campaignId)).filter((one) => keep.includes(one.seq_number));
  await sequence().saveSequence({ params: { campaignId }, body: { steps: isAdded ? [...kept, added] : kept } });
}
const leads = (campaignId: number) =>
  world.main.test.query<{
    id: number;
    status: string;
    steps_sent: number;
    next_step_id: number | null;
    last_seq_number: number;
  }>('select * from enrolment where campaign_id = $1 order by id', [campaignId]);
const status = async (campaignId: number) =>
  (await world.main.test.query<{ status: string }>('select status from campaign where id = $1', [campaignId]))[0]
    ?.status;
const resumeAll = (campaignId: number) =>
  world.main
    .asClient(campaignLeadsContract, world.me)
    .resumeLeads({ params: { campaignId }, body: { selection: { filter: {} } } });
const run = (days: number) => world.runUntil(world.main.clock.now() + days * day);

async function campaign(name: string, count: number, steps: TestStep[]): Promise<number> {
  const mailboxId = await world.connect(`${name}@northlight.test`);
  return world.campaign({
    mailboxIds: [mailboxId],
    leads: Array.from({ length: count }, (_, index) => `silent.${name}${index}@prospects.test`),
    steps,
    settings,
  });
}

test('leads that were done go on at a step that was added since, each of them, and not before its delay', async () => {
  const campaignId = await campaign('ulla', 3, [step]);
  await run(1);
  expect([await status(campaignId), (await leads(campaignId)).map((lead) => lead.status)]).toEqual([
    'COMPLETED',
    ['COMPLETED', 'COMPLETED', 'COMPLETED'],
  ]);
  await save(campaignId, [1], true);
  expect(await resumeAll(campaignId)).toMatchObject({ changed: 3 });
  await run(0.5);
  expect((await leads(campaignId)).map((lead) => [lead.status, lead.steps_sent])).toEqual(
    Array.from({ length: 3 }, () => ['INPROGRESS', 1]),
  );
  await run(5);
  expect((await leads(campaignId)).map((lead) => [lead.status, lead.steps_sent])).toEqual(
    Array.from({ length: 3 }, () => ['COMPLETED', 2]),
  );
  expect(await status(campaignId)).toBe('COMPLETED');
});

test('a step that replaces the last one is for those who were past the last one too', async () => {
  const campaignId = await campaign('vera', 1, [step, step]);
  await run(2);
  expect(await leads(campaignId)).toMatchObject([{ status: 'COMPLETED', steps_sent: 2, last_seq_number: 2 }]);
  await save(campaignId, [1], false);
  expect(await resumeAll(campaignId)).toMatchObject({ changed: 0, reasons: [{ reason: 'No step is left', count: 1 }] });
  await save(campaignId, [1], true);
  expect(await leads(campaignId)).toMatchObject([{ last_seq_number: 1 }]);
  expect(await resumeAll(campaignId)).toMatchObject({ changed: 1 });
  await run(5);
  expect(await leads(campaignId)).toMatchObject([{ status: 'COMPLETED', steps_sent: 3, last_seq_number: 2 }]);
});

test.each(['by the list', 'in the inbox'])(
  'a lead whose step was removed while it was stopped goes on behind what it had, %s',
  async (how) => {
    const campaignId = await campaign(how === 'in the inbox' ? 'wim' : 'xena', 1, [
      step,
      { ...step, days: 3 },
      { ...step, days: 3 },
    ]);
    await run(1);
    const [lead] = await leads(campaignId);
    if (!lead) throw new Error('A lead is needed.');
    await given(world.main).lead(lead.id).replied();
    await save(campaignId, [1, 3], false);
    const [, last] = await stepsOf(campaignId);
    const at = new Date(world.main.clock.now());
    if (how === 'in the inbox')
      expect(
        await world.main.deps.db.systemSql((sql) => resumeEnrolment(sql, { enrolmentId: lead.id, at, notBefore: at })),
      ).toBe(true);
    else expect(await resumeAll(campaignId)).toMatchObject({ changed: 1 });
    expect(await leads(campaignId)).toMatchObject([{ status: 'INPROGRESS', next_step_id: last?.id }]);
    await run(5);
    expect(await leads(campaignId)).toMatchObject([{ status: 'COMPLETED', steps_sent: 2 }]);
  },
);

test('a removed step that comes back is for those who missed it, and for nobody twice', async () => {
  const mailboxId = await world.connect('yves@northlight.test');
  const campaignId = await world.campaign({
    mailboxIds: [mailboxId],
    leads: ['silent.yves1@prospects.test'],
    steps: [step, { ...step, hours: 2 }, { ...step, days: 6 }],
    settings,
  });
  await run(1);
  await world.main.asClient(campaignLeadsContract, world.me).addLeads({
    params: { campaignId },
    body: { leads: [{ email: 'silent.yves2@prospects.test', first_name: 'Yves' }] },
  });
  const begun = async () => (await leads(campaignId)).map((lead) => lead.steps_sent);
  for (let turns = 0; turns < 200 && (await begun())[1] === 0; turns += 1) await run(1 / 48);
  expect(await begun()).toEqual([2, 1]);
  const [, second, third] = await stepsOf(campaignId);
  await save(campaignId, [1, 3], false);
  expect((await leads(campaignId)).map((lead) => lead.next_step_id)).toEqual([third?.id, third?.id]);
  const before = await sequence().getSequence({ params: { campaignId } });
  expect(before.steps).toHaveLength(2);
  await sequence().saveSequence({
    params: { campaignId },
    body: { steps: [before.steps[0], second, before.steps[1]].map((one) => one as NonNullable<typeof one>) },
  });
  expect(await leads(campaignId)).toMatchObject([
    { next_step_id: third?.id, last_seq_number: 2 },
    { next_step_id: second?.id, last_seq_number: 1 },
  ]);
  expect((await stepsOf(campaignId)).map((one) => one.id)).toEqual([before.steps[0]?.id, second?.id, third?.id]);
  await run(12);
  expect((await leads(campaignId)).map((lead) => [lead.status, lead.steps_sent])).toEqual([
    ['COMPLETED', 3],
    ['COMPLETED', 3],
  ]);
  // Who had all of it before the last one went and came back has nothing left.
  await save(campaignId, [1, 2], false);
  await sequence().saveSequence({
    params: { campaignId },
    body: { steps: [...(await stepsOf(campaignId)), third].map((one) => one as NonNullable<typeof one>) },
  });
  expect(await resumeAll(campaignId)).toMatchObject({ changed: 0, reasons: [{ reason: 'No step is left', count: 2 }] });
});

test('a lead whose mail a server refused goes on when a person lets it, and holds up nobody', async () => {
  const campaignId = await campaign('zoe', 2, [step]);
  const smtpServer = world.deps.smtpServer;
  let refused = 0;
  world.deps.smtpServer = async (workspaceId, mailboxId) => {
    if (refused > 0) return smtpServer(workspaceId, mailboxId);
    refused += 1;
    throw new SmtpFailure('refused', 'rcpt', {
      code: 550,
      status: '5.7.1',
      response: '550 5.7.1 This email is not wanted here',
    });
  };
  await run(1);
  world.deps.smtpServer = smtpServer;
  expect((await leads(campaignId)).map((lead) => lead.status).sort()).toEqual(['COMPLETED', 'STOPPED']);
  await world.main.asClient(campaignLeadsContract, world.me).addLeads({
    params: { campaignId },
    body: { leads: [{ email: 'silent.zoe3@prospects.test', first_name: 'Zoe' }] },
  });
  expect(await resumeAll(campaignId)).toMatchObject({ changed: 1 });
  await run(1.5);
  expect((await leads(campaignId)).map((lead) => [lead.status, lead.steps_sent])).toEqual(
    Array.from({ length: 3 }, () => ['COMPLETED', 1]),
  );
});
