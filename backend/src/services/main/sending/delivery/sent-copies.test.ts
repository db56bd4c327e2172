import { ImapFlow } from 'imapflow';
import { fileSentCopies } from './file-sent-copies';
import { reconcileSent } from './reconcile-sent';
import { createSendingWorld, type SendingWorld } from './testing';
import { backUpTables, putBackTables } from './testing/backup-tables';

const day = 24 * 3_600_000;
let world: SendingWorld;
/** No provider is waited for. */
const atOnce = () => ({ ...world.deps, copyAfterSeconds: 0 });

beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(async () => {
  await world.close();
});

/** What lies in a mailbox's Sent folder. */
async function sentOf(email: string): Promise<{ messageId: string; source: string }[]> {
  const client = new ImapFlow({
    ...world.mail.imap,
    secure: false,
    auth: { user: email, pass: 'right-password' },
    logger: false,
  });
  await client.connect();
  const opened = await client.mailboxOpen('Sent');
  const found: { messageId: string; source: string }[] = [];
  if (opened.exists > 0)
    for await (const message of client.fetch('1:*', { envelope: true, source: true }))
      found.push({ messageId: message.envelope?.messageId ?? '', source: message.source?.toString() ?? '' });
  await client.logout();
  return found;
}

const steps = [
  {
    days: 0,
    subject: 'Hello {{first_name}}',
    body: '<p>Hi {{first_name}}, see <a href="https://northlight.test/plan?a=1&b=2">the plan</a></p>',
  },
  { days: 1, subject: '', body: '<p>Again</p>' },
];

