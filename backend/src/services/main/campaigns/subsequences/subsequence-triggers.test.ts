import { inboxContract } from '@skein/contracts/main/inbox.contract';

import { findPhrases } from '#lifecycle/events/fire-triggers.store';
import { createSubsequenceWorld, type SubsequenceWorld } from './testing';
import { recordClick, recordOpen } from '#lifecycle/outcomes/record-visits';
import { given } from '#lifecycle/lead-state/testing';

const hour = 3_600_000;
const day = 24 * hour;
let it_: SubsequenceWorld;
const at = (name: string) => `${name}@alder.test`;
const names = [
  'opener',
  'machine',
  'clicker',
  'replier',
  'texter',
  'quoter',
  'keen',
  'linked',
  'twice',
  'delayed',
  'quiet',
];

beforeAll(async () => {
  it_ = await createSubsequenceWorld({
    leads: [...names.map(at), 'rejects.one@prospects.test', 'rejects.two@prospects.test'],
  });
  await it_.sendFirst(2);
});
afterAll(async () => {
  await it_.close();
});

const open = (email: string, isMachine = false) =>
  it_.sentIntent(email).then((intent) =>
    it_.world.main.deps.db.systemSql((sql) =>
      recordOpen(sql, {
        intentId: BigInt(intent?.id as string),
        at: new Date(it_.world.main.clock.now()),
        isMachine,
        evidence: {},
      }),
    ),
  );
const click = (email: string) =>
  it_.sentIntent(email).then((intent) =>
    it_.world.main.deps.db.systemSql((sql) =>
      recordClick(sql, {
        intentId: BigInt(intent?.id as string),
        linkIndex: 0,
        at: new Date(it_.world.main.clock.now()),
        isMachine: false,
        evidence: {},
      }),
    ),
  );

test('an open by a person pushes the lead once: it is done in the parent, and goes on in the same mailbox and thread', async () => {
  const id = await it_.start('Opened', [{ kind: 'OPEN', seq_number: null }]);
  await open(at('machine'), true);
  await open(at('opener'));
  await open(at('opener'));
  expect(await it_.pushes(id)).toEqual([
    expect.objectContaining({ email: at('opener'), kind: 'OPEN', outcome: 'PUSHED' }),
  ]);
  expect(await it_.enrolment(at('opener'), it_.parentId)).toMatchObject({ status: 'COMPLETED', reason: 'PUSHED' });
  expect(await it_.enrolment(at('machine'), it_.parentId)).toMatchObject({ status: 'INPROGRESS' });
  const first = await it_.sentIntent(at('opener'));
  await it_.world.runUntil(it_.world.main.clock.now() + day);
  expect(await it_.sentIntent(at('opener'), id)).toMatchObject({
    mailbox_id: it_.mailboxId,
    in_reply_to: first?.message_id,
    subject: 'Re: Yard time',
    references: [first?.message_id],
  });
  const [campaign] = await it_.query<{ status: string; next_trigger_at: Date | null }>(
    'select status, next_trigger_at from campaign where id = $1',
    [id],
  );
  expect(campaign).toEqual({ status: 'ACTIVE', next_trigger_at: null });
});

test('a click pushes; a click on an email of another step than the one named does not', async () => {
  const any = await it_.start('Clicked', [{ kind: 'CLICK', seq_number: 1 }]);
  const second = await it_.start('Clicked in the second', [{ kind: 'CLICK', seq_number: 2 }]);
  await click(at('clicker'));
  expect(await it_.pushes(any)).toEqual([expect.objectContaining({ kind: 'CLICK', email: at('clicker') })]);
  expect(await it_.pushes(second)).toEqual([]);
});

