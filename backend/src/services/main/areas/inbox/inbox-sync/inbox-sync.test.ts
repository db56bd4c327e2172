import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { createTransport } from 'nodemailer';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { rawReport } from '../../../../../engine/inbox-sync/raw-mail.test-support';
import { bundleFolder, bundleProgram } from '../../../../../platform/testing/bundle-program';
import { createHeavyWork } from '../../../../../platform/workers/heavy-work';
import { createSendingWorld, type SendingWorld } from '../../sending/sending/testing';
import { createSyncSteps, inboxSyncDeps, type SyncSteps } from './sync-due';

const hour = 3_600_000;
const day = 24 * hour;
let world: SendingWorld;
let sync: SyncSteps;

beforeAll(async () => {
  world = await createSendingWorld({
    after: async () => {
      await sync.syncDueMailboxes();
    },
  });
  sync = createSyncSteps(inboxSyncDeps(world.main.deps));
});
afterAll(async () => {
  await sync.close();
  await world.close();
});

interface LeadEnd {
  id: number;
  email: string;
  status: string;
  reason: string | null;
  category_id: number | null;
  category_by: string | null;
  steps_sent: number;
  reply_count: number;
  is_read: boolean;
  is_bounced: boolean;
  is_unsubscribed: boolean;
  lead_bounced: boolean;
  suppressed: string | null;
  hold_kind: string | null;
  hold_until: Date | null;
  first_sent_at: Date;
  last_sent_at: Date;
  ended_at: Date | null;
  thread_references: string[];
}
const ends = async (campaignId: number) =>
  new Map(
    (
      await world.main.test.query<LeadEnd>(
        `
          select e.*, l.email, l.is_bounced as lead_bounced,
            (
              select source from suppression s where s.workspace_id = e.workspace_id and s.value = l.email
            ) as suppressed
          from enrolment e
          join lead l on l.id = e.lead_id
          where e.campaign_id = $1
          order by e.id
        `,
        [campaignId],
      )
    ).map((row) => [row.email, row]),
  );
const messages = (where: string, values: unknown[] = []) =>
  world.main.test.query<{
    id: string;
    enrolment_id: number | null;
    direction: string;
    kind: string;
    from_email: string;
    untracked_state: string | null;
    suggestion: { enrolment_id: number; lead_email: string }[] | null;
    match: { by: string; evidence: { rule: string }[] };
    classification: { evidence: { rule: string }[] };
    at: Date;
    message_id: string;
    snippet: string;
  }>(`select * from message where ${where} order by id`, values);
const events = async (campaignId: number) =>
  Object.fromEntries(
    (
      await world.main.test.query<{ kind: string; count: number }>(
        'select kind, count(*)::int as count from event where campaign_id = $1 group by 1',
        [campaignId],
      )
    ).map((row) => [row.kind, row.count]),
  );

