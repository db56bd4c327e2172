import { v1SendEmailContract } from '@skein/contracts/v1/send-email.contract';
import { reconcileSent } from '#sending/delivery/reconcile-sent';
import { markLost, settleDoubts } from '#sending/delivery/settle-doubt';
import { claimLanes } from '#sending/delivery/lane.store';
import { createSendingWorld, dieInMailbox, type SendingWorld } from '#sending/delivery/testing';

/** Emails of no campaign, by real SMTP and IMAP servers; the clock jumps. */
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
let world: SendingWorld;
let counter = 0;

beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());
// A campaign of one test must not use the time of the next.
afterEach(async () => {
  await world.main.test.query(`update campaign set status = 'PAUSED' where status = 'ACTIVE'`);
});

const sql = <Row>(text: string, values: unknown[] = []) =>
  world.main.test.query<Row & Record<string, unknown>>(text, values);
const wire = (person = world.me) => world.main.asClient(v1SendEmailContract, person);
const name = (first = 'silent') => `${first}.single${(counter += 1)}@prospects.test`;
const sender = async (settings: Parameters<SendingWorld['connect']>[1] = {}) => {
  const email = `single${(counter += 1)}@northlight.test`;
  return { email, id: await world.connect(email, settings) };
};
const send = (fromEmailId: number, to = name(), more: object = {}) =>
  wire().initiateEmail({
    body: { to, subject: 'Docks', body: '<p>Do you have a dock free?</p>', fromEmailId, ...more },
  });
