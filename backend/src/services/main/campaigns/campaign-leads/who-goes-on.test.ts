import { blockListContract } from '@skein/contracts/main/block-list.contract';
import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { reviewContract } from '@skein/contracts/main/review.contract';
import type { MatchedInbound } from '#engine/inbox-sync/inbound.types';

import { createSendingWorld, type SendingWorld, type TestStep } from '#sending/delivery/testing';
import { recordInbound } from '#lifecycle/outcomes/record-inbound';
import { given } from '#lifecycle/lead-state/testing';

/** Who goes on when somebody resumes leads, and who does not; and whose word counts about a category. */
const hour = 3_600_000;
const day = 24 * hour;
const steps: TestStep[] = [
  { days: 0, subject: 'Docks', body: '<p>Hi</p>' },
  { days: 3, subject: '', body: '<p>Again</p>' },
];
let world: SendingWorld;
let counter = 0;

beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());
afterEach(async () => {
  await world.main.test.query(`update campaign set status = 'PAUSED' where status = 'ACTIVE'`);
});

interface Lead {
  id: number;
  email: string;
  status: string;
  reason: string | null;
  steps_sent: number;
  category_id: number | null;
  category_by: string | null;
  hold_kind: string | null;
}
const sql = <Row>(text: string, values: unknown[] = []) =>
  world.main.test.query<Row & Record<string, unknown>>(text, values);
const leads = (campaignId: number) =>
  sql<Lead>(
    'select e.*, l.email from enrolment e join lead l on l.id = e.lead_id where e.campaign_id = $1 order by e.id',
    [campaignId],
  );
const one = async (campaignId: number) => (await leads(campaignId))[0]!;
const list = () => world.main.asClient(campaignLeadsContract, world.me);
const run = (ms: number) => world.runUntil(world.main.clock.now() + ms);
const resume = (campaignId: number, enrolmentIds?: number[]) =>
  list().resumeLeads({
    params: { campaignId },
    body: { selection: enrolmentIds ? { enrolment_ids: enrolmentIds } : { filter: {} } },
  });

/** A campaign whose leads have all got their first e-mail. */
async function mailed(emails: string[], settings: Record<string, unknown> = {}): Promise<number> {
  const mailboxId = await world.connect(`box${(counter += 1)}@northlight.test`, { min_time_to_wait_minutes: 0 });
  const campaignId = await world.campaign({
    mailboxIds: [mailboxId],
    leads: emails,
    steps,
    settings: {
      min_time_btwn_emails: 240,
      max_leads_per_day: 0,
      window_start: '00:00',
      window_end: '23:59',
      ...settings,
    },
  });
  for (let turn = 0; turn < 20 && (await leads(campaignId)).some((lead) => lead.steps_sent === 0); turn += 1)
    await run(hour / 2);
  return campaignId;
}

/** A received mail as the sync records it. */
async function inbound(
  lead: Lead,
  classification: Partial<MatchedInbound['classification']> & { kind: MatchedInbound['classification']['kind'] },
): Promise<void> {
  const [intent] = await sql<{ id: string; workspace_id: number }>(
    `select * from intent where enrolment_id = $1 and state = 'SENT' order by id desc limit 1`,
    [lead.id],
  );
  await world.main.deps.db.systemSql((client) =>
    recordInbound(client, {
      workspaceId: intent!.workspace_id,
      enrolmentId: lead.id,
      intentId: intent!.id,
      messageRowId: '1',
      messageId: `<in-${(counter += 1)}@prospects.test>`,
      at: new Date(world.main.clock.now()),
      match: { rule: 'references' },
      ownText: '',
      classification: {
        bounce: null,
        category: null,
        categoryEvidence: [],
        returnDay: null,
        returnText: null,
        failedAddresses: [],
        isByMachine: false,
        evidence: [],
        ...classification,
      },
    }),
  );
}

test('resuming everybody leaves out who was unsubscribed from this campaign, and says so', async () => {
  const campaignId = await mailed(['silent.refused@prospects.test', 'silent.paused@prospects.test']);
  const [refused, paused] = await leads(campaignId);
  await list().unsubscribeLeads({ params: { campaignId }, body: { selection: { enrolment_ids: [refused!.id] } } });
  await list().pauseLeads({ params: { campaignId }, body: { selection: { enrolment_ids: [paused!.id] } } });
  expect(await resume(campaignId)).toMatchObject({
    changed: 1,
    reasons: [{ reason: 'Unsubscribed from this campaign', count: 1 }],
  });
  await run(5 * day);
  expect(await leads(campaignId)).toMatchObject([
    { status: 'STOPPED', reason: 'UNSUBSCRIBED', steps_sent: 1 },
    { status: 'COMPLETED', steps_sent: 2 },
  ]);
});

