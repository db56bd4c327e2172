import { randomUUID } from 'node:crypto';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { leadsContract } from '@skein/contracts/main/leads.contract';
import { linkedInAnswersContract } from '@skein/contracts/main/linkedin-answers.contract';
import { linkedInContract } from '@skein/contracts/main/linkedin.contract';
import type { SignedIn } from '#main/testing';
import { createSendingWorld, type SendingWorld } from '../delivery/testing';
import { createMessageReader } from './read-messages';
import { messagesUrlOf } from './report-message';
import { dailyAnswers } from './send-answer';
import { createTestProvider, type TestProvider } from './testing';

let world: SendingWorld;
let provider: TestProvider;
let reader: ReturnType<typeof createMessageReader>;
let accountId: number;
/** The account at the provider. */
let account: string;

const query = <Row extends object>(sql: string, values: unknown[] = []) => world.main.test.query<Row>(sql, values);
const readAll = async () => {
  while (await reader.readDue(world.main.clock.now()));
};

beforeAll(async () => {
  world = await createSendingWorld();
  provider = await createTestProvider(world.main);
  world.deps.linkedIn = world.main.deps.linkedIn = provider.linkedIn;
  reader = createMessageReader({ ...world.deps, messagesUrl: messagesUrlOf(world.main.deps) });
  accountId = await provider.connect(world.me, 'Rosa Kessler');
  const [row] = await query<{ name: string }>('select provider_account as name from linkedin_account where id = $1', [
    accountId,
  ]);
  account = row?.name as string;
  await readAll();
});
beforeEach(() => provider.reset());
afterEach(() => query(`update linkedin_account set rests = '{}' where id = $1`, [accountId]));
afterAll(async () => {
  await provider.close();
  await world.close();
});

/** A lead who wrote to the account on LinkedIn. */
async function writtenBy(name: string) {
  const email = `${name}@prospects.test`;
  const campaignId = await world.campaign({
    mailboxIds: [await world.connect(`${name}@northlight.test`)],
    leads: [email],
    steps: [{ days: 0, subject: 'Docks', body: '<p>Hi</p>' }],
  });
  await query('update lead set linkedin_profile = $2 where email = $1', [email, `https://linkedin.com/in/${name}`]);
  const [row] = await query<{ id: number; lead_id: number }>(
    'select id, lead_id from enrolment where campaign_id = $1',
    [campaignId],
  );
  world.main.clock.advance(60_000);
  await provider.standIn.write(account, name, 'How about Thursday?');
  await readAll();
  const enrolmentId = row?.id as number;
  const params = { enrolmentId };
  return {
    enrolmentId,
    leadId: row?.lead_id as number,
    answer: (text: string, key: string = randomUUID(), who: SignedIn = world.me) =>
      world.main.asClient(linkedInAnswersContract, who).answerOnLinkedIn({ params, body: { key, text } }),
    thread: () => world.main.asClient(inboxContract, world.me).getThread({ params }),
    /** What the lead has of the account on LinkedIn. */
    received: async () => {
      const known = (await provider.standIn.accounts.find(account))?.people[name];
      // A form has its lines end with CRLF.
      return (known?.messages ?? []).map(({ text }) => text.replaceAll('\r\n', '\n'));
    },
  };
}
/** The minute in which the provider may still be sending is over. */
const aMinuteLater = () => query(`update linkedin_answer set lease_until = lease_until - interval '2 minutes'`);
const asked = () => provider.asked.filter(({ action }) => action === 'ANSWER').length;
const refusing = (kind: string, status: number) => () =>
  Response.json({ object: 'Error', status, type: `errors/${kind}`, title: kind, detail: kind }, { status });

test('an answer goes into the lead’s conversation by the account it wrote to, and reads it', async () => {
  const { answer, thread, received } = await writtenBy('mira');
  expect((await thread()).linkedin_reply).toEqual({ account_name: 'Rosa Kessler', problem: null });
  const sent = await answer(' Thursday at 10 works.\nShall I send an invitation? ');
  expect(sent).toMatchObject({ state: 'SENT', account_name: 'Rosa Kessler', sent_by: 'Test Person' });
  expect(await received()).toEqual(['Thursday at 10 works.\nShall I send an invitation?']);
  const { linkedin_answers: answers, conversation } = await thread();
  expect(answers).toEqual([sent]);
  expect(conversation.is_read).toBe(true);
});

test('the same key sends once, also five times at once, and belongs to its text', async () => {
  const { answer, received, thread } = await writtenBy('nils');
  const key = randomUUID();
  const all = await Promise.allSettled(Array.from({ length: 5 }, () => answer('Yes', key)));
  for (const one of all)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'CONFLICT' });
    else expect(one.value).toMatchObject({ state: 'SENT', key });
  expect(await answer('Yes', key)).toMatchObject({ state: 'SENT' });
  expect(asked()).toBe(1);
  await expect(answer('No', key)).rejects.toMatchObject({ code: 'CONFLICT' });
  const other = await writtenBy('nina');
  await expect(other.answer('Yes', key)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await received()).toEqual(['Yes']);
  expect((await thread()).linkedin_answers).toHaveLength(1);
});