test('files one copy of each sent mail where the provider files none, without pixel and with the links themselves', async () => {
  const mailboxId = await world.connect('rosa@northlight.test');
  await world.campaign({
    mailboxIds: [mailboxId],
    leads: ['silent.1@prospects.test', 'silent.2@prospects.test'],
    steps,
    settings: { track_opens: true, track_clicks: true },
  });
  await world.runUntil(world.main.clock.now() + day / 2);
  expect(await sentOf('rosa@northlight.test')).toHaveLength(0);

  while ((await fileSentCopies(atOnce())) > 0);
  const copies = await sentOf('rosa@northlight.test');
  const sent = await world.main.test.query<{ message_id: string; sent_copy: string }>(
    'select message_id, sent_copy from intent where mailbox_id = $1',
    [mailboxId],
  );
  expect(copies.map((copy) => copy.messageId).sort()).toEqual(sent.map((intent) => intent.message_id).sort());
  expect(new Set(sent.map((intent) => intent.sent_copy))).toEqual(new Set(['FILED']));
  for (const { source } of copies) {
    const text = source.replace(/=\r\n/g, '').replace(/=3D/g, '=');
    expect(text).toContain('https://northlight.test/plan?a=1');
    expect(text).not.toMatch(/localhost:3000\/[oc]\//);
  }
});

test('appends nothing again when the answer to the first APPEND was lost', async () => {
  await world.main.test.query(`update intent set sent_copy = 'WANTED', sent_copy_at = null where sent_copy = 'FILED'`);
  while ((await fileSentCopies(atOnce())) > 0);
  expect(await sentOf('rosa@northlight.test')).toHaveLength(2);
});

test('waits a minute for a provider once, and files at once where it filed nothing', async () => {
  const send = async (mailboxId: number, lead: string) => {
    await world.campaign({ mailboxIds: [mailboxId], leads: [lead], steps: steps.slice(0, 1) });
    await world.runUntil(world.main.clock.now() + day);
  };
  const file = async (copyAfterSeconds: number) => {
    while ((await fileSentCopies({ ...world.deps, copyAfterSeconds })) > 0);
  };
  const copyOf = async (lead: string) =>
    (await world.main.test.query<{ sent_copy: string }>('select sent_copy from intent where to_email = $1', [lead]))[0]
      ?.sent_copy;
  const files = await world.connect('files@northlight.test');
  await world.mail.createMailbox({ email: 'files@northlight.test', password: 'right-password', autoFileSent: true });
  const leaves = await world.connect('leaves@northlight.test');
  await send(files, 'silent.f1@prospects.test');
  await send(leaves, 'silent.l1@prospects.test');
  await file(3_600);
  expect([await copyOf('silent.f1@prospects.test'), await copyOf('silent.l1@prospects.test')]).toEqual([
    'WANTED',
    'WANTED',
  ]);
  await file(0);
  await send(files, 'silent.f2@prospects.test');
  await send(leaves, 'silent.l2@prospects.test');
  await file(3_600);
  expect([await copyOf('silent.f2@prospects.test'), await copyOf('silent.l2@prospects.test')]).toEqual([
    'WANTED',
    'FILED',
  ]);
  expect(await sentOf('leaves@northlight.test')).toHaveLength(2);
  expect(await sentOf('files@northlight.test')).toHaveLength(2);
});

test('two processes that look at the same time file one copy', async () => {
  const mailboxId = await world.connect('dan@northlight.test');
  await world.campaign({
    mailboxIds: [mailboxId],
    leads: Array.from({ length: 6 }, (_, index) => `silent.d${index}@prospects.test`),
    settings: {},
  });
  await world.runUntil(world.main.clock.now() + day);
  await Promise.all([fileSentCopies(atOnce(), 4), fileSentCopies(atOnce(), 4), fileSentCopies(atOnce(), 4)]);
  expect(await sentOf('dan@northlight.test')).toHaveLength(6);
});

test('a database that was restored learns from Sent what left after the backup, and sends none of it again', async () => {
  const mailboxId = await world.connect('kim@northlight.test');
  await world.mail.createMailbox({ email: 'kim@northlight.test', password: 'right-password', autoFileSent: true });
  const campaignId = await world.campaign({
    mailboxIds: [mailboxId],
    leads: ['silent.k1@prospects.test', 'silent.k2@prospects.test', 'silent.k3@prospects.test'],
    steps: [...steps, { days: 1, subject: '', body: '<p>Last</p>' }],
  });
  await backUpTables(world);
  await world.runUntil(world.main.clock.now() + 1.5 * day);
  const left = world.mail.record.count({ login: 'kim@northlight.test' }).mails;
  expect(left).toBeGreaterThanOrEqual(3);

  await putBackTables(world, campaignId);

  const result = await reconcileSent({ ...world.deps });
  expect(result).toMatchObject({ found: left, unread: [] });
  await world.runUntil(world.main.clock.now() + 4 * day);
  expect(world.mail.record.duplicates()).toEqual([]);
  expect(world.mail.record.count({ login: 'kim@northlight.test' }).mails).toBe(9);
  const follows = await world.main.test.query<{ subject: string }>(
    `select subject from intent where campaign_id = $1 and seq_number = 3`,
    [campaignId],
  );
  expect(new Set(follows.map((intent) => intent.subject))).toEqual(new Set(['Re: Hello silent']));
});

test('a tracking domain is in no email before it is verified; the copy is bare of either address', async () => {
  const mailboxId = await world.connect('links@northlight.test');
  const { query } = world.main.test;
  const workspace = (
    await query<{ id: number }>('select workspace_id as id from mailbox where id = $1', [mailboxId])
  )[0]?.id as number;
  await query(`update mailbox set custom_tracking_domain = 'go.links.test' where id = $1`, [mailboxId]);
  const send = async (lead: string): Promise<string> => {
    await world.campaign({
      mailboxIds: [mailboxId],
      leads: [lead],
      steps: steps.slice(0, 1),
      settings: { track_clicks: true },
    });
    await world.runUntil(world.main.clock.now() + day);
    const [row] = await query<{ body_html: string }>('select body_html from intent where to_email = $1', [lead]);
    return row?.body_html ?? '';
  };
  expect(await send('silent.3@prospects.test')).toMatch(/localhost:3000\/c\//);
  await query('update tracking_domain set verified_at = now() where workspace_id = $1', [workspace]);
  expect(await send('silent.4@prospects.test')).toMatch(/https:\/\/go\.links\.test\/c\//);
  // Verified and not any more: what left before is still understood.
  await query('update tracking_domain set verified_at = null where workspace_id = $1', [workspace]);
  while ((await fileSentCopies(atOnce())) > 0);
  for (const { source } of await sentOf('links@northlight.test'))
    expect(source.replace(/=\r\n/g, '')).not.toMatch(/(localhost:3000|go\.links\.test)\/[oc]\//);
});
