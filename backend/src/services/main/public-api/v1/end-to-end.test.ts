import type { SendingWorld } from '#sending/delivery/testing';
import { recordOpen } from '#lifecycle/outcomes/record-visits';

import type { Api } from './testing';
import {
  addressesOf,
  campaignOf,
  leads,
  runCampaignByApi,
  type History,
  type LeadRow,
  type RunCampaign,
} from './testing/campaign-by-api';

/** The whole job by API alone, beside real mail servers: what the API says is what the servers recorded. */
const hour = 3_600_000;
const day = 24 * hour;
let run: RunCampaign;
let world: SendingWorld;
let api: Api;
let campaignId: number;
const { get, leadOf, accepted } = campaignOf(() => run);
interface Stat {
  lead_email: string;
  sequence_number: number;
  stats_id: string;
  sent_time: string | null;
  open_count: number;
  reply_time: string | null;
  is_bounced: boolean;
  email_subject: string;
  email_message: string;
  lead_category: string | null;
}
interface Statistics {
  total_stats: string;
  data: Stat[];
}

beforeAll(async () => {
  run = await runCampaignByApi();
  ({ world, api, campaignId } = run);
});
afterAll(async () => {
  await run.sync.close();
  await run.world.close();
});

test("every lead ends as it should, and the counts of all answers agree with the server's record", async () => {
  const page = await get<{ total_leads: string; data: LeadRow[] }>(`/campaigns/${campaignId}/leads`);
  const expected: Record<string, [string, number | null]> = {
    replies: ['STOPPED', null],
    interested: ['STOPPED', 1],
    notinterested: ['STOPPED', 3],
    ooo: ['COMPLETED', 6],
    bounces: ['BLOCKED', null],
    rejects: ['BLOCKED', null],
    silent: ['COMPLETED', null],
  };
  expect(page.total_leads).toBe(String(leads.length));
  for (const { lead, status, lead_category_id: category } of page.data)
    expect([lead.email, status, category]).toEqual([
      lead.email,
      ...(expected[lead.email.split('.')[0] as string] as [string, number | null]),
    ]);

  const sent = accepted();
  const { total_stats, data } = await get<Statistics>(`/campaigns/${campaignId}/statistics?limit=1000`);
  expect(total_stats).toBe(String(data.length));
  expect(data.filter((row) => row.sent_time !== null)).toHaveLength(sent.length);
  expect(
    data
      .filter((row) => row.is_bounced)
      .map((row) => row.lead_email)
      .sort(),
  ).toEqual(
    leads
      .map((lead) => lead.email)
      .filter((email) => /^(bounces|rejects)/.test(email))
      .sort(),
  );
  const analytics = await get<Record<string, string> & { campaign_lead_stats: Record<string, number> }>(
    `/campaigns/${campaignId}/analytics`,
  );
  expect(analytics).toMatchObject({
    id: campaignId,
    status: 'COMPLETED',
    name: 'By API',
    sent_count: String(sent.length),
    unique_sent_count: String(new Set(sent.flatMap(addressesOf)).size),
    reply_count: '6',
    bounce_count: '4',
    block_count: '4',
    total_count: String(leads.length),
    sequence_count: '3',
    drafted_count: '0',
    open_count: '0',
    unsubscribed_count: '0',
    campaign_lead_stats: {
      total: leads.length,
      completed: 4,
      stopped: 6,
      blocked: 4,
      inprogress: 0,
      notStarted: 0,
      paused: 0,
      interested: 2,
      revenue: 0,
    },
  });
  expect(await get<unknown[]>('/campaigns/analytics?limit=1')).toEqual([analytics]);
  const first = new Date(Math.min(...sent.map((mail) => mail.acceptedAt))).toISOString().slice(0, 10);
  const last = new Date(Date.parse(first) + 29 * day).toISOString().slice(0, 10);
  const range = `start_date=${first}&end_date=${last}`;
  expect(await get(`/campaigns/${campaignId}/analytics-by-date?${range}&time_zone=Etc/GMT`)).toMatchObject({
    start_date: first,
    end_date: last,
    sent_count: String(sent.length),
    reply_count: '6',
    bounce_count: '4',
  });
  const topLevel = {
    sent_count: sent.length,
    total_count: leads.length,
    reply_count: 6,
    positive_reply_count: 2,
    bounce_count: 4,
    stopped_count: 6,
    unsubscribed_count: 0,
  };
  for (const path of ['top-level-analytics-by-date', 'analytics/top-level', 'analytics/top-level/date-range'])
    expect(await get(`/campaigns/${campaignId}/${path}?${range}`)).toMatchObject(topLevel);
  for (const path of ['sequence-analytics', 'sequence/analytics', 'sequences/analytics']) {
    const { data: steps } = await get<{
      data: { seq_number: number; sent_count: number; reply_count: number; stopped_count: number }[];
    }>(`/campaigns/${campaignId}/${path}?start_date=${first} 00:00:00&end_date=${last} 23:59:59`);
    expect(steps.map((step) => step.seq_number)).toEqual([1, 2, 3]);
    expect(steps.reduce((sum, step) => sum + step.sent_count, 0)).toBe(sent.length);
    expect(steps[0]?.reply_count).toBe(6);
    expect(steps[0]?.stopped_count).toBeGreaterThanOrEqual(6);
  }
  for (const path of ['mailbox-statistics', 'statistics/mailboxes']) {
    const { data: boxes } = await get<{ data: { from_email: string; sent_count: number }[] }>(
      `/campaigns/${campaignId}/${path}`,
    );
    for (const box of boxes) expect(box.sent_count).toBe(sent.filter((mail) => mail.login === box.from_email).length);
  }
  expect(await api('GET', `/campaigns/${campaignId}/analytics-by-date?start_date=${first}`)).toMatchObject({
    status: 400,
    json: { validation: { source: 'query', keys: ['end_date'] } },
  });
  expect(
    await api('GET', `/campaigns/${campaignId}/analytics-by-date?start_date=2030-01-01&end_date=2030-06-01`),
  ).toMatchObject({ status: 400, json: { validation: { keys: ['end_date'] } } });
  expect((await api('GET', `/campaigns/${campaignId}/mailbox-statistics?limit=25`)).status).toBe(400);
  expect(await get(`/campaigns/${campaignId}/mailbox-statistics?client_id=2000000000`)).toMatchObject({ data: [] });
});

