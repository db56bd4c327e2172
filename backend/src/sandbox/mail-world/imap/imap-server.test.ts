import type { ImapFlow } from 'imapflow';
import { createSelfSignedCertificate } from '../self-signed-certificate';
import { sender, startTestWorld, type TestWorld } from '../testing/test-world';

const raw = (id: string, subject = 'Stored') =>
  Buffer.from(
    `From: Ann <ann@x.test>\r\nTo: ${sender.email}\r\nSubject: ${subject}\r\nMessage-ID: <${id}@x.test>\r\nDate: Mon, 2 Mar 2026 09:00:00 +0000\r\n\r\nBody of ${id}\r\n`,
  );

let test: TestWorld;
beforeEach(async () => {
  test = await startTestWorld();
});
afterEach(() => test.close());

it('refuses a wrong password and an unknown mailbox', async () => {
  await expect(test.imap({ ...sender, password: 'wrong' })).rejects.toMatchObject({ authenticationFailed: true });
  await expect(test.imap({ ...sender, email: 'nobody@acme.test' })).rejects.toMatchObject({
    authenticationFailed: true,
  });
});

it('lists the usual folders with their uses', async () => {
  const client = await test.imap();
  const folders = await client.list();
  expect(folders.map((folder) => [folder.path, folder.specialUse ?? null, folder.subscribed])).toEqual([
    ['INBOX', '\\Inbox', true],
    ['Sent', '\\Sent', true],
    ['Drafts', '\\Drafts', true],
    ['Archive', '\\Archive', true],
    ['Junk', '\\Junk', true],
    ['Trash', '\\Trash', true],
  ]);
});

it('keeps mailboxes apart', async () => {
  const other = { email: 'omar@acme.test', password: 'another password' };
  await test.world.createMailbox(other);
  const mine = await test.imap();
  await mine.append('INBOX', raw('mine'));
  const theirs = await test.imap(other);
  expect(await theirs.status('INBOX', { messages: true })).toMatchObject({ messages: 0 });
  await theirs.mailboxOpen('INBOX');
  expect(await theirs.search({ all: true }, { uid: true })).toEqual([]);
});

it('appends, finds by Message-ID, flags, copies, moves and expunges', async () => {
  const client = await test.imap();
  const first = await client.append('INBOX', raw('one'), ['\\Seen'], new Date('2026-02-01T10:00:00Z'));
  const second = await client.append('INBOX', raw('two', 'Zweites'), [], new Date('2026-02-03T10:00:00Z'));
  expect(first).toMatchObject({ uid: 1, uidValidity: expect.any(BigInt) });
  await client.mailboxOpen('INBOX');
  const search = (query: Parameters<ImapFlow['search']>[0]) => client.search(query, { uid: true });
  expect(await search({ header: { 'message-id': '<two@x.test>' } })).toEqual([2]);
  expect(await search({ header: { 'message-id': '<three@x.test>' } })).toEqual([]);
  expect(await search({ seen: false })).toEqual([2]);
  expect(await search({ since: new Date('2026-02-02T00:00:00Z') })).toEqual([2]);
  expect(await search({ subject: 'zweit' })).toEqual([2]);
  expect(await search({ body: 'body of one' })).toEqual([1]);
  expect(await search({ or: [{ uid: '1' }, { subject: 'Zweites' }] })).toEqual([1, 2]);
  expect(await search({ not: { from: 'ann' } })).toEqual([]);

  await client.messageFlagsAdd('2', ['\\Flagged', '$Reviewed'], { uid: true });
  const flagged = await client.fetchOne('2', { flags: true }, { uid: true });
  expect(flagged && [...(flagged.flags ?? [])]).toEqual(['\\Flagged', '$Reviewed']);

  expect(await client.messageCopy('1', 'Archive', { uid: true })).toMatchObject({
    destination: 'Archive',
    uidMap: new Map([[1, 1]]),
  });
  expect(await client.messageMove('2', 'Trash', { uid: true })).toMatchObject({
    destination: 'Trash',
    uidMap: new Map([[2, 1]]),
  });
  expect(await client.messageDelete('1', { uid: true })).toBe(true);
  expect(await client.status('INBOX', { messages: true, uidNext: true })).toMatchObject({ messages: 0, uidNext: 3 });
  expect(await client.status('Trash', { messages: true, unseen: true })).toMatchObject({ messages: 1, unseen: 1 });
  expect(second && second.uid).toBe(2);
});

