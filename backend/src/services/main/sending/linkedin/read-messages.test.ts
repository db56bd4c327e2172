import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { leadsContract } from '@skein/contracts/main/leads.contract';
import { linkedInContract } from '@skein/contracts/main/linkedin.contract';
import { ignoreReply } from '#lifecycle/lifecycle.api';
import { createSendingWorld, type SendingWorld } from '../delivery/testing';
import { createMessageReader } from './read-messages';
import { messagesUrlOf } from './report-message';
import { createTestProvider, type TestProvider } from './testing';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
let world: SendingWorld;
let provider: TestProvider;
let reader: ReturnType<typeof createMessageReader>;
/** The account at the provider. */
let account: string;

const query = <Row extends object>(sql: string, values: unknown[] = []) => world.main.test.query<Row>(sql, values);
const inbox = () => world.main.asClient(inboxContract, world.me);
const run = (time: number) => world.runUntil(world.main.clock.now() + time);
const readAll = async () => {
  while (await reader.readDue(world.main.clock.now()));
};

beforeAll(async () => {
  world = await createSendingWorld();
  provider = await createTestProvider(world.main);
  world.deps.linkedIn = world.main.deps.linkedIn = provider.linkedIn;
  reader = createMessageReader({ ...world.deps, messagesUrl: messagesUrlOf(world.main.deps) });
  const id = await provider.connect(world.me, 'Rosa Kessler');
  account = (
    await query<{ name: string }>('select provider_account as name from linkedin_account where id = $1', [id])
  )[0]?.name as string;
  await readAll();
});
beforeEach(() => provider.reset());
afterAll(async () => {
  await provider.close();
  await world.close();
});

/** A campaign whose lead gets a message on LinkedIn, and three days later an email. */
async function campaign(name: string, settings: Record<string, unknown> = {}, isAsked = true) {
  provider.known.add(name);
  const mailboxId = await world.connect(`${name}@northlight.test`);
  const email = `silent.${name}@prospects.test`;
  const step = { kind: 'LINKEDIN' as const, subject: '', detail: { linkedin_type: 'MESSAGE' } };
  const campaignId = await world.campaign({
    mailboxIds: [mailboxId],
    leads: [email],
    steps: [
      ...(isAsked ? [{ ...step, days: 0, body: `Hello ${name}` }] : []),
      { days: 3, subject: 'Docks', body: '<p>Hi</p>' },
    ],
    settings,
  });
  await query('update lead set linkedin_profile = $2, first_name = $3 where email = $1', [
    email,
    `https://linkedin.com/in/${name}/`,
    `${name[0]?.toUpperCase()}${name.slice(1)}`,
  ]);
  const [enrolment] = await query<{ id: number; lead_id: number }>(
    'select id, lead_id from enrolment where campaign_id = $1',
    [campaignId],
  );
  const state = async () =>
    (
      await query<{
        status: string;
        reason: string | null;
        reply_count: number;
        steps_sent: number;
        category_id: number | null;
      }>('select status, reason, reply_count, steps_sent, category_id from enrolment where id = $1', [enrolment?.id])
    )[0];
  return { campaignId, email, enrolmentId: enrolment?.id as number, leadId: enrolment?.lead_id as number, state };
}

test('a reported answer stops the lead at once, is unread in the inbox, and no email follows', async () => {
  const { enrolmentId, state } = await campaign('mira');
  await run(2 * hour);
  expect(provider.asked.map(({ action }) => action)).toContain('MESSAGE');
  await provider.standIn.write(account, 'mira', 'How about a call on Thursday at 10?');
  await readAll();
  expect(await state()).toMatchObject({ status: 'STOPPED', reason: 'REPLIED', reply_count: 1, category_id: 2 });
  const { rows } = await inbox().listConversations({ query: { folder: 'unread' } });
  expect(rows[0]).toMatchObject({
    ...{ enrolment_id: enrolmentId, subject: 'LinkedIn message', direction: 'in', kind: 'linkedin' },
    ...{ snippet: 'How about a call on Thursday at 10?', is_read: false },
  });
  const thread = await inbox().getThread({ params: { enrolmentId } });
  expect(thread.linkedin_messages).toMatchObject([
    { sender_name: 'Mira', text: 'How about a call on Thursday at 10?', account_name: 'Rosa Kessler' },
  ]);
  await run(10 * day);
  expect(await state()).toMatchObject({ status: 'STOPPED', steps_sent: 0 });
});

