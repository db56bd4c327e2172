import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { rawReport } from '#engine/inbox-sync/raw-mail.test-support';
import { day, hour, syncStory } from './testing';

const story = syncStory();
const { ends, messages, events, write, sentTo } = story;

test.each(['alone', 'below a quote'])('words that ask to be left alone unsubscribe and block: %s', async (place) => {
  const name = place.slice(0, 5);
  const short = await sentTo(`${name}@elsewhere.test`);
  const wish = 'Please take me off this list.';
  const [sent] = await messages('message_id = $1', [short.messageId]);
  await write({
    from: `${name}@elsewhere.test`,
    to: short.email,
    subject: 'Re: Hello',
    text: place === 'alone' ? wish : `On 10 Mar 2026, <${short.email}> wrote:\n\n${sent?.text_body}\n\n${wish}`,
    inReplyTo: short.messageId,
  });
  await story.sync.syncDueMailboxes();
  expect((await ends(short.campaignId)).get(`${name}@elsewhere.test`)).toMatchObject({
    status: 'STOPPED',
    reason: 'UNSUBSCRIBED',
    category_id: 4,
    suppressed: 'unsubscribe',
    reply_count: 1,
  });
  expect(await events(short.campaignId)).toMatchObject({ UNSUBSCRIBE: 1, REPLY: 1, CATEGORY: 1 });
});

test('who asks to be left alone is, also after the campaign that wrote was deleted', async () => {
  const mailboxId = await story.world.connect('deleted@northlight.test');
  const lead = 'silent.deleted@prospects.test';
  const campaignId = await story.world.campaign({
    mailboxIds: [mailboxId],
    leads: [lead],
    settings: { min_time_btwn_emails: 240 },
  });
  await story.world.runUntil(story.world.main.clock.now() + day);
  const [mail] = await story.world.main.test.query<{ message_id: string }>(
    'select message_id from intent where campaign_id = $1',
    [campaignId],
  );
  await story.world.main.asClient(campaignsContract, story.world.me).deleteCampaign({ params: { campaignId } });
  const headers = {
    from: 'assistant@elsewhere.test',
    to: 'deleted@northlight.test',
    subject: 'Re: Hello',
    text: 'Please remove me from your list.',
  };
  await write({ ...headers, inReplyTo: mail?.message_id, references: [mail?.message_id] } as never);
  await write({ ...headers, from: 'stranger@elsewhere.test' });
  await story.world.runUntil(story.world.main.clock.now() + day);
  expect(
    await story.world.main.test.query(
      `
        select l.is_unsubscribed, s.source
        from lead l
        left join suppression s on s.value = l.email
        where l.email = $1
      `,
      [lead],
    ),
  ).toEqual([{ is_unsubscribed: true, source: 'unsubscribe' }]);
  expect(
    await story.world.main.test.query(
      `select value from suppression where value in ('stranger@elsewhere.test', 'assistant@elsewhere.test')`,
    ),
  ).toEqual([]);
});

test('an address that turns out to be dead after its campaign was deleted is not mailed again, if the report cites the mail', async () => {
  const dead = 'silent.dead@prospects.test';
  const alive = 'silent.alive@prospects.test';
  const { email, campaignId, messageId } = await sentTo(dead, {}, undefined, [alive]);
  await story.world.main.asClient(campaignsContract, story.world.me).deleteCampaign({ params: { campaignId } });
  const report = (address: string, cited: string) =>
    rawReport({
      fields: `Final-Recipient: rfc822; ${address}\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 User unknown`,
      perMessage: 'Reporting-MTA: dns; mx.test\n',
      returned: `Message-ID: ${cited}\nSubject: Hello\n`,
    }).replace('<answer@acme.test>', `<report-${address}>`);
  for (const raw of [report(dead, messageId), report(alive, '<nothing-of-ours@elsewhere.test>')])
    await write({ from: 'mailer-daemon@mx.test', to: email, subject: '', raw });
  await story.sync.syncDueMailboxes();
  expect(
    await story.world.main.test.query(
      `
        select l.email, l.is_bounced, s.source
        from lead l
        left join suppression s on s.value = l.email
        where l.email = any($1)
        order by 1
      `,
      [[dead, alive]],
    ),
  ).toEqual([
    { email: alive, is_bounced: false, source: null },
    { email: dead, is_bounced: true, source: 'bounce' },
  ]);
});

