import { randomUUID } from 'node:crypto';
import { inboxDraftsContract } from '@skein/contracts/main/inbox-drafts.contract';
import type { SyncSteps } from '../inbox-sync/sync-due';
import { runDueSending } from '#sending/sending-worker/sending-worker';
import type { SendingWorld } from '#sending/delivery/testing';

import { box, createInboxWorld, inboxIn, steps, type InboxWorld } from './testing';
import { given } from '#lifecycle/lead-state/testing';

const hour = 3_600_000;
const day = 24 * hour;

let inboxWorld: InboxWorld;
let world: SendingWorld;
let sync: SyncSteps;
let mailboxId: number;
let campaignId: number;
const { inbox, one, enrolmentOf, sentId, write, delivered } = inboxIn(() => inboxWorld);

beforeAll(async () => {
  inboxWorld = await createInboxWorld();
  ({ world, sync, mailboxId, campaignId } = inboxWorld);
});
afterAll(async () => {
  await inboxWorld.sync.close();
  await inboxWorld.world.close();
});

test('a reply is in Replies, unread, with its words, its category and its evidence; a person reads hostile HTML safely', async () => {
  const id = await enrolmentOf('priya@alder.test');
  await write({
    from: 'Priya Raman <priya@alder.test>',
    inReplyTo: await sentId('priya@alder.test'),
    text: 'Tuesday works, let us schedule a call.\n\nOn Mon, Jan 5, 2026 at 9:00 AM Rosa Kessler <rosa@northlight.test> wrote:\n> Hi\n> there',
    html: '<p>Tuesday works, let us schedule a call.</p><script>alert(1)</script><img src=x onerror=alert(2)><img src="https://evil.test/t.gif"><a href="javascript:alert(3)">x</a><iframe src="https://evil.test"></iframe><style>body{display:none}</style><form action="https://evil.test"><input></form>',
    attachments: [{ filename: '../../etc/plan.pdf', content: 'plan', contentType: 'application/pdf' }],
  });
  const list = await inbox().listConversations({});
  expect(list).toMatchObject({ total: 1, next_cursor: null });
  expect(list.rows[0]).toMatchObject({
    enrolment_id: id,
    subject: 'Re: Yard time',
    snippet: 'Tuesday works, let us schedule a call.',
    is_read: false,
    status: 'STOPPED',
    reason: 'REPLIED',
    category_id: 2,
    category_by: 'RULE',
    campaign: { id: campaignId },
    mailbox: { from_email: box },
  });
  const counts = await inbox().countFolders({});
  expect(counts.folders).toMatchObject({ replies: 1, unread: 1, waiting: 0 });
  expect(counts.categories).toEqual([{ category_id: 2, count: 1 }]);
  expect(counts.last_synced_at).not.toBeNull();

  const thread = await inbox().getThread({ params: { enrolmentId: id } });
  const [ours, theirs] = thread.messages;
  expect(theirs).toMatchObject({
    direction: 'in',
    own_text: 'Tuesday works, let us schedule a call.',
    remote_images: 1,
    match: { by: 'references' },
    stats_id: ours?.stats_id,
  });
  expect(theirs?.html).not.toMatch(/script|onerror|javascript:|iframe|<form|<style|\ssrc="https/i);
  expect(theirs?.quoted_lines).toBeGreaterThan(0);
  expect(theirs?.classification.evidence.length).toBeGreaterThan(0);
  // Our own mail is shown with its real links: reading it is no click and no open.
  expect(ours?.html).toContain('https://northlight.test/offer');
  expect(ours?.html).not.toMatch(/\/[cou]\/[\w-]{31}/);
  expect(thread.sequence_note).toBe('Steps 2 to 3 stopped by this reply, in this campaign only');
  expect(thread.reply_to).toMatchObject({ to_email: 'priya@alder.test', subject: 'Re: Yard time', from_email: box });
  expect(theirs?.attachments[0]).toMatchObject({
    name: expect.not.stringContaining('/') as string,
    size: 4,
    is_stored: true,
  });
  expect((await inbox().openAttachment({ params: { messageId: theirs?.id as number, index: 0 } })).url).toMatch(
    /signature=/,
  );
  const panel = await inbox().getPanel({ params: { enrolmentId: id } });
  expect(panel).toMatchObject({
    matched_by: { by: 'Reply header', text: 'The reply header names an email of this campaign.' },
    enrolment: { status: 'STOPPED', reason_text: 'Stopped by reply' },
    lead: { email: 'priya@alder.test' },
  });
  expect(panel.timeline.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['REPLY', 'CATEGORY', 'SENT', 'IMPORTED']),
  );
});

