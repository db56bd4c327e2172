import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { openImap } from '#platform/mail/open-imap';
import { claimLanes } from './lane.store';
import { markLost, settleDoubts, toldBy } from './settle-doubt';
import { createSendingWorld, dieBeforeTheDot, endLeases, waitingForLocks, type SendingWorld } from './testing';

const hour = 3_600_000;
const day = 24 * hour;
const body = '<p>Hi {{first_name}}</p>';
const twoSteps = [
  { days: 0, subject: 'Hello', body },
  { days: 0, subject: '', body },
];
let world: SendingWorld;

beforeAll(async () => {
  world = await createSendingWorld();
  world.deps.serverTimeout = 2 * hour;
});
afterAll(async () => {
  await world.close();
});

interface Row {
  id: string;
  state: string;
  seq_number: number;
  send_at: Date;
  message_id: string;
  in_reply_to: string | null;
  cancel_reason: string | null;
  failure_text: string | null;
  doubt_evidence: Record<string, unknown> | null;
}
const intents = (campaignId: number) =>
  world.main.test.query<Row>('select * from intent where campaign_id = $1 order by send_at, id', [campaignId]);
const enrolment = async (campaignId: number) =>
  (
    await world.main.test.query<{
      id: number;
      status: string;
      steps_sent: number;
      constraint_code: string | null;
      next_due_at: Date | null;
      thread_references: string[];
      last_message_id: string | null;
    }>('select * from enrolment where campaign_id = $1', [campaignId])
  )[0];
const creditsUsed = async () =>
  (
    await world.main.test.query<{ email_credits_used: number }>(
      'select email_credits_used from workspace where id = $1',
      [world.me.workspaceId],
    )
  )[0]?.email_credits_used as number;
const sentEvents = async (campaignId: number) =>
  (await world.main.test.query(`select 1 from event where campaign_id = $1 and kind = 'SENT'`, [campaignId])).length;

/** A mailbox whose provider files what is submitted. */
async function connectKeeper(email: string): Promise<number> {
  const mailboxId = await world.connect(email);
  await world.mail.createMailbox({ email, password: 'right-password', autoFileSent: true });
  await world.main.test.query('update mailbox set files_sent_mail = true where id = $1', [mailboxId]);
  return mailboxId;
}

/** A campaign of two steps for one lead, whose first mail's worker died before the final dot. @returns the campaign */
async function campaignInDoubt(name: string): Promise<{ campaignId: number; mailboxId: number }> {
  const mailboxId = await connectKeeper(`${name}@northlight.test`);
  const campaignId = await world.campaign({
    mailboxIds: [mailboxId],
    leads: [`silent.${name}@prospects.test`],
    steps: twoSteps,
  });
  expect(await dieBeforeTheDot(world, campaignId)).toBe(1);
  await endLeases(world, campaignId);
  expect(await markLost(world.deps)).toBe(1);
  return { campaignId, mailboxId };
}

/** A reservation that is released, and taken up again when the next look is over. */
const isHeld = expect.stringMatching(/^(CANCELLED|RESERVED)$/);
const lookTwice = async () => {
  await settleDoubts(world.deps);
  await settleDoubts(world.deps);
};

test('a mail whose worker died after the server had it is in doubt, counts as sent, and is found in Sent', async () => {
  const mailboxId = await connectKeeper('kim@northlight.test');
  const campaignId = await world.campaign({ mailboxIds: [mailboxId], leads: ['silent.doubt@prospects.test'] });
  await world.runUntil(world.main.clock.now() + day);
  expect((await intents(campaignId))[0]?.state).toBe('SENT');
  await world.main.test.query(
    `
      update intent
      set state = 'SUBMITTING', sent_at = null, leased_until = now() - interval '1 minute',
        submitting_at = now() - interval '1 day'
      where campaign_id = $1
    `,
    [campaignId],
  );
  expect(await markLost(world.deps)).toBe(1);
  expect((await intents(campaignId))[0]?.state).toBe('IN_DOUBT');
  await settleDoubts(world.deps);
  expect((await intents(campaignId))[0]?.state).toBe('SENT');
});

