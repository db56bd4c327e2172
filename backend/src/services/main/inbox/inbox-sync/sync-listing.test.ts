import type { ImapFlow } from 'imapflow';
import { rawReport } from '#engine/inbox-sync/raw-mail.test-support';
import { openImap } from '#platform/mail/open-imap';
import { createSendingWorld, type SendingWorld } from '#sending/delivery/testing';
import { createSyncSteps, inboxSyncDeps, type SyncSteps } from './sync-due';

/** The product's record of a mailbox against the server's own listing of it, whatever happened to the mailbox meanwhile. */
const hour = 3_600_000;
const address = 'rosa@northlight.test';
const folders = ['INBOX', 'Junk', 'Archive', 'Clients/Alder Freight'];
let world: SendingWorld;
let sync: SyncSteps;
let client: ImapFlow;
let box: number;
type Sent = { email: string; message_id: string };
let sent: Sent[];

beforeAll(async () => {
  world = await createSendingWorld();
  sync = createSyncSteps(inboxSyncDeps(world.main.deps));
  box = await world.connect(address, { min_time_to_wait_minutes: 0 });
  const leads = Array.from({ length: 15 }, (_, index) => `lead${index}@elsewhere.test`);
  const campaignId = await world.campaign({
    mailboxIds: [box],
    leads,
    settings: { min_time_btwn_emails: 3, window_start: '00:00', window_end: '23:59' },
  });
  await world.runUntil(world.main.clock.now() + 2 * hour);
  sent = await world.main.test.query(
    `select to_email as email, message_id from intent where campaign_id = $1 and state = 'SENT' order by id`,
    [campaignId],
  );
  client = await openImap(await world.deps.imapServer(world.me.workspaceId, box), world.deps.rules);
  const present = new Set((await client.list()).map(({ path }) => path));
  for (const folder of folders) if (!present.has(folder)) await client.mailboxCreate(folder);
  await sync.syncDueMailboxes({ everyFolder: true });
});
afterAll(async () => {
  await client.logout();
  await sync.close();
  await world.close();
});

let counter = 0;
/** An answer of a lead lies in a folder since now; with `same` the very mail once more. @returns its Message-ID */
async function arrive(index: number, folder: string, same?: string): Promise<string> {
  const { email, message_id: answered } = sent[index % 12] as (typeof sent)[number];
  const messageId = same ?? `<answer-${(counter += 1)}@elsewhere.test>`;
  await client.append(
    folder,
    [
      `From: ${email}`,
      `To: ${address}`,
      `Subject: Re: Hello`,
      `Message-ID: ${messageId}`,
      `In-Reply-To: ${answered}`,
      '',
      `Answer ${messageId}`,
      '',
    ].join('\r\n'),
    [],
    new Date(world.main.clock.now()),
  );
  return messageId;
}

/** Message-IDs of the leads' mails as the server lists them, in every folder that is read. */
async function listed(): Promise<string[]> {
  const ids: string[] = [];
  for (const folder of folders) {
    const lock = await client.getMailboxLock(folder);
    try {
      for await (const mail of client.fetch('1:*', { envelope: true }))
        if (mail.envelope?.messageId?.startsWith('<answer-')) ids.push(mail.envelope.messageId);
    } finally {
      lock.release();
    }
  }
  return ids;
}
const recorded = async () =>
  (
    await world.main.test.query<{ message_id: string }>(
      `select message_id from message where mailbox_id = $1 and direction = 'in'`,
      [box],
    )
  )
    .map(({ message_id }) => message_id)
    .sort();
const lag = async () =>
  (
    await world.main.test.query<{ sync_lag_seconds: number | null; sync_lag_at: Date | null }>(
      'select sync_lag_seconds, sync_lag_at from mailbox where id = $1',
      [box],
    )
  )[0]!;
const once = (ids: readonly string[]) => [...new Set(ids)].sort();

test('mails in every folder are read, and how late is stored with the mailbox', async () => {
  expect(await lag()).toEqual({ sync_lag_seconds: null, sync_lag_at: null });
  for (const [index, folder] of folders.entries()) await arrive(index, folder);
  world.main.clock.set(world.main.clock.now() + 40_000);
  await sync.syncDueMailboxes({ everyFolder: true });
  expect(await recorded()).toEqual(once(await listed()));
  expect((await lag()).sync_lag_seconds).toBeGreaterThanOrEqual(39);
  expect((await lag()).sync_lag_seconds).toBeLessThanOrEqual(41);
});

