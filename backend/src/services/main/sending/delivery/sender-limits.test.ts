import { fleetPlanContract } from '@skein/contracts/main/fleet-plan.contract';
import { noticesContract } from '@skein/contracts/main/notices.contract';
import { reviewContract } from '@skein/contracts/main/review.contract';
import {
  everySenderState,
  senderStatePlan,
  senderStates,
  type SenderStage,
  type SenderStateName,
} from '#sandbox/mail-world/smtp/sender-states';
import { createSendingWorld, type SendingWorld } from './testing';

const hour = 3_600_000;
const day = 24 * hour;
let world: SendingWorld;
beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

const sql = <Row extends object>(text: string, values: unknown[] = []) => world.main.test.query<Row>(text, values);
const now = () => world.main.clock.now();
const run = (milliseconds: number) => world.runUntil(now() + milliseconds);
const five = (word: string) => Array.from({ length: 5 }, (_, index) => `silent.${word}${index}@prospects.test`);
const leads = (campaignId: number) =>
  sql<{
    id: number;
    status: string;
    reason: string | null;
    steps_sent: number;
    is_bounced: boolean;
    is_sender_bounced: boolean;
    mailbox_id: number | null;
    constraint_code: string | null;
    hold_kind: string | null;
  }>('select * from enrolment where campaign_id = $1 order by id', [campaignId]);
const statusOf = async (campaignId: number) =>
  (await sql<{ status: string }>('select status from campaign where id = $1', [campaignId]))[0]?.status;
const suppressed = (word: string) => sql('select value from suppression where value like $1', [`%${word}%`]);
const rests = (mailboxId: number) =>
  sql<{ cause: string; reason: string; level: number; began_at: Date; until: Date; ended_at: Date | null }>(
    `select * from bounce_response where bounce_class = 'SENDER_STATE' and scope_id = $1::text order by id`,
    [mailboxId],
  );
const noticesOf = async (mailbox: string) =>
  (await world.main.asClient(noticesContract, world.me).listNotices({ query: {} })).rows.filter(
    ({ kind, title }) => kind === 'mailbox-resting' && title.startsWith(mailbox),
  );

/** The server tells it to one mailbox, until the test says otherwise. */
const tell = (mailbox: string, state: SenderStateName, stage: SenderStage): void =>
  world.mail.setSmtpFaults(senderStatePlan(state, { stage, isMeant: (login) => login === mailbox }));

test.each(everySenderState.filter(([state]) => state !== 'login-refused'))(
  'a campaign of five through a mailbox that meets %s at %s loses no lead and finishes afterwards',
  async (state, stage) => {
    const word = `${state}-${stage}`.replaceAll('-', '');
    const email = `${word}@limited.test`;
    world.main.clock.set(
      Date.UTC(2026, 10, 23 + everySenderState.findIndex(([a, b]) => a === state && b === stage) * 14, 8),
    );
    const mailboxId = await world.connect(email);
    const campaignId = await world.campaign({ mailboxIds: [mailboxId], leads: five(word) });
    tell(email, state, stage);
    for (let step = 0; step < 3; step += 1) {
      await run(3 * hour);
      await world.main.runJobs();
    }
    expect((await leads(campaignId)).map(({ status, steps_sent: sent, reason }) => [status, sent, reason])).toEqual(
      Array.from({ length: 5 }, () => ['STARTED', 0, null]),
    );
    expect((await leads(campaignId)).some((lead) => lead.is_bounced || lead.is_sender_bounced)).toBe(false);
    expect(await suppressed(word)).toEqual([]);
    expect(await statusOf(campaignId)).toBe('ACTIVE');
    const [rest] = await rests(mailboxId);
    expect(rest!.reason).toContain(senderStates[state][stage]![1].replace(/^\d\.\d\.\d+ /, '').slice(0, 60));
    expect(await noticesOf(email)).toHaveLength(1);

    world.mail.setSmtpFaults(null);
    await run(2 * day);
    expect((await leads(campaignId)).map(({ status, steps_sent: sent }) => [status, sent])).toEqual(
      Array.from({ length: 5 }, () => ['COMPLETED', 1]),
    );
    expect(await statusOf(campaignId)).toBe('COMPLETED');
    expect((await rests(mailboxId)).every((each) => each.ended_at !== null || each.until.getTime() <= now())).toBe(
      true,
    );
  },
);

