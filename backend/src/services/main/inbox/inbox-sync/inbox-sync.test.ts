import type { CalendarAnswer } from '@skein/contracts/calendar-answer';
import { day, hour, syncStory } from './testing';

const story = syncStory();
const { ends, messages, events, write, sentTo } = story;

describe('a campaign of three steps to prospects of every kind', () => {
  const words = [
    'replies',
    'interested',
    'notinterested',
    'ooo',
    'bounces',
    'rejects',
    'unsubscribes',
    'opens',
    'silent',
    'alias',
    'aliasbare',
    'accepts',
    'declines',
    'proposes',
  ];
  let campaignId: number;

  beforeAll(async () => {
    const mailboxIds = [
      await story.world.connect('rosa@northlight.test', { message_per_day: 100 }),
      await story.world.connect('dan@northlight.test', { message_per_day: 100 }),
    ];
    const leads = words.flatMap((word) => [1, 2, 3].map((number) => `${word}.person${number}@prospects.test`));
    campaignId = await story.world.campaign({
      mailboxIds,
      leads,
      settings: { min_time_btwn_emails: 30, max_leads_per_day: 1000, bounce_guard_enabled: false },
      steps: [
        { days: 0, subject: 'Hello {{first_name}}', body: '<p>Hi {{first_name}}, a question.</p>' },
        { days: 3, subject: '', body: '<p>Again</p>' },
        { days: 3, subject: '', body: '<p>Last</p>' },
      ],
    });
    await story.world.runUntil(story.world.main.clock.now() + 25 * day);
  });

  test('every lead ends as its word says', async () => {
    const found = await ends(campaignId);
    const of = (word: string) => [...found.values()].filter(({ email }) => email.startsWith(`${word}.`));
    for (const lead of of('replies'))
      expect(lead).toMatchObject({
        status: 'STOPPED',
        reason: 'REPLIED',
        steps_sent: 1,
        reply_count: 1,
        is_read: false,
      });
    for (const lead of of('interested'))
      expect(lead).toMatchObject({ status: 'STOPPED', reason: 'REPLIED', category_id: 1, category_by: 'RULE' });
    for (const lead of of('notinterested'))
      expect(lead).toMatchObject({ status: 'STOPPED', reason: 'REPLIED', category_id: 3, category_by: 'RULE' });
    for (const lead of of('ooo'))
      expect(lead).toMatchObject({ status: 'COMPLETED', category_id: 6, steps_sent: 3, reply_count: 0, is_read: true });
    for (const word of ['bounces', 'rejects'])
      for (const lead of of(word))
        expect(lead).toMatchObject({
          status: 'BLOCKED',
          reason: 'BOUNCED',
          is_bounced: true,
          lead_bounced: true,
          suppressed: 'bounce',
        });
    for (const word of ['opens', 'silent'])
      for (const lead of of(word)) expect(lead).toMatchObject({ status: 'COMPLETED', steps_sent: 3, reply_count: 0 });
    for (const lead of of('alias'))
      expect(lead).toMatchObject({ status: 'STOPPED', reason: 'REPLIED', reply_count: 1 });
    for (const lead of of('aliasbare'))
      expect(lead).toMatchObject({ status: 'COMPLETED', steps_sent: 3, reply_count: 0 });
    for (const word of ['accepts', 'proposes'])
      for (const lead of of(word))
        expect(lead).toMatchObject({
          status: 'STOPPED',
          reason: 'REPLIED',
          steps_sent: 1,
          reply_count: 1,
          category_id: 2,
          category_by: 'RULE',
        });
    for (const lead of of('declines'))
      expect(lead).toMatchObject({ status: 'STOPPED', reason: 'REPLIED', steps_sent: 1, category_id: null });
    expect(
      story.world.mail.violations().filter((violation) => !/unsubscribes|aliasbare/.test(JSON.stringify(violation))),
    ).toEqual([]);
  });

  test('an absence holds the sequence until the day of return', async () => {
    const [absence] = await messages(`kind = 'out_of_office'`);
    expect(absence?.classification.evidence.length).toBeGreaterThan(0);
    for (const lead of (await ends(campaignId)).values()) {
      if (!lead.email.startsWith('ooo')) continue;
      const [first] = await story.world.main.test.query<{ returns: string; second: Date }>(
        `
          select m.classification->>'returnDay' as returns,
            (
              select sent_at from intent i where i.enrolment_id = m.enrolment_id and i.seq_number = 2
            ) as second
          from message m
          where m.enrolment_id = $1 and m.kind = 'out_of_office'
          order by m.at
          limit 1
        `,
        [lead.id],
      );
      expect(first?.second.getTime()).toBeGreaterThanOrEqual(Date.parse(first?.returns ?? ''));
    }
  });

  test('a calendar answer is kept with its event and its email, with the time of the meeting', async () => {
    const kept = await story.world.main.test.query<{ word: string; calendar: CalendarAnswer; same: boolean }>(
      `
        select split_part(l.email, '.', 1) as word, v.evidence -> 'calendar' as calendar,
          v.evidence -> 'calendar' = m.classification -> 'calendar' as same
        from event v
        join enrolment e on e.id = v.enrolment_id
        join lead l on l.id = e.lead_id
        join message m on m.id = (v.evidence ->> 'message')::bigint
        where v.campaign_id = $1 and v.kind = 'REPLY' and v.evidence ? 'calendar'
      `,
      [campaignId],
    );
    expect(kept).toHaveLength(9);
    const answers = { accepts: 'accepted', declines: 'declined', proposes: 'counter' } as Record<string, string>;
    for (const { word, calendar, same } of kept)
      expect({ answer: calendar.answer, at: calendar.starts_at, same }).toEqual({
        answer: answers[word],
        at: expect.stringMatching(/T13:00:00\.000Z$/),
        same: true,
      });
  });

  test('an answer from another address in the thread stops the lead and is learnt; one without any reference waits with a suggestion', async () => {
    const aliases = await story.world.main.test.query<{ email: string; lead: string; evidence: { by: string } }>(
      `
        select a.email, l.email as lead, a.evidence
        from lead_alias a
        join lead l on l.id = a.lead_id
        order by a.id
      `,
    );
    expect(aliases.map(({ lead }) => lead).sort()).toEqual(
      [1, 2, 3].map((number) => `alias.person${number}@prospects.test`),
    );
    expect(aliases[0]?.evidence).toMatchObject({ by: 'references' });
    const untracked = await messages(`untracked_state = 'OPEN'`);
    expect(untracked).toHaveLength(3);
    for (const reply of untracked)
      expect(reply.suggestion?.some(({ lead_email }) => lead_email.startsWith('aliasbare.'))).toBe(true);
  });

  test('the events agree with the enrolments', async () => {
    const found = [...(await ends(campaignId)).values()];
    expect(await events(campaignId)).toMatchObject({
      REPLY: found.reduce((sum, lead) => sum + lead.reply_count, 0),
      BOUNCE: found.filter((lead) => lead.is_bounced).length,
      SENT: found.reduce((sum, lead) => sum + lead.steps_sent, 0),
    });
    expect(
      await story.world.main.test.query(`select 1 from message where direction = 'in' and at > $1`, [
        new Date(story.world.main.clock.now()),
      ]),
    ).toEqual([]);
  });

  test('the same folder read again under new numbers changes nothing', async () => {
    const before = {
      ends: await ends(campaignId),
      events: await events(campaignId),
      messages: (await messages('true')).length,
    };
    await story.world.mail.renumberFolder('rosa@northlight.test', 'INBOX');
    await story.world.mail.renumberFolder('dan@northlight.test', 'INBOX');
    const counts = await story.sync.syncDueMailboxes({ everyFolder: true });
    expect(counts.recorded ?? 0).toBe(0);
    expect(counts.untracked ?? 0).toBe(0);
    expect({
      ends: await ends(campaignId),
      events: await events(campaignId),
      messages: (await messages('true')).length,
    }).toEqual(before);
  });
});