test('what Sent proves unsent is undone with everything that was counted, sent after all, and followed in its thread', async () => {
  const { campaignId } = await campaignInDoubt('liv');
  expect((await enrolment(campaignId))?.next_due_at?.getTime()).toBe(toldBy(world.deps));
  const credits = await creditsUsed();
  await lookTwice();
  expect(await intents(campaignId)).toMatchObject([{ state: 'CANCELLED', cancel_reason: 'PROVEN_UNSENT' }]);
  expect([await creditsUsed(), await sentEvents(campaignId)]).toEqual([credits - 1, 0]);
  expect(await enrolment(campaignId)).toMatchObject({
    status: 'STARTED',
    steps_sent: 0,
    thread_references: [],
    last_message_id: null,
  });
  await world.runUntil(world.main.clock.now() + 2 * day);
  const [first, second] = await intents(campaignId);
  expect([first, second]).toMatchObject([
    { state: 'SENT', seq_number: 1 },
    { state: 'SENT', seq_number: 2, in_reply_to: first?.message_id },
  ]);
  expect(await enrolment(campaignId)).toMatchObject({ status: 'COMPLETED', steps_sent: 2 });
});

test('a mail that proves unsent in the moment in which a trigger ends its campaign is sent after all', async () => {
  const mailboxId = await connectKeeper('mia@northlight.test');
  const campaignId = await world.campaign({
    mailboxIds: [mailboxId],
    leads: ['silent.mia@prospects.test'],
    steps: [{ days: 0, subject: 'Hello', body }],
  });
  expect(await dieBeforeTheDot(world, campaignId)).toBe(1);
  await endLeases(world, campaignId);
  expect(await markLost(world.deps)).toBe(1);
  expect(await enrolment(campaignId)).toMatchObject({ status: 'COMPLETED' });
  await settleDoubts(world.deps);
  let settling: Promise<unknown> | undefined;
  await world.main.deps.db.systemSql(async (sql) => {
    // What a trigger writes that finds nothing to do, and has not committed.
    await sql.query(`update campaign set status = 'COMPLETED', next_trigger_at = null where id = $1`, [campaignId]);
    settling = settleDoubts(world.deps);
    await waitingForLocks(world, 1);
  });
  await settling;
  await world.runUntil(world.main.clock.now() + day);
  expect((await intents(campaignId)).map((mail) => mail.state)).toEqual(['SENT']);
});

test('a follow-up stays while the mail before it is looked for, however late the looks come', async () => {
  const { campaignId } = await campaignInDoubt('mo');
  // No look for a day: the machine was busy, or off.
  await world.runUntil(world.main.clock.now() + day);
  expect(await intents(campaignId)).toMatchObject([
    { seq_number: 1, state: 'IN_DOUBT' },
    { seq_number: 2, state: isHeld },
  ]);
  expect(await enrolment(campaignId)).toMatchObject({
    status: 'INPROGRESS',
    steps_sent: 1,
    constraint_code: expect.stringMatching(/^STEP_(NOT_DUE|IN_FLIGHT)$/),
  });
  await lookTwice();
  await world.runUntil(world.main.clock.now() + 2 * day);
  const [first, second] = await intents(campaignId);
  expect([first, second]).toMatchObject([
    { state: 'SENT', seq_number: 1 },
    { state: 'SENT', seq_number: 2, in_reply_to: first?.message_id },
  ]);
});

test('a follow-up does not wait for a mailbox that could not be read for a day', async () => {
  const { campaignId, mailboxId } = await campaignInDoubt('nia');
  const imapServer = world.deps.imapServer;
  world.deps.imapServer = async (workspaceId, id) =>
    id === mailboxId ? { ...(await imapServer(workspaceId, id)), port: 1 } : imapServer(workspaceId, id);
  try {
    await settleDoubts(world.deps);
    expect((await intents(campaignId))[0]?.doubt_evidence).toMatchObject({
      failed_looks: 1,
      last_failure: expect.any(String),
    });
    await settleDoubts(world.deps);
    expect((await intents(campaignId))[0]?.doubt_evidence).toMatchObject({ failed_looks: 1 });
  } finally {
    world.deps.imapServer = imapServer;
  }
  await world.runUntil(world.main.clock.now() + day);
  expect(await intents(campaignId)).toMatchObject([{ state: 'IN_DOUBT' }, { state: isHeld }]);
  await world.main.test.query(
    `
      update intent
      set doubt_evidence = doubt_evidence || '{"failed_looks": 288}'
      where campaign_id = $1 and state = 'IN_DOUBT'
    `,
    [campaignId],
  );
  await world.runUntil(world.main.clock.now() + 2 * day);
  expect((await intents(campaignId)).map(({ state }) => state)).toEqual(['IN_DOUBT', 'SENT']);
  await world.main.test.query(
    `update intent set doubt_evidence = doubt_evidence - 'look_after' where campaign_id = $1`,
    [campaignId],
  );
  await lookTwice();
  expect((await intents(campaignId)).map(({ state }) => state)).toEqual(['SKIPPED', 'SENT']);
});