test('who was marked Do Not Contact goes on only after the entry of the block list is taken off and somebody resumes the lead', async () => {
  const campaignId = await mailed(['silent.marked@prospects.test']);
  const { id, email } = await one(campaignId);
  await list().categoriseLeads({
    params: { campaignId },
    body: { selection: { enrolment_ids: [id] }, category_id: 4 },
  });
  expect(await resume(campaignId)).toMatchObject({
    changed: 0,
    reasons: [{ reason: 'Unsubscribed, bounced or on the block list' }],
  });
  const [entry] = await sql<{ id: number }>('select id from suppression where value = $1', [email]);
  // Without the entry the lead is still stopped for the reason that it bears.
  await sql('update suppression set value = $2 where id = $1', [entry!.id, 'nobody@prospects.test']);
  expect(await resume(campaignId)).toMatchObject({ changed: 0, reasons: [{ reason: 'Marked Do Not Contact' }] });
  await sql('update suppression set value = $2 where id = $1', [entry!.id, email]);
  await world.main.asClient(blockListContract, world.me).removeBlockEntry({ params: { entryId: entry!.id } });
  expect(await one(campaignId)).toMatchObject({ status: 'STOPPED', reason: 'MANUAL' });
  expect(await resume(campaignId)).toMatchObject({ changed: 1 });
});

test('Do Not Contact from the lead list keeps what the lead was, as from its conversation', async () => {
  const campaignId = await mailed(['silent.kept@prospects.test']);
  const { id } = await one(campaignId);
  await list().pauseLeads({ params: { campaignId }, body: { selection: { enrolment_ids: [id] } } });
  await list().categoriseLeads({
    params: { campaignId },
    body: { selection: { enrolment_ids: [id] }, category_id: 4 },
  });
  const [lead] = await sql('select reason, reason_detail from enrolment where id = $1', [id]);
  expect(lead).toMatchObject({
    reason: 'DO_NOT_CONTACT',
    reason_detail: {
      category_id: 4,
      by: 'USER',
      evidence: { user_id: world.me.userId },
      before: { status: 'PAUSED', reason: 'MANUAL' },
    },
  });
});

test('resumes no lead whose domain is blocked, neither in its campaign nor in its conversation', async () => {
  const mailboxId = await world.connect('domains@northlight.test');
  const campaignId = await world.campaign({ mailboxIds: [mailboxId], leads: ['silent.paused@blocked.test'], steps });
  const { id } = await one(campaignId);
  await list().pauseLeads({ params: { campaignId }, body: { selection: { enrolment_ids: [id] } } });
  await sql(
    `insert into suppression (workspace_id, kind, value, source) values ($1, 'domain', 'blocked.test', 'manual')`,
    [world.me.workspaceId],
  );
  expect(await resume(campaignId)).toMatchObject({
    changed: 0,
    reasons: [{ reason: 'Unsubscribed, bounced or on the block list' }],
  });
  expect(
    await world.main.asClient(inboxContract, world.me).changeConversations({
      body: { enrolment_ids: [id], action: { do: 'resume', delay_days: 0 } },
    }),
  ).toMatchObject({ changed: 0 });
  expect(await one(campaignId)).toMatchObject({ status: 'PAUSED' });
});

test('that Do Not Contact is undone says nothing of a campaign that the person unsubscribed from', async () => {
  const campaignId = await mailed(['silent.both@prospects.test']);
  const { id, email } = await one(campaignId);
  await list().unsubscribeLeads({ params: { campaignId }, body: { selection: { enrolment_ids: [id] } } });
  await list().categoriseLeads({
    params: { campaignId },
    body: { selection: { enrolment_ids: [id] }, category_id: 4 },
  });
  const [entry] = await sql<{ id: number }>('select id from suppression where value = $1', [email]);
  await world.main.asClient(blockListContract, world.me).removeBlockEntry({ params: { entryId: entry!.id } });
  expect(await resume(campaignId)).toMatchObject({
    changed: 0,
    reasons: [{ reason: 'Unsubscribed from this campaign' }],
  });
});