test('the same mail twice, in two folders or in two mailboxes, is one reply', async () => {
  const { email, mailboxId, campaignId, messageId } = await sentTo('twice@elsewhere.test');
  const other = await story.world.connect('second@northlight.test');
  const mail = {
    from: 'Twice <twice@elsewhere.test>',
    subject: 'Re: Hello',
    text: 'Thanks, got it.',
    inReplyTo: messageId,
    references: [messageId],
    messageId: '<answer-twice@elsewhere.test>',
    // One email has one date, however long it takes to write it three times.
    headers: { Date: 'Tue, 10 Nov 2026 10:00:00 +0000' },
  };
  for (const to of [email, email, 'second@northlight.test']) await write({ ...mail, to });
  await story.sync.syncDueMailboxes({ everyFolder: true });
  expect([...(await ends(campaignId)).values()][0]).toMatchObject({
    status: 'STOPPED',
    reason: 'REPLIED',
    reply_count: 1,
  });
  expect(await messages(`message_id = '<answer-twice@elsewhere.test>'`)).toHaveLength(1);
  expect((await events(campaignId)).REPLY).toBe(1);
  expect([mailboxId, other]).toHaveLength(2);
});

test('a lead that is a mailbox of our own is stopped by its answer; a copy of a mail of ours is no answer', async () => {
  const mailboxId = await story.world.connect('sender@northlight.test');
  await story.world.connect('colleague@northlight.test');
  const campaignId = await story.world.campaign({
    mailboxIds: [mailboxId],
    leads: ['colleague@northlight.test', 'silent.colleague@prospects.test'],
    settings: { min_time_btwn_emails: 240 },
    steps: [
      { days: 0, subject: 'For colleagues', body: '<p>Hi</p>' },
      { days: 2, subject: '', body: '<p>Again</p>' },
    ],
  });
  await story.world.runUntil(story.world.main.clock.now() + day);
  const mails = await story.world.main.test.query<{ to_email: string; message_id: string }>(
    `select to_email, message_id from intent where campaign_id = $1 and state = 'SENT'`,
    [campaignId],
  );
  const [ours, other] = ['colleague@northlight.test', 'silent.colleague@prospects.test'].map(
    (to) => mails.find((mail) => mail.to_email === to)?.message_id as string,
  );
  // The sender's mail to somebody else, which the colleague gets as a copy, cites nothing the colleague has answered.
  await write({
    from: 'sender@northlight.test',
    to: 'colleague@northlight.test',
    subject: 'For colleagues',
    text: 'A copy',
    messageId: other,
  });
  await write({
    from: 'colleague@northlight.test',
    to: 'sender@northlight.test',
    subject: 'Re: For colleagues',
    text: 'I have read it.',
    inReplyTo: ours,
    references: [ours],
  } as never);
  await story.world.runUntil(story.world.main.clock.now() + 2 * day);
  const found = await ends(campaignId);
  expect(found.get('colleague@northlight.test')).toMatchObject({
    status: 'STOPPED',
    reason: 'REPLIED',
    steps_sent: 1,
    reply_count: 1,
  });
  expect(found.get('silent.colleague@prospects.test')).toMatchObject({
    status: 'COMPLETED',
    steps_sent: 2,
    reply_count: 0,
  });
});