const statusOf = async (statsId: string) => (await wire().emailStatus({ params: { statsId } })).data;
const sentFrom = (email: string) => world.mail.record.count({ sender: email }).mails;
const post = (body: object, key?: string) =>
  world.main.app.request('/api/v1/send-email/initiate', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${world.me.token}`,
      'content-type': 'application/json',
      ...(key && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  });
/** The code of the rule that refuses an email. */
const refusalOf = async (fromEmailId: number, to = name()) => {
  const answer = await post({ to, subject: 'Docks', body: 'Hello', fromEmailId });
  return `${answer.status} ${((await answer.json()) as { errorCode?: string }).errorCode}`;
};

test('an email leaves through the lane of its mailbox as it was given, and an answer to it is an untracked reply', async () => {
  const { id, email } = await sender();
  const to = name('interested');
  const content = Buffer.from('Prices of 2027').toString('base64');
  const { data } = await send(id, to.toUpperCase(), {
    from_name: 'Rosa of Northlight',
    reply_to: email,
    attachments: [{ filename: '../prices.txt', content, mimeType: 'text/plain' }],
  });
  await world.runUntil(world.main.clock.now() + minute);
  expect(await statusOf(data.stats_id)).toMatchObject({ status: 'SENT', from: email, to, reason: null });
  const [mail] = world.mail.record.find({ sender: email });
  const raw = (await world.mail.readMail(mail!.contentId)).toString();
  expect(raw).toContain('From: Rosa of Northlight <');
  expect(raw).toContain(`Reply-To: ${email}`);
  expect(raw).toContain('filename=prices.txt');
  expect(raw).toContain(content);
  expect(raw).toContain(data.message_id);
  const [message] = await sql<{ kind: string; direction: string }>('select * from message where message_id = $1', [
    data.message_id,
  ]);
  expect(message).toMatchObject({ direction: 'out', kind: 'manual', from_name: 'Rosa of Northlight' });
  await world.runUntil(world.main.clock.now() + 3 * day);
  await world.reading.readInboxes([id], 0);
  const replies = await sql<{ untracked_state: string }>(
    `select * from message where direction = 'in' and mailbox_id = $1`,
    [id],
  );
  expect(replies.map((reply) => [reply['from_email'], reply.untracked_state])).toEqual([[to, 'OPEN']]);
});

test('caps and gaps of a mailbox hold for it, together with campaigns, and it takes the next free place', async () => {
  const { id, email } = await sender({ message_per_day: 3, min_time_to_wait_minutes: 30 });
  const start = world.main.clock.now();
  const campaignId = await world.campaign({
    mailboxIds: [id],
    leads: [name()],
    settings: { window_start: '00:00', window_end: '23:59' },
  });
  await world.runUntil(start + hour);
  const places: number[] = [];
  for (let each = 0; each < 4; each += 1) places.push(Date.parse((await send(id)).data.send_at as unknown as string));
  const [sent] = await sql<{ send_at: Date }>('select send_at from intent where campaign_id = $1', [campaignId]);
  expect(places[0]).toBeGreaterThanOrEqual(sent!.send_at.getTime() + 30 * minute);
  expect(places[1]! - places[0]!).toBeGreaterThanOrEqual(30 * minute);
  // Three in 24 hours: the fourth and the fifth wait for the first ones to be a day old.
  expect(places[2]).toBeGreaterThanOrEqual(sent!.send_at.getTime() + day);
  await world.runUntil(start + 3 * day);
  const times = (
    await sql<{ send_at: Date }>(`select send_at from intent where mailbox_id = $1 and state = 'SENT' order by 1`, [id])
  ).map((row) => row.send_at.getTime());
  expect(times).toHaveLength(5);
  expect(sentFrom(email)).toBe(5);
  times.forEach((at, index) => {
    expect(times.filter((other) => other > at - day && other <= at).length).toBeLessThanOrEqual(3);
    if (index > 0) expect(at - times[index - 1]!).toBeGreaterThanOrEqual(30 * minute);
  });
});

test('what forbids sending is answered by its code, before anything is reserved', async () => {
  const { id } = await sender();
  const set = (change: string) => sql(`update mailbox set ${change} where id = $1`, [id]);
  const refusals: string[] = [];
  for (const [change, back] of [
    ['is_suspended = true', 'is_suspended = false'],
    ['failing_since = now()', 'failing_since = null'],
    [`resting_until = '2100-01-01'`, 'resting_until = null'],
    ['message_per_day = 0', 'message_per_day = 40'],
  ] as const) {
    await set(change);
    refusals.push(await refusalOf(id));
    await set(back);
  }
  await sql(`insert into warmup_policy (workspace_id, age_gate, age_days) values ($1, 'HOLD', 14)`, [
    world.me.workspaceId,
  ]);
  refusals.push(await refusalOf(id));
  await sql('delete from warmup_policy where workspace_id = $1', [world.me.workspaceId]);
  const block = (kind: string, value: string) =>
    sql(`insert into suppression (workspace_id, kind, value, source) values ($1, $2, $3, 'manual')`, [
      world.me.workspaceId,
      kind,
      value,
    ]);
  await block('email', 'blocked@prospects.test');
  await block('domain', 'blocked.test');
  refusals.push(await refusalOf(id, 'Blocked@prospects.test'), await refusalOf(id, 'ada@blocked.test'));
  refusals.push(await refusalOf(id, 'ada@eu.mail.blocked.test'));
  await sql(`insert into lead (workspace_id, email, domain, is_unsubscribed) values ($1, $2, 'prospects.test', true)`, [
    world.me.workspaceId,
    'left@prospects.test',
  ]);
  refusals.push(await refusalOf(id, 'left@prospects.test'));
  await sql('update workspace set email_limit = email_credits_used where id = $1', [world.me.workspaceId]);
  refusals.push(await refusalOf(id));
  await sql('update workspace set email_limit = null where id = $1', [world.me.workspaceId]);
  expect(refusals).toEqual([
    '409 MAILBOX_SUSPENDED',
    '409 MAILBOX_FAILING',
    '409 MAILBOX_RESTING',
    '409 MAILBOX_DAILY_CAP',
    '409 MAILBOX_WARMING',
    '409 LEAD_SUPPRESSED',
    '409 LEAD_SUPPRESSED',
    '409 LEAD_SUPPRESSED',
    '409 LEAD_SUPPRESSED',
    '409 CREDITS',
  ]);
  expect((await post({ to: name(), subject: 'Hi {{first_name}}', body: 'Hello', fromEmailId: id })).status).toBe(400);
  expect((await post({ to: 'nobody', subject: 'Hi', body: 'Hello', fromEmailId: id })).status).toBe(400);
  expect((await post({ to: name(), subject: 'Hi', body: 'Hello' })).status).toBe(400);
  expect(await sql('select 1 from intent where mailbox_id = $1', [id])).toHaveLength(0);
});

test('who is blocked after it was asked for gets none, and one whose mailbox stays off for three days does not come late', async () => {
  const { id, email } = await sender();
  const to = name();
  await sql('update mailbox set last_send_at = $2 where id = $1', [id, new Date(world.main.clock.now())]);
  const { data: blocked } = await send(id, to);
  await sql(`insert into suppression (workspace_id, kind, value, source) values ($1, 'email', $2, 'manual')`, [
    world.me.workspaceId,
    to,
  ]);
  await world.runUntil(world.main.clock.now() + hour);
  expect(await statusOf(blocked.stats_id)).toMatchObject({ status: 'CANCELLED' });
  const { data: late } = await send(id);
  await sql('update mailbox set is_suspended = true where id = $1', [id]);
  await world.runUntil(world.main.clock.now() + hour);
  expect(await statusOf(late.stats_id)).toMatchObject({ status: 'SCHEDULED', reason_code: 'MAILBOX_SUSPENDED' });
  // As if it had been asked for three days ago.
  await sql(`update intent set slot_at = slot_at - interval '3 days' where mailbox_id = $1`, [id]);
  await world.runUntil(world.main.clock.now() + hour);
  expect(await statusOf(late.stats_id)).toMatchObject({ status: 'FAILED', reason: 'The mailbox is suspended.' });
  await sql('update mailbox set is_suspended = false where id = $1', [id]);
  const { data: next } = await send(id);
  await world.runUntil(world.main.clock.now() + hour);
  expect(await statusOf(next.stats_id)).toMatchObject({ status: 'SENT' });
  expect(sentFrom(email)).toBe(1);
});

test('an Idempotency-Key sends one email, and what belongs to others is not there', async () => {
  const { id, email } = await sender({ min_time_to_wait_minutes: 1 });
  const body = { to: name(), subject: 'Docks', body: 'Hello', fromEmail: email };
  const answers = [await post(body, 'single-1'), await post(body, 'single-1')];
  const ids = await Promise.all(
    answers.map(async (answer) => ((await answer.json()) as { data: { stats_id: string } }).data.stats_id),
  );
  expect(ids[0]).toBe(ids[1]);
  await world.runUntil(world.main.clock.now() + hour);
  expect(sentFrom(email)).toBe(1);
  const stranger = await world.main.signIn();
  const { to, subject } = body;
  await expect(
    wire(stranger).initiateEmail({ body: { to, subject, body: 'Hello', fromEmailId: id } }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(wire(stranger).emailStatus({ params: { statsId: ids[0] as string } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('a worker that dies at the dot leaves a doubt: counted, looked for in Sent, and never sent again by itself', async () => {
  const { id, email } = await sender({ min_time_to_wait_minutes: 1 });
  await world.mail.createMailbox({ email, password: 'right-password', autoFileSent: true });
  await sql('update mailbox set files_sent_mail = true where id = $1', [id]);
  const used = async () =>
    (
      await sql<{ n: number }>('select email_credits_used as n from workspace where id = $1', [world.me.workspaceId])
    )[0]!.n;
  const before = await used();
  const { data } = await send(id);
  expect(await dieInMailbox(world, id)).toBe(1);
  await sql(
    `update intent set leased_until = now() - interval '1 minute', submitting_at = now() - interval '1 day' where mailbox_id = $1`,
    [id],
  );
  await sql('update mailbox set lane_owner = null, lane_leased_until = null where id = $1', [id]);
  expect(await markLost(world.deps)).toBe(1);
  expect(await statusOf(data.stats_id)).toMatchObject({ status: 'UNCONFIRMED' });
  expect(await used()).toBe(before + 1);
  await settleDoubts(world.deps);
  await settleDoubts(world.deps);
  expect(await statusOf(data.stats_id)).toMatchObject({ status: 'FAILED' });
  expect(await used()).toBe(before);
  await world.runUntil(world.main.clock.now() + day);
  expect(sentFrom(email)).toBe(0);
  expect(
    (await claimLanes(world.deps.db, { now: world.main.clock.now(), worker: 'another', most: 10 })).map(
      (claim) => claim.mailboxId,
    ),
  ).not.toContain(id);
});

test('a restored database learns from Sent that it left, and sends it once', async () => {
  const { id, email } = await sender();
  await world.mail.createMailbox({ email, password: 'right-password', autoFileSent: true });
  const { data } = await send(id);
  await sql('create table backup_intent as select * from intent where mailbox_id = $1', [id]);
  await world.runUntil(world.main.clock.now() + minute);
  expect(sentFrom(email)).toBe(1);

  // The backup comes back: the email waits as it did before it left.
  await sql('delete from message where mailbox_id = $1', [id]);
  await sql('delete from intent where mailbox_id = $1', [id]);
  await sql('insert into intent select * from backup_intent');
  expect(await statusOf(data.stats_id)).toMatchObject({ status: 'SCHEDULED' });

  expect(await reconcileSent(world.deps)).toMatchObject({ found: 1, unread: [] });
  expect(await statusOf(data.stats_id)).toMatchObject({ status: 'SENT' });
  expect(await sql('select 1 from message where mailbox_id = $1', [id])).toHaveLength(1);
  await world.runUntil(world.main.clock.now() + day);
  expect(sentFrom(email)).toBe(1);
});

test('a server that does not know the address ends it, and the address is blocked', async () => {
  const { id } = await sender();
  const to = name('rejects');
  const { data } = await send(id, to);
  await world.runUntil(world.main.clock.now() + minute);
  expect(await statusOf(data.stats_id)).toMatchObject({ status: 'FAILED', is_bounced: true });
  expect(await refusalOf(id, to)).toBe('409 LEAD_SUPPRESSED');
});
