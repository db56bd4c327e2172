import { createECDH, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { noticesContract } from '@skein/contracts/main/notices.contract';
import { createSandboxIntegrations } from '#sandbox/integrations/sandbox-integrations';
import { createMailedMain, type MailedMain } from '#services/testing/mailed-main';
import type { SignedIn } from '#main/testing';
import { channelsOf } from './channels';
import { isDigestDue, mailDigests } from './mail-digests';
import { mailNotices } from './mail-notices';
import { quietUntil } from './quiet-hours';
import type { Recipient } from './recipients.store';
import { sendOneNotice } from './send-notice';

// The decoder of RFC 8188 that push services' clients use, to read what a browser would read.
const { decrypt } = require('http_ece') as { decrypt: (body: Buffer, options: object) => Buffer };

let main: MailedMain;
let me: SignedIn;
let server: Server;
const received: { request: IncomingMessage; body: Buffer }[] = [];
let answerWith: number | ((path: string) => number) = 201;

beforeAll(async () => {
  const sandbox = createSandboxIntegrations({
    pagesUrl: 'http://localhost:3000/sandbox/integrations',
    publicUrl: 'http://localhost:3000',
    now: () => Date.now(),
    secret: 'test-secret',
    deliver: () => Promise.resolve(),
  });
  main = await createMailedMain({ integrations: sandbox.access });
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ request, body: Buffer.concat(parts) });
      response.writeHead(typeof answerWith === 'number' ? answerWith : answerWith(request.url ?? '')).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await main.close();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(async () => {
  me = await main.signIn();
  received.length = 0;
  answerWith = 201;
  main.mails.length = 0;
});

const notices = (person: SignedIn = me) => main.asClient(noticesContract, person);
const address = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
const write = (kind = 'trial-ending', facts: object = { days: 1 }) =>
  main.test.query('select write_notice($1, null, $2, $3, gen_random_uuid()::text)', [
    me.workspaceId,
    kind,
    JSON.stringify(facts),
  ]);
const tell = async () => {
  await mailNotices(main.deps);
  await main.runJobs();
};
const choose = (kind: 'trial-ending' | 'reply', how: object) =>
  notices().saveChoices({ body: { choices: [{ kind, in_app: true, by_mail: false, ...how }] } });
const mailsToMe = () => main.mails.filter((mail) => mail.to.includes(me.email));

function browser() {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const auth = randomBytes(16);
  return {
    subscription: {
      endpoint: address(`/push/${randomBytes(6).toString('hex')}`),
      keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
    },
    read: (body: Buffer) =>
      JSON.parse(
        decrypt(body, { version: 'aes128gcm', privateKey: keys, authSecret: auth.toString('base64url') }).toString(),
      ) as object,
  };
}

it('a browser that was allowed gets the notification encrypted for it, and is forgotten when it takes that back', async () => {
  const { subscription, read } = browser();
  await notices().subscribePush({ body: subscription });
  await write();
  await tell();
  expect(received).toHaveLength(1);
  const [{ request, body }] = received as [(typeof received)[number]];
  expect(request.headers).toMatchObject({ 'content-encoding': 'aes128gcm' });
  const { push } = await notices().readSettings({});
  expect(request.headers.authorization).toMatch(new RegExp(`^vapid t=[\\w.-]+, k=${push.public_key}$`));
  expect(read(body)).toMatchObject({ title: 'Your trial ends in 1 day', href: '/app/settings/subscription' });
  answerWith = 410;
  await write();
  await tell();
  expect((await notices().readSettings({})).push.browsers).toEqual([]);
});

it('a test says that no browser accepts notifications any more, where the last one took that back', async () => {
  await notices().subscribePush({ body: browser().subscription });
  expect(await notices().sendTest({ body: { channel: 'push' } })).toEqual({ is_sent: true, problem: null });
  answerWith = 410;
  expect(await notices().sendTest({ body: { channel: 'push' } })).toEqual({
    is_sent: false,
    problem: 'Your browser no longer accepts notifications. Allow them again.',
  });
});

it('is tried again while a push service does not answer, also where another browser is gone', async () => {
  const [gone, away] = [browser().subscription, browser().subscription];
  for (const body of [gone, away]) await notices().subscribePush({ body });
  answerWith = (path) => (gone.endpoint.endsWith(path) ? 410 : 503);
  const notice = { id: 1, kind: 'trial-ending' as const, title: 'Your trial ends', text: '', href: null };
  const send = () =>
    sendOneNotice(main.deps, { workspaceId: me.workspaceId, userId: me.userId, channel: 'push', notice });
  await expect(send()).rejects.toThrow(/does not answer/);
  answerWith = 201;
  await send();
  expect(received.map(({ request }) => request.url)).toHaveLength(3);
});

it('a subscription with keys that no browser makes is refused, not a failure', async () => {
  await notices().subscribePush({ body: { endpoint: address('/push/odd'), keys: { p256dh: 'odd', auth: 'odd' } } });
  expect(await notices().sendTest({ body: { channel: 'push' } })).toEqual({
    is_sent: false,
    problem: 'The push service refused it.',
  });
});

it('without the choice nothing is pushed; somebody else’s browser cannot be removed', async () => {
  await notices().subscribePush({ body: browser().subscription });
  await choose('trial-ending', { by_push: false });
  await write();
  await tell();
  expect(received).toEqual([]);
  const id = (await notices().readSettings({})).push.browsers[0]?.id as number;
  const other = await main.signIn({ workspaceId: me.workspaceId });
  await expect(notices(other).unsubscribePush({ params: { pushSubscriptionId: id } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect((await notices().unsubscribePush({ params: { pushSubscriptionId: id } })).push.browsers).toEqual([]);
});

it('posts to one’s own webhook, signed, and only what was chosen for it', async () => {
  const { secret } = await notices().setWebhook({ body: { url: address('/hook') } });
  expect(secret).toMatch(/^whsec-/);
  await write();
  await tell();
  expect(received).toEqual([]);
  await choose('trial-ending', { by_webhook: true });
  await write();
  await tell();
  expect(JSON.parse(received[0]?.body.toString() ?? '{}')).toMatchObject({
    type: 'notification',
    kind: 'trial-ending',
    title: 'Your trial ends in 1 day',
    url: 'http://localhost:3000/app/settings/subscription',
  });
  expect(received[0]?.request.headers['webhook-signature']).toMatch(/^v1,/);
  expect(JSON.stringify(await notices().readSettings({}))).not.toContain(secret);
  await notices().removeWebhook({});
  expect(await notices().sendTest({ body: { channel: 'webhook' } })).toMatchObject({ is_sent: false });
});

it('connects Slack only when Slack takes a message, and keeps the address sealed', async () => {
  await expect(notices().connectSlack({ body: { url: 'https://evil.test/x' } })).rejects.toMatchObject({
    code: 'VALIDATION',
  });
  await expect(
    notices().connectSlack({ body: { url: 'https://hooks.slack.com/services/T0/B0/unknown-one' } }),
  ).rejects.toMatchObject({ code: 'VALIDATION' });
  expect((await notices().readSettings({})).slack.is_connected).toBe(false);
  const url = main.deps.integrations.sandboxKeys?.slackWebhook as string;
  const connected = await notices().connectSlack({ body: { url } });
  expect(connected.slack).toMatchObject({ is_connected: true, hint: `…${url.slice(-4)}` });
  await choose('trial-ending', { by_slack: true });
  await write();
  await tell();
  expect(await notices().sendTest({ body: { channel: 'slack' } })).toEqual({ is_sent: true, problem: null });
  const stored = await main.test.query<{ text: string }>('select notice_setting::text as text from notice_setting');
  expect(stored.map((row) => row.text).join()).not.toContain('hooks.slack.com');
});

it('quiet hours hold emails until they end in the person’s zone', async () => {
  const night = { quiet_on: true, quiet_from: '20:00', quiet_to: '08:00' };
  const at = (time: string) => Date.parse(time);
  expect(quietUntil(night, 'America/Chicago', at('2026-11-24T13:30:20Z'))).toBe(at('2026-11-24T14:00:00Z'));
  expect(quietUntil(night, 'America/Chicago', at('2026-11-24T03:00:00Z'))).toBe(at('2026-11-24T14:00:00Z'));
  expect(quietUntil(night, 'America/Chicago', at('2026-11-24T14:00:00Z'))).toBeNull();
  expect(quietUntil({ ...night, quiet_on: false }, 'UTC', at('2026-11-24T03:00:00Z'))).toBeNull();
  // Clocks go back in that night: it has an hour more.
  expect(quietUntil(night, 'Europe/Berlin', at('2026-10-24T20:00:00Z'))).toBe(at('2026-10-25T07:00:00Z'));
  await main.test.query(`update app_user set time_zone = 'UTC' where id = $1`, [me.userId]);
  const hours = (shift: number) => new Date(main.realClock.now() + shift * 3_600_000).toISOString().slice(11, 16);
  await notices().saveSettings({ body: { quiet_on: true, quiet_from: hours(-1), quiet_to: hours(1) } });
  await write();
  await tell();
  expect(mailsToMe()).toEqual([]);
  const [job] = await main.test.query<{ run_at: Date }>(
    `select run_at from graphile_worker.jobs where task_identifier = 'main.mail-notice' order by id desc limit 1`,
  );
  expect(job?.run_at.toISOString().slice(11, 16)).toBe(hours(1));
});

it('a digest comes once in its hour instead of single emails', async () => {
  const due = { digest: 'weekly' as const, digest_hour: 8, digest_day: 1, time_zone: 'Asia/Tokyo' };
  expect(isDigestDue(due, Date.parse('2026-11-22T23:10:00Z'))).toBe(true);
  expect(isDigestDue(due, Date.parse('2026-11-23T23:10:00Z'))).toBe(false);
  expect(isDigestDue({ ...due, digest: 'daily' }, Date.parse('2026-11-23T23:10:00Z'))).toBe(true);
  await main.test.query(`update app_user set time_zone = 'UTC' where id = $1`, [me.userId]);
  await notices().saveSettings({
    body: { digest: 'daily', digest_hour: new Date(main.realClock.now()).getUTCHours() },
  });
  await write();
  await write('credits-low', { what: 'lead', percent: 80, used: 8, quota: 10 });
  await tell();
  expect(mailsToMe()).toEqual([]);
  await mailDigests(main.deps);
  await mailDigests(main.deps);
  await main.runJobs();
  expect(mailsToMe().map((mail) => mail.subject)).toEqual(['Your daily digest: 2 notifications']);
  expect(mailsToMe()[0]?.text).toContain('Your trial ends in 1 day');
});

it('tells of replies by category, client and own mailboxes as chosen', async () => {
  const one = async (sql: string, values: unknown[]) =>
    (await main.test.query<{ id: number }>(`${sql} returning id`, values))[0]?.id as number;
  const campaign = await one(`insert into campaign (workspace_id, name) values ($1, 'Autumn')`, [me.workspaceId]);
  const lead = await one(`insert into lead (workspace_id, email, domain) values ($1, 'a@b.test', 'b.test')`, [
    me.workspaceId,
  ]);
  const box = await one(
    `
      insert into mailbox (
        workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port, imap_username
      )
      values ($1, 'A', 'box@x.test', 'h', 1, 'u', 'h', 1, 'u')
    `,
    [me.workspaceId],
  );
  const enrolment = await one(
    'insert into enrolment (workspace_id, campaign_id, lead_id, mailbox_id) values ($1, $2, $3, $4)',
    [me.workspaceId, campaign, lead, box],
  );
  const reply = () =>
    main.test.query('update enrolment set reply_count = reply_count + 1, category_id = 1 where id = $1', [enrolment]);
  const unread = async () => (await notices().listNotices({})).unread;
  await reply();
  // The first of all kinds, and on in the product and by push before anybody chooses.
  expect((await notices().readChoices({})).choices[0]).toMatchObject({
    kind: 'reply',
    in_app: true,
    by_mail: false,
    by_push: true,
  });
  expect(await unread()).toBe(1);
  await choose('reply', { in_app: false });
  expect(await unread()).toBe(0);
  await choose('reply', {});
  expect((await notices().listNotices({})).rows[0]).toMatchObject({
    kind: 'reply',
    title: 'a@b.test replied',
    href: `/app/master-inbox/replies/${enrolment}`,
  });
  await notices().saveSettings({ body: { reply_categories: [3] } });
  expect(await unread()).toBe(0);
  await notices().saveSettings({ body: { reply_categories: [1, 3] } });
  expect(await unread()).toBe(1);
  await notices().saveSettings({ body: { reply_mailboxes: 'mine' } });
  expect(await unread()).toBe(0);
  await main.test.query('update mailbox set created_by = $2 where id = $1', [box, me.userId]);
  expect(await unread()).toBe(1);
  await notices().saveSettings({ body: { reply_clients: [7] } });
  expect(await unread()).toBe(0);
});

it('a task that is due is told once to whom it is assigned', async () => {
  const other = await main.signIn({ workspaceId: me.workspaceId });
  const [lead] = await main.test.query<{ id: number }>(
    `insert into lead (workspace_id, email, domain) values ($1, 'task@b.test', 'b.test') returning id`,
    [me.workspaceId],
  );
  await main.test.query(
    'insert into lead_task (workspace_id, lead_id, name, due_at, assigned_user_id) values ($1, $2, $3, $4, $5)',
    [me.workspaceId, lead?.id, 'Call back', new Date(main.clock.now() - 1000), me.userId],
  );
  await tell();
  await tell();
  expect((await notices().listNotices({})).rows.map((row) => row.title)).toEqual(['Task due: Call back']);
  expect((await notices(other).listNotices({})).rows).toEqual([]);
  expect(mailsToMe().map((mail) => mail.subject)).toEqual(['Task due: Call back']);
});

it('each choice decides its own channel', () => {
  const person: Recipient = {
    id: 1,
    email: 'a@b.test',
    name: null,
    role: 'OWNER',
    client_id: null,
    permissions: null,
    in_app: true,
    by_mail: true,
    by_push: true,
    by_slack: true,
    by_webhook: true,
    time_zone: null,
    digest: 'off',
    quiet_on: false,
    quiet_from: '20:00',
    quiet_to: '08:00',
    has_slack: true,
    has_webhook: true,
    browsers: 1,
  };
  const channels = (change: Partial<Recipient>) =>
    channelsOf({ ...person, ...change }, 'reminder', 0).map(({ channel }) => channel);
  expect(channels({})).toEqual(['mail', 'push', 'slack', 'webhook']);
  expect(channels({ by_mail: false })).toEqual(['push', 'slack', 'webhook']);
  expect(channels({ digest: 'daily' })).toEqual(['push', 'slack', 'webhook']);
  expect(channels({ by_push: false })).toEqual(['mail', 'slack', 'webhook']);
  expect(channels({ browsers: 0 })).toEqual(['mail', 'slack', 'webhook']);
  expect(channels({ by_slack: false })).toEqual(['mail', 'push', 'webhook']);
  expect(channels({ has_webhook: false })).toEqual(['mail', 'push', 'slack']);
  expect(channelsOf({ ...person, client_id: 3, permissions: [] }, 'trial-ending', 0)).toEqual([]);
});
