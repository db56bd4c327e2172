import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { reviewContract } from '@skein/contracts/main/review.contract';
import { createSendingWorld, type SendingWorld } from './testing';

const hour = 3_600_000;
const day = 24 * hour;
let world: SendingWorld;
let names = 0;

beforeAll(async () => {
  world = await createSendingWorld();
});
afterEach(async () => {
  await world.main.test.query(`update campaign set status = 'PAUSED' where status = 'ACTIVE'`);
});
afterAll(() => world.close());

const sql = <Row>(text: string, values: unknown[] = []) =>
  world.main.test.query<Row & Record<string, unknown>>(text, values);
const settings = (campaignId: number, body: Parameters<ReturnType<typeof campaigns>['updateCampaign']>[0]['body']) =>
  campaigns().updateCampaign({ params: { campaignId }, body });
const campaigns = () => world.main.asClient(campaignsContract, world.me);
const review = () => world.main.asClient(reviewContract, world.me);

/** A Monday at seven; a campaign with a mailbox at Gmail and one elsewhere, and two leads at each provider. */
async function start(rules: unknown[], steps?: Parameters<SendingWorld['campaign']>[0]['steps']) {
  const today = Math.floor(world.main.clock.now() / day) * day;
  world.main.clock.set(today + ((1 - new Date(today).getUTCDay() + 7) % 7 || 7) * day + 7 * hour);
  names += 1;
  const gmail = await world.connect(`gmail${names}@northlight.test`);
  const other = await world.connect(`other${names}@northlight.test`);
  await sql(`update mailbox set type = 'GMAIL' where id = $1`, [gmail]);
  const campaignId = await world.campaign({
    mailboxIds: [gmail, other],
    leads: Array.from({ length: 6 }, (_, index) => `silent${index}@esp${names}x${index}.test`),
    steps,
    settings: { min_time_btwn_emails: 60, esp_match_mode: 'OFF', esp_rules: JSON.stringify(rules) },
  });
  await sql(
    `
      update enrolment e
      set provider = (array['GMAIL', 'OUTLOOK', 'OTHER'])[1 + (n.place - 1) % 3]
      from (select id, row_number() over (order by id) as place from enrolment where campaign_id = $1) n
      where e.id = n.id
    `,
    [campaignId],
  );
  return { campaignId, gmail, other };
}
const sentBy = (campaignId: number) =>
  sql<{ provider: string; mailbox_id: number; count: number }>(
    `
      select e.provider, i.mailbox_id, count(*)::int as count
      from intent i
      join enrolment e on e.id = i.enrolment_id
      where i.campaign_id = $1 and i.state = 'SENT'
      group by 1, 2
      order by 1, 2
    `,
    [campaignId],
  );

test('ESP rules decide who gets email and from whom; "Why?" names the rule, and leads continue once it is gone', async () => {
  const { campaignId, gmail } = await start([
    { recipient: 'GMAIL', action: 'ONLY_BY', senders: ['GMAIL'] },
    { recipient: 'OUTLOOK', action: 'DO_NOT_SEND' },
    { recipient: 'OTHER', action: 'ONLY_BY', senders: ['OUTLOOK'] },
  ]);
  await world.runUntil(world.main.clock.now() + 6 * hour);
  expect(await sentBy(campaignId)).toEqual([{ provider: 'GMAIL', mailbox_id: gmail, count: 2 }]);
  const waiting = await sql<{ id: number; provider: string; constraint_code: string; is_parked: boolean }>(
    `select id, provider, constraint_code, is_parked from enrolment where campaign_id = $1 and steps_sent = 0 order by provider, id`,
    [campaignId],
  );
  expect(waiting.map(({ provider, constraint_code: code, is_parked: parked }) => [provider, code, parked])).toEqual([
    ['OTHER', 'ESP_ONLY_BY', false],
    ['OTHER', 'ESP_ONLY_BY', false],
    ['OUTLOOK', 'ESP_DO_NOT_SEND', true],
    ['OUTLOOK', 'ESP_DO_NOT_SEND', true],
  ]);
  const why = (enrolmentId: number) => review().explainLead({ params: { campaignId, enrolmentId } });
  expect((await why(waiting[0]!.id)).binding).toMatchObject({
    code: 'ESP_ONLY_BY',
    facts: { provider: 'OTHER', senders: 'OUTLOOK' },
  });
  expect((await why(waiting[3]!.id)).binding).toMatchObject({
    code: 'ESP_DO_NOT_SEND',
    facts: { provider: 'OUTLOOK' },
  });
  await settings(campaignId, { esp_rules: [] });
  await world.runUntil(world.main.clock.now() + 2 * day);
  expect((await sentBy(campaignId)).reduce((sum, row) => sum + row.count, 0)).toBe(6);
});