test('an answer whose report was lost is found within a quarter of an hour, and counts once', async () => {
  const { enrolmentId, state } = await campaign('nils');
  await run(2 * hour);
  await readAll();
  await provider.standIn.write(account, 'nils', 'Who are you?', false);
  await readAll();
  expect(await state()).toMatchObject({ reply_count: 0 });
  const due = (await reader.nextAt(world.main.clock.now())) as number;
  expect(due - world.main.clock.now()).toBeLessThanOrEqual(15 * minute);
  await run(15 * minute);
  await readAll();
  await provider.standIn.write(account, 'somebody', 'Report of another message');
  await readAll();
  expect(await state()).toMatchObject({ status: 'STOPPED', reply_count: 1 });
  expect((await inbox().getThread({ params: { enrolmentId } })).linkedin_messages).toHaveLength(1);
});

test.each(['otto', 'hidden'])('a lead who begins the conversation is known by their profile: %s', async (name) => {
  provider.hidden.add('hidden');
  const { state } = await campaign(name, {}, false);
  await provider.standIn.write(account, name, 'I saw your post.');
  await readAll();
  expect(await state()).toMatchObject({ status: 'STOPPED', reason: 'REPLIED', reply_count: 1 });
});

test('what people write who are no leads is not kept, and their profiles are not opened', async () => {
  provider.hidden.add('stranger');
  const before = await query('select id from linkedin_message');
  await provider.standIn.write(account, 'stranger', 'Lunch on Friday?');
  await readAll();
  expect(await query('select id from linkedin_message')).toEqual(before);
  expect(provider.paths.filter((path) => path.startsWith('/api/v1/users/'))).toEqual([]);
});

test('where nothing stops the leads of a campaign, the answer is told and the lead goes on', async () => {
  const { enrolmentId, state } = await campaign('paula', { stop_on: 'NEVER' });
  await run(2 * hour);
  await provider.standIn.write(account, 'paula', 'Let me think about it.');
  await readAll();
  expect(await state()).toMatchObject({ reason: null, reply_count: 1 });
  expect((await inbox().getThread({ params: { enrolmentId } })).linkedin_messages).toHaveLength(1);
});

test('an answer moves the lead to the subsequence for replies', async () => {
  const { campaignId, leadId } = await campaign('quinn');
  const child = await world.campaign({ mailboxIds: [await world.connect('sub@northlight.test')], leads: [] });
  await query('update campaign set parent_campaign_id = $2 where id = $1', [child, campaignId]);
  await query('insert into subsequence_rule (workspace_id, campaign_id, parent_campaign_id) values ($1, $2, $3)', [
    world.me.workspaceId,
    child,
    campaignId,
  ]);
  await query(
    `insert into subsequence_trigger (workspace_id, campaign_id, parent_campaign_id, kind) values ($1, $2, $3, 'REPLY')`,
    [world.me.workspaceId, child, campaignId],
  );
  await run(2 * hour);
  await provider.standIn.write(account, 'quinn', 'Tell me more.');
  await readAll();
  expect(await query('select lead_id from enrolment where campaign_id = $1', [child])).toEqual([{ lead_id: leadId }]);
});

test('who asks on LinkedIn to be left alone is blocked everywhere', async () => {
  const { email, state } = await campaign('rudi');
  await run(2 * hour);
  await provider.standIn.write(account, 'rudi', 'Please stop contacting me.');
  await readAll();
  expect(await state()).toMatchObject({ status: 'STOPPED', category_id: 4 });
  expect(await query('select value from suppression where value = $1', [email])).toHaveLength(1);
});