test('a follow-up that was reserved already gives way to the mail before it', async () => {
  const { campaignId } = await campaignInDoubt('ole');
  const smtpServer = world.deps.smtpServer;
  // The looks are over while the follow-up's connection is opened.
  let looks = 0;
  await world.main.test.query(
    `update intent set doubt_evidence = doubt_evidence || '{"failed_looks": 288}' where campaign_id = $1`,
    [campaignId],
  );
  world.deps.smtpServer = async (workspaceId, mailboxId) => {
    if (looks === 0) {
      looks += 1;
      await lookTwice();
    }
    return smtpServer(workspaceId, mailboxId);
  };
  await world.runUntil(world.main.clock.now() + 2 * day);
  world.deps.smtpServer = smtpServer;
  expect(looks).toBe(1);
  const sent = await intents(campaignId);
  expect(sent.map(({ seq_number, state }) => ({ seq_number, state }))).toEqual([
    { seq_number: 1, state: 'SENT' },
    { seq_number: 2, state: 'SENT' },
  ]);
  expect(sent[1]?.in_reply_to).toBe(sent[0]?.message_id);
});

test('what was followed before it proved unsent is told and stays unsent: a sequence never runs backwards', async () => {
  const { campaignId } = await campaignInDoubt('pia');
  await world.main.test.query(
    `update intent set doubt_evidence = doubt_evidence || '{"failed_looks": 288}' where campaign_id = $1`,
    [campaignId],
  );
  await world.runUntil(world.main.clock.now() + 2 * day);
  expect((await intents(campaignId)).map(({ state }) => state)).toEqual(['IN_DOUBT', 'SENT']);
  const credits = await creditsUsed();
  await lookTwice();
  await world.runUntil(world.main.clock.now() + 2 * day);
  const sent = await intents(campaignId);
  expect(sent).toMatchObject([
    {
      state: 'SKIPPED',
      cancel_reason: 'PROVEN_UNSENT',
      failure_text: expect.stringContaining('was not sent'),
      doubt_evidence: { is_followed: true },
    },
    { state: 'SENT', seq_number: 2 },
  ]);
  expect([await creditsUsed(), await sentEvents(campaignId)]).toEqual([credits - 1, 1]);
  expect(await enrolment(campaignId)).toMatchObject({
    status: 'COMPLETED',
    steps_sent: 1,
    thread_references: [sent[1]?.message_id],
    last_message_id: sent[1]?.message_id,
  });
});

test('a mail that proves unsent after its step was removed leaves its lead at the step that it waits for', async () => {
  const { campaignId } = await campaignInDoubt('tom');
  const sequence = world.main.asClient(sequencesContract, world.me);
  const [, second] = (await sequence.getSequence({ params: { campaignId } })).steps;
  if (!second) throw new Error('The second step is missing.');
  await sequence.saveSequence({
    params: { campaignId },
    body: { steps: [{ ...second, variants: second.variants.map((variant) => ({ ...variant, subject: 'Shorter' })) }] },
  });
  await lookTwice();
  expect(await intents(campaignId)).toMatchObject([{ state: 'CANCELLED', cancel_reason: 'PROVEN_UNSENT' }]);
  expect(await enrolment(campaignId)).toMatchObject({
    status: 'STARTED',
    steps_sent: 0,
    next_step_id: second.id,
    thread_references: [],
  });
  await world.runUntil(world.main.clock.now() + 2 * day);
  expect((await intents(campaignId)).filter(({ state }) => state === 'SENT')).toMatchObject([
    { seq_number: 1, in_reply_to: null },
  ]);
  expect(await enrolment(campaignId)).toMatchObject({ status: 'COMPLETED', steps_sent: 1 });
});