test('after an outage with moved, doubled and renumbered mail nothing is missed and nothing is there twice', async () => {
  const doubled = await arrive(4, 'INBOX');
  await sync.syncDueMailboxes({ everyFolder: true });
  // While nobody reads: mails come to all folders, one is doubled into another folder, one is moved, two folders get new numbers.
  for (let index = 0; index < 40; index += 1) await arrive(index, folders[index % folders.length] as string);
  await arrive(4, 'Archive', doubled);
  const lock = await client.getMailboxLock('INBOX');
  await client.messageMove('1:3', 'Clients/Alder Freight').finally(() => lock.release());
  await world.mail.renumberFolder(address, 'Archive');
  await world.mail.renumberFolder(address, 'Clients/Alder Freight');
  world.main.clock.set(world.main.clock.now() + 6 * hour);
  for (const wait of [2, 9, 25]) {
    const running = sync.syncDueMailboxes({ everyFolder: true });
    const drop = setTimeout(() => world.mail.dropImapConnections(), wait);
    await running;
    clearTimeout(drop);
  }
  client.close();
  client = await openImap(await world.deps.imapServer(world.me.workspaceId, box), world.deps.rules);
  await sync.syncDueMailboxes({ everyFolder: true });
  expect(await recorded()).toEqual(once(await listed()));
  expect((await lag()).sync_lag_seconds).toBeGreaterThanOrEqual(6 * 3600 - 1);
  const [replies] = await world.main.test.query<{ count: number }>(
    'select coalesce(sum(reply_count), 0)::int as count from enrolment',
  );
  expect(replies?.count).toBe((await recorded()).length);
});

test('looking again, and once more under new numbers everywhere, changes nothing', async () => {
  const before = await recorded();
  await sync.syncDueMailboxes({ everyFolder: true });
  for (const folder of folders) await world.mail.renumberFolder(address, folder);
  await sync.syncDueMailboxes({ everyFolder: true });
  expect(await recorded()).toEqual(before);
});

it('finds and reports what a time without reading had hidden behind the place of a folder', async () => {
  client.close();
  client = await openImap(await world.deps.imapServer(world.me.workspaceId, box), world.deps.rules);
  await sync.syncDueMailboxes({ everyFolder: true });
  const missed = await arrive(3, 'INBOX');
  const [replying, dead, leaving] = sent.slice(12) as [Sent, Sent, Sent];
  const written = (id: string, { email, message_id: answered }: Sent, words: string) =>
    `From: ${email}\r\nTo: ${address}\r\nSubject: Re: Hello\r\nMessage-ID: <${id}@elsewhere.test>\r\nIn-Reply-To: ${answered}\r\n\r\n${words}\r\n`;
  const report = rawReport({
    fields: `Final-Recipient: rfc822; ${dead.email}\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 User unknown`,
    perMessage: 'Reporting-MTA: dns; mx.test\n',
    returned: `Message-ID: ${dead.message_id}\nSubject: Hello\n`,
  });
  for (const raw of [
    written('late-reply', replying, 'Which cities do you cover?'),
    written('late-wish', leaving, 'Please remove me from your list.'),
    written(
      'late-stranger',
      { ...replying, email: 'somebody@stranger.test', message_id: '<none@x.test>' },
      'Who are you?',
    ),
    report,
  ])
    await client.append('INBOX', raw, [], new Date(world.main.clock.now()));
  // The place has moved past it, as when a server lists a mail late.
  await world.main.test.query('update sync_folder set uid_next = uid_next + 5 where mailbox_id = $1', [box]);
  const afterSilence = async (hours: number) => {
    await world.main.test.query(
      `update mailbox set sync_error = 'Connection refused', last_synced_at = $2 where id = $1`,
      [box, new Date(world.main.clock.now() - hours * hour)],
    );
    const after = createSyncSteps(inboxSyncDeps(world.main.deps));
    await after.syncDueMailboxes();
    await after.close();
    const notices = await world.main.test.query<{ facts: Record<string, unknown> }>(
      `select facts from notice where kind = 'replies-recovered' order by id desc`,
    );
    return notices[0]?.facts;
  };
  const found = await afterSilence(5);
  expect(await recorded()).toContain(missed);
  expect(found).toEqual({
    mailbox_id: box,
    email: address,
    hours: 5,
    since: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    replies: 2,
    automatic: 0,
    untracked: 1,
    bounces: 1,
    unsubscribed: 1,
    // Who had answered before was stopped before.
    stopped: 3,
  });
  // As after a look that broke off: what it has recorded is reported by the one that comes to its end.
  expect(await afterSilence(4)).toMatchObject({
    hours: 4,
    replies: 2,
    bounces: 1,
    untracked: 1,
    unsubscribed: 1,
    stopped: 3,
  });
});