it('shows structure, envelope, parts and partial bodies of a nested mail', async () => {
  const client = await test.imap();
  const mail = [
    'From: "Smith, Bob" <bob@x.test>, carol@y.test (Carol C)',
    'To: undisclosed-recipients:;',
    'Cc: "Quote \\" in name" <q@x.test>',
    'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=',
    'Message-ID: <nested@x.test>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="outer boundary"',
    '',
    'preamble',
    '--outer boundary',
    'Content-Type: multipart/alternative; boundary=inner',
    '',
    '--inner',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'Gr=C3=BC=C3=9Fe',
    '--inner',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>hi</p>',
    '--inner--',
    '--outer boundary',
    'Content-Type: message/rfc822',
    '',
    'From: inner@x.test',
    'Subject: Inside',
    '',
    'inner text',
    '--outer boundary',
    'Content-Type: application/pdf; name="a b.pdf"',
    'Content-Disposition: attachment; filename="a b.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    'JVBERi0=',
    '--outer boundary--',
    '',
  ].join('\r\n');
  await client.append('INBOX', mail);
  await client.mailboxOpen('INBOX');
  const message = await client.fetchOne('1', {
    envelope: true,
    bodyStructure: true,
    source: true,
    size: true,
    bodyParts: ['1.1', '2', '2.HEADER', '2.TEXT', '3', '1.MIME'],
  });
  if (!message) throw new Error('not found');
  expect(message.source?.toString()).toBe(mail);
  expect(message.size).toBe(mail.length);
  expect(message.envelope?.from).toEqual([
    { name: 'Smith, Bob', address: 'bob@x.test' },
    { name: 'Carol C', address: 'carol@y.test' },
  ]);
  expect(message.envelope?.cc).toEqual([{ name: 'Quote " in name', address: 'q@x.test' }]);
  expect(message.envelope?.subject).toBe('Grüße');
  const structure = message.bodyStructure;
  expect(structure?.type).toBe('multipart/mixed');
  expect(structure?.childNodes?.map((node) => node.type)).toEqual([
    'multipart/alternative',
    'message/rfc822',
    'application/pdf',
  ]);
  expect(structure?.childNodes?.[2]?.dispositionParameters).toEqual({ filename: 'a b.pdf' });
  expect(structure?.childNodes?.[1]?.envelope?.subject).toBe('Inside');
  const part = (name: string) => message.bodyParts?.get(name)?.toString();
  expect(part('1.1')).toBe('Gr=C3=BC=C3=9Fe');
  expect(part('2.header')).toBe('From: inner@x.test\r\nSubject: Inside\r\n\r\n');
  expect(part('2.text')).toBe('inner text');
  expect(part('3')).toBe('JVBERi0=');
  expect(part('1.mime')).toBe('Content-Type: multipart/alternative; boundary=inner\r\n\r\n');
  const piece = await client.download('1', '1.1');
  const chunks: Buffer[] = [];
  for await (const chunk of piece.content ?? []) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toBe('Grüße');
});

it('tells an idling session at once about new mail, flags and removals', async () => {
  const watcher = await test.imap();
  await watcher.mailboxOpen('INBOX');
  const heard: string[] = [];
  const waitFor = (event: 'exists' | 'expunge' | 'flags') =>
    new Promise<number>((resolve) => watcher.once(event, () => resolve(1)));
  watcher.on('exists', (data) => heard.push(`exists ${data.count}`));
  watcher.on('expunge', (data) => heard.push(`expunge ${data.seq}`));
  watcher.on('flags', (data) => heard.push(`flags ${[...data.flags].join()}`));
  const idle = watcher.idle();
  const actor = await test.imap();
  const exists = waitFor('exists');
  await actor.append('INBOX', raw('pushed'));
  await exists;
  await actor.mailboxOpen('INBOX');
  const flags = waitFor('flags');
  await actor.messageFlagsAdd('1', ['\\Seen'], { uid: true });
  await flags;
  const gone = waitFor('expunge');
  await actor.messageDelete('1', { uid: true });
  await gone;
  expect(heard[0]).toBe('exists 1');
  expect(heard).toContain('flags \\Seen');
  expect(heard.at(-1)).toBe('expunge 1');
  await watcher.noop();
  await idle;
});

it('answers only what changed since a mod-sequence', async () => {
  const client = await test.imap();
  for (const id of ['a', 'b', 'c']) await client.append('INBOX', raw(id));
  const box = await client.mailboxOpen('INBOX');
  const before = box.highestModseq as bigint;
  await client.messageFlagsAdd('2', ['\\Seen'], { uid: true });
  const changed: [number, bigint | undefined][] = [];
  for await (const message of client.fetch('1:*', { uid: true, flags: true }, { uid: true, changedSince: before }))
    changed.push([message.uid, message.modseq]);
  expect(changed).toHaveLength(1);
  expect(changed[0]?.[0]).toBe(2);
  expect((changed[0]?.[1] as bigint) > before).toBe(true);
});

it('cuts sessions off and starts new UIDs when a folder gets a new UIDVALIDITY', async () => {
  const client = await test.imap();
  await client.append('INBOX', raw('old'));
  await client.append('INBOX', raw('kept'));
  const before = await client.mailboxOpen('INBOX');
  await client.messageDelete('1', { uid: true });
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
  const idle = client.idle().catch(() => undefined);
  await new Promise((resolve) => setImmediate(resolve));
  await test.world.renumberFolder(sender.email, 'INBOX');
  await closed;
  await idle;
  const again = await test.imap();
  const after = await again.mailboxOpen('INBOX');
  expect(after.uidValidity > before.uidValidity).toBe(true);
  expect(await again.search({ header: { 'message-id': '<kept@x.test>' } }, { uid: true })).toEqual([1]);
});

it('makes, renames and deletes folders with names in any script', async () => {
  const client = await test.imap();
  await client.mailboxCreate('Kunden/Größe & 日本');
  await client.mailboxRename('Kunden/Größe & 日本', 'Kunden/Ä&Ö');
  expect((await client.list()).map((folder) => folder.path)).toContain('Kunden/Ä&Ö');
  await client.append('Kunden/Ä&Ö', raw('there'));
  await client.mailboxDelete('Kunden/Ä&Ö');
  expect((await client.list()).map((folder) => folder.path)).not.toContain('Kunden/Ä&Ö');
});

it.each([true, false])('works over TLS (from the first byte: %s)', async (implicit) => {
  const secure = await startTestWorld({ tls: { ...createSelfSignedCertificate(), implicit } });
  try {
    const client = await secure.imap();
    expect(client.secureConnection).toBe(true);
    await client.append('INBOX', raw('secret'));
    await secure.send({ to: 'silent@prospects.test' });
    expect(secure.world.record.count().mails).toBe(1);
  } finally {
    await secure.close();
  }
});
