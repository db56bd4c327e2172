import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { leadsContract } from '@skein/contracts/main/leads.contract';
import { syncStory } from './testing';

const story = syncStory();
const { ends, messages, write, sentTo } = story;

/** What a calendar program sends for a lead who answers an invitation: a machine's mail that cites nothing of ours. */
const calendarMail = (from: string, to: string, { id, lines }: { id: string; lines: string[] }) =>
  [
    `From: ${from}`,
    `To: ${to}`,
    'Subject: Intro call',
    `Message-ID: <${id}@elsewhere.test>`,
    'Auto-Submitted: auto-generated',
    'Content-Type: text/calendar; charset=utf-8; method=REPLY',
    '',
    'BEGIN:VCALENDAR',
    'METHOD:REPLY',
    'BEGIN:VEVENT',
    'DTSTART:20310318T130000Z',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
const answer = (lead: string, state: string) => `ATTENDEE;PARTSTAT=${state}:mailto:${lead}`;

test('an accepted meeting is a reply that no model sorts, and everybody sees when it is', async () => {
  const lead = 'accepts@elsewhere.test';
  const { email, campaignId } = await sentTo(lead);
  const { query } = story.world.main.test;
  const { me, main } = story.world;
  await query(
    `
      insert into assistant (workspace_id, base_url, key_sealed, key_last_four, model, sorts_replies)
      values ($1, 'https://model.test', '', '1234', 'm', true)
    `,
    [me.workspaceId],
  );
  await write({
    from: lead,
    to: email,
    subject: '',
    raw: calendarMail(lead, email, { id: 'yes', lines: [answer(lead, 'ACCEPTED')] }),
  });
  await story.sync.syncDueMailboxes();
  await query('delete from assistant where workspace_id = $1', [me.workspaceId]);
  const found = (await ends(campaignId)).get(lead)!;
  expect(found).toMatchObject({
    status: 'STOPPED',
    reason: 'REPLIED',
    category_id: 2,
    category_by: 'RULE',
    reply_count: 1,
  });
  const calendar = { answer: 'accepted', starts_at: '2031-03-18T13:00:00.000Z' };
  const inbox = main.asClient(inboxContract, me);
  const thread = await inbox.getThread({ params: { enrolmentId: found.id } });
  expect(thread.messages.at(-1)).toMatchObject({
    kind: 'reply',
    is_automatic: false,
    classification: { category_id: 2, calendar },
    attachments: [{ name: 'invite.ics', content_type: 'text/calendar' }],
  });
  // Who only pressed a button wrote nothing that a list could show but the subject.
  expect(thread.conversation.snippet).toBe('Intro call');
  const { timeline } = await inbox.getPanel({ params: { enrolmentId: found.id } });
  expect(timeline.filter(({ kind }) => kind === 'REPLY')).toMatchObject([{ calendar }]);
  expect(timeline.filter(({ kind }) => kind === 'SENT')).toMatchObject([{ calendar: null }]);
  const { entries } = await main
    .asClient(leadsContract, me)
    .leadTimeline({ params: { leadId: thread.conversation.lead.id } });
  expect(entries.filter(({ kind }) => kind === 'REPLY')).toMatchObject([{ text: 'Accepted the meeting', calendar }]);
});

test('a declined meeting leaves the category to a person, unless its sender typed what they want', async () => {
  const lead = 'declines@elsewhere.test';
  const { email, campaignId } = await sentTo(lead);
  const decline = async (id: string, ...typed: string[]) => {
    const raw = calendarMail(lead, email, { id, lines: [answer(lead, 'DECLINED'), ...typed] });
    await write({ from: lead, to: email, subject: '', raw });
    await story.sync.syncDueMailboxes();
    return (await ends(campaignId)).get(lead);
  };
  expect(await decline('no')).toMatchObject({
    status: 'STOPPED',
    reason: 'REPLIED',
    category_id: null,
    suppressed: null,
  });
  expect(await decline('no-interest', 'COMMENT:Thank you\\, but we are not interested.')).toMatchObject({
    category_id: 3,
    suppressed: null,
  });
  expect(await decline('no-more', 'COMMENT:Please remove me from your list.')).toMatchObject({
    category_id: 4,
    suppressed: 'unsubscribe',
  });
  expect((await messages(`from_email = $1`, [lead])).map(({ kind }) => kind)).toEqual([
    'reply',
    'reply',
    'unsubscribe_request',
  ]);
});