test('a report about the address that a lead had before it was corrected blocks that address, not the lead', async () => {
  const wrong = 'silent.wrnog@prospects.test';
  const right = 'silent.wrong@prospects.test';
  const { email, campaignId, messageId } = await sentTo(wrong, {}, [
    { days: 0, subject: 'Hello', body: '<p>Hi</p>' },
    { days: 20, subject: '', body: '<p>Again</p>' },
  ]);
  await story.world.main.test.query('update lead set email = $2 where email = $1', [wrong, right]);
  const raw = rawReport({
    fields: `Final-Recipient: rfc822; ${wrong}\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 User unknown`,
    perMessage: 'Reporting-MTA: dns; mx.test\n',
    returned: `Message-ID: ${messageId}\nSubject: Hello\n`,
  }).replace('<answer@acme.test>', '<report-corrected@mx.test>');
  await write({ from: 'mailer-daemon@mx.test', to: email, subject: '', raw });
  await story.sync.syncDueMailboxes();
  expect((await ends(campaignId)).get(right)).toMatchObject({
    status: 'INPROGRESS',
    reason: null,
    is_bounced: false,
    lead_bounced: false,
    suppressed: null,
  });
  expect(await story.world.main.test.query('select source from suppression where value = $1', [wrong])).toEqual([
    { source: 'bounce' },
  ]);
  expect(await events(campaignId)).toMatchObject({ SENT: 1, BOUNCE: 1 });
  await story.world.main.test.query(`update campaign set status = 'STOPPED', next_trigger_at = null where id = $1`, [
    campaignId,
  ]);
});

test('a completed lead that answers is stopped by its reply, and a stopped campaign still records', async () => {
  const { email, campaignId, messageId } = await sentTo('late@elsewhere.test');
  expect((await ends(campaignId)).get('late@elsewhere.test')).toMatchObject({ status: 'COMPLETED' });
  await story.world.main.test.query(`update campaign set status = 'STOPPED', next_trigger_at = null where id = $1`, [
    campaignId,
  ]);
  await write({
    from: 'late@elsewhere.test',
    to: email,
    subject: 'Re: Hello',
    text: 'Sorry for the late answer.',
    inReplyTo: messageId,
  });
  await story.sync.syncDueMailboxes();
  expect((await ends(campaignId)).get('late@elsewhere.test')).toMatchObject({
    status: 'STOPPED',
    reason: 'REPLIED',
    reply_count: 1,
  });
});

test('a reply pauses the company where the campaign says so, and a campaign that nothing stops goes on', async () => {
  const steps = [
    { days: 0, subject: 'Hello', body: '<p>Hi</p>' },
    { days: 2, subject: '', body: '<p>Again</p>' },
  ];
  // Nine days of stepping: what the tests before connected need not be read at each step.
  await story.world.main.test.query('update mailbox set deleted_at = now() where deleted_at is null');
  // One new lead a day, and a day that does not end meanwhile: nobody else is written to before the answer.
  await story.world.runUntil(Math.ceil(story.world.main.clock.now() / day) * day + 12 * hour);
  const { email, campaignId, messageId } = await sentTo(
    'one@company.test',
    { pause_company_on_reply: true, min_time_btwn_emails: 50, max_leads_per_day: 1 },
    steps,
    ['two@company.test', 'three@elsewhere.test'],
  );
  await write({
    from: 'one@company.test',
    to: email,
    subject: 'Re: Hello',
    text: 'Who are you?',
    inReplyTo: messageId,
  });
  await story.world.runUntil(story.world.main.clock.now() + 4 * day);
  const found = await ends(campaignId);
  expect(found.get('two@company.test')).toMatchObject({ steps_sent: 0, hold_kind: 'COMPANY_REPLY' });
  expect(found.get('three@elsewhere.test')).toMatchObject({ steps_sent: 2, status: 'COMPLETED' });
  const never = await sentTo('never@elsewhere.test', { stop_on: 'NEVER', min_time_btwn_emails: 50 }, steps);
  await write({
    from: 'never@elsewhere.test',
    to: never.email,
    subject: 'Re: Hello',
    text: 'Okay.',
    inReplyTo: never.messageId,
  });
  await story.world.runUntil(story.world.main.clock.now() + 4 * day);
  expect((await ends(never.campaignId)).get('never@elsewhere.test')).toMatchObject({
    status: 'COMPLETED',
    steps_sent: 2,
    reply_count: 1,
  });
});
