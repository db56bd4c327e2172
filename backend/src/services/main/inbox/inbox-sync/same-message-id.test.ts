import { createSyncSteps, inboxSyncDeps } from './sync-due';
import { syncStory } from './testing';

/** A Message-ID is the sender's choice: some systems give every email the same one. */
const story = syncStory();
const constant = '<out-7781@mail.orbit-works.test>';

interface Answer {
  text: string;
  date: string;
  messageId?: string;
  more?: string[];
}
const write = (
  sent: { email: string; messageId: string },
  lead: string,
  { text, date, messageId, more = [] }: Answer,
) =>
  story.write({
    from: lead,
    to: sent.email,
    subject: 'Re: Hello',
    raw: [
      `From: Jane Roe <${lead}>`,
      `To: ${sent.email}`,
      'Subject: Re: Hello',
      `Date: ${date}`,
      `Message-ID: ${messageId ?? constant}`,
      `In-Reply-To: ${sent.messageId}`,
      ...more,
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
      '',
      text,
      '',
    ].join('\r\n'),
  });
const received = async (mailboxId: number) =>
  (await story.messages(`mailbox_id = $1 and direction = 'in'`, [mailboxId])).map(({ text_body }) => text_body.trim());
const tuesday = 'Tue, 10 Nov 2026 10:00:00 +0000';
const thursday = 'Thu, 12 Nov 2026 09:30:00 +0000';
const thanks = 'Thank you, we look at it and come back to you.';
const remove = 'Please remove me from your list. We do not want further mail.';

async function readAgainEverywhere(email: string) {
  for (const folder of ['INBOX', 'Junk', 'Archive']) await story.world.mail.renumberFolder(email, folder);
  const again = createSyncSteps(inboxSyncDeps(story.world.main.deps));
  await again.syncDueMailboxes({ everyFolder: true });
  await again.close();
}

test('shows both emails of one Message-ID, and the second one unsubscribes the lead', async () => {
  const lead = 'jane@orbit-works.test';
  const sent = await story.sentTo(lead, { stop_on: 'NEVER' });
  await write(sent, lead, { text: thanks, date: tuesday });
  await story.sync.syncDueMailboxes();
  await write(sent, lead, { text: remove, date: thursday });
  await story.sync.syncDueMailboxes();
  expect(await received(sent.mailboxId)).toEqual([thanks, remove]);
  const end = (await story.ends(sent.campaignId)).get(lead);
  expect(end).toMatchObject({ is_unsubscribed: true, status: 'STOPPED' });
  await readAgainEverywhere(sent.email);
  expect(await received(sent.mailboxId)).toEqual([thanks, remove]);
});

test('tells two emails of one Message-ID and one second apart by their text, and takes a copy for the same email', async () => {
  const lead = 'joe@orbit-works.test';
  const sent = await story.sentTo(lead);
  await write(sent, lead, { text: thanks, date: tuesday });
  await write(sent, lead, { text: remove, date: tuesday });
  await write(sent, lead, { text: `${thanks}\r\n--\r\nSales list`, date: tuesday, more: ['X-Gateway: checked'] });
  await story.sync.syncDueMailboxes();
  expect(await received(sent.mailboxId)).toEqual([thanks, remove]);
});

test('recognises emails that were stored under their Message-ID alone', async () => {
  const lead = 'jim@orbit-works.test';
  const sent = await story.sentTo(lead);
  await write(sent, lead, { text: thanks, date: tuesday });
  await story.sync.syncDueMailboxes();
  await story.world.main.test.query(`update message set dedupe_key = message_id where mailbox_id = $1`, [
    sent.mailboxId,
  ]);
  await readAgainEverywhere(sent.email);
  expect(await received(sent.mailboxId)).toEqual([thanks]);
  await write(sent, lead, { text: remove, date: thursday });
  await story.sync.syncDueMailboxes();
  expect(await received(sent.mailboxId)).toEqual([thanks, remove]);
});

test('an answer that cites an id of two conversations stays with its own lead', async () => {
  const [one, other] = ['ann@orbit-works.test', 'bob@orbit-works.test'];
  const first = await story.sentTo(one);
  const second = await story.sentTo(other);
  const shared = '<constant@ticket-system.test>';
  await write(first, one, { text: thanks, date: tuesday, messageId: shared });
  await write(second, other, { text: thanks, date: tuesday, messageId: shared });
  await story.sync.syncDueMailboxes();
  for (const [lead, sent] of [
    [one, first],
    [other, second],
  ] as const)
    await write({ ...sent, messageId: shared }, lead, {
      text: `More from ${lead}`,
      date: thursday,
      messageId: `<more-${lead}>`,
    });
  await story.sync.syncDueMailboxes();
  const rows = await story.messages(`message_id like '<more-%'`);
  const enrolments = await story.messages(`message_id = $1`, [shared]);
  const places = (list: typeof rows) => new Map(list.map(({ from_email, enrolment_id }) => [from_email, enrolment_id]));
  expect([rows.length, places(rows)]).toEqual([2, places(enrolments)]);
});