test('the last look before SMTP holds back what a rule forbids since it was reserved', async () => {
  const { campaignId, other } = await start([]);
  await sql('update mailbox set is_suspended = true where id <> $1', [other]);
  const reserved = () => sql(`select 1 from intent where campaign_id = $1 and state = 'RESERVED'`, [campaignId]);
  while ((await reserved()).length === 0) await world.runUntil(world.main.clock.now() + 60_000 / 6);
  const [lead] = await sql<{ id: number; provider: string }>(
    `select e.id, e.provider from enrolment e join intent i on i.enrolment_id = e.id where i.campaign_id = $1 and i.state = 'RESERVED'`,
    [campaignId],
  );
  const recipient = lead!.provider as 'GMAIL';
  await settings(campaignId, { esp_rules: [{ recipient, action: 'ONLY_BY', senders: ['OUTLOOK'] }] });
  await world.runUntil(world.main.clock.now() + hour / 2);
  expect(await sql('select state, cancel_reason from intent where enrolment_id = $1', [lead!.id])).toEqual([
    { state: 'CANCELLED', cancel_reason: 'ESP_ONLY_BY' },
  ]);
  await settings(campaignId, { esp_rules: [{ recipient, action: 'DO_NOT_SEND' }] });
  await world.runUntil(world.main.clock.now() + 2 * hour);
  expect(await sql('select constraint_code from enrolment where id = $1', [lead!.id])).toEqual([
    { constraint_code: 'ESP_DO_NOT_SEND' },
  ]);
});

test('the forecast shows what rules cost, and nothing where there are none', async () => {
  const { campaignId } = await start([{ recipient: 'OUTLOOK', action: 'DO_NOT_SEND' }]);
  const forecast = () => review().forecastCampaign({ params: { campaignId }, body: {} });
  expect(await forecast()).toMatchObject({ emails: 4, esp_cost: { emails: 6, leads: 6, waiting_leads: 2 } });
  await settings(campaignId, { esp_rules: [] });
  expect(await forecast()).toMatchObject({ emails: 6, esp_cost: null });
});

test('bad rules are refused with the field and the way out, and a change is kept in the history in words', async () => {
  const { campaignId } = await start([]);
  await expect(
    settings(campaignId, {
      esp_rules: [
        { recipient: 'GMAIL', action: 'DO_NOT_SEND' },
        { recipient: 'GMAIL', action: 'ONLY_BY', senders: ['OTHER'] },
      ],
    }),
  ).rejects.toMatchObject({ details: [{ field: 'esp_rules', message: expect.stringContaining('keep one') }] });
  await expect(
    settings(campaignId, { esp_rules: [{ recipient: 'GMAIL', action: 'ONLY_BY', senders: [] }] }),
  ).rejects.toMatchObject({ details: [{ field: 'esp_rules.0.senders' }] });
  const changed = await settings(campaignId, { esp_rules: [{ recipient: 'OTHER', action: 'DO_NOT_SEND' }] });
  expect(changed.settings.esp_rules).toEqual([{ recipient: 'OTHER', action: 'DO_NOT_SEND' }]);
  expect(
    await sql(
      `select changes -> 'esp_rules' -> 1 as after from audit_entry where target_kind = 'campaign'
        and target_id = $1::text order by id desc limit 1`,
      [campaignId],
    ),
  ).toEqual([{ after: [{ recipient: 'OTHER', action: 'DO_NOT_SEND' }] }]);
});