test('statistics come as a file with a row for each email', async () => {
  const { total_stats, data } = await get<Statistics>(`/campaigns/${campaignId}/statistics?limit=1000`);
  const answer = await api('GET', `/campaigns/${campaignId}/download-statistics`);
  expect(answer.headers.get('content-type')).toContain('text/csv');
  const [header, ...lines] = answer.text.trim().split('\r\n');
  expect(header).toBe(
    'stats_id,lead_name,lead_email,lead_category,sequence_number,email_campaign_seq_id,seq_variant_id,email_subject,sent_time,open_time,click_time,reply_time,open_count,click_count,is_unsubscribed,is_bounced',
  );
  expect(lines).toHaveLength(Number(total_stats));
  expect(lines.map((line) => line.split(',')[0])).toEqual(data.map((row) => row.stats_id));
  expect((await api('GET', '/campaigns/2000000000/download-statistics')).status).toBe(404);
});

test('statistics are filtered by step, status and time', async () => {
  const rows = async (query: string, path = 'statistics') =>
    (await get<Statistics>(`/campaigns/${campaignId}/${path}?limit=1000&${query}`)).data;
  const all = await rows('');
  expect(await rows('email_sequence_number=2')).toEqual(all.filter((row) => row.sequence_number === 2));
  expect((await rows('email_sequence_number=2,3')).length).toBe(all.filter((row) => row.sequence_number >= 2).length);
  expect((await rows('email_status=replied')).map((row) => row.lead_email).sort()).toEqual(
    leads
      .map((lead) => lead.email)
      .filter((email) => /^(replies|interested|notinterested)/.test(email))
      .sort(),
  );
  expect((await rows('email_status=Bounced')).every((row) => row.is_bounced)).toBe(true);
  const middle = all
    .filter((row) => row.sent_time !== null)
    .map((row) => row.sent_time as string)
    .sort()[10] as string;
  expect((await rows(`sent_time_start_date=${middle.replace('T', ' ')}`)).length).toBe(
    all.filter((row) => row.sent_time !== null && row.sent_time >= middle).length,
  );
  expect((await rows(`sent_time_end_date=${middle}`)).length).toBe(
    all.filter((row) => row.sent_time !== null && row.sent_time <= middle).length,
  );
  expect(await rows(`end_date=${middle}`, 'statistics/date-range')).toEqual(await rows(`sent_time_end_date=${middle}`));
  expect((await get<Statistics>(`/campaigns/${campaignId}/statistics?offset=2&limit=3`)).data).toEqual(all.slice(2, 5));
  expect((await api('GET', `/campaigns/${campaignId}/statistics?limit=1001`)).status).toBe(400);
});

