import { campaignAnalyticsContract } from '@skein/contracts/analytics/campaign-analytics.contract';
import { createClient } from '@skein/contracts/client';
import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { serviceTransport } from '#platform/http/in-process-transport';
import { createReportPorts } from '#main/main.api';
import { createSendingWorld, type SendingWorld } from '#sending/delivery/testing';
import { createAnalyticsApp } from '../../app';

const day = 24 * 3_600_000;
let world: SendingWorld;
let campaignId: number;
const analytics = () => {
  const app = createAnalyticsApp({
    ...world.main.deps,
    reports: createReportPorts(world.main.deps),
    callServices: () => {
      throw new Error('no other service is called');
    },
  });
  return createClient(
    campaignAnalyticsContract,
    serviceTransport(
      () => app,
      () => ({ ...world.me.headers }),
    ),
  );
};

beforeAll(async () => {
  world = await createSendingWorld();
  const mailboxId = await world.connect('rosa@northlight.test', { message_per_day: 40 });
  campaignId = await world.campaign({
    mailboxIds: [mailboxId],
    leads: ['silent.a@prospects.test', 'silent.b@prospects.test', 'rejects.c@prospects.test'],
    steps: [
      { days: 0, subject: 'Hello {{first_name}}', body: '<p>Hi</p>' },
      { days: 1, subject: '', body: '<p>Again</p>' },
    ],
  });
  await world.runUntil(world.main.clock.now() + day / 2);
});
afterAll(() => world.close());

it('logs what each firing did, or why nothing left, and opens to its emails', async () => {
  const { rows, total } = await analytics().campaignTriggers({ params: { campaignId }, query: { limit: 200 } });
  expect(total).toBe(rows.length);
  const sending = rows.filter((row) => row.planned > 0);
  expect(sending.map((row) => [row.state, row.new_leads, row.sent + row.failed])).toEqual([
    ['COMPLETED', 1, 1],
    ['COMPLETED', 1, 1],
    ['COMPLETED', 1, 1],
  ]);
  for (const row of rows) expect(row.message).toMatch(/\w/);
  const emails = (
    await Promise.all(sending.map((row) => analytics().campaignTrigger({ params: { campaignId, triggerId: row.id } })))
  ).flatMap((row) => row.emails);
  expect(emails.map((email) => [email.lead?.email, email.state]).sort()).toEqual([
    ['rejects.c@prospects.test', 'FAILED'],
    ['silent.a@prospects.test', 'SENT'],
    ['silent.b@prospects.test', 'SENT'],
  ]);
  expect((await analytics().campaignTriggers({ params: { campaignId }, query: { outcome: 'sent' } })).total).toBe(3);
  const nothing = await analytics().campaignTriggers({
    params: { campaignId },
    query: { outcome: 'nothing', limit: 200 },
  });
  expect(nothing.total).toBe(rows.length - 3);
});

it('pages trigger logs without a gap or a repeat', async () => {
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await analytics().campaignTriggers({
      params: { campaignId },
      query: { limit: 2, ...(cursor ? { cursor } : {}) },
    });
    seen.push(...page.rows.map((row) => row.sequence));
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  expect(seen).toEqual(Array.from({ length: seen.length }, (_, index) => seen.length - index));
});

it('agrees with the mail server on what was sent, and says what is still to come', async () => {
  const { counts, imported, planned, rates } = await analytics().campaignStatistics({
    params: { campaignId },
    query: {},
  });
  expect(counts.sent).toBe(world.mail.record.count().mails);
  expect({ imported, planned, contacted: counts.contacted, bounced: counts.bounced }).toEqual({
    imported: 3,
    planned: 4,
    contacted: 2,
    bounced: 1,
  });
  expect(rates.bounced).toBe(50);
  const emails = await analytics().campaignEmails({ params: { campaignId }, query: {} });
  expect(emails.total).toBe(3);
  expect(emails.rows.find((row) => row.is_bounced)?.lead_email).toBe('rejects.c@prospects.test');
  expect((await analytics().campaignEmails({ params: { campaignId }, query: { statuses: ['bounced'] } })).total).toBe(
    1,
  );
  const bounced = await analytics().campaignRows({ params: { campaignId }, query: { measure: 'bounced' } });
  expect(bounced.rows[0]?.evidence_text).toMatch(/5\.1\.1/);
});

it('counts who waited by reason, and the lead list shows exactly them', async () => {
  const mailboxId = await world.connect('tom@northlight.test', { message_per_day: 40 });
  const id = await world.campaign({
    mailboxIds: [mailboxId],
    leads: [1, 2, 3].map((number) => `silent.w${number}@one-company.test`),
    settings: { company_daily_limit: 1, window_start: '00:00', window_end: '23:59' },
  });
  await world.runUntil(world.main.clock.now() + day / 8);
  const { rows } = await analytics().campaignTriggers({ params: { campaignId: id }, query: { limit: 200 } });
  const skipped = rows.flatMap((row) => row.skipped).filter(({ code }) => code === 'COMPANY_DAILY_LIMIT');
  expect(skipped[0]?.text).toMatch(/compan|domain/i);
  const list = (code: string) =>
    world.main
      .asClient(campaignLeadsContract, world.me)
      .listCampaignLeads({ params: { campaignId: id }, query: { constraint_codes: [code] } });
  const held = await world.main.test.query<{ id: number }>(
    `select id from enrolment where campaign_id = $1 and constraint_code = 'COMPANY_DAILY_LIMIT' order by id`,
    [id],
  );
  expect(held.length).toBeGreaterThan(0);
  expect((await list(skipped[0]!.code)).rows.map((row) => row.enrolment_id).sort((one, other) => one - other)).toEqual(
    held.map((row) => row.id),
  );
  expect((await list('MAILBOX_GAP')).rows).toEqual([]);
  await expect(list('drop table')).rejects.toMatchObject({ code: 'VALIDATION' });
});