test('what was written while the account was signed out is read after its owner signed in again', async () => {
  const { state } = await campaign('sara');
  await run(2 * hour);
  await provider.standIn.signOut(account);
  await provider.standIn.write(account, 'sara', 'Fine with me.');
  await readAll();
  const { accounts } = await world.main.asClient(linkedInContract, world.me).listLinkedInAccounts({});
  expect(accounts[0]).toMatchObject({ state: 'INVALID' });
  await run(3 * hour);
  expect(await state()).toMatchObject({ reply_count: 0 });
  const { connect_url: url } = await world.main
    .asClient(linkedInContract, world.me)
    .reconnectLinkedInAccount({ params: { linkedInAccountId: accounts[0]?.id as number }, body: {} });
  await provider.signIn(url ?? '', 'Rosa Kessler');
  await readAll();
  expect(await state()).toMatchObject({ status: 'STOPPED', reply_count: 1 });
});

test('only the provider’s own address is listened to, and a report alone changes nothing', async () => {
  const { state } = await campaign('tara');
  await run(2 * hour);
  const post = (path: string, body: object) =>
    world.main.app.request(path, { method: 'POST', body: JSON.stringify(body) });
  const forged = { account_id: account, event: 'message_received', message_id: 'x', message: 'Stop', sender: {} };
  expect((await post('/api/linkedin/messages/not-the-token', forged)).status).toBe(404);
  const own = new URL(messagesUrlOf(world.main.deps)).pathname;
  expect((await post(own, { nothing: true })).status).toBe(400);
  expect((await post(own, { ...forged, account_id: 'somebody-else' })).status).toBe(200);
  expect((await post(own, forged)).status).toBe(200);
  await readAll();
  expect(await state()).toMatchObject({ reply_count: 0 });
  expect(await provider.standIn.accounts.findWebhooks()).toHaveLength(1);
});

test('messages go with an erased lead', async () => {
  const { leadId } = await campaign('vera');
  await run(2 * hour);
  await provider.standIn.write(account, 'vera', 'My number is 555 0100.');
  await readAll();
  await world.main.asClient(leadsContract, world.me).eraseLead({ params: { leadId }, body: {} });
  expect(await query(`select id from linkedin_message where text like '%555 0100%'`)).toEqual([]);
});

test('an email that is declared to be no reply does not resume a lead who answered on LinkedIn', async () => {
  const { campaignId, enrolmentId, leadId, state } = await campaign('wanda');
  await run(2 * hour);
  await provider.standIn.write(account, 'wanda', 'I am in.');
  await readAll();
  const [email] = await query<{ id: string }>(
    `
      insert into message (
        workspace_id, direction, mailbox_id, campaign_id, enrolment_id, lead_id, message_id, dedupe_key, from_email, at
      )
      select $1, 'in', min(m.id), $2, $3, $4, '<w@x>', 'w', 'silent.wanda@prospects.test', now()
      from mailbox m
      where m.workspace_id = $1
      returning id
    `,
    [world.me.workspaceId, campaignId, enrolmentId, leadId],
  );
  const ignore = () =>
    world.deps.db.systemSql((sql) =>
      ignoreReply(sql, {
        workspaceId: world.me.workspaceId,
        messageRowId: email?.id as string,
        enrolmentId,
        at: new Date(world.main.clock.now()),
      }),
    );
  await query(`update enrolment set reason_detail = jsonb_build_object('message', $2::text) where id = $1`, [
    enrolmentId,
    email?.id,
  ]);
  expect(await ignore()).toEqual({ isResumed: false });
  expect(await state()).toMatchObject({ status: 'STOPPED', reply_count: 1 });
  await query('delete from linkedin_message where enrolment_id = $1', [enrolmentId]);
  await query('update message set is_ignored = false where id = $1', [email?.id]);
  expect(await ignore()).toEqual({ isResumed: true });
});
