import { inboxContract } from '@skein/contracts/main/inbox.contract';
import type { MatchedInbound } from '#engine/inbox-sync/inbound.types';

import { undoSending } from './undo-sending.store';
import { createSendingWorld, type SendingWorld } from './testing';
import { recordInbound } from '#lifecycle/outcomes/record-inbound';

const day = 24 * 3_600_000;
let world: SendingWorld;
let counter = 0;

beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());
afterEach(async () => {
  await world.main.test.query(`update campaign set status = 'PAUSED' where status = 'ACTIVE'`);
});

const sql = <Row>(text: string, values: unknown[] = []) =>
  world.main.test.query<Row & Record<string, unknown>>(text, values);
interface Lead {
  id: number;
  steps_sent: number;
  hold_kind: string | null;
  constraint_code: string | null;
}
const leads = (campaignId: number) =>
  sql<Lead>('select * from enrolment where campaign_id = $1 order by id', [campaignId]) as Promise<Lead[]>;
const run = (ms: number) => world.runUntil(world.main.clock.now() + ms);
const ignore = (messageId: number) =>
  world.main.asClient(inboxContract, world.me).ignoreReply({ params: { messageId } });

/** People of one company, each with the first of two mails. */
async function company(size: number): Promise<{ campaignId: number; people: Lead[] }> {
  const name = `c${(counter += 1)}`;
  const mailboxId = await world.connect(`${name}@northlight.test`, { min_time_to_wait_minutes: 0 });
  const campaignId = await world.campaign({
    mailboxIds: [mailboxId],
    leads: Array.from({ length: size }, (_, index) => `silent.${index}@${name}.test`),
    steps: [
      { days: 0, subject: 'Docks', body: '<p>Hi</p>' },
      { days: 3, subject: '', body: '<p>Again</p>' },
    ],
    settings: {
      min_time_btwn_emails: 240,
      max_leads_per_day: 0,
      window_start: '00:00',
      window_end: '23:59',
      pause_company_on_reply: true,
    },
  });
  for (let turn = 0; turn < 60 && !(await leads(campaignId)).every((one) => one.steps_sent === 1); turn += 1)
    await run(1_800_000);
  return { campaignId, people: await leads(campaignId) };
}

/** A received mail as the sync records it, with its row. */
async function inbound(
  enrolmentId: number,
  classification: Partial<MatchedInbound['classification']> & { kind: 'reply' | 'out_of_office' },
): Promise<number> {
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
  const at = new Date(world.main.clock.now());
  const id = `<in-${(counter += 1)}@prospects.test>`;
  const [message] = await sql<{ id: string }>(
    `
      insert into message (
        workspace_id, direction, mailbox_id, campaign_id, enrolment_id, lead_id, intent_id, message_id,
          dedupe_key, from_email, to_emails, subject, snippet, kind, at
      )
      values ($1, 'in', $2, $3, $4, $5, $6, $7, $7, 'x@y.test', '[]', 'Re', '', $8, $9)
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
      classification.kind,
      at,
    ],
  );
  await world.main.deps.db.systemSql((client) =>
    recordInbound(client, {
      workspaceId: intent!.workspace_id,
      enrolmentId,
      intentId: intent!.id,
      messageRowId: message!.id,
      messageId: id,
      at,
      match: { rule: 'references' },
      ownText: '',
      classification: {
        category: null,
        categoryEvidence: [],
        evidence: [],
        returnDay: null,
        returnText: null,
        isByMachine: false,
        failedAddresses: [],
        bounce: null,
        ...classification,
      },
    }),
  );
  return Number(message!.id);
}

test('an automatic reply does not end the hold of a company', async () => {
  const {
    campaignId,
    people: [first, second],
  } = await company(2);
  await inbound(first!.id, { kind: 'reply' });
  await inbound(second!.id, {
    kind: 'out_of_office',
    returnDay: new Date(world.main.clock.now() + 2 * day).toISOString().slice(0, 10),
  });
  await run(8 * day);
  expect((await leads(campaignId))[1]).toMatchObject({ hold_kind: 'COMPANY_REPLY', steps_sent: 1 });
});

test('a reply that is declared to be none lets its lead and the company go on', async () => {
  const {
    campaignId,
    people: [first],
  } = await company(2);
  const message = await inbound(first!.id, { kind: 'reply' });
  expect((await leads(campaignId))[1]).toMatchObject({ hold_kind: 'COMPANY_REPLY' });
  expect(await ignore(message)).toMatchObject({ is_resumed: true });
  await run(6 * day);
  expect((await leads(campaignId)).map((one) => one.steps_sent)).toEqual([2, 2]);
});

test('a company in which somebody else has answered too waits until that answer is none either', async () => {
  const {
    campaignId,
    people: [first, second],
  } = await company(3);
  const [one, other] = [await inbound(first!.id, { kind: 'reply' }), await inbound(second!.id, { kind: 'reply' })];
  expect(await ignore(one)).toMatchObject({ is_resumed: true });
  expect((await leads(campaignId))[2]).toMatchObject({ hold_kind: 'COMPANY_REPLY' });
  await ignore(other);
  expect((await leads(campaignId))[2]).toMatchObject({ hold_kind: null });
  await run(6 * day);
  expect((await leads(campaignId)).map((lead) => lead.steps_sent)).toEqual([2, 2, 2]);
});

it('holds a lead whose last email proves unsent after its company has answered', async () => {
  const { campaignId, people } = await company(2);
  const [done, colleague] = people as [Lead, Lead];
  for (let turn = 0; turn < 40 && !(await leads(campaignId)).every((one) => one.steps_sent === 2); turn += 1)
    await run(day / 4);
  await inbound(colleague.id, { kind: 'reply' });
  const [last] = await sql<{ id: string }>(
    'select id from intent where enrolment_id = $1 order by send_at desc limit 1',
    [done.id],
  );
  await world.main.deps.db.systemSql((client) =>
    undoSending(client, last?.id as string, world.main.clock.now(), 'REPORTED'),
  );
  const now = async () => (await leads(campaignId)).find((one) => one.id === done.id);
  expect(await now()).toMatchObject({ steps_sent: 1, status: 'INPROGRESS', hold_kind: 'COMPANY_REPLY' });
  await run(3 * day);
  expect(await now()).toMatchObject({ steps_sent: 1, hold_kind: 'COMPANY_REPLY' });
});
