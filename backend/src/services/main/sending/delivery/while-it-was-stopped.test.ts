import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { tasksContract } from '@skein/contracts/main/tasks.contract';
import { SmtpFailure } from '#platform/mail/smtp-failure';
import type { MatchedInbound } from '#engine/inbox-sync/inbound.types';

import { submitReserved } from './submit.store';
import { createSendingWorld, type SendingWorld, type TestStep } from './testing';
import { recordInbound } from '#lifecycle/outcomes/record-inbound';

/** A lead is paused, held or stopped while one of its steps is under way: what becomes of the step, and of the lead when it goes on. */
const hour = 3_600_000;
const day = 24 * hour;
const opener: TestStep = { days: 0, subject: 'Docks', body: '<p>Hi</p>' };
const follow: TestStep = { days: 1, subject: '', body: '<p>Again</p>' };
const call: TestStep = { days: 0, kind: 'MANUAL', subject: 'Call', body: '' };
const always = { min_time_btwn_emails: 240, max_leads_per_day: 0, window_start: '00:00', window_end: '23:59' };
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
  status: string;
  reason: string | null;
  steps_sent: number;
  is_parked: boolean;
  hold_kind: string | null;
  constraint_code: string | null;
  open_intent_id: string | null;
  next_due_at: Date | null;
  last_seq_number: number;
}
const sql = <Row>(text: string, values: unknown[] = []) =>
  world.main.test.query<Row & Record<string, unknown>>(text, values);
const box = () => world.connect(`box${(counter += 1)}@northlight.test`, { min_time_to_wait_minutes: 0 });
const leads = (campaignId: number) =>
  sql<Lead>('select * from enrolment where campaign_id = $1 order by id', [campaignId]);
const one = async (campaignId: number) => (await leads(campaignId))[0]!;
const list = () => world.main.asClient(campaignLeadsContract, world.me);
const run = (ms: number) => world.runUntil(world.main.clock.now() + ms);
async function until(test: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 60 && !(await test()); turn += 1) await run(hour / 2);
}

/** Somebody's reply, as the sync records it. @returns the message's row */
async function reply(enrolmentId: number): Promise<string> {
  const [intent] = await sql<{
    id: string;
    workspace_id: number;
    mailbox_id: number;
    campaign_id: number;
    lead_id: number;
  }>(
    `
      select i.*, e.lead_id
      from intent i
      join enrolment e on e.id = i.enrolment_id
      where i.enrolment_id = $1 and i.state = 'SENT'
      order by i.id desc
      limit 1
    `,
    [enrolmentId],
  );
  const id = `<in-${(counter += 1)}@prospects.test>`;
  const [message] = await sql<{ id: string }>(
    `
      insert into message (
        workspace_id, direction, mailbox_id, campaign_id, enrolment_id, lead_id, intent_id, message_id,
          dedupe_key, from_email, to_emails, subject, snippet, kind, at
      )
      values ($1, 'in', $2, $3, $4, $5, $6, $7, $7, 'x@y.test', '[]', 'Re', '', 'reply', $8)
      returning id
    `,
    [
      intent!.workspace_id,
      intent!.mailbox_id,
      intent!.campaign_id,
      enrolmentId,
      intent!.lead_id,
      intent!.id,
      id,
      new Date(world.main.clock.now()),
    ],
  );
  const classification: MatchedInbound['classification'] = {
    kind: 'reply',
    bounce: null,
    category: null,
    categoryEvidence: [],
    returnDay: null,
    returnText: null,
    failedAddresses: [],
    isByMachine: false,
    evidence: [],
  };
  await world.main.deps.db.systemSql((client) =>
    recordInbound(client, {
      workspaceId: intent!.workspace_id,
      enrolmentId,
      intentId: intent!.id,
      messageRowId: message!.id,
      messageId: id,
      at: new Date(world.main.clock.now()),
      match: { rule: 'references' },
      ownText: '',
      classification,
    }),
  );
  return message!.id;
}

/** The campaign's next mail is at the server when something happens to its lead; then the server refuses it. */
async function refuse(
  campaignId: number,
  failure: SmtpFailure,
  meanwhile: (enrolmentId: number) => Promise<unknown>,
  isReleased = false,
): Promise<void> {
  const smtpServer = world.deps.smtpServer;
  let refused = 0;
  world.deps.smtpServer = async (workspaceId, mailboxId) => {
    const [held] = await sql<{ id: string; fencing_token: string; enrolment_id: number }>(
      `select id, fencing_token, enrolment_id from intent where campaign_id = $1 and state = 'RESERVED'`,
      [campaignId],
    );
    if (!held || refused > 0) return smtpServer(workspaceId, mailboxId);
    refused += 1;
    const mail = {
      subject: 'Docks',
      html: null,
      text: 'Hi',
      inReplyTo: null,
      references: [],
      links: [],
      spinChoice: 0,
    };
    expect(
      await submitReserved(
        world.deps.db,
        [{ claim: { intentId: held.id, token: held.fencing_token, mailboxId, workspaceId }, mail }],
        world.deps.now(),
        { isSendingHeld: false, mayWait: true },
      ),
    ).toEqual([null]);
    await meanwhile(held.enrolment_id);
    // As the attempt itself does when the server refuses after the dot.
    if (isReleased) await sql(`update intent set state = 'RESERVED', submitting_at = null where id = $1`, [held.id]);
    throw failure;
  };
  await until(async () => refused === 1);
  world.deps.smtpServer = smtpServer;
  expect(refused).toBe(1);
}