test('who unsubscribed by mistake may be resumed when the unsubscribe is taken off the block list', async () => {
  const campaignId = await mailed(['silent.mistaken@prospects.test']);
  const { id, email } = await one(campaignId);
  await list().unsubscribeLeads({
    params: { campaignId },
    body: { selection: { enrolment_ids: [id] }, everywhere: true },
  });
  const [entry] = await sql<{ id: number }>('select id from suppression where value = $1', [email]);
  await world.main.asClient(blockListContract, world.me).removeBlockEntry({ params: { entryId: entry!.id } });
  expect(await resume(campaignId)).toMatchObject({ changed: 1 });
  await run(5 * day);
  expect(await one(campaignId)).toMatchObject({ status: 'COMPLETED', steps_sent: 2 });
});

test('a lead that waits because somebody else of its company replied goes on by the button that its explanation offers', async () => {
  const campaignId = await mailed(['silent.first@held.test', 'silent.second@held.test'], {
    pause_company_on_reply: true,
  });
  const [replied, held] = await leads(campaignId);
  await inbound(replied!, { kind: 'reply' });
  expect(
    await world.main.asClient(reviewContract, world.me).explainLead({ params: { campaignId, enrolmentId: held!.id } }),
  ).toMatchObject({ binding: { code: 'COMPANY_PAUSED' }, remedies: [{ action: 'RESUME_LEAD' }] });
  expect(await resume(campaignId, [held!.id])).toMatchObject({ changed: 1, reasons: [] });
  expect(await resume(campaignId, [held!.id])).toMatchObject({ changed: 0, reasons: [{ reason: 'Not paused' }] });
  await run(5 * day);
  expect((await leads(campaignId))[1]).toMatchObject({ status: 'COMPLETED', steps_sent: 2 });
});

test('a lead that is away goes on earlier when somebody resumes it', async () => {
  const campaignId = await mailed(['silent.away@prospects.test']);
  await inbound(await one(campaignId), {
    kind: 'out_of_office',
    returnDay: new Date(world.main.clock.now() + 30 * day).toISOString().slice(0, 10),
  });
  const { id, hold_kind } = await one(campaignId);
  expect(hold_kind).toBe('OUT_OF_OFFICE');
  expect(await resume(campaignId, [id])).toMatchObject({ changed: 1 });
  await run(5 * day);
  expect(await one(campaignId)).toMatchObject({ status: 'COMPLETED', steps_sent: 2 });
});

test('an address that a bounce had put on the block list by mistake is mailed again when it is taken off and resumed', async () => {
  const campaignId = await mailed(['silent.bounced@prospects.test']);
  await inbound(await one(campaignId), { kind: 'bounce', bounce: 'hard' });
  const { id, email } = await one(campaignId);
  expect(await one(campaignId)).toMatchObject({ status: 'BLOCKED', reason: 'BOUNCED' });
  const [entry] = await sql<{ id: number }>('select id from suppression where value = $1', [email]);
  await world.main.asClient(blockListContract, world.me).removeBlockEntry({ params: { entryId: entry!.id } });
  expect(await resume(campaignId, [id])).toMatchObject({ changed: 1 });
  await run(5 * day);
  expect(await one(campaignId)).toMatchObject({ status: 'COMPLETED', steps_sent: 2 });
});

test('a category that a person gave in the lead list stays when a rule finds another one', async () => {
  const campaignId = await mailed(['silent.category@prospects.test'], { categorise_replies: true });
  const { id } = await one(campaignId);
  await list().categoriseLeads({
    params: { campaignId },
    body: { selection: { enrolment_ids: [id] }, category_id: 3 },
  });
  await inbound(await one(campaignId), { kind: 'reply', category: 1 });
  expect(await one(campaignId)).toMatchObject({ category_id: 3, category_by: 'USER' });
});

test('a lead that waits for the next try of a mail is not hurried by a person', async () => {
  const campaignId = await mailed(['silent.tries@prospects.test']);
  const until = new Date(world.main.clock.now() + hour);
  await given(world.main).lead({ campaignId }).putOff(until);
  expect(await resume(campaignId)).toMatchObject({ changed: 0, reasons: [{ reason: 'Not paused', count: 1 }] });
  expect(await one(campaignId)).toMatchObject({ hold_kind: 'RETRY', hold_until: until });
});