test('a reply pushes and does not stop what it began; a later answer does, with its reason', async () => {
  const id = await it_.start('Answered', [{ kind: 'REPLY', seq_number: null }], { delay_seconds: 2 * 86_400 });
  await it_.reply(at('replier'), 'Let me think about it.');
  expect(await it_.enrolment(at('replier'), it_.parentId)).toMatchObject({ status: 'STOPPED', reason: 'REPLIED' });
  const placed = await it_.enrolment(at('replier'), id);
  expect(placed).toMatchObject({ status: 'STARTED', constraint_code: 'STEP_NOT_DUE' });
  expect((placed?.next_due_at as Date).getTime()).toBeGreaterThan(it_.world.main.clock.now() + day);
  await it_.reply(at('replier'), 'No, thank you, we are fine as we are.');
  expect(await it_.enrolment(at('replier'), id)).toMatchObject({ status: 'STOPPED', reason: 'PARENT_REPLIED' });
  await it_.world.runUntil(it_.world.main.clock.now() + 4 * day);
  expect(await it_.sentIntent(at('replier'), id)).toBeUndefined();
  await it_.query(`delete from subsequence_trigger where campaign_id = $1`, [id]);
});

test('words of a reply push only where the lead wrote them itself', async () => {
  const id = await it_.start('Prices', [
    { kind: 'REPLY_TEXT', phrases: ['price list', 'pricing'], match_all: false, seq_number: null },
  ]);
  const both = await it_.start('Prices and dates', [
    { kind: 'REPLY_TEXT', phrases: ['price list', 'tuesday'], match_all: true, seq_number: null },
  ]);
  await it_.reply(at('texter'), 'Could you send the PRICE   list?');
  await it_.reply(
    at('quoter'),
    'Not for us.\n\nOn Mon, Jan 5, 2026 at 9:00 AM Rosa <rosa@northlight.test> wrote:\n> our pricing is simple',
  );
  expect(await it_.pushes(id)).toEqual([expect.objectContaining({ email: at('texter'), kind: 'REPLY_TEXT' })]);
  expect(await it_.pushes(both)).toEqual([]);
  expect(findPhrases('What are your pricings?', ['pricing'])).toEqual([]);
  expect(findPhrases('Was kostet das? Größe XL', ['größe xl', '???'])).toEqual(['größe xl']);
});

test('a category pushes, by a rule or by a person, and the lead answers "interested" into its own subsequence', async () => {
  const id = await it_.start('Interested', [{ kind: 'CATEGORY', category_ids: [1] }]);
  await it_.reply(at('keen'), 'I am interested, tell me more.');
  const [found] = await it_.query<{ category_id: number }>(
    `
      select e.category_id
      from enrolment e
      join lead l on l.id = e.lead_id
      where l.email = $1 and e.campaign_id = $2
    `,
    [at('keen'), it_.parentId],
  );
  if (found?.category_id !== 1)
    await it_.world.main.asClient(inboxContract, it_.world.me).changeConversations({
      body: {
        enrolment_ids: [(await it_.enrolment(at('keen'), it_.parentId))?.id as number],
        action: { do: 'category', category_id: 1, pause_lead: false },
      } as never,
    });
  expect(await it_.pushes(id)).toEqual([
    expect.objectContaining({ email: at('keen'), kind: 'CATEGORY', outcome: 'PUSHED' }),
  ]);
  await it_.world.runUntil(it_.world.main.clock.now() + day);
  expect(await it_.sentIntent(at('keen'), id)).toMatchObject({ subject: 'Re: Yard time' });
});

