import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import type { ImapFlaws, OmittedAnswer } from '#sandbox/mail-world/imap/imap-flaws';
import { createSyncSteps, inboxSyncDeps } from './sync-due';
import { hour, syncStory } from './testing';

/** Servers that leave out what RFC 3501 lets them leave out, or refuse what few refuse: each connects, and every reply in it is read. */
const story = syncStory();
afterEach(() => story.world.mail.setImapFlaws({}));

const everyAnswer: OmittedAnswer[] = [
  'SELECT UIDNEXT',
  'SELECT UIDVALIDITY',
  'STATUS UIDNEXT',
  'STATUS UIDVALIDITY',
  'LIST INBOX',
  'FETCH INTERNALDATE',
  'FETCH RFC822.SIZE',
  'FETCH ENVELOPE',
];
const servers: [string, ImapFlaws][] = [
  ['no UIDNEXT', { omits: ['SELECT UIDNEXT', 'STATUS UIDNEXT'] }],
  ['no UIDNEXT in STATUS', { omits: ['STATUS UIDNEXT'] }],
  ['no UIDVALIDITY in SELECT', { omits: ['SELECT UIDVALIDITY'] }],
  ['no UIDVALIDITY at all', { omits: ['SELECT UIDVALIDITY', 'STATUS UIDVALIDITY'] }],
  ['no SEARCH', { refuses: ['SEARCH'] }],
  ['no parts of a mail', { refuses: ['PARTIAL FETCH'] }],
  ['a folder that does not open', { refusesFolders: { Archive: 'Permission denied' } }],
  ['nothing that may be left out', { omits: everyAnswer, refuses: ['SEARCH', 'PARTIAL FETCH'] }],
];

let counter = 0;
async function answer(sent: { email: string; messageId: string }, lead: string, isJunk: boolean): Promise<string> {
  const messageId = `<answer-${(counter += 1)}@orbit-works.test>`;
  story.world.mail.setJunkRule(() => isJunk);
  await story.write({
    from: lead,
    to: sent.email,
    subject: 'Re: Hello',
    messageId,
    inReplyTo: sent.messageId,
    text: 'Let us talk on Tuesday.',
  });
  story.world.mail.setJunkRule(() => false);
  return messageId;
}

const received = async (mailboxId: number) =>
  (await story.messages(`mailbox_id = $1 and direction = 'in'`, [mailboxId])).map((row) => row.message_id).sort();

test.each(servers)('replies in INBOX and in Junk are read once from a server with %s', async (name, flaws) => {
  story.world.mail.setImapFlaws(flaws);
  const leads = [1, 2, 3].map(
    (index) => `lead${index}-${servers.findIndex(([each]) => each === name)}@orbit-works.test`,
  );
  const sent = await story.sentTo(leads[0] as string, {}, undefined, leads.slice(1));
  const found = (
    await story.world.main.test.query<{ to_email: string; message_id: string }>(
      `select to_email, message_id from intent where campaign_id = $1`,
      [sent.campaignId],
    )
  ).map(({ to_email, message_id }) => [to_email, message_id] as const);
  const messageIds = new Map(found);
  await story.sync.syncDueMailboxes({ everyFolder: true });
  const ids: string[] = [];
  for (const [index, lead] of leads.entries()) {
    ids.push(await answer({ ...sent, messageId: messageIds.get(lead) as string }, lead, index === 1));
    await story.sync.syncDueMailboxes({ everyFolder: true });
  }
  expect(await received(sent.mailboxId)).toEqual(ids.sort());
  const states = await story.ends(sent.campaignId);
  expect(leads.map((lead) => [states.get(lead)?.reply_count, states.get(lead)?.reason])).toEqual(
    leads.map(() => [1, 'REPLIED']),
  );
  const again = createSyncSteps(inboxSyncDeps(story.world.main.deps));
  await again.syncDueMailboxes({ everyFolder: true });
  await again.close();
  expect(await received(sent.mailboxId)).toEqual(ids);
  const [row] = await story.world.main.test.query('select sync_error from mailbox where id = $1', [sent.mailboxId]);
  expect(row).toEqual({ sync_error: null });
});