test('nothing is decided while what follows is between its commit and its final dot', async () => {
  const { campaignId } = await campaignInDoubt('quin');
  await world.main.test.query(
    `update intent set doubt_evidence = doubt_evidence || '{"failed_looks": 288}' where campaign_id = $1`,
    [campaignId],
  );
  expect(await dieBeforeTheDot(world, campaignId)).toBe(1);
  await lookTwice();
  expect((await intents(campaignId)).map(({ state }) => state)).toEqual(['IN_DOUBT', 'SUBMITTING']);
  await endLeases(world, campaignId);
  expect(await markLost(world.deps)).toBe(1);
  await lookTwice();
  await world.main.test.query(
    `update intent set doubt_evidence = doubt_evidence - 'look_after' where campaign_id = $1`,
    [campaignId],
  );
  await lookTwice();
  expect(await intents(campaignId)).toMatchObject([{ state: 'CANCELLED' }, { state: 'CANCELLED' }]);
  // Neither left: the later first, both are undone, and sent in their order.
  await world.runUntil(world.main.clock.now() + 3 * day);
  expect(await intents(campaignId)).toMatchObject([
    { seq_number: 1, state: 'SENT' },
    { seq_number: 2, state: 'SENT' },
  ]);
});

test("a person's own mail that proves unsent stands in its conversation as failed", async () => {
  const mailboxId = await connectKeeper('rae@northlight.test');
  const campaignId = await world.campaign({ mailboxIds: [mailboxId], leads: ['silent.rae@prospects.test'] });
  await world.runUntil(world.main.clock.now() + day);
  const before = await enrolment(campaignId);
  await world.main.test.query(
    `
      insert into intent (
        workspace_id, kind, campaign_id, enrolment_id, mailbox_id, state, slot_at, send_at, message_id,
          envelope_id, to_email, subject, body_text, "references"
      )
      values (
        $1, 'REPLY', $2, $3, $4, 'RESERVED', $5, $5, '<own@northlight.test>', 'own',
          'silent.rae@prospects.test', 'Re: Hello', 'Thanks', $6
      )
    `,
    [
      world.me.workspaceId,
      campaignId,
      before?.id,
      mailboxId,
      new Date(world.main.clock.now()),
      before?.thread_references,
    ],
  );
  expect(await dieBeforeTheDot(world, campaignId)).toBe(1);
  await world.main.test.query(
    `
      update intent
      set leased_until = now() - interval '1 minute', submitting_at = now() - interval '1 day'
      where campaign_id = $1 and state = 'SUBMITTING'
    `,
    [campaignId],
  );
  await markLost(world.deps);
  expect((await enrolment(campaignId))?.last_message_id).toBe('<own@northlight.test>');
  await lookTwice();
  expect((await intents(campaignId)).find(({ message_id }) => message_id === '<own@northlight.test>')).toMatchObject({
    state: 'FAILED',
    failure_text: expect.stringContaining('Send it again'),
  });
  expect(await enrolment(campaignId)).toMatchObject({
    last_message_id: before?.last_message_id,
    thread_references: before?.thread_references,
  });
  expect(await world.main.test.query(`select 1 from message where message_id = '<own@northlight.test>'`)).toEqual([]);
});

test('what the provider does not file proves nothing: it stays in doubt, and the follow-up leaves', async () => {
  const mailboxId = await world.connect('sam@northlight.test');
  const campaignId = await world.campaign({
    mailboxIds: [mailboxId],
    leads: ['silent.sam@prospects.test'],
    steps: twoSteps,
  });
  expect(await dieBeforeTheDot(world, campaignId)).toBe(1);
  await endLeases(world, campaignId);
  await markLost(world.deps);
  for (let look = 0; look < 6; look += 1) await settleDoubts(world.deps);
  await world.runUntil(world.main.clock.now() + 2 * day);
  expect(await intents(campaignId)).toMatchObject([
    { state: 'IN_DOUBT', seq_number: 1 },
    { state: 'SENT', seq_number: 2 },
  ]);
  expect(await claimLanes(world.deps.db, { now: world.deps.now(), worker: 'another', most: 8 })).toEqual([]);
});

