import { createSelfSignedCertificate } from '../self-signed-certificate';
import { RawClient } from '../testing/raw-client';
import { sender, startTestWorld, type TestWorld } from '../testing/test-world';

let test: TestWorld;
const clients: RawClient[] = [];
beforeEach(async () => {
  test = await startTestWorld();
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await test.close();
});

/** A logged-in session with INBOX selected that answers each command with its whole response. */
async function session(select = 'select inbox') {
  const client = new RawClient(test.world.imap);
  clients.push(client);
  let count = 0;
  const run = (command: string) => {
    count += 1;
    return client.say(`t${count} ${command}\r\n`, new RegExp(`^t${count} (OK|NO|BAD).*\\r\\n`, 'm'));
  };
  await run(`LOGIN ${sender.email} "${sender.password}"`);
  await run(select);
  return { client, run };
}

const append = (run: (command: string) => Promise<string>, text: string, flags = '') =>
  run(`APPEND INBOX ${flags}{${text.length}+}\r\n${text}`);

it('keeps sequence numbers until the client may be told of removals', async () => {
  const [watcher, actor] = [await session(), await session()];
  for (const text of ['a', 'b', 'c']) await append(actor.run, `Subject: ${text}\r\n\r\n${text}`);
  expect(await watcher.run('NOOP')).toContain('* 3 EXISTS');
  await actor.run('UID STORE 1 +FLAGS (\\Deleted)');
  await actor.run('EXPUNGE');
  const fetched = await watcher.run('FETCH 1:3 (UID)');
  expect(fetched).not.toContain('EXPUNGE');
  expect(fetched).toContain('* 1 FETCH (UID 1)\r\n* 2 FETCH (UID 2)\r\n* 3 FETCH (UID 3)');
  expect(await watcher.run('STORE 2 +FLAGS.SILENT (\\Seen)')).not.toContain('EXPUNGE');
  expect(await watcher.run('NOOP')).toMatch(/^\* 1 EXPUNGE\r\n/m);
  expect(await watcher.run('FETCH 1 (UID FLAGS)')).toContain('* 1 FETCH (UID 2 FLAGS (\\Seen))');
});

it('refuses a conditional STORE for what changed meanwhile', async () => {
  const { run } = await session('select inbox (condstore)');
  await append(run, 'Subject: a\r\n\r\na');
  await append(run, 'Subject: b\r\n\r\nb');
  const modseq = /MODSEQ \((\d+)\)/.exec(await run('FETCH 2 (MODSEQ)'))?.[1] as string;
  await run('STORE 1 +FLAGS (\\Seen)');
  const answer = await run(`UID STORE 1:2 (UNCHANGEDSINCE ${modseq}) +FLAGS (\\Flagged)`);
  expect(answer).toContain('[MODIFIED 1]');
  expect(answer).toMatch(/\* 2 FETCH \(UID 2 FLAGS \(\\Flagged\) MODSEQ/);
  expect(await run('SEARCH MODSEQ 1 FLAGGED')).toMatch(/\* SEARCH 2 \(MODSEQ \d+\)/);
});

it('reads sections and partials, and marks mails seen only when asked to', async () => {
  const { run } = await session();
  await append(run, 'Subject: one\r\nX-Long: a\r\n b\r\nTo: z@x.test\r\n\r\n0123456789');
  expect(await run('FETCH 1 (BODY.PEEK[TEXT]<2.3>)')).toContain('BODY[TEXT]<2> {3}\r\n234)');
  expect(await run('FETCH 1 (BODY.PEEK[TEXT]<20.3>)')).toContain('BODY[TEXT]<20> {0}\r\n)');
  expect(await run('FETCH 1 (BODY.PEEK[HEADER.FIELDS (x-long)])')).toContain('X-Long: a\r\n b\r\n\r\n)');
  expect(await run('FETCH 1 (BODY.PEEK[HEADER.FIELDS.NOT (SUBJECT X-LONG)])')).toContain(
    '{16}\r\nTo: z@x.test\r\n\r\n)',
  );
  expect(await run('FETCH 1 (BODY.PEEK[7])')).toContain('BODY[7] NIL');
  expect(await run('FETCH 1 FLAGS')).toContain('FLAGS ()');
  expect(await run('FETCH 1 BODY[1]')).toContain('FLAGS (\\Seen)');
  expect(await run('FETCH 1 FAST')).toMatch(/FLAGS \(\\Seen\) INTERNALDATE ".*" RFC822\.SIZE 55/);
});

it('lets nothing be changed in an examined folder', async () => {
  const { run } = await session();
  await append(run, 'Subject: one\r\n\r\nx');
  expect(await run('EXAMINE INBOX')).toContain('[READ-ONLY]');
  for (const command of ['STORE 1 +FLAGS (\\Seen)', 'EXPUNGE', 'MOVE 1 Trash'])
    expect(await run(command)).toMatch(/NO \[READ-ONLY\]/);
  await run('FETCH 1 BODY[]');
  expect(await run('FETCH 1 FLAGS')).toContain('FLAGS ()');
});

it('answers NO or BAD to what cannot be', async () => {
  const { run } = await session();
  expect(await run('select Nowhere')).toMatch(/NO \[NONEXISTENT\]/);
  expect(await run('FETCH 1 FLAGS')).toMatch(/BAD Select a folder first/);
  await run('select inbox');
  expect(await run('APPEND Nowhere {1+}\r\nx')).toMatch(/NO \[TRYCREATE\]/);
  expect(await run('APPEND INBOX (\\Seen "bad") {1+}\r\nx')).toMatch(/BAD/);
  expect(await run('CREATE INBOX')).toMatch(/NO \[ALREADYEXISTS\]/);
  expect(await run('DELETE Sent')).toMatch(/NO \[CANNOT\]/);
  expect(await run('SEARCH CHARSET KOI8-R ALL')).toMatch(/NO \[BADCHARSET/);
  expect(await run('SEARCH SINCE yesterday')).toMatch(/BAD/);
  expect(await run('FETCH 0 FLAGS')).toMatch(/BAD/);
  expect(await run('UID FETCH 5:* (FLAGS)')).toMatch(/OK/);
});

it('drops what was sent in the clear before a TLS handshake', async () => {
  const secure = await startTestWorld({ tls: { ...createSelfSignedCertificate(), implicit: false } });
  const client = new RawClient(secure.world.imap);
  try {
    const heard = await client.say(`a STARTTLS\r\nb LOGIN ${sender.email} "${sender.password}"\r\n`, /a OK.*\r\n/);
    expect(heard).not.toContain('b OK');
  } finally {
    client.close();
    await secure.close();
  }
});

it('ends an SMTP session that guesses passwords', async () => {
  const client = new RawClient(test.world.smtp);
  clients.push(client);
  await client.say('EHLO x\r\n', /^250 /m);
  const guess = Buffer.from(`\u0000${sender.email}\u0000nope`).toString('base64');
  for (let attempt = 1; attempt <= 4; attempt += 1)
    expect(await client.say(`AUTH PLAIN ${guess}\r\n`, /^\d{3} /m)).toMatch(/^535 5\.7\.8/);
  expect(await client.say(`AUTH PLAIN ${guess}\r\n`, /^421 /m)).toContain('4.7.0');
  await client.say('', /never/);
  expect(client.isClosed).toBe(true);
});
