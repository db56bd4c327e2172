import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { leadsContract } from '@skein/contracts/main/leads.contract';
import { createTestProvider, type TestProvider } from '../linkedin/testing';
import { createSendingWorld, type SendingWorld, type TestStep } from './testing';

/** What was decided of one of two addresses, and what was done for it, holds for the person that both become. */
const hour = 3_600_000;
const day = 24 * hour;
const opener: TestStep = { days: 0, subject: 'Docks', body: '<p>Hi</p>' };
const follow: TestStep = { days: 2, subject: '', body: '<p>Again</p>' };
const always = { min_time_btwn_emails: 240, max_leads_per_day: 0, window_start: '00:00', window_end: '23:59' };
let world: SendingWorld;
let provider: TestProvider;
let counter = 0;

beforeAll(async () => {
  world = await createSendingWorld();
  provider = await createTestProvider(world.main);
  world.deps.linkedIn = world.main.deps.linkedIn = provider.linkedIn;
});
afterAll(async () => {
  await provider.close();
  await world.close();
});
afterEach(async () => {
  await world.main.test.query(`update campaign set status = 'PAUSED' where status = 'ACTIVE'`);
});

interface Lead {
  id: number;
  lead_id: number;
  status: string;
  reason: string | null;
  steps_sent: number;
  last_seq_number: number;
}
const sql = <Row>(text: string, values: unknown[] = []) =>
  world.main.test.query<Row & Record<string, unknown>>(text, values);
const box = () => world.connect(`box${(counter += 1)}@northlight.test`, { min_time_to_wait_minutes: 0 });
const leadIn = async (campaignId: number, email: string) =>
  (
    await sql<Lead>(
      'select e.* from enrolment e join lead l on l.id = e.lead_id where e.campaign_id = $1 and l.email = $2',
      [campaignId, email],
    )
  )[0]!;
const sent = async (campaignId: number) =>
  (await sql(`select 1 from intent where campaign_id = $1 and state in ('SENT', 'IN_DOUBT')`, [campaignId])).length;
const run = (ms: number) => world.runUntil(world.main.clock.now() + ms);
const merge = (keep: Lead, other: Lead) =>
  world.main
    .asClient(leadsContract, world.me)
    .mergeLead({ params: { leadId: keep.lead_id }, body: { other_lead_id: other.lead_id } });
const entries = (email: string) =>
  sql<{ client_scope: number; source: string }>(
    'select client_scope, source from suppression where value = $1 order by client_scope',
    [email],
  );
/** A campaign of two e-mails whose only lead has got the first. */
async function mailed(email: string, settings: Record<string, unknown> = {}): Promise<number> {
  const campaignId = await world.campaign({
    mailboxIds: [await box()],
    leads: [email],
    steps: [opener, follow],
    settings: { ...always, ...settings },
  });
  for (let turn = 0; turn < 10 && (await sent(campaignId)) === 0; turn += 1) await run(hour / 2);
  return campaignId;
}

test('nobody is mailed under one address who must not be contacted under the other', async () => {
  const [keepEmail, otherEmail] = ['silent.keep1@prospects.test', 'silent.other1@prospects.test'];
  const campaignId = await mailed(keepEmail);
  const elsewhere = await mailed(otherEmail);
  const other = await leadIn(elsewhere, otherEmail);
  await world.main.asClient(inboxContract, world.me).changeConversations({
    body: { enrolment_ids: [other.id], action: { do: 'category', category_id: 4, pause_lead: false } },
  });
  expect(await leadIn(elsewhere, otherEmail)).toMatchObject({ status: 'STOPPED', reason: 'DO_NOT_CONTACT' });
  await merge(await leadIn(campaignId, keepEmail), other);
  expect(await leadIn(campaignId, keepEmail)).toMatchObject({ status: 'STOPPED', reason: 'DO_NOT_CONTACT' });
  expect(await entries(keepEmail)).toMatchObject([{ client_scope: 0, source: 'category' }]);
  await run(6 * day);
  expect(await sent(campaignId)).toBe(1);
});

