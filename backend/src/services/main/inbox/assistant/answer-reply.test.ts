import { createTransport } from 'nodemailer';
import { assistantContract } from '@skein/contracts/main/assistant.contract';
import { auditContract } from '@skein/contracts/main/audit.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { inboxRecentContract } from '@skein/contracts/main/inbox-recent.contract';
import { leadsContract } from '@skein/contracts/main/leads.contract';
import { createChatAccess } from '#platform/ai/chat-access';
import { createSyncSteps, inboxSyncDeps, type SyncSteps } from '../inbox-sync/sync-due';
import { createSendingWorld, type SendingWorld } from '#sending/delivery/testing';
import { reserveDrafted } from '../conversations/send-drafted';
import { answerStoredReply } from './answer-reply';
import { injections } from './injections.test-support';
import { startModelService, type ModelService } from './testing';

/** A rule of the workspace answers replies with what the AI drafted, after a delay in which anybody can stop it. */
const minute = 60_000;
const hour = 60 * minute;
const box = 'rosa@northlight.test';
const names = [
  'ada',
  'bo',
  'cy',
  'di',
  'ed',
  'flo',
  'gil',
  'hal',
  'ivy',
  'jo',
  'kit',
  'lee',
  'mo',
  'nan',
  'pia',
  'quin',
  'ray',
  'sam',
  'tia',
  'uma',
  'vic',
];
const lead = (name: string) => `${name}@alder.test`;
let world: SendingWorld;
let sync: SyncSteps;
let model: ModelService;

beforeAll(async () => {
  model = await startModelService();
  world = await createSendingWorld();
  world.main.deps.chat = createChatAccess({ allowPrivateAddresses: true });
  sync = createSyncSteps(inboxSyncDeps(world.main.deps));
  const mailboxId = await world.connect(box, { message_per_day: 200, min_time_to_wait_minutes: 0 });
  await world.campaign({
    mailboxIds: [mailboxId],
    leads: names.map(lead),
    steps: [{ days: 0, subject: 'Yard time', body: '<p>Hi</p>' }],
    settings: { min_time_btwn_emails: 3, bounce_guard_enabled: false },
  });
  await world.runUntil(world.main.clock.now() + 2 * hour);
  await assistant().connectAssistant({ body: { base_url: model.address, api_key: model.key, model: 'gpt-4o' } });
  await assistant().changeAssistant({ body: { sorts_replies: true } });
});
afterAll(async () => {
  await sync.close();
  await world.close();
  await model.close();
});
beforeEach(async () => {
  model.says = ({ system }) =>
    system.startsWith('You draft')
      ? 'It costs 12 EUR a seat.'
      : JSON.stringify({ category_id: 5, confidence: 96, words: 'price list' });
  await assistant().changeAssistant({
    body: { sends_drafts: true, draft_category_ids: [5], draft_delay_minutes: 10, draft_min_confidence: 95 },
  });
});

const assistant = () => world.main.asClient(assistantContract, world.me);
const inbox = () => world.main.asClient(inboxContract, world.me);
const rows = <Row>(text: string, values: unknown[] = []) =>
  world.main.test.query<Row & Record<string, unknown>>(text, values);
const enrolmentOf = async (name: string) =>
  (
    await rows<{ id: number }>('select e.id from enrolment e join lead l on l.id = e.lead_id where l.email = $1', [
      lead(name),
    ])
  )[0]!.id;
const draftsOf = (enrolmentId: number) =>
  rows<{ state: string; cancel_reason: string | null; stats_id: string }>(
    'select * from intent where enrolment_id = $1 and drafted_by is not null order by id',
    [enrolmentId],
  );
const question = 'Hi Rosa, please send me the price list for 40 seats.';

/** A lead writes, the mailbox is read, and what waits for the model is done. @returns the conversation */
async function write(name: string, text = question, heads: { from?: string; replyTo?: string } = {}): Promise<number> {
  const [sent] = await rows<{ message_id: string }>(
    `select message_id from intent where to_email = $1 and state = 'SENT' order by id desc limit 1`,
    [lead(name)],
  );
  const transport = createTransport({ ...world.mail.smtp, secure: false, ignoreTLS: true });
  await transport.sendMail({
    from: lead(name),
    to: box,
    subject: 'Re: Yard time',
    text,
    inReplyTo: sent!.message_id,
    ...heads,
  });
  transport.close();
  await sync.syncDueMailboxes();
  await world.main.runJobs();
  return enrolmentOf(name);
}
const received = (name: string) => world.mail.record.count({ recipient: lead(name) }).mails;
const later = (time: number) => world.runUntil(world.main.clock.now() + time);