test('an answer leaves after ten seconds, in the thread, from the same mailbox, and can be cancelled before', async () => {
  const id = await enrolmentOf('priya@alder.test');
  const reply = await inbox().reply({
    params: { enrolmentId: id },
    body: { html: '<p>Does 11:00 suit you?</p>', add_signature: true, cc: ['boss@alder.test'] },
  });
  expect(reply).toMatchObject({
    status: 'SCHEDULED',
    can_cancel: true,
    to_email: 'priya@alder.test',
    subject: 'Re: Yard time',
  });
  expect(Date.parse(reply.send_at) - world.main.clock.now()).toBe(10_000);
  await runDueSending(world.deps, 'test');
  expect(await delivered('boss@alder.test')).toEqual([]);
  world.main.clock.advance(10_000);
  await runDueSending(world.deps, 'test');
  const [mail] = await delivered('boss@alder.test');
  const answered = (
    await one<{ message_id: string }>(`select message_id from message where enrolment_id = $1 and direction = 'in'`, [
      id,
    ])
  ).message_id;
  expect(mail).toContain(`In-Reply-To: ${answered}`);
  expect(mail).toContain(
    await one<{ message_id: string }>('select message_id from intent where enrolment_id = $1 and seq_number = 1', [
      id,
    ]).then((row) => row.message_id),
  );
  expect(mail).toContain('Rosa Kessler');
  expect(await inbox().getOutgoing({ params: { statsId: reply.stats_id } })).toMatchObject({
    status: 'COMPLETED',
    can_cancel: false,
  });
  // What a person answered stands in the lead's timeline, beside the campaign's own emails.
  const { timeline } = await inbox().getPanel({ params: { enrolmentId: id } });
  expect(timeline[0]).toMatchObject({ kind: 'SENT', seq_number: null, text: 'Re: Yard time', is_machine: false });
  expect((await inbox().getThread({ params: { enrolmentId: id } })).messages.at(-1)).toMatchObject({
    direction: 'out',
    kind: 'manual',
    stats_id: reply.stats_id,
  });
  await expect(inbox().cancelOutgoing({ params: { statsId: reply.stats_id } })).rejects.toMatchObject({
    code: 'ILLEGAL_TRANSITION',
  });

  const second = await inbox().reply({
    params: { enrolmentId: id },
    body: { html: '<p>One more thing</p>', cc: ['second@alder.test'] },
  });
  expect(
    (await inbox().listConversations({ query: { folder: 'scheduled' } })).rows.map((row) => row.enrolment_id),
  ).toEqual([id]);
  const called = await inbox().cancelOutgoing({ params: { statsId: second.stats_id } });
  expect(called).toMatchObject({ status: 'SKIPPED', html: expect.stringContaining('One more thing') });
  // Its answer may have been lost: asked again, it is not too late.
  expect(await inbox().cancelOutgoing({ params: { statsId: second.stats_id } })).toEqual(called);
  world.main.clock.advance(60_000);
  await runDueSending(world.deps, 'test');
  expect(await delivered('second@alder.test')).toEqual([]);

  // The lead answers our answer: the conversation goes on in the same place.
  await write({ from: 'priya@alder.test', inReplyTo: reply.message_id, text: 'Yes, it does.' });
  expect((await inbox().getThread({ params: { enrolmentId: id } })).messages.map(({ direction }) => direction)).toEqual(
    ['out', 'in', 'out', 'in'],
  );
  expect(await one('select reply_count, is_read from enrolment where id = $1', [id])).toEqual({
    reply_count: 2,
    is_read: false,
  });
});

test('a reply that its suspended mailbox keeps back says so in words', async () => {
  const id = await enrolmentOf('priya@alder.test');
  const { answers: seen } = await inbox().getThread({ params: { enrolmentId: id } });
  await one('update mailbox set is_suspended = true where from_email = $1 returning id', [box]);
  const reply = await inbox().reply({
    params: { enrolmentId: id },
    body: { html: '<p>One more thing</p>', answers_seen: seen },
  });
  world.main.clock.advance(10_000);
  await runDueSending(world.deps, 'test');
  const waiting = await inbox().getOutgoing({ params: { statsId: reply.stats_id } });
  expect(waiting).toMatchObject({ status: 'SCHEDULED', status_message: 'The mailbox is suspended.' });
  await inbox().cancelOutgoing({ params: { statsId: reply.stats_id } });
  await one('update mailbox set is_suspended = false where from_email = $1 returning id', [box]);
});