test('the history of a lead has its mails in both directions, and an open is counted once it happens', async () => {
  const { lead } = await leadOf('replies.person1@prospects.test');
  const path = `/campaigns/${campaignId}/leads/${lead.id}`;
  const { history, from, to } = await get<History>(`${path}/message-history`);
  const [sent, reply] = history as [History['history'][0], History['history'][0]];
  expect(history).toHaveLength(2);
  expect(sent).toMatchObject({
    type: 'SENT',
    email_seq_number: '1',
    from,
    to,
    open_count: 0,
    click_count: 0,
    click_details: {},
    cc: [],
  });
  expect(sent.email_body).toContain('Person1');
  expect(reply).toMatchObject({ type: 'REPLY', email_seq_number: null, stats_id: sent.stats_id, from: to, to: from });
  expect(world.mail.record.find({ messageId: sent.message_id })).toHaveLength(1);
  expect(await get(`${path}/messages?limit=1`)).toMatchObject({ history: [{ type: 'SENT' }] });
  expect(
    (await get<History>(`${path}/message-history?event_time_gt=${sent.time}`)).history.map((message) => message.type),
  ).toEqual(['REPLY']);
  expect(
    (await get<History>(`${path}/message-history?show_plain_text_response=true`)).history[0]?.email_body,
  ).not.toContain('<');
  const [{ id }] = (await world.main.test.query<{ id: string }>('select id from intent where stats_id = $1', [
    sent.stats_id,
  ])) as [{ id: string }];
  await world.main.deps.db.systemSql((sql) =>
    recordOpen(sql, { intentId: BigInt(id), at: new Date(world.main.clock.now()), isMachine: false, evidence: {} }),
  );
  expect((await get<History>(`${path}/message-history`)).history[0]).toMatchObject({ open_count: 1 });
  expect((await get<Statistics>(`/campaigns/${campaignId}/statistics?email_status=opened`)).data).toMatchObject([
    { lead_email: to, open_count: 1, stats_id: sent.stats_id },
  ]);
  expect(await get(`/campaigns/${campaignId}/analytics`)).toMatchObject({ open_count: '1', unique_open_count: '1' });
  for (const name of ['leads-statistics', 'lead-statistics', 'statistics/leads']) {
    const statistics = await get<{ hasMore: boolean; data: { lead_id: string; history: unknown[]; status: string }[] }>(
      `/campaigns/${campaignId}/${name}?limit=5`,
    );
    expect(statistics).toMatchObject({ ok: true, hasMore: true, skip: 0, limit: 5 });
    expect(statistics.data[0]).toMatchObject({
      lead_id: expect.any(String),
      email_lead_map_id: expect.any(String),
      status: 'STOPPED',
      last_seq_num: 1,
      history: [{ type: 'SENT' }, { type: 'REPLY' }],
    });
  }
});
