import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { leadsContract } from '@skein/contracts/main/leads.contract';
import { linkedInContract } from '@skein/contracts/main/linkedin.contract';
import { ignoreReply } from '#lifecycle/lifecycle.api';
import { createSendingWorld, type SendingWorld } from '../delivery/testing';
import { notInPlan } from './linkedin-texts';
import { createMessageReader } from './read-messages';
import { stopAccount } from './record-result';
import { messagesUrlOf } from './report-message';
import { createTestProvider, type TestProvider } from './testing';
import { given } from '#lifecycle/lead-state/testing';

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

test('who asks on LinkedIn to be left alone is unsubscribed everywhere', async () => {
  const { email, leadId, state } = await campaign('rudi');
  await run(2 * hour);
  await provider.standIn.write(account, 'rudi', 'Please stop contacting me.');
  await readAll();
  expect(await state()).toMatchObject({ status: 'STOPPED', reason: 'UNSUBSCRIBED', reply_count: 1, category_id: 4 });
  expect(await query('select value from suppression where value = $1', [email])).toHaveLength(1);
  expect(await query('select is_unsubscribed from lead where id = $1', [leadId])).toEqual([{ is_unsubscribed: true }]);
});

/** Longer than a bare request, and a question beside it: the words say Do Not Contact. */
const longRefusal = `I have read what you sent, and our yard is not going to change how its docks are booked this year or the next one.
  Who gave you my name at all? Please take me off your list and do not contact me again.`;

test.each([
  ['uwe', 'Leave me alone.', { reason: 'UNSUBSCRIBED' }],
  ['ute', longRefusal, { reason: 'REPLIED' }],
])('is heard where a person had given the lead a category, which stays: %s', async (name, text, ended) => {
  const elsewhere = await campaign(`${name}-elsewhere`, {}, false);
  const { email, enrolmentId, state } = await campaign(name);
  await query('update enrolment set lead_id = (select lead_id from enrolment where id = $2) where id = $1', [
    elsewhere.enrolmentId,
    enrolmentId,
  ]);
  await query(`update enrolment set category_id = 1, category_by = 'USER' where id = $1`, [enrolmentId]);
  await run(2 * hour);
  await provider.standIn.write(account, name, text);
  await readAll();
  expect(await state()).toMatchObject({ status: 'STOPPED', ...ended, category_id: 1 });
  expect(await elsewhere.state()).toMatchObject({ status: 'STOPPED' });
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
  const lead = given(world.main).lead(enrolmentId);
  await lead.resumed();
  await lead.replied({ message: String(email?.id) });
  expect(await ignore()).toEqual({ isResumed: false });
  expect(await state()).toMatchObject({ status: 'STOPPED', reply_count: 1 });
  await query('delete from linkedin_message where enrolment_id = $1', [enrolmentId]);
  await query('update message set is_ignored = false where id = $1', [email?.id]);
  expect(await ignore()).toEqual({ isResumed: true });
});

/** An account of its own, whose messages nobody has read yet. */
async function connectOther(name: string) {
  const id = await provider.connect(world.me, name);
  const find = async () =>
    (
      await query<{ known: string; state: string; profiles_read: number; read_until: Date | null }>(
        `
          select provider_account as known, state, profiles_read, messages_read_until as read_until
          from linkedin_account
          where id = $1
        `,
        [id],
      )
    )[0];
  const { known } = (await find())!;
  world.main.clock.advance(minute);
  const end = () => query('update linkedin_account set deleted_at = now() where id = $1', [id]);
  return { id, known, find, end };
}