test('a bounce pushes: where a mail would come first the dead address is left alone, a task is still made', async () => {
  const mails = await it_.start('Bounced, by mail', [{ kind: 'BOUNCE' }]);
  const calls = await it_.start('Bounced, by phone', [{ kind: 'BOUNCE' }], { seq_type: 'MANUAL', subject: 'By phone' });
  await it_.query(`update lead set is_bounced = false where email like 'rejects.%'`);
  await it_.query(`delete from suppression where value like 'rejects.%'`);
  await given(it_.world.main).lead({ campaignId: it_.parentId, email: 'rejects.one@prospects.test' }).resumed();
  await it_.query(`delete from intent where to_email = 'rejects.one@prospects.test'`);
  await it_.query(`update campaign set status = 'ACTIVE', next_trigger_at = $2 where id = $1`, [
    it_.parentId,
    new Date(it_.world.main.clock.now()),
  ]);
  await it_.world.runUntil(it_.world.main.clock.now() + day);
  expect(await it_.pushes(mails)).toEqual([
    expect.objectContaining({
      email: 'rejects.one@prospects.test',
      kind: 'BOUNCE',
      outcome: 'SKIPPED',
      skip_reason: 'SUPPRESSED',
    }),
  ]);
  expect(await it_.enrolment('rejects.one@prospects.test', mails)).toBeUndefined();
  expect(await it_.pushes(calls)).toEqual([expect.objectContaining({ outcome: 'PUSHED' })]);
  expect(await it_.enrolment('rejects.one@prospects.test', calls)).toMatchObject({
    status: expect.stringMatching(/STARTED|INPROGRESS/),
    reason: null,
  });
  expect(await it_.enrolment('rejects.one@prospects.test', it_.parentId)).toMatchObject({
    status: 'BLOCKED',
    reason: 'BOUNCED',
  });
});

test('an accepted connection on LinkedIn pushes; one that only was sent does where that is asked', async () => {
  const accepted = await it_.start('Connected', [{ kind: 'LINKEDIN_CONNECTION', connection: 'ACCEPTED' }]);
  const sent = await it_.start('Asked', [{ kind: 'LINKEDIN_CONNECTION', connection: 'SENT' }]);
  const enrolmentId = (await it_.enrolment(at('linked'), it_.parentId))?.id;
  await it_.query(
    `
      insert into linkedin_action (
        workspace_id, campaign_id, enrolment_id, step_id, kind, state, connection, performed_at
      )
      values ($1, $2, $3, 1, 'CONNECTION_REQUEST', 'PENDING', 'PENDING', $4)
    `,
    [it_.world.me.workspaceId, it_.parentId, enrolmentId, new Date(it_.world.main.clock.now())],
  );
  await it_.world.runUntil(it_.world.main.clock.now() + hour);
  expect([await it_.pushes(accepted), await it_.pushes(sent)].map((list) => list.length)).toEqual([0, 1]);
  await it_.query(`update linkedin_action set connection = 'ACCEPTED', settled_at = $2 where enrolment_id = $1`, [
    enrolmentId,
    new Date(it_.world.main.clock.now()),
  ]);
  await it_.world.runUntil(it_.world.main.clock.now() + hour);
  expect(await it_.pushes(accepted)).toEqual([
    expect.objectContaining({ email: at('linked'), kind: 'LINKEDIN_CONNECTION' }),
  ]);
});

test('two events at once make one enrolment, and a failed transaction leaves neither event nor enrolment', async () => {
  const id = await it_.start('Raced', [
    { kind: 'OPEN', seq_number: null },
    { kind: 'CLICK', seq_number: null },
    { kind: 'REPLY', seq_number: null },
  ]);
  const intent = await it_.sentIntent(at('twice'));
  const failing = it_.world.main.deps.db.systemSql(async (sql) => {
    await recordOpen(sql, {
      intentId: BigInt(intent?.id as string),
      at: new Date(it_.world.main.clock.now()),
      isMachine: false,
      evidence: { lost: true },
    });
    throw new Error('the process ends here');
  });
  await expect(failing).rejects.toThrow('ends here');
  expect(await it_.pushes(id)).toEqual([]);
  expect(await it_.query(`select 1 from event where evidence ->> 'lost' is not null`)).toEqual([]);
  await Promise.all([
    open(at('twice')),
    click(at('twice')),
    open(at('twice')),
    it_.reply(at('twice'), 'Sounds good, but not now.'),
    click(at('twice')),
  ]);
  expect(await it_.pushes(id)).toHaveLength(1);
  expect(
    await it_.query(
      'select 1 from enrolment e join lead l on l.id = e.lead_id where e.campaign_id = $1 and l.email = $2',
      [id, at('twice')],
    ),
  ).toHaveLength(1);
});