test('a connection that drops in the middle loses nothing', async () => {
  const { email, campaignId, messageId } = await sentTo('dropped@elsewhere.test');
  for (let index = 0; index < 30; index += 1)
    await write({ from: `other${index}@nowhere.test`, to: email, subject: 'Re: something', text: 'Hi' });
  await write({ from: 'dropped@elsewhere.test', to: email, subject: 'Re: Hello', text: 'Fine.', inReplyTo: messageId });
  // At whatever moment it breaks: at once, in a search, in a fetch, between two mails.
  for (const wait of [1, 3, 8, 15, 30]) {
    const dropped = new Promise((resolve) => setTimeout(resolve, wait)).then(() =>
      story.world.mail.dropImapConnections(),
    );
    await Promise.all([story.sync.syncDueMailboxes({ everyFolder: true }), dropped]);
  }
  await story.sync.syncDueMailboxes({ everyFolder: true });
  expect([...(await ends(campaignId)).values()][0]).toMatchObject({
    status: 'STOPPED',
    reason: 'REPLIED',
    reply_count: 1,
  });
});

test('one mailbox that cannot be read says so and stops no other', async () => {
  const { email, mailboxId, campaignId, messageId } = await sentTo('other@elsewhere.test');
  const broken = await story.world.connect('broken@northlight.test');
  await story.world.main.test.query('update mailbox set imap_port = 1 where id = $1', [broken]);
  await write({ from: 'other@elsewhere.test', to: email, subject: 'Re: Hello', text: 'Fine.', inReplyTo: messageId });
  await story.sync.syncDueMailboxes();
  const [row] = await story.world.main.test.query<{ sync_error: string | null }>(
    'select sync_error from mailbox where id = $1',
    [broken],
  );
  expect(row?.sync_error).toMatch(/ECONNREFUSED|refused/i);
  const [fine] = await story.world.main.test.query<{ last_synced_at: Date; sync_error: string | null }>(
    'select last_synced_at, sync_error from mailbox where id = $1',
    [mailboxId],
  );
  expect(fine?.sync_error).toBeNull();
  expect(story.world.main.clock.now() - (fine?.last_synced_at.getTime() ?? 0)).toBeLessThan(hour);
  expect([...(await ends(campaignId)).values()][0]).toMatchObject({ reason: 'REPLIED' });
  await story.world.main.test.query('update mailbox set deleted_at = now() where id = $1', [broken]);
});