test('what was written before an account was first read stops the lead, is no reply in the figures, and sets nothing off', async () => {
  const { campaignId, enrolmentId, state } = await campaign('xaver', {}, false);
  const child = await world.campaign({ mailboxIds: [await world.connect('old@northlight.test')], leads: [] });
  await query('update campaign set parent_campaign_id = $2 where id = $1', [child, campaignId]);
  const ids = [world.me.workspaceId, child, campaignId];
  await query('insert into subsequence_rule (workspace_id, campaign_id, parent_campaign_id) values ($1, $2, $3)', ids);
  await query(
    `insert into subsequence_trigger (workspace_id, campaign_id, parent_campaign_id, kind) values ($1, $2, $3, 'REPLY')`,
    ids,
  );
  await query(
    `
      insert into webhook (workspace_id, name, webhook_url, event_types, scope)
      values ($1, 'All', 'https://hooks.test/old', '{EMAIL_REPLY, LEAD_CATEGORY_UPDATED, LEAD_UNSUBSCRIBED}', 1)
    `,
    [world.me.workspaceId],
  );
  const other = await connectOther('Old Account');
  world.main.clock.advance(2 * hour);
  await provider.standIn.write(other.known, 'xaver', 'Sounds interesting, tell me more.', false);
  world.main.clock.advance(hour);
  await readAll();
  expect(await state()).toMatchObject({ status: 'STOPPED', reason: 'REPLIED', reply_count: 0, category_id: null });
  expect((await inbox().getThread({ params: { enrolmentId } })).linkedin_messages).toHaveLength(1);
  expect(await query('select id from enrolment where campaign_id = $1', [child])).toEqual([]);
  expect(
    await query(`select id from webhook_delivery where payload -> 'source' ->> 'enrolment_id' = $1`, [enrolmentId]),
  ).toEqual([]);
  await query('delete from webhook');
  await other.end();
});

test('what was written before an account was connected here is not read', async () => {
  const { state } = await campaign('yann', {}, false);
  const other = await connectOther('Upgraded Account');
  await provider.standIn.write(other.known, 'yann', 'From last year.', false);
  world.main.clock.advance(hour);
  await query('update linkedin_account set created_at = $2, messages_read_until = $2 where id = $1', [
    other.id,
    new Date(world.main.clock.now()),
  ]);
  await readAll();
  expect(await state()).toMatchObject({ reply_count: 0, reason: null });
  expect(await query(`select id from linkedin_message where text = 'From last year.'`)).toEqual([]);
  await other.end();
});

test('a lead is known by their profile however many are called alike, and however its address is written', async () => {
  provider.hidden.add('zoe');
  const { state } = await campaign('zoe', {}, false);
  await query(
    `
      insert into lead (workspace_id, email, domain, first_name, linkedin_profile)
      select $1, 'zoe' || n || '@alike.test', 'alike.test', 'Zoe', 'https://www.linkedin.com/in/zoe-' || n
      from generate_series(1, 150) as n
    `,
    [world.me.workspaceId],
  );
  await query(
    `update lead set linkedin_profile = 'https://LinkedIn.com/in/ZOE/?trk=mail' where email = 'silent.zoe@prospects.test'`,
  );
  await provider.standIn.write(account, 'zoe', 'It is me.');
  await readAll();
  expect(await state()).toMatchObject({ status: 'STOPPED', reply_count: 1 });
});

test('an account that LinkedIn signs out while its messages are looked up is stopped, and read on once it is back', async () => {
  const { state } = await campaign('anouk', {}, false);
  const other = await connectOther('Signed Out');
  await readAll();
  provider.instead = (path) =>
    path.includes('/chat_attendees/')
      ? Response.json({ type: 'errors/disconnected_account', title: 'Disconnected' }, { status: 401 })
      : null;
  await provider.standIn.write(other.known, 'anouk', 'Yes, please.');
  await readAll();
  expect(await other.find()).toMatchObject({ state: 'INVALID' });
  provider.instead = null;
  await query(`update linkedin_account set state = 'SUCCESS' where id = $1`, [other.id]);
  world.main.clock.advance(hour);
  await readAll();
  expect(await state()).toMatchObject({ status: 'STOPPED', reply_count: 1 });
  // Refused as another account of the provider than it is by now.
  await world.deps.db.systemSql((sql) => stopAccount(sql, { id: other.id, provider_account: 'former' }, 'Gone.'));
  expect(await other.find()).toMatchObject({ state: 'SUCCESS' });
  await other.end();
});

