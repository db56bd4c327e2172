import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { heldByCampaign, releaseHeld } from '#lifecycle/lifecycle.api';
import { fileSentCopies } from './file-sent-copies';
import { holdWhatIsUnknown } from './learn-what-left';
import { createLossWorld, type LossWorld, type RestoredWorld } from './testing/loss-world';
import { settleUnconfirmed } from './settle-unconfirmed';
import { findUnconfirmed } from './unconfirmed.store';
import { given } from '#lifecycle/lead-state/testing';

const minute = 60_000;
const day = 24 * 60 * minute;
const twoSteps = [
  { days: 0, subject: 'Hello {{first_name}}', body: '<p>Hi</p>' },
  { days: 1, subject: '', body: '<p>Again</p>' },
];
let world: LossWorld;

beforeEach(async () => {
  world = await createLossWorld();
});
afterEach(() => world.close());

/** How many emails each address got. */
function received(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const mail of world.mail.record.find())
    for (const { address } of mail.recipients) counts[address] = (counts[address] ?? 0) + 1;
  return counts;
}
const countOf = () => world.mail.record.count().mails;
const lead = (name: string) => `silent.${name}@prospects.test`;

/** Runs until so many emails were accepted. */
async function untilSent(count: number): Promise<void> {
  for (let turns = 0; turns < 400 && countOf() < count; turns += 1)
    await world.runUntil(world.main.clock.now() + minute);
  expect(countOf()).toBe(count);
}

async function sendsWithBackup(names: string[], after: number): Promise<{ mailboxId: number; campaignId: number }> {
  const mailboxId = await world.connect('rosa@northlight.test', { min_time_to_wait_minutes: 0 });
  const campaignId = await world.campaign({ mailboxIds: [mailboxId], leads: names.map(lead), steps: twoSteps });
  await untilSent(1);
  await world.backUp();
  await untilSent(after);
  return { mailboxId, campaignId };
}

const holdUnknown = async (restored: RestoredWorld) => {
  const learned = await restored.learn();
  expect(learned.journalProblem).not.toBeNull();
  return holdWhatIsUnknown(restored.deps, learned);
};
const unconfirmed = (restored: RestoredWorld) =>
  restored.deps.db.systemSql((sql) => findUnconfirmed(sql, {}, '0', 100));
const intentOf = async (email: string): Promise<string> => {
  const rows = await world.main.test.query<{ id: string }>(
    `select id from intent where to_email = $1 and state = 'SENT' order by id desc limit 1`,
    [email],
  );
  return rows[0]?.id as string;
};

test('an email lost before its copy in Sent is unconfirmed and is not sent again, and the sequence goes on', async () => {
  await sendsWithBackup(['a', 'b', 'c', 'd'], 3);
  const restored = await world.lose();
  expect(await restored.learn()).toMatchObject({ found: 0, unconfirmed: 2, journalProblem: null, unread: [] });
  expect((await unconfirmed(restored)).map((email) => email.to_email).sort()).toEqual([lead('b'), lead('c')]);
  // Learning it again changes nothing.
  expect(await restored.learn()).toMatchObject({ found: 0, unconfirmed: 0 });
  await restored.runUntil(world.main.clock.now() + 3 * day);
  expect(world.mail.record.duplicates()).toEqual([]);
  expect(received()).toEqual({ [lead('a')]: 2, [lead('b')]: 2, [lead('c')]: 2, [lead('d')]: 2 });
});

test('an email that cannot be noted in the journal waits, and leaves when it can be', async () => {
  const mailboxId = await world.connect('rosa@northlight.test', { min_time_to_wait_minutes: 0 });
  await world.campaign({ mailboxIds: [mailboxId], leads: [lead('a')] });
  let isAway = true;
  world.deps.journal = {
    noteSend: (send) => (isAway ? Promise.reject(new Error('The mount is away.')) : world.journal.noteSend(send)),
  };
  await world.runUntil(world.main.clock.now() + 30 * minute);
  expect(countOf()).toBe(0);
  isAway = false;
  await world.runUntil(world.main.clock.now() + day);
  expect(received()).toEqual({ [lead('a')]: 1 });
});

