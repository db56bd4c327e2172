import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleFolder, bundleProgram } from '#platform/testing/bundle-program';
import { createHeavyWork } from '#platform/workers/heavy-work';
import { createSyncSteps, inboxSyncDeps } from './sync-due';
import { syncStory } from './testing';

const story = syncStory();
const { ends, messages, write, sentTo } = story;

test('a mail that the database cannot take now is fetched again and keeps its text', async () => {
  const { email, campaignId, messageId } = await sentTo('unlucky@elsewhere.test');
  const { query } = story.world.main.test;
  await query(
    `
      create function refuse_now() returns trigger language plpgsql as
        $$ begin raise exception using errcode = 'deadlock_detected'; end $$
    `,
  );
  await query(
    `
      create trigger refuse_now before
      insert on message for each row when (new.from_email = 'unlucky@elsewhere.test') execute function
        refuse_now()
    `,
  );
  await write({
    from: 'unlucky@elsewhere.test',
    to: email,
    subject: 'Re: Hello',
    text: 'Yes, with pleasure.',
    inReplyTo: messageId,
  });
  // Nobody hears of it but the log: the mail is not counted, and its folder is read again from before it.
  expect(await story.sync.syncDueMailboxes()).toEqual({});
  expect(await messages(`from_email = 'unlucky@elsewhere.test'`)).toEqual([]);
  await query('drop trigger refuse_now on message');
  await story.sync.syncDueMailboxes({ everyFolder: true });
  expect((await messages(`from_email = 'unlucky@elsewhere.test'`)).map(({ snippet }) => snippet)).toEqual([
    'Yes, with pleasure.',
  ]);
  expect((await ends(campaignId)).get('unlucky@elsewhere.test')).toMatchObject({ reason: 'REPLIED', reply_count: 1 });
});

test('poison does not block a folder: broken MIME, NUL bytes, halves of characters, sizes beyond reason', async () => {
  const { email, campaignId, messageId } = await sentTo('poison@elsewhere.test');
  const head = (id: string, subject: string) =>
    `From: poison@elsewhere.test\r\nTo: ${email}\r\nMessage-ID: <${id}@elsewhere.test>\r\nIn-Reply-To: ${messageId}\r\nSubject: ${subject}\r\n`;
  const mails = [
    `${head('nul', 'a=?utf-8?Q?=00b?=')}Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nNull=00byte and =ED=A0=80 half\r\n`,
    `${head('deep', 'deep')}Content-Type: multipart/mixed; boundary="x"\r\n\r\n${'--x\r\nContent-Type: multipart/mixed; boundary="x"\r\n\r\n'.repeat(500)}`,
    `${head('big', 'big')}Content-Type: text/html\r\n\r\n${'<div>'.repeat(1_500_000)}`,
  ];
  for (const raw of mails) await write({ from: 'poison@elsewhere.test', to: email, subject: '', raw });
  await story.sync.syncDueMailboxes();
  expect((await messages(`from_email = 'poison@elsewhere.test'`)).map(({ message_id }) => message_id)).toEqual([
    '<nul@elsewhere.test>',
    '<deep@elsewhere.test>',
    '<big@elsewhere.test>',
  ]);
  expect((await ends(campaignId)).get('poison@elsewhere.test')).toMatchObject({ reason: 'REPLIED', reply_count: 3 });
});

test('a mail that cannot be read in time is kept with its raw text, stops the sequence, and blocks nothing', async () => {
  const { email, campaignId, messageId } = await sentTo('heavy@elsewhere.test');
  const folder = bundleFolder('inbox-sync');
  const file = bundleProgram('backend/src/services/main/heavy-worker.ts', join(folder, 'heavy-worker.cjs'));
  // No mail of this size is read in a millisecond.
  const heavyWork = createHeavyWork({ file, limit: 1 });
  const strict = createSyncSteps({ ...inboxSyncDeps(story.world.main.deps), heavyWork });
  try {
    await write({
      from: 'heavy@elsewhere.test',
      to: email,
      subject: '',
      raw: `From: heavy@elsewhere.test\r\nTo: ${email}\r\nMessage-ID: <heavy-1@elsewhere.test>\r\nIn-Reply-To: ${messageId}\r\nSubject: Re: much\r\nContent-Type: text/html\r\n\r\n${'<p>Yes, please</p>\r\n'.repeat(30_000)}`,
    });
    await strict.syncDueMailboxes();
  } finally {
    await strict.close();
    await heavyWork.close();
    rmSync(folder, { recursive: true, force: true });
  }
  const [kept] = await messages(`message_id = '<heavy-1@elsewhere.test>'`);
  expect(kept).toMatchObject({
    subject: 'Re: much',
    text_body: expect.stringContaining('<p>Yes, please</p>'),
    snippet: expect.stringContaining('could not be read in time'),
  });
  expect((await ends(campaignId)).get('heavy@elsewhere.test')).toMatchObject({ reason: 'REPLIED' });
});