test('what the other campaign still wanted to send stops as well when it is the kept address that must not be contacted', async () => {
  const [keepEmail, otherEmail] = ['silent.keep2@prospects.test', 'silent.other2@prospects.test'];
  const marked = await mailed(keepEmail);
  const campaignId = await mailed(otherEmail);
  const keep = await leadIn(marked, keepEmail);
  await world.main.asClient(inboxContract, world.me).changeConversations({
    body: { enrolment_ids: [keep.id], action: { do: 'category', category_id: 4, pause_lead: false } },
  });
  await merge(keep, await leadIn(campaignId, otherEmail));
  expect(await leadIn(campaignId, keepEmail)).toMatchObject({ status: 'STOPPED', reason: 'DO_NOT_CONTACT' });
});

test('what a client decided in its own campaigns stops those, and no campaign of anybody else', async () => {
  const client = await world.main.signIn({
    workspaceId: world.me.workspaceId,
    client: { permissions: ['full_access'] },
  });
  const [keepEmail, otherEmail] = ['silent.keep3@prospects.test', 'silent.other3@prospects.test'];
  const own = await mailed(keepEmail);
  const ofClient = await mailed('silent.third3@prospects.test', { client_id: client.clientId });
  await sql(`update lead set email = $2 where email = $1`, ['silent.third3@prospects.test', otherEmail]);
  await sql(
    `
      insert into suppression (workspace_id, kind, value, source, client_scope)
      values ($1, 'email', $2, 'unsubscribe', $3)
    `,
    [world.me.workspaceId, otherEmail, client.clientId],
  );
  await merge(await leadIn(own, keepEmail), await leadIn(ofClient, otherEmail));
  expect(await entries(keepEmail)).toMatchObject([{ client_scope: client.clientId, source: 'unsubscribe' }]);
  expect(await leadIn(ofClient, keepEmail)).toMatchObject({ status: 'STOPPED', reason: 'UNSUBSCRIBED' });
  expect(await leadIn(own, keepEmail)).toMatchObject({ status: 'INPROGRESS' });
});

test('a person who got a LinkedIn message under one address does not get it again under the other', async () => {
  await provider.connect(world.me, 'Rosa');
  provider.known.add('other4');
  const perform = world.deps.linkedIn!.perform;
  const asked: string[] = [];
  world.deps.linkedIn = {
    ...world.deps.linkedIn!,
    perform: (task) => {
      asked.push(task.profileUrl);
      return perform(task);
    },
  };
  const [keepEmail, otherEmail, profile] = [
    'silent.keep4@prospects.test',
    'silent.other4@prospects.test',
    'https://linkedin.com/in/other4',
  ];
  const campaignId = await world.campaign({
    mailboxIds: [await box()],
    leads: [otherEmail],
    steps: [
      { days: 0, kind: 'LINKEDIN', subject: '', body: 'Hi', detail: { linkedin_type: 'MESSAGE' } },
      { ...opener, days: 5 },
    ],
    settings: always,
  });
  await sql('update lead set linkedin_profile = $2 where email = $1', [otherEmail, profile]);
  await run(6 * hour);
  expect(asked).toEqual([profile]);
  const other = await leadIn(campaignId, otherEmail);
  expect(other).toMatchObject({ status: 'STARTED', steps_sent: 0, last_seq_number: 1 });
  await world.main
    .asClient(campaignLeadsContract, world.me)
    .addLeads({ params: { campaignId }, body: { leads: [{ email: keepEmail }] } });
  await merge(await leadIn(campaignId, keepEmail), other);
  expect(await leadIn(campaignId, keepEmail)).toMatchObject({ id: other.id, last_seq_number: 1 });
  await run(3 * day);
  expect(asked).toEqual([profile]);
});

test('who was unsubscribed from a campaign under one address is not mailed by it under the other, which it had not mailed yet', async () => {
  const [keepEmail, otherEmail] = ['silent.keep9@prospects.test', 'silent.other9@prospects.test'];
  const campaignId = await world.campaign({
    mailboxIds: [await box()],
    leads: [keepEmail, otherEmail],
    steps: [opener, follow],
    settings: always,
  });
  const other = await leadIn(campaignId, otherEmail);
  await world.main
    .asClient(campaignLeadsContract, world.me)
    .unsubscribeLeads({ params: { campaignId }, body: { selection: { enrolment_ids: [other.id] } } });
  await merge(await leadIn(campaignId, keepEmail), other);
  expect(await leadIn(campaignId, keepEmail)).toMatchObject({
    status: 'STOPPED',
    reason: 'UNSUBSCRIBED',
    steps_sent: 0,
  });
  await run(3 * day);
  expect(await sent(campaignId)).toBe(0);
});