test('an email lost after its copy in Sent is found there', async () => {
  await sendsWithBackup(['a', 'b', 'c'], 2);
  while ((await fileSentCopies({ ...world.deps, copyAfterSeconds: 0 })) > 0);
  const restored = await world.lose();
  expect(await restored.learn()).toMatchObject({ found: 1, unconfirmed: 0, journalProblem: null });
  await restored.runUntil(world.main.clock.now() + 3 * day);
  expect(world.mail.record.duplicates()).toEqual([]);
  expect(received()).toEqual({ [lead('a')]: 2, [lead('b')]: 2, [lead('c')]: 2 });
});

test('a person says what became of unconfirmed emails: one that did not leave is sent after all', async () => {
  await sendsWithBackup(['a', 'b', 'c'], 3);
  const restored = await world.lose();
  await restored.learn();
  const [first, second] = await unconfirmed(restored);
  const now = world.main.clock.now();
  const settle = (email: { message_id: string } | undefined, as: 'sent' | 'unsent') =>
    settleUnconfirmed(restored.deps.db, { messageIds: [email?.message_id as string] }, as, now);
  expect(await settle(first, 'sent')).toEqual({ settled: 1, open: 0 });
  expect(await settle(second, 'unsent')).toEqual({ settled: 1, open: 0 });
  expect(await unconfirmed(restored)).toEqual([]);
  const before = received()[second?.to_email as string] as number;
  await restored.runUntil(world.main.clock.now() + day / 4);
  expect(received()[second?.to_email as string]).toBe(before + 1);
  expect(received()[first?.to_email as string]).toBe(1);
});

test('without the journal everybody who may have been emailed waits for a person', async () => {
  const { campaignId } = await sendsWithBackup(['a', 'b', 'c'], 2);
  const restored = await world.lose({ losesJournal: true });
  expect(await holdUnknown(restored)).toEqual({ held: 3, unconfirmed: 0 });
  await restored.runUntil(world.main.clock.now() + 3 * day);
  expect(countOf()).toBe(2);
  const held = await heldByCampaign(restored.deps.db);
  expect(held).toMatchObject([{ campaign_id: campaignId, new_leads: 2, follow_ups: 1 }]);
  // The mail server's log names whom the second email went to.
  const sent = Object.keys(received()).filter((email) => email !== lead('a'));
  const release = (except: string[]) =>
    releaseHeld(restored.deps.db, { filter: { except }, at: new Date(world.main.clock.now()) });
  expect(await release(sent)).toBe(2);
  await restored.runUntil(world.main.clock.now() + 3 * day);
  expect(world.mail.record.duplicates()).toEqual([]);
  expect(received()).toEqual({ [lead('a')]: 2, [sent[0] as string]: 1, [lead(sent[0] === lead('b') ? 'c' : 'b')]: 2 });
});

test('without the journal a provider that files what it sends proves what did not leave', async () => {
  await world.mail.createMailbox({ email: 'rosa@northlight.test', password: 'right-password', autoFileSent: true });
  const mailboxId = await world.connect('rosa@northlight.test', { min_time_to_wait_minutes: 0 });
  await world.main.test.query('update mailbox set files_sent_mail = true where id = $1', [mailboxId]);
  await world.mail.createMailbox({ email: 'rosa@northlight.test', password: 'right-password', autoFileSent: true });
  await world.campaign({ mailboxIds: [mailboxId], leads: ['a', 'b', 'c'].map(lead) });
  await world.backUp();
  await untilSent(1);
  const restored = await world.lose({ losesJournal: true });
  expect(await holdUnknown(restored)).toEqual({ held: 0, unconfirmed: 0 });
  await restored.runUntil(world.main.clock.now() + day);
  expect(received()).toEqual({ [lead('a')]: 1, [lead('b')]: 1, [lead('c')]: 1 });
});