test('a limit per hour ends with the hour, one per day after 24 hours', async () => {
  world.main.clock.set(Date.UTC(2027, 10, 1, 9, 20));
  const [hourly, daily] = ['perhour@limited.test', 'perday@limited.test'];
  const boxes = [await world.connect(hourly), await world.connect(daily)];
  for (const [index, box] of boxes.entries())
    await world.campaign({ mailboxIds: [box], leads: [`silent.until${index}@prospects.test`] });
  const plans = [
    senderStatePlan('hourly-limit', { stage: 'rcpt', isMeant: (login) => login === hourly }),
    senderStatePlan('daily-limit', { stage: 'data', isMeant: (login) => login === daily }),
  ];
  world.mail.setSmtpFaults((context) => plans.map((plan) => plan(context)).find((fault) => fault !== null) ?? null);
  await run(10 * 60_000);
  world.mail.setSmtpFaults(null);
  const [[first], [second]] = [await rests(boxes[0]!), await rests(boxes[1]!)];
  expect(first).toMatchObject({ cause: 'LIMIT', level: 1 });
  expect(first!.until.getTime()).toBeGreaterThan(Date.UTC(2027, 10, 1, 10));
  expect(first!.until.getTime()).toBeLessThan(Date.UTC(2027, 10, 1, 10, 10));
  expect(second!.until.getTime() - second!.began_at.getTime()).toBe(day);
});

test('the lead’s “Why?” and the fleet show the server’s words, and releasing the mailbox sends again', async () => {
  world.main.clock.set(Date.UTC(2027, 11, 6, 9));
  const email = 'why@limited.test';
  const mailboxId = await world.connect(email);
  const campaignId = await world.campaign({ mailboxIds: [mailboxId], leads: five('why') });
  tell(email, 'suspended', 'mail');
  await run(2 * hour);
  const [lead] = await leads(campaignId);
  const review = world.main.asClient(reviewContract, world.me);
  const { binding } = await review.explainLead({ params: { campaignId, enrolmentId: lead!.id } });
  expect(binding).toMatchObject({
    code: 'MAILBOX_PROVIDER_REST',
    facts: {
      reason: 'Sending suspended by the provider: 553 5.7.1 Your account has been blocked from sending',
    },
  });
  const plan = world.main.asClient(fleetPlanContract, world.me);
  const response = (await plan.getFleetPlan({})).responses.find(({ label }) => label === email);
  expect(response).toMatchObject({ reaction: 'REST', scope: 'MAILBOX', cause: 'SUSPENDED' });
  const [notice] = await noticesOf(email);
  expect(notice).toMatchObject({
    title: `${email}: sending suspended by the provider`,
    text: expect.stringMatching(/^The server said: 553 5\.7\.1 Your account .* Sign in at the provider/) as string,
    href: `/app/email-account/${mailboxId}/overview`,
  });
  world.mail.setSmtpFaults(null);
  await plan.releaseBounceResponse({ params: { bounceResponseId: response!.id }, body: {} });
  await run(3 * hour);
  expect((await leads(campaignId)).every(({ status }) => status === 'COMPLETED')).toBe(true);
});

test('first emails leave from another mailbox of the campaign, follow-ups wait for theirs', async () => {
  world.main.clock.set(Date.UTC(2028, 0, 10, 9));
  const [limited, free] = [await world.connect('one@half.test'), await world.connect('two@half.test')];
  const steps = [
    { days: 0, subject: 'Hello', body: '<p>Hi</p>' },
    { days: 1, subject: '', body: '<p>Again</p>' },
  ];
  const threads = await world.campaign({ mailboxIds: [limited], leads: five('thread').slice(0, 1), steps });
  await run(3 * hour);
  const campaignId = await world.campaign({ mailboxIds: [limited, free], leads: five('half') });
  tell('one@half.test', 'daily-limit', 'data');
  await run(8 * hour);
  expect((await leads(campaignId)).map(({ status, mailbox_id: box }) => [status, box])).toEqual(
    Array.from({ length: 5 }, () => ['COMPLETED', free]),
  );
  await run(16 * hour);
  world.mail.setSmtpFaults(null);
  await run(3 * day);
  expect(await leads(threads)).toMatchObject([{ status: 'COMPLETED', steps_sent: 2, mailbox_id: limited }]);
});