test('without UIDVALIDITY, a folder that was renumbered between two connections is read again from its beginning', async () => {
  story.world.mail.setImapFlaws({ omits: ['SELECT UIDVALIDITY', 'STATUS UIDVALIDITY'] });
  const lead = 'renumbered@orbit-works.test';
  const sent = await story.sentTo(lead);
  await story.sync.syncDueMailboxes({ everyFolder: true });
  const first = await answer(sent, lead, false);
  await story.sync.syncDueMailboxes({ everyFolder: true });
  await story.world.main.test.query('update sync_folder set uid_next = uid_next + 50 where mailbox_id = $1', [
    sent.mailboxId,
  ]);
  const second = await answer(sent, lead, false);
  const later = createSyncSteps(inboxSyncDeps(story.world.main.deps));
  await later.syncDueMailboxes({ everyFolder: true });
  await later.close();
  expect(await received(sent.mailboxId)).toEqual([first, second].sort());
});

describe('the connection test', () => {
  const connect = async (email: string, username = email) => {
    const { world } = story;
    await world.mail.createMailbox({ email: username, password: 'right-password' });
    return world.main.asClient(mailboxesContract, world.me).create({
      body: {
        from_name: 'Rosa Kessler',
        from_email: email,
        username,
        password: 'right-password',
        smtp_host: '127.0.0.1',
        smtp_port: world.mail.smtp.port,
        smtp_port_type: 'NONE',
        imap_host: '127.0.0.1',
        imap_port: world.mail.imap.port,
        imap_port_type: 'NONE',
      },
    });
  };

  test('says that an INBOX without emails is empty', async () => {
    const { report } = await connect('empty@northlight.test');
    expect(report.imap).toMatchObject({ ok: true, cause: expect.stringContaining('is empty') });
  });

  test.each(servers)('reads the newest email of a server with %s', async (_, flaws) => {
    const email = `newest${(counter += 1)}@northlight.test`;
    await story.world.mail.createMailbox({ email, password: 'right-password' });
    await story.write({ from: 'lead@orbit-works.test', to: email, subject: 'Hello', text: 'Hello' });
    story.world.mail.setImapFlaws(flaws);
    const { report, mailbox } = await connect(email);
    expect(report.imap).toMatchObject({ ok: true, cause: null });
    expect(mailbox.state).toBe('connected');
  });

  test('fails when the login works and the server refuses the address as the sender; nothing is sent by the test', async () => {
    const { world } = story;
    await world.mail.createMailbox({ email: 'login@northlight.test', password: 'right-password' });
    const before = world.mail.record.count({}).mails;
    const { report } = await connect('other@northlight.test', 'login@northlight.test');
    expect(report.smtp).toMatchObject({
      ok: false,
      code: 'CONNECTION',
      server_reply: expect.stringContaining('not owned by this login'),
      cause: expect.stringContaining('does not send emails from this address'),
    });
    expect(world.mail.record.count({}).mails).toBe(before);
  });

  test('fails with the words of the server when the login works and INBOX does not open', async () => {
    story.world.mail.setImapFlaws({ refusesFolders: { INBOX: 'Unsafe Login. Contact your provider.' } });
    const { report, mailbox } = await connect('closed@northlight.test');
    expect(report.imap).toMatchObject({
      ok: false,
      code: 'CONNECTION',
      server_reply: expect.stringContaining('Unsafe Login'),
      cause: expect.stringContaining('INBOX cannot be read'),
    });
    expect(mailbox).toMatchObject({
      state: 'failing',
      imap_problem: { cause: expect.stringContaining('INBOX cannot be read') },
    });
  });
});

test('a mailbox whose INBOX stops opening says so with its next read', async () => {
  const sent = await story.sentTo('closed-later@orbit-works.test');
  story.world.mail.setImapFlaws({ refusesFolders: { INBOX: 'Mailbox is locked by the administrator.' } });
  story.world.mail.dropImapConnections();
  story.world.main.clock.set(story.world.main.clock.now() + hour);
  await story.sync.syncDueMailboxes();
  const [row] = await story.world.main.test.query('select sync_error from mailbox where id = $1', [sent.mailboxId]);
  expect(row).toEqual({ sync_error: expect.stringContaining('locked by the administrator') });
  // Once may be a server that restarts. From the second time on people are told, once for each outage.
  const told = () =>
    story.world.main.test.query(
      `select facts from notice where kind = 'mailbox-unreadable' and facts ->> 'email' = $1`,
      [sent.email],
    );
  expect(await told()).toEqual([]);
  await story.sync.syncDueMailboxes();
  await story.sync.syncDueMailboxes();
  expect(await told()).toEqual([
    { facts: expect.objectContaining({ reason: expect.stringContaining('locked by the administrator') as string }) },
  ]);
});