test('a scheduled answer waits, a forward goes to somebody else, and attachments are only those uploaded here', async () => {
  const id = await enrolmentOf('priya@alder.test');
  const later = new Date(world.main.clock.now() + 3 * hour).toISOString();
  const scheduled = await inbox().reply({
    params: { enrolmentId: id },
    body: { html: '<p>Later</p>', cc: ['later@alder.test'], send_at: later },
  });
  expect(scheduled.send_at).toBe(later);
  await world.runUntil(world.main.clock.now() + 2 * hour);
  expect(await delivered('later@alder.test')).toHaveLength(0);
  await world.runUntil(world.main.clock.now() + 2 * hour);
  expect(await delivered('later@alder.test')).toHaveLength(1);
  const message = (await inbox().getThread({ params: { enrolmentId: id } })).messages.find(
    ({ direction }) => direction === 'in',
  );
  const { outgoing } = await inbox().forward({
    params: { enrolmentId: id },
    body: { message_id: message?.id as number, to_emails: ['ops@northlight.test'], html: '<p>For you</p>' },
  });
  expect(outgoing[0]).toMatchObject({
    kind: 'FORWARD',
    subject: 'Fwd: Yard time',
    attachments: [expect.objectContaining({ size: 4 })],
  });
  await expect(
    inbox().reply({
      params: { enrolmentId: id },
      body: {
        html: 'x',
        attachments: [
          {
            storage_key: `inbox/${world.me.workspaceId + 1}/uploads/x`,
            name: 'x',
            content_type: 'text/plain',
            size: 1,
          },
        ],
      },
    }),
  ).rejects.toMatchObject({ code: 'VALIDATION' });
  await expect(
    inbox().reply({ params: { enrolmentId: id }, body: { html: 'x', send_at: '2020-01-01T00:00:00Z' } }),
  ).rejects.toMatchObject({ code: 'VALIDATION' });
});

test('Do Not Contact stops the lead in every campaign and blocks the address; a person outdoes the rules', async () => {
  const other = await world.campaign({ mailboxIds: [mailboxId], leads: ['teresa@bluegrass.test'], steps });
  const id = await enrolmentOf('teresa@bluegrass.test');
  expect(
    await inbox().changeConversations({ body: { enrolment_ids: [id], action: { do: 'category', category_id: 4 } } }),
  ).toMatchObject({ changed: 1, unchanged: 0 });
  expect(
    await world.main.test.query(
      `
        select status, reason
        from enrolment e
        join lead l on l.id = e.lead_id
        where l.email = 'teresa@bluegrass.test'
        order by e.id
      `,
    ),
  ).toEqual([
    { status: 'STOPPED', reason: 'DO_NOT_CONTACT' },
    { status: 'STOPPED', reason: 'DO_NOT_CONTACT' },
  ]);
  expect(await one(`select source from suppression where value = 'teresa@bluegrass.test'`)).toEqual({
    source: 'category',
  });
  expect(await one('select count(*)::int as count from enrolment where campaign_id = $1', [other])).toEqual({
    count: 1,
  });
  const jonas = await enrolmentOf('jonas@meridian.test');
  await inbox().changeConversations({ body: { enrolment_ids: [jonas], action: { do: 'category', category_id: 5 } } });
  await write({
    from: 'jonas@meridian.test',
    inReplyTo: await sentId('jonas@meridian.test'),
    text: 'We are not interested, thank you.',
  });
  expect(await one('select category_id, category_by, status from enrolment where id = $1', [jonas])).toEqual({
    category_id: 5,
    category_by: 'USER',
    status: 'STOPPED',
  });
});

