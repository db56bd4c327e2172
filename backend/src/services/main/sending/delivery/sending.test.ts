import { SmtpFailure } from '#platform/mail/smtp-failure';
import { claimLanes } from './lane.store';
import { markLost } from './settle-doubt';
import { submitReserved } from './submit.store';
import { createSendingWorld, type SendingWorld } from './testing';
import { given } from '#lifecycle/lead-state/testing';

const day = 24 * 3_600_000;
let world: SendingWorld;

beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(async () => {
  await world.close();
});

const intents = (campaignId: number) =>
  world.main.test.query<{
    state: string;
    mailbox_id: number;
    send_at: Date;
    enrolment_id: number;
    seq_number: number;
    message_id: string;
    in_reply_to: string | null;
    subject: string;
    smtp_response: string;
  }>('select * from intent where campaign_id = $1 order by send_at, id', [campaignId]);
const enrolments = (campaignId: number) =>
  world.main.test.query<{
    status: string;
    reason: string | null;
    steps_sent: number;
    email: string;
    constraint_code: string | null;
  }>('select e.*, l.email from enrolment e join lead l on l.id = e.lead_id where e.campaign_id = $1 order by e.id', [
    campaignId,
  ]);

test('sends every step to every lead once, from one mailbox, in one thread, inside the window and with the gap', async () => {
  const mailboxIds = [
    await world.connect('rosa@northlight.test', { message_per_day: 40 }),
    await world.connect('dan@northlight.test', { message_per_day: 40 }),
  ];
  const leads = Array.from({ length: 12 }, (_, index) => `silent.${index}@prospects.test`);
  const campaignId = await world.campaign({
    mailboxIds,
    leads,
    steps: [
      { days: 0, subject: 'Hello {{first_name}}', body: '<p>Hi {{first_name}} {a|b}</p>' },
      { days: 2, subject: '', body: '<p>Again</p>' },
      { days: 1, subject: '', body: '<p>Last</p>' },
    ],
  });
  await world.runUntil(world.main.clock.now() + 8 * day);

  const sent = await intents(campaignId);
  expect(sent).toHaveLength(36);
  expect(new Set(sent.map((intent) => intent.state))).toEqual(new Set(['SENT']));
  expect(await enrolments(campaignId)).toEqual(
    expect.arrayContaining(
      leads.map((email) => expect.objectContaining({ email, status: 'COMPLETED', steps_sent: 3 })),
    ),
  );
  const record = world.mail.record.count();
  expect(record.mails).toBe(36);
  expect(record.distinctMessageIds).toBe(36);
  for (const intent of sent) {
    const hour = intent.send_at.getUTCHours();
    expect(hour).toBeGreaterThanOrEqual(8);
    expect(hour).toBeLessThan(18);
    if (intent.seq_number > 1) {
      const before = sent.find(
        (other) => other.enrolment_id === intent.enrolment_id && other.seq_number === intent.seq_number - 1,
      );
      expect(intent.mailbox_id).toBe(before?.mailbox_id);
      expect(intent.in_reply_to).toBe(before?.message_id);
      expect(intent.subject).toBe('Re: Hello silent');
    }
  }
  for (const mailboxId of mailboxIds) {
    const times = sent
      .filter((intent) => intent.mailbox_id === mailboxId)
      .map((intent) => intent.send_at.getTime())
      .sort((a, b) => a - b);
    for (let index = 1; index < times.length; index += 1)
      expect((times[index] as number) - (times[index - 1] as number)).toBeGreaterThanOrEqual(3 * 60_000);
  }
  const [campaign] = await world.main.test.query<{ status: string }>('select status from campaign where id = $1', [
    campaignId,
  ]);
  expect(campaign?.status).toBe('COMPLETED');
});

test("blocks a lead whose address is refused at RCPT, with the server's words, and suppresses it", async () => {
  const mailboxId = await world.connect('eva@northlight.test');
  const campaignId = await world.campaign({ mailboxIds: [mailboxId], leads: ['rejects.one@prospects.test'] });
  await world.runUntil(world.main.clock.now() + day);
  const [intent] = await intents(campaignId);
  expect(intent?.state).toBe('FAILED');
  expect(intent?.smtp_response).toMatch(/5\.1\.1/);
  expect(await enrolments(campaignId)).toEqual([expect.objectContaining({ status: 'BLOCKED', reason: 'BOUNCED' })]);
  expect(
    await world.main.test.query('select created_at from suppression where value = $1', ['rejects.one@prospects.test']),
  ).toEqual(await world.main.test.query(`select at as created_at from event where kind = 'BOUNCE'`));
});