/** Somebody writes to a mailbox over the wire. */
async function write(mail: {
  from: string;
  to: string;
  subject: string;
  text?: string;
  html?: string;
  headers?: Record<string, string>;
  inReplyTo?: string;
  references?: string[];
  messageId?: string;
  raw?: string | Buffer;
}) {
  const transport = createTransport({ ...world.mail.smtp, secure: false, ignoreTLS: true });
  await transport.sendMail(
    mail.raw === undefined ? mail : { envelope: { from: mail.from, to: [mail.to] }, raw: mail.raw },
  );
  transport.close();
}

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
  ];
  let campaignId: number;

  beforeAll(async () => {
    const mailboxIds = [
      await world.connect('rosa@northlight.test', { message_per_day: 100 }),
      await world.connect('dan@northlight.test', { message_per_day: 100 }),
    ];
    const leads = words.flatMap((word) => [1, 2, 3].map((number) => `${word}.person${number}@prospects.test`));
    campaignId = await world.campaign({
      mailboxIds,
      leads,
      settings: { min_time_btwn_emails: 30, max_leads_per_day: 1000, bounce_guard_enabled: false },
      steps: [
        { days: 0, subject: 'Hello {{first_name}}', body: '<p>Hi {{first_name}}, a question.</p>' },
        { days: 3, subject: '', body: '<p>Again</p>' },
        { days: 3, subject: '', body: '<p>Last</p>' },
      ],
    });
    await world.runUntil(world.main.clock.now() + 25 * day);
  }, 60_000);

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
    expect(
      world.mail.violations().filter((violation) => !/unsubscribes|aliasbare/.test(JSON.stringify(violation))),
    ).toEqual([]);
  });

  test('an absence holds the sequence until the day of return', async () => {
    const [absence] = await messages(`kind = 'out_of_office'`);
    expect(absence?.classification.evidence.length).toBeGreaterThan(0);
    for (const lead of (await ends(campaignId)).values()) {
      if (!lead.email.startsWith('ooo')) continue;
      const [first] = await world.main.test.query<{ returns: string; second: Date }>(
        `
          select m.classification->>'returnAt' as returns,
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

  test('an answer from another address in the thread stops the lead and is learnt; one without any reference waits with a suggestion', async () => {
    const aliases = await world.main.test.query<{ email: string; lead: string; evidence: { by: string } }>(
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
      await world.main.test.query(`select 1 from message where direction = 'in' and at > $1`, [
        new Date(world.main.clock.now()),
      ]),
    ).toEqual([]);
  });

  test('the same folder read again under new numbers changes nothing', async () => {
    const before = {
      ends: await ends(campaignId),
      events: await events(campaignId),
      messages: (await messages('true')).length,
    };
    await world.mail.renumberFolder('rosa@northlight.test', 'INBOX');
    await world.mail.renumberFolder('dan@northlight.test', 'INBOX');
    const counts = await sync.syncDueMailboxes({ everyFolder: true });
    expect(counts.recorded ?? 0).toBe(0);
    expect(counts.untracked ?? 0).toBe(0);
    expect({
      ends: await ends(campaignId),
      events: await events(campaignId),
      messages: (await messages('true')).length,
    }).toEqual(before);
  });
});

async function sentTo(
  lead: string,
  settings: Record<string, unknown> = {},
  steps?: { days: number; subject: string; body: string }[],
  more: string[] = [],
) {
  const email = `box${Math.random().toString(36).slice(2, 8)}@northlight.test`;
  const mailboxId = await world.connect(email);
  const campaignId = await world.campaign({
    mailboxIds: [mailboxId],
    leads: [lead, ...more],
    settings: {
      sending_days: [1, 2, 3, 4, 5, 6, 7],
      window_start: '00:00',
      window_end: '23:59',
      min_time_btwn_emails: 20,
      ...settings,
    },
    steps,
  });
  await world.runUntil(world.main.clock.now() + hour);
  const [intent] = await world.main.test.query<{ message_id: string; subject: string }>(
    `select message_id, subject from intent where campaign_id = $1 and state = 'SENT' and to_email = $2`,
    [campaignId, lead],
  );
  return { email, mailboxId, campaignId, messageId: intent?.message_id as string, subject: intent?.subject as string };
}

test('the same mail twice, in two folders or in two mailboxes, is one reply', async () => {
  const { email, mailboxId, campaignId, messageId } = await sentTo('twice@elsewhere.test');
  const other = await world.connect('second@northlight.test');
  const mail = {
    from: 'Twice <twice@elsewhere.test>',
    subject: 'Re: Hello',
    text: 'Thanks, got it.',
    inReplyTo: messageId,
    references: [messageId],
    messageId: '<answer-twice@elsewhere.test>',
  };
  for (const to of [email, email, 'second@northlight.test']) await write({ ...mail, to });
  await sync.syncDueMailboxes({ everyFolder: true });
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
  const mailboxId = await world.connect('sender@northlight.test');
  await world.connect('colleague@northlight.test');
  const campaignId = await world.campaign({
    mailboxIds: [mailboxId],
    leads: ['colleague@northlight.test', 'silent.colleague@prospects.test'],
    settings: { min_time_btwn_emails: 240 },
    steps: [
      { days: 0, subject: 'For colleagues', body: '<p>Hi</p>' },
      { days: 2, subject: '', body: '<p>Again</p>' },
    ],
  });
  await world.runUntil(world.main.clock.now() + day);
  const mails = await world.main.test.query<{ to_email: string; message_id: string }>(
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
  await world.runUntil(world.main.clock.now() + 2 * day);
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
    const running = sync.syncDueMailboxes({ everyFolder: true });
    setTimeout(() => world.mail.dropImapConnections(), wait);
    await running;
  }
  await new Promise((resolve) => setTimeout(resolve, 40));
  await sync.syncDueMailboxes({ everyFolder: true });
  expect([...(await ends(campaignId)).values()][0]).toMatchObject({
    status: 'STOPPED',
    reason: 'REPLIED',
    reply_count: 1,
  });
});

test('one mailbox that cannot be read says so and stops no other', async () => {
  const { email, mailboxId, campaignId, messageId } = await sentTo('other@elsewhere.test');
  const broken = await world.connect('broken@northlight.test');
  await world.main.test.query('update mailbox set imap_port = 1 where id = $1', [broken]);
  await write({ from: 'other@elsewhere.test', to: email, subject: 'Re: Hello', text: 'Fine.', inReplyTo: messageId });
  await sync.syncDueMailboxes();
  const [row] = await world.main.test.query<{ sync_error: string | null }>(
    'select sync_error from mailbox where id = $1',
    [broken],
  );
  expect(row?.sync_error).toMatch(/ECONNREFUSED|refused/i);
  const [fine] = await world.main.test.query<{ last_synced_at: Date; sync_error: string | null }>(
    'select last_synced_at, sync_error from mailbox where id = $1',
    [mailboxId],
  );
  expect(fine?.sync_error).toBeNull();
  expect(world.main.clock.now() - (fine?.last_synced_at.getTime() ?? 0)).toBeLessThan(hour);
  expect([...(await ends(campaignId)).values()][0]).toMatchObject({ reason: 'REPLIED' });
  await world.main.test.query('update mailbox set deleted_at = now() where id = $1', [broken]);
});

test('words that ask to be left alone unsubscribe, block and categorise; a wish in many words blocks too', async () => {
  const short = await sentTo('leave@elsewhere.test');
  await write({
    from: 'leave@elsewhere.test',
    to: short.email,
    subject: 'Re: Hello',
    text: 'Please take me off this list.',
    inReplyTo: short.messageId,
  });
  await sync.syncDueMailboxes();
  expect((await ends(short.campaignId)).get('leave@elsewhere.test')).toMatchObject({
    status: 'STOPPED',
    reason: 'UNSUBSCRIBED',
    category_id: 4,
    suppressed: 'unsubscribe',
    reply_count: 1,
  });
  expect(await events(short.campaignId)).toMatchObject({ UNSUBSCRIBE: 1, REPLY: 1, CATEGORY: 1 });
});

test('who asks to be left alone is, also after the campaign that wrote was deleted', async () => {
  const mailboxId = await world.connect('deleted@northlight.test');
  const lead = 'silent.deleted@prospects.test';
  const campaignId = await world.campaign({
    mailboxIds: [mailboxId],
    leads: [lead],
    settings: { min_time_btwn_emails: 240 },
  });
  await world.runUntil(world.main.clock.now() + day);
  const [mail] = await world.main.test.query<{ message_id: string }>(
    'select message_id from intent where campaign_id = $1',
    [campaignId],
  );
  await world.main.asClient(campaignsContract, world.me).deleteCampaign({ params: { campaignId } });
  const headers = {
    from: 'assistant@elsewhere.test',
    to: 'deleted@northlight.test',
    subject: 'Re: Hello',
    text: 'Please remove me from your list.',
  };
  await write({ ...headers, inReplyTo: mail?.message_id, references: [mail?.message_id] } as never);
  await write({ ...headers, from: 'stranger@elsewhere.test' });
  await world.runUntil(world.main.clock.now() + day);
  expect(
    await world.main.test.query(
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
    await world.main.test.query(
      `select value from suppression where value in ('stranger@elsewhere.test', 'assistant@elsewhere.test')`,
    ),
  ).toEqual([]);
});

test('an address that turns out to be dead after its campaign was deleted is not mailed again, if the report cites the mail', async () => {
  const dead = 'silent.dead@prospects.test';
  const alive = 'silent.alive@prospects.test';
  const { email, campaignId, messageId } = await sentTo(dead, {}, undefined, [alive]);
  await world.main.asClient(campaignsContract, world.me).deleteCampaign({ params: { campaignId } });
  const report = (address: string, cited: string) =>
    rawReport({
      fields: `Final-Recipient: rfc822; ${address}\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 User unknown`,
      perMessage: 'Reporting-MTA: dns; mx.test\n',
      returned: `Message-ID: ${cited}\nSubject: Hello\n`,
    }).replace('<answer@acme.test>', `<report-${address}>`);
  for (const raw of [report(dead, messageId), report(alive, '<nothing-of-ours@elsewhere.test>')])
    await write({ from: 'mailer-daemon@mx.test', to: email, subject: '', raw });
  await sync.syncDueMailboxes();
  expect(
    await world.main.test.query(
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
  await world.main.test.query('update lead set email = $2 where email = $1', [wrong, right]);
  const raw = rawReport({
    fields: `Final-Recipient: rfc822; ${wrong}\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 User unknown`,
    perMessage: 'Reporting-MTA: dns; mx.test\n',
    returned: `Message-ID: ${messageId}\nSubject: Hello\n`,
  }).replace('<answer@acme.test>', '<report-corrected@mx.test>');
  await write({ from: 'mailer-daemon@mx.test', to: email, subject: '', raw });
  await sync.syncDueMailboxes();
  expect((await ends(campaignId)).get(right)).toMatchObject({
    status: 'INPROGRESS',
    reason: null,
    is_bounced: false,
    lead_bounced: false,
    suppressed: null,
  });
  expect(await world.main.test.query('select source from suppression where value = $1', [wrong])).toEqual([
    { source: 'bounce' },
  ]);
  expect(await events(campaignId)).toMatchObject({ SENT: 1, BOUNCE: 1 });
  await world.main.test.query(`update campaign set status = 'STOPPED', next_trigger_at = null where id = $1`, [
    campaignId,
  ]);
});

test('a completed lead that answers is stopped by its reply, and a stopped campaign still records', async () => {
  const { email, campaignId, messageId } = await sentTo('late@elsewhere.test');
  expect((await ends(campaignId)).get('late@elsewhere.test')).toMatchObject({ status: 'COMPLETED' });
  await world.main.test.query(`update campaign set status = 'STOPPED', next_trigger_at = null where id = $1`, [
    campaignId,
  ]);
  await write({
    from: 'late@elsewhere.test',
    to: email,
    subject: 'Re: Hello',
    text: 'Sorry for the late answer.',
    inReplyTo: messageId,
  });
  await sync.syncDueMailboxes();
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
  await world.main.test.query('update mailbox set deleted_at = now() where deleted_at is null');
  // One new lead a day, and a day that does not end meanwhile: nobody else is written to before the answer.
  await world.runUntil(Math.ceil(world.main.clock.now() / day) * day + 12 * hour);
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
  await world.runUntil(world.main.clock.now() + 4 * day);
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
  await world.runUntil(world.main.clock.now() + 4 * day);
  expect((await ends(never.campaignId)).get('never@elsewhere.test')).toMatchObject({
    status: 'COMPLETED',
    steps_sent: 2,
    reply_count: 1,
  });
});

test('a mail that the database cannot take now is fetched again and keeps its text', async () => {
  const { email, campaignId, messageId } = await sentTo('unlucky@elsewhere.test');
  const { query } = world.main.test;
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
  expect(await sync.syncDueMailboxes()).toEqual({});
  expect(await messages(`from_email = 'unlucky@elsewhere.test'`)).toEqual([]);
  await query('drop trigger refuse_now on message');
  await sync.syncDueMailboxes({ everyFolder: true });
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
  await sync.syncDueMailboxes();
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
  const strict = createSyncSteps({ ...inboxSyncDeps(world.main.deps), heavyWork });
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