test('an absence holds until the day of return, a person may resume sooner, and an ignored reply counts no more', async () => {
  const paul = await enrolmentOf('paul@norrsken.test');
  await write({
    from: 'paul@norrsken.test',
    inReplyTo: await sentId('paul@norrsken.test'),
    subject: 'Automatic reply: Yard time',
    text: 'I am out of the office until 20 January 2026.',
    headers: { 'Auto-Submitted': 'auto-replied' },
  });
  const [row] = (await inbox().listConversations({ query: { category_ids: '6' as never } })).rows;
  expect(row).toMatchObject({
    enrolment_id: paul,
    is_automatic: true,
    is_held: true,
    resumes_at: '2026-01-21T00:00:00.000Z',
    is_read: true,
    status: 'INPROGRESS',
  });
  const note = async () => (await inbox().getThread({ params: { enrolmentId: paul } })).sequence_note;
  expect(await note()).toMatch(/^Paused until Jan 21(, 2026)?, when they return$/);
  const panel = async () => (await inbox().getPanel({ params: { enrolmentId: paul } })).enrolment;
  const zone = (await panel()).time_zone;
  // Midnight by UTC is still the day before in New York, where the campaign would send again.
  await one(
    'update campaign set time_zone = $2 where id = (select campaign_id from enrolment where id = $1) returning 1',
    [paul, 'America/New_York'],
  );
  expect(await note()).toMatch(/^Paused until Jan 20(, 2026)?, when they return$/);
  expect(await panel()).toMatchObject({ time_zone: 'America/New_York', hold_until: '2026-01-21T00:00:00.000Z' });
  await one(
    'update campaign set time_zone = $2 where id = (select campaign_id from enrolment where id = $1) returning 1',
    [paul, zone],
  );
  const { away } = given(world.main).lead(paul);
  await away(new Date(world.main.clock.now() - day));
  expect(await note()).toMatch(/^Resumed \w+ \d+, when they returned$/);
  expect((await inbox().listConversations({ query: { category_ids: '6' as never } })).rows[0]).toMatchObject({
    is_held: false,
    resumes_at: null,
  });
  await away(new Date('2026-01-21T00:00:00.000Z'));
  expect(
    await inbox().changeConversations({ body: { enrolment_ids: [paul], action: { do: 'resume', delay_days: 1 } } }),
  ).toMatchObject({ changed: 1, unchanged: 0 });
  expect(
    await one('select hold_kind, next_eligible_at >= $2 as later from enrolment where id = $1', [
      paul,
      new Date(world.main.clock.now() + day),
    ]),
  ).toEqual({ hold_kind: null, later: true });

  const samir = await enrolmentOf('samir@portline.test');
  await write({
    from: 'samir@portline.test',
    inReplyTo: await sentId('samir@portline.test'),
    text: 'Forwarding to our ops lead, she will be in touch.',
  });
  const message = (await inbox().getThread({ params: { enrolmentId: samir } })).messages.at(-1);
  expect(await inbox().ignoreReply({ params: { messageId: message?.id as number } })).toEqual({
    done: true,
    is_resumed: true,
  });
  expect(await inbox().ignoreReply({ params: { messageId: message?.id as number } })).toEqual({
    done: true,
    is_resumed: false,
  });
  expect(await one('select status, reply_count from enrolment where id = $1', [samir])).toEqual({
    status: 'INPROGRESS',
    reply_count: 0,
  });
  const rollup = await one<{ count: number }>(
    `
      select sum(count)::int as count
      from event_rollup
      where dimension = 'campaign' and dimension_id = $1 and axis = 'event' and kind = 'REPLY'
    `,
    [campaignId],
  );
  expect(rollup.count).toBe(
    (
      await one<{ count: number }>('select sum(reply_count)::int as count from enrolment where campaign_id = $1', [
        campaignId,
      ])
    ).count,
  );
});