test('never sends over the daily cap of a mailbox that two campaigns share', async () => {
  const mailboxId = await world.connect('lena@northlight.test', { message_per_day: 5 });
  const leads = (name: string) => Array.from({ length: 20 }, (_, index) => `silent.${name}${index}@prospects.test`);
  const first = await world.campaign({ mailboxIds: [mailboxId], leads: leads('x') });
  const second = await world.campaign({ mailboxIds: [mailboxId], leads: leads('y') });
  await world.runUntil(world.main.clock.now() + 3 * day);
  const times = [...(await intents(first)), ...(await intents(second))]
    .filter((intent) => intent.state === 'SENT')
    .map((intent) => intent.send_at.getTime())
    .sort((a, b) => a - b);
  expect(times.length).toBeGreaterThanOrEqual(15);
  for (const [index, time] of times.entries())
    expect(times.slice(index).filter((other) => other - time < day).length).toBeLessThanOrEqual(5);
});

test('puts the mailbox into its error state when its login is refused, and burns no lead', async () => {
  const mailboxId = await world.connect('amir@northlight.test');
  await world.mail.createMailbox({ email: 'amir@northlight.test', password: 'another-password' });
  const campaignId = await world.campaign({ mailboxIds: [mailboxId], leads: ['silent.q@prospects.test'] });
  await world.runUntil(world.main.clock.now() + 3_600_000);
  const [mailbox] = await world.main.test.query<{
    failing_since: Date | null;
    failure_code: string;
    smtp_failure_error: string;
  }>('select * from mailbox where id = $1', [mailboxId]);
  expect(mailbox).toMatchObject({ failure_code: 'CREDENTIALS', failing_since: expect.any(Date) });
  expect(mailbox?.smtp_failure_error).toMatch(/535/);
  expect(await enrolments(campaignId)).toEqual([expect.objectContaining({ status: 'STARTED', steps_sent: 0 })]);
});

test('logins that were refused use up no tries of a mail: put off once afterwards, it still leaves', async () => {
  const mailboxId = await world.connect('tess@northlight.test');
  const campaignId = await world.campaign({ mailboxIds: [mailboxId], leads: ['silent.tries@prospects.test'] });
  let [refused, isPutOff] = [0, false];
  world.mail.setSmtpFaults(({ stage, address }) => {
    if (stage === 'login' && refused < 6) {
      refused += 1;
      return { reply: 535, text: '5.7.8 Username and password not accepted' };
    }
    if (stage !== 'rcpt' || isPutOff || address !== 'silent.tries@prospects.test') return null;
    isPutOff = true;
    return { reply: 450, text: '4.2.0 Greylisted, try again' };
  });
  for (let turns = 0; turns < 120 && !isPutOff; turns += 1) {
    await world.runUntil(world.main.clock.now() + 20 * 60_000);
    await world.main.test.query('update mailbox set failing_since = null, is_smtp_success = true where id = $1', [
      mailboxId,
    ]);
  }
  await world.runUntil(world.main.clock.now() + day);
  world.mail.setSmtpFaults(null);
  expect({ refused, isPutOff }).toEqual({ refused: 6, isPutOff: true });
  expect(await enrolments(campaignId)).toEqual([expect.objectContaining({ status: 'COMPLETED', steps_sent: 1 })]);
});