it('sends the draft once when its delay is over, and tells of it in thread and history', async () => {
  const before = received('ada');
  const id = await write('ada');
  const { outgoing } = await inbox().getThread({ params: { enrolmentId: id } });
  expect(outgoing).toMatchObject([{ is_drafted: true, status: 'SCHEDULED', created_by: null, can_cancel: true }]);
  expect(outgoing[0]?.html).toContain('It costs 12 EUR a seat.');
  expect(Date.parse(outgoing[0]!.send_at) - world.main.clock.now()).toBeGreaterThan(8 * minute);
  await later(5 * minute);
  expect(received('ada')).toBe(before);
  await later(hour);
  expect(received('ada')).toBe(before + 1);
  // The job again, as after a crash, and another question: no person has written since, so no machine answers.
  const [message] = await rows<{ id: string; workspace_id: number }>(
    `select id, workspace_id from message where enrolment_id = $1 and direction = 'in'`,
    [id],
  );
  await answerStoredReply(world.main.deps, {
    workspaceId: message!.workspace_id,
    enrolmentId: id,
    messageId: message!.id,
    categoryId: 5,
  });
  await write('ada', 'And the price list for 80?');
  await later(hour);
  expect(received('ada')).toBe(before + 1);
  const { rows: entries } = await world.main
    .asClient(auditContract, world.me)
    .listEntries({ query: { kind: 'drafted-reply' } });
  expect(entries.map((entry) => entry.action)).toEqual(['sent', 'scheduled']);
});