test('a profile that could not be opened is not counted, and its message is passed over after some days', async () => {
  provider.hidden.add('bela');
  const { state } = await campaign('bela', {}, false);
  const other = await connectOther('In Doubt');
  await readAll();
  provider.instead = (path) => (path.startsWith('/api/v1/users/') ? Response.json({}, { status: 502 }) : null);
  await provider.standIn.write(other.known, 'bela', 'Hello?');
  await readAll();
  const writtenAt = world.main.clock.now();
  for (let times = 0; times < 4; times++) {
    world.main.clock.advance(day);
    await provider.standIn.write(other.known, 'somebody', `Note ${times}`);
    await readAll();
    const { read_until: until, profiles_read: opened } = (await other.find())!;
    expect(opened).toBe(0);
    if (times < 2) expect(until?.getTime()).toBeLessThanOrEqual(writtenAt);
  }
  expect((await other.find())?.read_until?.getTime()).toBeGreaterThan(writtenAt);
  provider.instead = null;
  world.main.clock.advance(hour);
  await readAll();
  expect(await state()).toMatchObject({ reply_count: 0 });
  await other.end();
});

test('what a lead says to a group is no answer, and a message that cannot be read keeps no other back', async () => {
  const [group, answer] = [await campaign('carla', {}, false), await campaign('dario', {}, false)];
  await provider.standIn.write(account, 'carla', 'Good morning, all.', false);
  provider.instead = (path) => (/\/chats\/[^/]+$/.test(path) ? Response.json({ object: 'Chat', type: 1 }) : null);
  await query('update linkedin_account set messages_due_at = null where deleted_at is null');
  await readAll();
  expect(await group.state()).toMatchObject({ reply_count: 0, reason: null });
  provider.instead = null;
  await provider.standIn.accounts.change(account, (own) => {
    own.people['dario'] = {
      ...own.people['carla']!,
      written: [{ id: '', text: 'Broken', at: world.main.clock.now() }],
    };
  });
  await provider.standIn.write(account, 'dario', 'For you alone.');
  await readAll();
  expect(await answer.state()).toMatchObject({ status: 'STOPPED', reply_count: 1 });
});

test('the provider reports to the present address alone', async () => {
  const present = messagesUrlOf(world.main.deps);
  const [former, others] = [
    `${present.slice(0, present.lastIndexOf('/'))}/former-secret`,
    'https://else.test/api/linkedin/messages/theirs',
  ];
  for (const [id, url] of Object.entries({ former, others }))
    await provider.standIn.accounts.addWebhook({ id, name: 'Skein: new messages', url });
  await provider.linkedIn.reportMessages(present);
  expect((await provider.standIn.accounts.findWebhooks()).map(({ url }) => url).toSorted()).toEqual(
    [present, others].toSorted(),
  );
});

test('without LinkedIn in the plan nothing is read, which the account says; afterwards it is read on', async () => {
  const { state } = await campaign('edda', {}, false);
  const setPlan = (plan: string) =>
    query('update workspace set plan_type = $2 where id = $1', [world.me.workspaceId, plan]);
  await setPlan('maintenance');
  world.main.deps.authenticator.forget(world.me.workspaceId);
  await provider.standIn.write(account, 'edda', 'Anybody there?');
  await readAll();
  expect(await state()).toMatchObject({ reply_count: 0 });
  const { accounts } = await world.main.asClient(linkedInContract, world.me).listLinkedInAccounts({});
  expect(accounts[0]).toMatchObject({ state: 'SUCCESS', state_reason: notInPlan });
  await setPlan('pro');
  world.main.deps.authenticator.forget(world.me.workspaceId);
  world.main.clock.advance(hour);
  await readAll();
  expect(await state()).toMatchObject({ status: 'STOPPED', reply_count: 1 });
});