test('workers that die with a mail use up no tries of it: put off once afterwards, it still leaves', async () => {
  const { deps } = world;
  const mailboxId = await world.connect('mira@northlight.test');
  const campaignId = await world.campaign({ mailboxIds: [mailboxId], leads: ['silent.deaths@prospects.test'] });
  const smtpServer = deps.smtpServer;
  let [deaths, putOffs] = [0, 0];
  deps.smtpServer = async (...given) => {
    for (; deaths < 6; deaths += 1) {
      await world.main.test.query(`update mailbox set lane_leased_until = now() - interval '1 second' where id = $1`, [
        mailboxId,
      ]);
      expect(await claimLanes(deps.db, { now: deps.now(), worker: `dead-${deaths}`, most: 8, lease: 0 })).toHaveLength(
        1,
      );
    }
    return smtpServer(...given);
  };
  world.mail.setSmtpFaults(({ stage, address }) => {
    if (stage !== 'rcpt' || putOffs === 2 || address !== 'silent.deaths@prospects.test') return null;
    putOffs += 1;
    return { reply: 450, text: '4.2.0 Greylisted, try again' };
  });
  await world.runUntil(world.main.clock.now() + day);
  deps.smtpServer = smtpServer;
  world.mail.setSmtpFaults(null);
  expect({ deaths, putOffs }).toEqual({ deaths: 6, putOffs: 2 });
  expect(await enrolments(campaignId)).toEqual([expect.objectContaining({ status: 'COMPLETED', steps_sent: 1 })]);
});

test('sends nothing when the stop is committed between the claim and the final dot', async () => {
  const mailboxId = await world.connect('jon@northlight.test');
  const campaignId = await world.campaign({ mailboxIds: [mailboxId], leads: ['silent.stop@prospects.test'] });
  const before = world.mail.record.count().mails;
  // The stop lands while the connection to the mail server is being opened: after the first check, before the last one.
  const smtpServer = world.deps.smtpServer;
  world.deps.smtpServer = async (workspaceId, id) => {
    await given(world.main).lead({ campaignId }).replied();
    return smtpServer(workspaceId, id);
  };
  await world.runUntil(world.main.clock.now() + 3_600_000);
  world.deps.smtpServer = smtpServer;
  expect(world.mail.record.count().mails).toBe(before);
  const [intent] = await intents(campaignId);
  expect(intent).toMatchObject({ state: 'CANCELLED' });
});

test.each([
  ['for good', { code: 550, status: '5.7.1', response: '550 5.7.1 Not from you' }],
  ['for now', { code: 451, status: '4.3.0', response: '451 4.3.0 Try again' }],
] as const)(
  'a worker that was slower than its lease, and is refused %s, says nothing about the mail that another has on its way',
  async (_, answer) => {
    const { deps } = world;
    const mailboxId = await world.connect(`slow-${answer.code}@northlight.test`);
    const campaignId = await world.campaign({
      mailboxIds: [mailboxId],
      leads: [`silent.slow-${answer.code}@prospects.test`],
    });
    const smtpServer = deps.smtpServer;
    // While the first one opens its connection its lease ends, and another comes as far as the final dot.
    deps.smtpServer = async () => {
      await world.main.test.query(`update mailbox set lane_leased_until = now() - interval '1 second' where id = $1`, [
        mailboxId,
      ]);
      const claims = await claimLanes(deps.db, { now: deps.now(), worker: 'another', most: 8 });
      const mail = {
        subject: 'Hello',
        html: null,
        text: 'Hi',
        inReplyTo: null,
        references: [],
        links: [],
        spinChoice: 0,
      };
      expect(
        await submitReserved(
          deps.db,
          claims.map((claim) => ({ claim, mail })),
          deps.now(),
          { isSendingHeld: false, mayWait: true },
        ),
      ).toEqual([null]);
      throw new SmtpFailure('refused', 'rcpt', answer);
    };
    for (let turns = 0; turns < 48 && (await intents(campaignId))[0]?.state !== 'SUBMITTING'; turns += 1)
      await world.runUntil(world.main.clock.now() + 1_800_000);
    deps.smtpServer = smtpServer;
    expect((await intents(campaignId)).map(({ state }) => state)).toEqual(['SUBMITTING']);
    expect((await enrolments(campaignId))[0]).toMatchObject({ status: 'STARTED', reason: null });
    // The other one's mail is what counts, also when it never says what became of it.
    await world.main.test.query(`update intent set leased_until = now() - interval '1 minute' where campaign_id = $1`, [
      campaignId,
    ]);
    expect(await markLost(deps)).toBe(1);
    expect((await enrolments(campaignId))[0]).toMatchObject({ status: 'COMPLETED', steps_sent: 1 });
  },
);