test('a refusal that says nothing about the recipient blocks no address', async () => {
  world.main.clock.set(Date.UTC(2028, 1, 7, 9));
  const mailboxId = await world.connect('unclear@sender.test');
  const campaignId = await world.campaign({ mailboxIds: [mailboxId], leads: ['silent.unclear@prospects.test'] });
  world.mail.setSmtpFaults(({ stage }) => (stage === 'rcpt' ? { reply: 550, text: '5.7.1 Rejected' } : null));
  await run(2 * hour);
  world.mail.setSmtpFaults(null);
  expect(await leads(campaignId)).toMatchObject([{ status: 'STOPPED', reason: 'FAILED', is_bounced: false }]);
  expect(await suppressed('unclear')).toEqual([]);
  expect(await rests(mailboxId)).toEqual([]);
});

test('a full mailbox is tried again after days, and an address that does not exist is blocked', async () => {
  world.main.clock.set(Date.UTC(2028, 2, 6, 9));
  const mailboxId = await world.connect('recipients@sender.test');
  const campaignId = await world.campaign({
    mailboxIds: [mailboxId],
    leads: ['silent.isfull@prospects.test', 'silent.isgone@prospects.test'],
  });
  world.mail.setSmtpFaults(({ stage, address }) =>
    stage !== 'rcpt'
      ? null
      : address === 'silent.isfull@prospects.test'
        ? { reply: 552, text: '5.2.2 Mailbox full' }
        : { reply: 550, text: '5.1.1 The email account that you tried to reach does not exist' },
  );
  await run(2 * hour);
  world.mail.setSmtpFaults(null);
  expect(await leads(campaignId)).toMatchObject([
    { status: 'STARTED', hold_kind: 'RETRY', is_bounced: false },
    { status: 'BLOCKED', reason: 'BOUNCED', is_bounced: true },
  ]);
  await run(4 * day);
  expect((await leads(campaignId))[0]).toMatchObject({ status: 'COMPLETED', steps_sent: 1 });
});

test('one email that no server takes does not keep its mailbox resting', async () => {
  world.main.clock.set(Date.UTC(2028, 3, 3, 9));
  const email = 'poison@sender.test';
  const mailboxId = await world.connect(email);
  const campaignId = await world.campaign({
    mailboxIds: [mailboxId],
    leads: ['silent.poison@prospects.test', ...five('sound')],
  });
  // Words about spam that only one of the emails meets.
  let poisoned = false;
  world.mail.setSmtpFaults(({ stage, address, login }) => {
    if (login !== email) return null;
    if (stage === 'rcpt') poisoned = address === 'silent.poison@prospects.test';
    return stage === 'data' && poisoned ? { reply: 554, text: '5.7.1 Spam message rejected' } : null;
  });
  await run(8 * day);
  world.mail.setSmtpFaults(null);
  const [first, ...others] = await leads(campaignId);
  expect(others.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'COMPLETED'));
  expect(first).toMatchObject({ status: 'STOPPED', reason: 'FAILED', is_bounced: false });
  expect(await suppressed('poison')).toEqual([]);
});

test('a login that is refused disconnects the mailbox and costs no lead', async () => {
  world.main.clock.set(Date.UTC(2028, 4, 8, 9));
  const email = 'login@limited.test';
  const mailboxId = await world.connect(email);
  const campaignId = await world.campaign({ mailboxIds: [mailboxId], leads: five('login') });
  tell(email, 'login-refused', 'mail');
  await run(3 * hour);
  world.mail.setSmtpFaults(null);
  expect((await leads(campaignId)).every(({ status }) => status === 'STARTED')).toBe(true);
  expect(
    await sql('select failure_code, failing_since is not null as is_failing from mailbox where id = $1', [mailboxId]),
  ).toEqual([{ failure_code: 'CREDENTIALS', is_failing: true }]);
  expect(await rests(mailboxId)).toEqual([]);
});