test('folders, filters, search, drafts, notes, tasks, reminders and revenue', async () => {
  const id = await enrolmentOf('jonas@meridian.test');
  const action = (change: Parameters<ReturnType<typeof inbox>['changeConversations']>[0]['body']['action']) =>
    inbox().changeConversations({ body: { enrolment_ids: [id, 999_999], action: change } });
  const ids = async (query: Record<string, unknown>) =>
    (await inbox().listConversations({ query: query as never })).rows.map((row) => row.enrolment_id);
  expect(await action({ do: 'important', is_important: true })).toMatchObject({ changed: 1, unchanged: 1 });
  await action({ do: 'assign', user_id: world.me.userId });
  expect(await ids({ folder: 'important' })).toEqual([id]);
  expect(await ids({ folder: 'assigned_to_me' })).toEqual([id]);
  expect(await ids({ search: 'not interested' })).toEqual([id]);
  expect(await ids({ search: 'meridian' })).toEqual([id]);
  expect(
    await ids({
      category_ids: '5',
      campaign_ids: String(campaignId),
      mailbox_ids: String(mailboxId),
      email_statuses: 'replied',
    }),
  ).toEqual([id]);
  expect(await ids({ category_ids_not: '5' })).not.toContain(id);
  expect(await ids({ folder: 'unread' })).toContain(id);
  await action({ do: 'read', is_read: true });
  expect(await ids({ folder: 'unread' })).not.toContain(id);
  await action({ do: 'snooze', until: new Date(world.main.clock.now() + hour).toISOString() });
  expect(await ids({ folder: 'snoozed' })).toEqual([id]);
  expect(await ids({})).not.toContain(id);
  world.main.clock.advance(2 * hour);
  expect(await ids({})).toContain(id);
  await action({ do: 'archive', is_archived: true });
  expect(await ids({ folder: 'archived' })).toEqual([id]);
  const enrolmentId = { params: { enrolmentId: id } };
  const drafts = world.main.asClient(inboxDraftsContract, world.me);
  await drafts.putDraft({ ...enrolmentId, body: { html: '<p>Half a</p>' } });
  expect((await drafts.getDraft(enrolmentId)).draft).toMatchObject({ html: '<p>Half a</p>' });
  await inbox().addNote({ ...enrolmentId, body: { note_message: 'Knows Erik' } });
  const task = await inbox().addTask({ ...enrolmentId, body: { name: 'Call', priority: 'HIGH' } });
  expect(await inbox().completeTask({ params: { taskId: task.id }, body: {} })).toMatchObject({ status: 'COMPLETED' });
  await inbox().setRevenue({ ...enrolmentId, body: { revenue: 18_000 } });
  await expect(
    inbox().setReminder({
      params: { enrolmentId: id },
      body: {
        message: 'Call',
        remind_at: new Date(world.main.clock.now() + hour).toISOString(),
        stats_id: randomUUID(),
      },
    }),
  ).rejects.toMatchObject({ code: 'VALIDATION', details: [{ field: 'stats_id' }] });
  await inbox().setReminder({
    ...enrolmentId,
    body: { message: 'Ask again', remind_at: new Date(world.main.clock.now() + hour).toISOString() },
  });
  expect(await ids({ folder: 'reminders' })).toEqual([id]);
  world.main.clock.advance(hour);
  await sync.syncDueMailboxes();
  expect(await inbox().getPanel(enrolmentId)).toMatchObject({
    revenue: '18000.00',
    notes: [{ note_message: 'Knows Erik' }],
    tasks: [{ status: 'COMPLETED' }],
    reminders: [{ status: 'SENT' }],
  });
  const [notice] = await world.main.test.query<{ facts: unknown }>(`select facts from notice where kind = 'reminder'`);
  expect(notice).toMatchObject({ facts: { enrolment_id: id, message: 'Ask again', user_id: expect.any(Number) } });
  expect(await ids({ folder: 'unread' })).toContain(id);
  const first = await inbox().listConversations({ query: { limit: 1 } });
  const second = await inbox().listConversations({ query: { limit: 1, cursor: first.next_cursor as string } });
  expect(second.rows[0]?.enrolment_id).not.toBe(first.rows[0]?.enrolment_id);
});

test('a client sees its own campaigns only, and nothing of a restricted category anywhere', async () => {
  const client = await world.main.signIn({
    workspaceId: world.me.workspaceId,
    client: { permissions: ['reply_master_inbox'], restrictedCategories: [2] },
  });
  expect((await inbox(client).listConversations({ query: { folder: 'all' } })).rows).toEqual([]);
  await world.main.test.query('update campaign set client_id = $2 where id = $1', [campaignId, client.clientId]);
  const rows = (await inbox(client).listConversations({ query: { folder: 'all' } })).rows;
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every((row) => row.category_id !== 2)).toBe(true);
  const hidden = await enrolmentOf('priya@alder.test');
  await expect(inbox(client).getThread({ params: { enrolmentId: hidden } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(inbox(client).reply({ params: { enrolmentId: hidden }, body: { html: 'x' } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect((await inbox(client).countFolders({})).categories.some(({ category_id }) => category_id === 2)).toBe(false);
  const stranger = await world.main.signIn();
  await expect(inbox(stranger).getThread({ params: { enrolmentId: hidden } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});