test('an unsubscribe by link after the backup is put back from the journal, and a link of a lost email still works', async () => {
  await sendsWithBackup(['a', 'b', 'c'], 3);
  const lost = await intentOf(lead('b'));
  expect(await world.unsubscribe(await intentOf(lead('a')))).toBe(200);
  const restored = await world.lose();
  expect(await restored.learn()).toMatchObject({ optOuts: 1, unconfirmed: 2, journalProblem: null });
  expect(
    await restored.test.query('select status, reason, is_unsubscribed from enrolment order by id limit 1'),
  ).toEqual([{ status: 'STOPPED', reason: 'UNSUBSCRIBED', is_unsubscribed: true }]);
  expect(await world.unsubscribe(lost, restored)).toBe(200);
  await restored.runUntil(world.main.clock.now() + 3 * day);
  expect(received()).toEqual({ [lead('a')]: 1, [lead('b')]: 1, [lead('c')]: 2 });
});

test('without the journal an unsubscribe after the backup is not mailed over', async () => {
  await world.mail.createMailbox({ email: 'rosa@northlight.test', password: 'right-password', autoFileSent: true });
  const { mailboxId } = await sendsWithBackup(['a', 'b'], 2);
  await world.main.test.query('update mailbox set files_sent_mail = true where id = $1', [mailboxId]);
  await world.backUp();
  expect(await world.unsubscribe(await intentOf(lead('a')))).toBe(200);
  const restored = await world.lose({ losesJournal: true });
  expect(await holdUnknown(restored)).toMatchObject({ held: 2 });
  await restored.runUntil(world.main.clock.now() + 3 * day);
  expect(received()).toEqual({ [lead('a')]: 1, [lead('b')]: 1 });
});

test('blocks and an unsubscribe from one campaign after the backup are put back; what was released is not blocked again', async () => {
  const { campaignId } = await sendsWithBackup(['a', 'b', 'c', 'd'], 4);
  const block = (kind: string, value: string) =>
    world.main.test.query(`insert into suppression (workspace_id, kind, value, source) values ($1, $2, $3, 'manual')`, [
      world.me.workspaceId,
      kind,
      value,
    ]);
  await block('email', lead('b'));
  await block('email', lead('c'));
  await world.main.test.query(`delete from suppression where value = $1`, [lead('c')]);
  await given(world.main)
    .lead({ campaignId, email: lead('d') })
    .optedOut();
  await world.journal.writeOptOuts();
  const restored = await world.lose();
  expect(await restored.learn()).toMatchObject({ optOuts: 2, journalProblem: null });
  expect(
    await restored.test.query(
      'select l.email, e.status, e.reason from enrolment e join lead l on l.id = e.lead_id where campaign_id = $1 order by e.id',
      [campaignId],
    ),
  ).toMatchObject([
    { email: lead('a'), status: 'INPROGRESS' },
    { email: lead('b'), status: 'BLOCKED', reason: 'SUPPRESSED' },
    { email: lead('c'), status: 'INPROGRESS' },
    { email: lead('d'), status: 'STOPPED', reason: 'UNSUBSCRIBED' },
  ]);
});

test.each([
  ['with', true, 1, 0],
  ['without', false, 0, 1],
])(
  'a scheduled reply that left after the backup does not leave again, %s the journal',
  async (_, keeps, told, doubted) => {
    const { campaignId } = await sendsWithBackup(['a'], 1);
    const [place] = await world.main.test.query<{ id: number }>('select id from enrolment where campaign_id = $1', [
      campaignId,
    ]);
    const inbox = world.main.asClient(inboxContract, world.me);
    await inbox.reply({
      params: { enrolmentId: place?.id as number },
      body: {
        to_email: lead('a'),
        html: '<p>As promised</p>',
        send_at: new Date(world.main.clock.now() + 60 * minute).toISOString(),
      },
    });
    await world.backUp();
    await untilSent(2);
    const restored = await world.lose({ losesJournal: !keeps });
    const learned = await restored.learn();
    expect(learned.unconfirmed).toBe(told);
    if (!keeps) expect(await holdWhatIsUnknown(restored.deps, learned)).toMatchObject({ unconfirmed: doubted });
    expect(await unconfirmed(restored)).toMatchObject([{ kind: 'REPLY', to_email: lead('a') }]);
    await restored.runUntil(world.main.clock.now() + day / 2);
    expect(world.mail.record.duplicates()).toEqual([]);
    expect(countOf()).toBe(2);
  },
);