test('an answer whose confirmation was lost is looked up and not sent twice; the same words of another answer are sent', async () => {
  const { answer, received, thread } = await writtenBy('otto');
  const key = randomUUID();
  provider.losesAnswers = true;
  expect(await answer('Yes', key)).toMatchObject({ state: 'UNCONFIRMED' });
  provider.losesAnswers = false;
  expect((await thread()).linkedin_answers).toMatchObject([{ key, state: 'UNCONFIRMED' }]);
  await expect(answer('Yes', key)).rejects.toMatchObject({ code: 'CONFLICT' });
  await aMinuteLater();
  expect(await answer('Yes', key)).toMatchObject({ state: 'SENT' });
  expect(await received()).toEqual(['Yes']);

  const another = randomUUID();
  provider.fault = refusing('api_error', 500);
  expect(await answer('Yes', another)).toMatchObject({ state: 'UNCONFIRMED' });
  provider.fault = null;
  await aMinuteLater();
  expect(await answer('Yes', another)).toMatchObject({ state: 'SENT' });
  expect(await received()).toEqual(['Yes', 'Yes']);
});

test('what LinkedIn refuses is said, leaves nothing behind, and may be sent again', async () => {
  const { answer, thread, received } = await writtenBy('paula');
  const key = randomUUID();
  provider.fault = refusing('blocked_recipient', 422);
  await expect(answer('Hello', key)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: 'This person blocked the account, or is blocked by it.',
  });
  expect((await thread()).linkedin_answers).toEqual([]);
  provider.fault = null;
  expect(await answer('Hello', key)).toMatchObject({ state: 'SENT' });
  expect(await received()).toEqual(['Hello']);
});

test('an account has its limits: a hundred answers a day, and what LinkedIn sets itself', async () => {
  const { answer, enrolmentId } = await writtenBy('quinn');
  await query(
    `
      insert into linkedin_answer (workspace_id, account_id, enrolment_id, key, provider_chat, text, asked_at, sent_at)
      select $1, $2, $3, gen_random_uuid(), 'c', 'Hi', $4, $4 from generate_series(1, $5::int)
    `,
    [world.me.workspaceId, accountId, enrolmentId, new Date(world.main.clock.now()), dailyAnswers],
  );
  const before = asked();
  await expect(answer('Hello')).rejects.toMatchObject({
    code: 'LIMIT_REACHED',
    message: expect.stringContaining('Rosa Kessler has sent 100 answers today') as string,
  });
  await query(`delete from linkedin_answer where provider_chat = 'c'`);
  provider.fault = refusing('limit_exceeded', 422);
  await expect(answer('Hello')).rejects.toMatchObject({ code: 'LIMIT_REACHED' });
  provider.fault = null;
  await expect(answer('Hello')).rejects.toMatchObject({
    code: 'LIMIT_REACHED',
    message: 'LinkedIn takes no more messages from Rosa Kessler for about 24 h.',
  });
  expect(asked() - before).toBe(1);
});

test('nothing is sent while the installation waits for its operator, nor for people who may not answer', async () => {
  const { answer } = await writtenBy('rudi');
  await query(
    `
      insert into instance (id, identity, system_identifier, database_name, timeline, sending_paused_at)
      values (1, gen_random_uuid(), 'test', 'test', 1, now())
      on conflict (id)
      do update set sending_paused_at = now()
    `,
  );
  await expect(answer('Hello')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await query('update instance set sending_paused_at = null');
  const reads = await world.main.signIn({ workspaceId: world.me.workspaceId, role: 'VIEW_ONLY_ACCESS' });
  await expect(answer('Hello', randomUUID(), reads)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const stranger = await world.main.signIn();
  await expect(answer('Hello', randomUUID(), stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const client = await world.main.signIn({
    workspaceId: world.me.workspaceId,
    client: { permissions: ['reply_master_inbox'] },
  });
  await expect(answer('Hello', randomUUID(), client)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(asked()).toBe(0);
});

test('a lead who wrote nothing on LinkedIn cannot be answered there', async () => {
  const { enrolmentId, answer, thread } = await writtenBy('sara');
  await query('delete from linkedin_message where enrolment_id = $1', [enrolmentId]);
  expect((await thread()).linkedin_reply).toBeNull();
  await expect(answer('Hello')).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('answers go with an erased lead', async () => {
  const { answer, leadId } = await writtenBy('vera');
  await answer('My number is 555 0100.');
  await world.main.asClient(leadsContract, world.me).eraseLead({ params: { leadId }, body: {} });
  expect(await query(`select id from linkedin_answer where text like '%555 0100%'`)).toEqual([]);
});

test('a disconnected account says so before and after, and answers again once its owner has signed in', async () => {
  const { answer, thread, received } = await writtenBy('wanda');
  const key = randomUUID();
  await provider.standIn.signOut(account);
  const disconnected = {
    code: 'CONFLICT',
    message:
      'The LinkedIn account Rosa Kessler is disconnected. LinkedIn signed the account out. Reconnect it under Integrations, LinkedIn.',
  };
  await expect(answer('Hello', key)).rejects.toMatchObject(disconnected);
  const { linkedin_answers: answers, linkedin_reply: reply } = await thread();
  expect([answers, reply]).toEqual([[], { account_name: 'Rosa Kessler', problem: disconnected.message }]);
  const before = asked();
  await expect(answer('Hello', key)).rejects.toMatchObject(disconnected);
  expect(asked()).toBe(before);
  const accounts = world.main.asClient(linkedInContract, world.me);
  const params = { linkedInAccountId: accountId };
  const { connect_url: url } = await accounts.reconnectLinkedInAccount({ params, body: {} });
  await provider.signIn(url ?? '', 'Rosa Kessler');
  expect(await answer('Hello', key)).toMatchObject({ state: 'SENT' });
  expect(await received()).toEqual(['Hello']);
  await accounts.disconnectLinkedInAccount({ params });
  await expect(answer('And one more')).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'The LinkedIn account Rosa Kessler is not connected any more. Answer on LinkedIn.',
  });
});