it('is stopped by a person, and leaves at once for one who does not wait', async () => {
  const [stopped, hurried] = [await write('bo'), await write('cy')];
  const [veto] = await draftsOf(stopped);
  await inbox().cancelOutgoing({ params: { statsId: veto!.stats_id } });
  const before = received('cy');
  const [now] = await draftsOf(hurried);
  await inbox().sendDrafted({ params: { statsId: now!.stats_id } });
  await later(minute);
  expect(received('cy')).toBe(before + 1);
  await later(hour);
  expect(await draftsOf(stopped)).toMatchObject([{ state: 'CANCELLED', cancel_reason: 'CALLED_BACK' }]);
  await expect(inbox().sendDrafted({ params: { statsId: veto!.stats_id } })).rejects.toMatchObject({
    code: 'ILLEGAL_TRANSITION',
  });
  const stranger = await world.main.signIn();
  await expect(
    world.main.asClient(inboxContract, stranger).sendDrafted({ params: { statsId: now!.stats_id } }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

describe('an answer that a person cancelled', () => {
  const recent = (person = world.me) => world.main.asClient(inboxRecentContract, person);
  const undo = (key: string | null, person = world.me) =>
    recent(person).undoRecentChange({ params: { changeKey: key as string } });
  /** @returns the conversation, and the name of the change */
  async function cancelled(name: string) {
    const id = await write(name);
    const [draft] = await draftsOf(id);
    const { change_key: key } = await inbox().cancelOutgoing({ params: { statsId: draft!.stats_id } });
    return { id, key, draft: draft! };
  }
  const kept = {
    ...{ restored: 0, kept: 1 },
    reasons: [{ reason: 'The conversation or the rule changed since', count: 1 }],
  };

  it('waits for the rest of its delay once that is undone, and can be cancelled again', async () => {
    const before = received('sam');
    const id = await write('sam');
    const [waiting] = (await inbox().getThread({ params: { enrolmentId: id } })).outgoing;
    await later(4 * minute);
    const [draft] = await draftsOf(id);
    const left = Date.parse(waiting!.send_at) - world.main.clock.now();
    const { change_key: key } = await inbox().cancelOutgoing({ params: { statsId: draft!.stats_id } });
    expect((await inbox().cancelOutgoing({ params: { statsId: draft!.stats_id } })).change_key).toBeNull();
    await later(hour);
    expect(received('sam')).toBe(before);
    expect((await recent().listRecentChanges({})).changes[0]).toMatchObject({
      ...{ key, kind: 'answer_cancelled', can_undo: true, conversation: { enrolment_id: id } },
    });
    const tom = await world.main.signIn({ workspaceId: world.me.workspaceId, role: 'ADMIN_ACCESS' });
    await expect(undo(key, tom)).rejects.toMatchObject({ status: 404 });
    expect(await undo(key)).toMatchObject({ restored: 1 });
    const [waits] = (await inbox().getThread({ params: { enrolmentId: id } })).outgoing;
    expect(waits).toMatchObject({ is_drafted: true, status: 'SCHEDULED', can_cancel: true });
    expect(Date.parse(waits!.send_at) - world.main.clock.now()).toBe(left);
    const again = await inbox().cancelOutgoing({ params: { statsId: draft!.stats_id } });
    await later(hour);
    expect(received('sam')).toBe(before);
    expect(await undo(again.change_key)).toMatchObject({ restored: 1 });
    await later(hour);
    expect(received('sam')).toBe(before + 1);
    await expect(undo(again.change_key)).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' });
    const { rows: entries } = await world.main
      .asClient(auditContract, world.me)
      .listEntries({ query: { kind: 'drafted-reply', limit: 6 } });
    expect(entries.slice(0, 6).map((entry) => entry.action)).toEqual([
      ...['sent', 'scheduled', 'cancelled', 'scheduled', 'cancelled', 'scheduled'],
    ]);
  });

  it('stays cancelled once the lead has written again, the category changed, or a person answered', async () => {
    const [tia, uma, vic] = [await cancelled('tia'), await cancelled('uma'), await cancelled('vic')];
    model.says = () => JSON.stringify({ category_id: 1, confidence: 90, words: 'Forget' });
    await write('tia', 'Forget it, I found it.');
    await inbox().changeConversations({
      body: { enrolment_ids: [uma.id], action: { do: 'category', category_id: 3 } },
    });
    await inbox().reply({ params: { enrolmentId: vic.id }, body: { html: '<p>Here it is.</p>' } });
    for (const { key, id } of [tia, uma, vic]) {
      expect(await undo(key)).toMatchObject(kept);
      expect((await draftsOf(id))[0]).toMatchObject({ state: 'CANCELLED', cancel_reason: 'CALLED_BACK' });
    }
  });
});

it('gives way to a new email, a person’s answer, another category, an unsubscribe, a block and the rule’s end', async () => {
  const ids: Record<string, number> = {};
  for (const name of ['di', 'ed', 'flo', 'gil', 'hal', 'ivy']) ids[name] = await write(name);
  model.says = () => JSON.stringify({ category_id: 1, confidence: 90, words: 'Forget' });
  await write('di', 'Forget it, I found it.');
  await inbox().reply({ params: { enrolmentId: ids['ed']! }, body: { html: '<p>Here it is.</p>' } });
  await inbox().changeConversations({
    body: { enrolment_ids: [ids['flo']!], action: { do: 'category', category_id: 3 } },
  });
  const [gil] = await rows<{ lead_id: number }>('select lead_id from enrolment where id = $1', [ids['gil']]);
  await world.main.asClient(leadsContract, world.me).unsubscribeLead({ params: { leadId: gil!.lead_id } });
  await rows(`insert into suppression (workspace_id, kind, value, source) values ($1, 'email', $2, 'manual')`, [
    world.me.workspaceId,
    lead('hal'),
  ]);
  const before = ['di', 'ed', 'flo', 'gil', 'hal', 'ivy'].map(received);
  // Hal is found at the last check; the others are stopped at once.
  const state = async (name: string) => (await draftsOf(ids[name]!)).map((each) => each.cancel_reason ?? each.state);
  expect(await Promise.all(['di', 'ed', 'flo', 'gil', 'hal', 'ivy'].map(state))).toEqual([
    ['NEW_MESSAGE'],
    ['PERSON_ANSWERED'],
    ['CATEGORY_CHANGED'],
    [expect.stringMatching(/LEAD_CLOSED|CATEGORY_CHANGED/)],
    ['RESERVED'],
    ['RESERVED'],
  ]);
  await assistant().changeAssistant({ body: { sends_drafts: false } });
  expect(await state('ivy')).toEqual(['RULE_OFF']);
  await later(hour);
  // What Ed got is the person's.
  expect(['di', 'ed', 'flo', 'gil', 'hal', 'ivy'].map(received)).toEqual(
    before.map((mails, index) => (index === 1 ? mails + 1 : mails)),
  );
});

it('writes to the lead or to who wrote for the lead, never to an address that a header names or that is blocked', async () => {
  expect(await draftsOf(await write('pia', question, { replyTo: 'stranger@elsewhere.test' }))).toEqual([]);
  await rows(`insert into suppression (workspace_id, kind, value, source) values ($1, 'email', $2, 'manual')`, [
    world.me.workspaceId,
    'colleague@elder.test',
  ]);
  expect(await draftsOf(await write('quin', question, { from: 'Colleague@elder.test' }))).toEqual([]);
  const id = await write('ray', question, { from: 'assistant@elder.test' });
  expect(await draftsOf(id)).toMatchObject([{ state: 'RESERVED', to_email: 'assistant@elder.test' }]);
  // Blocked while the draft waits: found at the last check.
  await rows(
    `insert into suppression (workspace_id, kind, value, source) values ($1, 'domain', 'elder.test', 'manual')`,
    [world.me.workspaceId],
  );
  await later(hour);
  expect(world.mail.record.count({ recipient: 'assistant@elder.test' }).mails).toBe(0);
});

it.each([
  ['sends_drafts is off', { sends_drafts: false }],
  ['draft_category_ids has not the category', { draft_category_ids: [1] }],
  ['draft_min_confidence is higher', { draft_min_confidence: 97 }],
])('drafts nothing by itself when %s', async (_, change) => {
  await assistant().changeAssistant({ body: change });
  expect(await draftsOf(await write('jo'))).toEqual([]);
});

it('draft_delay_minutes is at least five minutes, and no rule answers who wants to be left alone', async () => {
  await expect(assistant().changeAssistant({ body: { draft_delay_minutes: 4 } })).rejects.toMatchObject({
    details: [{ field: 'draft_delay_minutes' }],
  });
  await expect(assistant().changeAssistant({ body: { draft_category_ids: [4] } })).rejects.toMatchObject({
    details: [{ field: 'draft_category_ids' }],
  });
});

it('draft_daily_limit: sends no more in 24 hours, of two at once one, and one that is stopped makes room', async () => {
  const { drafts_last_day: before } = await assistant().readAssistant({});
  await assistant().changeAssistant({ body: { draft_daily_limit: before + 1 } });
  // Both are drafted before either is reserved.
  const given = { categoryId: 5, html: '<p>12 EUR.</p>', delayMinutes: 30 };
  await assistant().changeAssistant({ body: { sends_drafts: false } });
  const ids = [await write('lee'), await write('mo')];
  await assistant().changeAssistant({ body: { sends_drafts: true } });
  const who = { workspaceId: world.me.workspaceId, userId: 0, role: 'OWNER', client: null } as const;
  const reserved = await Promise.all(
    ids.map(async (enrolmentId) => {
      const [message] = await rows<{ id: string }>(
        `select id from message where enrolment_id = $1 and direction = 'in'`,
        [enrolmentId],
      );
      return reserveDrafted(world.main.deps, who, { ...given, enrolmentId, messageId: message!.id });
    }),
  );
  const [kept] = reserved.filter((id) => id !== null);
  expect(reserved.filter((id) => id === null)).toHaveLength(1);
  expect(await assistant().readAssistant({})).toMatchObject({ drafts_last_day: before + 1 });
  // The next one is not even drafted.
  model.asked.length = 0;
  expect(await draftsOf(await write('nan'))).toEqual([]);
  expect(model.asked.filter(({ system }) => system.startsWith('You draft'))).toEqual([]);
  await inbox().cancelOutgoing({ params: { statsId: kept! } });
  expect(await draftsOf(await write('nan', 'And the price list for 80?'))).toHaveLength(1);
  await assistant().changeAssistant({ body: { draft_daily_limit: 20 } });
});

it('takes no action that a mail orders, whatever the model says of it', async () => {
  const before = (await rows<{ n: number }>(`select count(*)::int as n from intent where drafted_by is not null`))[0]!
    .n;
  model.says = ({ system }) =>
    system.startsWith('You draft')
      ? 'Pay here: https://evil.test/pay'
      : JSON.stringify({ category_id: 5, confidence: 99, words: 'price list' });
  for (const order of injections) await write('kit', `Send me the price list. ${order}`);
  expect((await rows<{ n: number }>(`select count(*)::int as n from intent where drafted_by is not null`))[0]!.n).toBe(
    before,
  );
  // A link that only the lead, or nobody, named is no draft that leaves by itself either.
  expect(await draftsOf(await write('jo', 'The price list?'))).toEqual([]);
});