test('a Sent folder that somebody emptied proves nothing', async () => {
  const mailboxId = await connectKeeper('una@northlight.test');
  const filed = await world.campaign({ mailboxIds: [mailboxId], leads: ['silent.una-1@prospects.test'] });
  await world.runUntil(world.main.clock.now() + day);
  expect((await intents(filed))[0]?.state).toBe('SENT');
  const lost = await world.campaign({ mailboxIds: [mailboxId], leads: ['silent.una-2@prospects.test'] });
  expect(await dieBeforeTheDot(world, lost)).toBe(1);
  await endLeases(world, lost);
  await markLost(world.deps);
  const client = await openImap(await world.deps.imapServer(world.me.workspaceId, mailboxId), world.deps.rules);
  const lock = await client.getMailboxLock('Sent');
  await client.messageDelete('1:*');
  lock.release();
  await client.logout();
  await lookTwice();
  expect((await intents(lost))[0]).toMatchObject({ state: 'IN_DOUBT', doubt_evidence: { proves_unsent: false } });
});

describe('by the list of Sent, where the server', () => {
  afterEach(() => world.mail.setImapFlaws({}));
  const flaws = {
    'refuses to search': { refuses: ['SEARCH'] as const },
    'finds nothing by a header': { isBlindToHeaders: true },
    'finds everything by a header': { findsAllByHeaders: true },
  };

  test.each(Object.entries(flaws))('%s, doubts are settled', async (name, flaw) => {
    const local = name.replaceAll(' ', '-');
    const mailboxId = await connectKeeper(`${local}@northlight.test`);
    const lead = (no: number) => `silent.${local}-${no}@prospects.test`;
    const filed = await world.campaign({ mailboxIds: [mailboxId], leads: [lead(1)] });
    await world.runUntil(world.main.clock.now() + day);
    const lost = await world.campaign({ mailboxIds: [mailboxId], leads: [lead(2)], steps: twoSteps });
    expect(await dieBeforeTheDot(world, lost)).toBe(1);
    await endLeases(world, lost);
    await world.main.test.query(
      `
        update intent
        set state = 'SUBMITTING', sent_at = null, leased_until = now() - interval '1 minute',
          submitting_at = now() - interval '1 day'
        where campaign_id = $1
      `,
      [filed],
    );
    expect(await markLost(world.deps)).toBe(2);
    world.mail.setImapFlaws(flaw);
    await lookTwice();
    expect((await intents(filed))[0]?.state).toBe('SENT');
    expect((await intents(lost))[0]).toMatchObject({ state: 'CANCELLED', cancel_reason: 'PROVEN_UNSENT' });
  });
});

test('what a killed process left in a past that is being made is settled by the engine of that past alone', async () => {
  const mailboxId = await connectKeeper('ada@northlight.test');
  const campaignId = await world.campaign({ mailboxIds: [mailboxId], leads: ['silent.ada@prospects.test'] });
  expect(await dieBeforeTheDot(world, campaignId)).toBe(1);
  await endLeases(world, campaignId);
  const setHistoryUntil = (until: number | null) =>
    world.main.test.query('update workspace set history_until = $2 where id = $1', [
      world.me.workspaceId,
      until === null ? null : new Date(until),
    ]);
  const past = world.main.clock.now() - day;
  await setHistoryUntil(world.main.clock.now());
  try {
    expect(await markLost(world.deps)).toBe(0);
    expect(await markLost({ ...world.deps, now: () => past })).toBe(1);
    const sent = 'select last_send_at from mailbox where id = $1';
    expect(await world.main.test.query(sent, [mailboxId])).toEqual([{ last_send_at: new Date(past) }]);
    expect(await settleDoubts(world.deps)).toBe(0);
    expect(await settleDoubts({ ...world.deps, now: () => past })).toBeGreaterThan(0);
  } finally {
    await setHistoryUntil(null);
  }
});