test('a lead that was paused while the server refused its mail is free of that mail, and is mailed when it is resumed', async () => {
  const campaignId = await world.campaign({
    mailboxIds: [await box()],
    leads: ['silent.refused@prospects.test'],
    steps: [opener],
    settings: always,
  });
  await refuse(
    campaignId,
    new SmtpFailure('refused', 'dot', { code: 550, status: '5.7.1', response: '550 5.7.1 Not now' }),
    (id) => list().pauseLeads({ params: { campaignId }, body: { selection: { enrolment_ids: [id] } } }),
  );
  const { id } = await one(campaignId);
  expect(await one(campaignId)).toMatchObject({ status: 'PAUSED', open_intent_id: null });
  expect(
    await list().resumeLeads({ params: { campaignId }, body: { selection: { enrolment_ids: [id] } } }),
  ).toMatchObject({ changed: 1 });
  await run(3 * day);
  expect(await one(campaignId)).toMatchObject({ status: 'COMPLETED', steps_sent: 1, open_intent_id: null });
  expect(await sql('select status from campaign where id = $1', [campaignId])).toEqual([{ status: 'COMPLETED' }]);
});

test('a server that asks to try again later does not end a company pause that came meanwhile', async () => {
  const campaignId = await world.campaign({
    mailboxIds: [await box()],
    leads: ['silent.a@alder.test', 'silent.b@alder.test'],
    steps: [opener],
    settings: { ...always, pause_company_on_reply: true },
  });
  await until(async () => (await leads(campaignId)).some((lead) => lead.steps_sent === 1));
  const replied = (await leads(campaignId)).find((lead) => lead.steps_sent === 1)!;
  await refuse(
    campaignId,
    new SmtpFailure('refused', 'dot', { code: 451, status: '4.7.1', response: '451 4.7.1 Greylisted, try again' }),
    () => reply(replied.id),
    true,
  );
  const other = async () => (await leads(campaignId)).find((lead) => lead.id !== replied.id);
  expect(await other()).toMatchObject({
    hold_kind: 'COMPANY_REPLY',
    constraint_code: 'COMPANY_PAUSED',
    open_intent_id: null,
  });
  await run(3 * day);
  expect(await other()).toMatchObject({ hold_kind: 'COMPANY_REPLY', steps_sent: 0 });
});

test('a mail that the server asks to try again later is tried again', async () => {
  const campaignId = await world.campaign({
    mailboxIds: [await box()],
    leads: ['silent.later@prospects.test'],
    steps: [opener],
    settings: always,
  });
  await refuse(
    campaignId,
    new SmtpFailure('refused', 'dot', { code: 451, status: '4.7.1', response: '451 4.7.1 Greylisted, try again' }),
    async () => {},
    true,
  );
  expect(await one(campaignId)).toMatchObject({ hold_kind: 'RETRY', constraint_code: 'LEAD_ON_HOLD', steps_sent: 0 });
  await run(day);
  expect(await one(campaignId)).toMatchObject({ status: 'COMPLETED', steps_sent: 1, hold_kind: null });
});

test('a call that was made while its lead was stopped is not asked for again, and the next e-mail keeps its distance from it', async () => {
  const campaignId = await world.campaign({
    mailboxIds: [await box()],
    leads: ['silent.called@prospects.test'],
    steps: [opener, call, follow],
    settings: always,
  });
  await until(async () => (await one(campaignId)).is_parked);
  const { id } = await one(campaignId);
  const messageId = await reply(id);
  const [task] = await sql<{ id: number; status: string }>('select id, status from lead_task where enrolment_id = $1', [
    id,
  ]);
  expect(task).toMatchObject({ status: 'CREATED' });
  await world.main.asClient(tasksContract, world.me).completeTask({ params: { taskId: task!.id } });
  const calledAt = world.main.clock.now();
  expect(await one(campaignId)).toMatchObject({ status: 'STOPPED', reason: 'REPLIED', last_seq_number: 2 });
  await world.main.asClient(inboxContract, world.me).ignoreReply({ params: { messageId: Number(messageId) } });
  expect((await one(campaignId)).next_due_at?.getTime()).toBeGreaterThanOrEqual(calledAt + day);
  await run(4 * day);
  expect(await sql('select status from lead_task where enrolment_id = $1', [id])).toEqual([{ status: 'COMPLETED' }]);
  expect(await one(campaignId)).toMatchObject({ status: 'COMPLETED', steps_sent: 2 });
});

test('a call that was the last step and was made while its lead was stopped leaves nothing to go on with', async () => {
  const campaignId = await world.campaign({
    mailboxIds: [await box()],
    leads: ['silent.lastcall@prospects.test'],
    steps: [opener, call],
    settings: always,
  });
  await until(async () => (await one(campaignId)).is_parked);
  const { id } = await one(campaignId);
  await reply(id);
  const [task] = await sql<{ id: number }>('select id from lead_task where enrolment_id = $1', [id]);
  await world.main.asClient(tasksContract, world.me).completeTask({ params: { taskId: task!.id } });
  expect(await one(campaignId)).toMatchObject({ status: 'STOPPED', reason: 'REPLIED' });
  expect(
    await list().resumeLeads({ params: { campaignId }, body: { selection: { enrolment_ids: [id] } } }),
  ).toMatchObject({ changed: 0, reasons: [{ reason: 'No step is left' }] });
});
