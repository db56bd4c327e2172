import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { InboxRow } from '@skein/contracts/v1/inbox-wire';
import type { WireMessage } from '@skein/contracts/v1/messages.contract';
import { zoneResolver } from '#platform/mail/zone-resolver';

import { createSyncSteps, inboxSyncDeps, type SyncSteps } from '#inbox/inbox-sync/sync-due';
import { createSendingWorld, type SendingWorld } from '#sending/delivery/testing';
import { wireApi, type Api } from './testing';
import { recordOpen } from '#lifecycle/outcomes/mail-activity';

/** The whole job by API alone, beside real mail servers: what the API says is what the servers recorded. */
const hour = 3_600_000;
const day = 24 * hour;
let world: SendingWorld;
let sync: SyncSteps;
let api: Api;
let campaignId: number;

const words = ['replies', 'interested', 'notinterested', 'ooo', 'bounces', 'rejects', 'silent'];
const leads = words.flatMap((word) =>
  [1, 2].map((number) => ({
    email: `${word}.person${number}@prospects.test`,
    first_name: `Person${number}`,
    company_name: 'Prospect Ltd',
  })),
);
const post = async <Answer>(path: string, body?: unknown): Promise<Answer> => {
  const { status, json, text } = await api('POST', path, body);
  if (status !== 200) throw new Error(`POST ${path}: ${status} ${text}`);
  return json;
};
const get = async <Answer>(path: string): Promise<Answer> => {
  const { status, json, text } = await api('GET', path);
  if (status !== 200) throw new Error(`GET ${path}: ${status} ${text}`);
  return json;
};
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
interface LeadRow {
  campaign_lead_map_id: string;
  status: string;
  lead_category_id: number | null;
  lead: { id: number; email: string };
}
interface Inbox {
  ok: boolean;
  data: (InboxRow & { email_history?: WireMessage[] })[];
  offset: number;
  limit: number;
}
interface History {
  history: (WireMessage & { time: string })[];
  from: string;
  to: string;
}

const leadOf = async (email: string) =>
  (await get<{ data: LeadRow[] }>(`/campaigns/${campaignId}/leads`)).data.find(
    (row) => row.lead.email === email,
  ) as LeadRow;
const addressesOf = (mail: { recipients: readonly { address: string }[] } | undefined) =>
  (mail?.recipients ?? []).map((recipient) => recipient.address);
const accepted = () =>
  world.mail.record.find({ recipientDomain: 'prospects.test' }).filter((mail) => mail.login !== null);

beforeAll(async () => {
  world = await createSendingWorld({
    after: async () => {
      await sync.syncDueMailboxes();
    },
  });
  sync = createSyncSteps(inboxSyncDeps(world.main.deps));
  world.main.deps.resolver = zoneResolver({
    txt: {
      'northlight.test': ['v=spf1 include:spf.northlight.test -all'],
      'spf.northlight.test': ['v=spf1 ip4:192.0.2.1 -all'],
      '_dmarc.northlight.test': ['v=DMARC1; p=reject'],
    },
    mx: {},
  });
  api = await wireApi(world.main, world.me);
  campaignId = (await post<{ id: number }>('/campaigns/create', { name: 'By API' })).id;
  const mailboxIds: number[] = [];
  for (const email of ['rosa@northlight.test', 'dan@northlight.test']) {
    await world.mail.createMailbox({ email, password: 'right-password' });
    const saved = await post<{ emailAccountId: number; data: { is_smtp_success: boolean } }>('/email-accounts/save', {
      from_name: 'Rosa Kessler',
      from_email: email,
      user_name: email,
      password: 'right-password',
      smtp_host: '127.0.0.1',
      smtp_port: world.mail.smtp.port,
      imap_host: '127.0.0.1',
      imap_port: world.mail.imap.port,
      max_email_per_day: 100,
    });
    expect(saved.data.is_smtp_success).toBe(true);
    mailboxIds.push(saved.emailAccountId);
  }
  expect(await post(`/campaigns/${campaignId}/leads`, { lead_list: leads })).toMatchObject({
    total_leads: leads.length,
  });
  await post(`/campaigns/${campaignId}/email-accounts`, { email_account_ids: mailboxIds });
  await post(`/campaigns/${campaignId}/sequences`, {
    sequences: [
      {
        seq_number: 1,
        seq_delay_details: { delay_in_days: 0 },
        seq_variants: [
          { variant_label: 'A', subject: 'Hello {{first_name}}', email_body: '<p>Hi {{first_name}}, a question.</p>' },
          { variant_label: 'B', subject: 'A question, {{first_name}}', email_body: '<p>Hello {{first_name}}.</p>' },
        ],
      },
      { seq_number: 2, seq_delay_details: { delay_in_days: 2 }, subject: '', email_body: '<p>Again</p>' },
      { seq_number: 3, seq_delay_details: { delay_in_days: 2 }, subject: '', email_body: '<p>Last</p>' },
    ],
  });
  expect((await api('POST', `/campaigns/${campaignId}/status`, { status: 'START' })).status).toBe(409);
  await post(`/campaigns/${campaignId}/schedule`, {
    timezone: 'Etc/GMT',
    days_of_the_week: [0, 1, 2, 3, 4, 5, 6],
    start_hour: '09:00',
    end_hour: '17:00',
    min_time_btw_emails: 30,
    max_new_leads_per_day: 1000,
  });
  expect(await post(`/campaigns/${campaignId}/status`, { status: 'ACTIVE' })).toEqual({ ok: true });
  expect(await post(`/campaigns/${campaignId}/status`, { status: 'PAUSE' })).toEqual({ ok: true });
  expect(await post(`/campaigns/${campaignId}/status`, { status: 'RESUME' })).toEqual({ ok: true });
  await world.runUntil(world.main.clock.now() + 30 * day);
});

afterAll(async () => {
  await sync.close();
  await world.close();
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

describe('the master inbox', () => {
  const list = (view: string, body?: unknown, query = '') => post<Inbox>(`/master-inbox/${view}${query}`, body);
  const emails = async (view: string, body?: unknown) =>
    (await list(view, body)).data.map((row) => row.lead_email).sort();
  const replied = leads
    .map((lead) => lead.email)
    .filter((email) => /^(replies|interested|notinterested)/.test(email))
    .sort();

  test('replies stand there with and without a body, with their messages when wished', async () => {
    expect(await emails('inbox-replies', { filters: { emailStatus: 'Replied' } })).toEqual(replied);
    expect((await list('inbox-replies')).limit).toBe(20);
    const { data } = await list(
      'inbox-replies',
      { limit: 1, filters: { search: 'interested.person1@prospects' } },
      '?fetch_message_history=true',
    );
    expect(data[0]).toMatchObject({
      lead_category_id: expect.any(Number),
      has_new_unread_email: true,
      email_lead_id: expect.stringMatching(/^\d+$/),
      email_lead_map_id: expect.stringMatching(/^\d+$/),
      revenue: '0.00',
      lead_status: 'STOPPED',
      current_sequence_number: 1,
      email_campaign_id: campaignId,
      email_campaign_name: 'By API',
      sequence_count: 3,
      campaign_sending_schedule: { tz: 'Etc/GMT', days: [0, 1, 2, 3, 4, 5, 6], startHour: '09:00', endHour: '17:00' },
      email_history: [{ type: 'SENT' }, { type: 'REPLY' }],
    });
    expect((await list('inbox-replies', { offset: 1, limit: 2 })).data).toEqual(
      (await list('inbox-replies', {})).data.slice(1, 3),
    );
    expect((await api('POST', '/master-inbox/inbox-replies', { limit: 21 })).status).toBe(400);
    expect(
      await emails('inbox-replies', { campaign_id: campaignId, filters: { leadCategories: { categoryIdsIn: [1] } } }),
    ).toEqual(['interested.person1@prospects.test', 'interested.person2@prospects.test']);
    expect(
      await emails('inbox-replies', {
        leadCategories: { categoryIdsNotIn: [1, 3, 6], isAssigned: false },
        emailStatus: ['Replied'],
      }),
    ).toEqual(['replies.person1@prospects.test', 'replies.person2@prospects.test']);
    expect(
      await emails('inbox-replies', { filters: { leadCategories: { unassigned: true }, emailStatus: ['replied'] } }),
    ).toEqual(['replies.person1@prospects.test', 'replies.person2@prospects.test']);
    expect(await emails('inbox-replies', { campaign_id: 2_000_000_000 })).toEqual([]);
    expect(await emails('inbox-replies', { filters: { replyTimeBetween: ['2200-01-01', '2200-02-01'] } })).toEqual([]);
    expect((await emails('sent', { sortBy: 'SENT_TIME_DESC', limit: 20 })).length).toBeGreaterThan(replied.length);
  });

  test('what is done to a conversation shows in its view, under every alias', async () => {
    const row = await leadOf('replies.person2@prospects.test');
    const about = { email_lead_map_id: Number(row.campaign_lead_map_id) };
    const byLead = { lead_id: row.lead.id, campaign_id: campaignId };
    const patch = async (path: string, body: unknown, method = 'PATCH') =>
      expect((await api(method, `/master-inbox/${path}`, body)).json).toMatchObject({
        ok: true,
        success: true,
        message: expect.any(String),
      });
    const one = async () => (await get<{ data: Inbox['data'][0] }>(`/master-inbox/${row.campaign_lead_map_id}`)).data;
    await patch('change-read-status', { ...about, read_status: true });
    expect(await emails('unread-replies')).not.toContain(row.lead.email);
    await patch('change-read-status', { ...byLead, is_read: false });
    expect(await emails('unread-replies')).toContain(row.lead.email);
    await patch('read-status', { ...about, is_read: true });
    await patch('mark-unread', about);
    expect(await one()).toMatchObject({
      has_new_unread_email: true,
      email_history: [{ type: 'SENT' }, { type: 'REPLY' }],
    });
    await patch('update-category', { ...about, category_id: 2 });
    expect(await one()).toMatchObject({ lead_category_id: 2 });
    await patch('update-category', { ...byLead, category: 'Information Request' });
    expect(await one()).toMatchObject({ lead_category_id: 5 });
    await patch('update-category', { ...about, category_id: null });
    await patch('update-revenue', { ...about, revenue: 1250.5 });
    await patch('update-team-member', { ...about, team_member_id: world.me.userId }, 'POST');
    expect(await one()).toMatchObject({ lead_category_id: null, revenue: '1250.50', team_member_id: world.me.userId });
    expect(await emails('assigned-me')).toEqual([row.lead.email]);
    const later = new Date(world.main.clock.now() + day).toISOString();
    await patch(
      'set-reminder',
      { ...about, email_stats_id: (await one()).email_history?.[0]?.stats_id, message: 'Call', reminder_time: later },
      'POST',
    );
    await patch('set-reminder', { ...byLead, reminder_date: later }, 'POST');
    for (const view of ['reminders', 'reminder-messages']) expect(await emails(view)).toEqual([row.lead.email]);
    await patch('create-note', { ...about, note_message: 'A note' }, 'POST');
    await patch('create-lead-note', { ...byLead, note: 'Another' }, 'POST');
    await patch('create-task', { ...about, name: 'Call', priority: 'high', due_date: later }, 'POST');
    await patch('create-lead-task', { ...byLead, title: 'Write', description: 'Soon' }, 'POST');
    expect(
      await world.main.test.query('select note_message from lead_note where lead_id = $1 order by id', [row.lead.id]),
    ).toEqual([{ note_message: 'A note' }, { note_message: 'Another' }]);
    expect(
      await world.main.test.query('select name, priority from lead_task where lead_id = $1 order by id', [row.lead.id]),
    ).toEqual([
      { name: 'Call', priority: 'HIGH' },
      { name: 'Write', priority: 'MEDIUM' },
    ]);
    await world.main.test.query(
      'update enrolment set is_important = true, is_archived = true, snoozed_until = $2 where id = $1',
      [row.campaign_lead_map_id, new Date(world.main.clock.now() + day)],
    );
    for (const view of ['archived', 'archived-messages']) expect(await emails(view)).toEqual([row.lead.email]);
    await world.main.test.query('update enrolment set is_archived = false where id = $1', [row.campaign_lead_map_id]);
    for (const view of ['important', 'important-messages', 'snoozed', 'snoozed-messages'])
      expect([view, await emails(view)]).toEqual([view, [row.lead.email]]);
    await world.main.test.query('update enrolment set snoozed_until = null where id = $1', [row.campaign_lead_map_id]);
    expect(await emails('views', { filters: { search: 'replies.person2' } })).toEqual([row.lead.email]);
    expect(
      (
        await post<{ data: unknown }>('/master-inbox/block-domains', {
          domains: ['blocked-by-inbox.test'],
          source: 'manual',
        })
      ).data,
    ).toMatchObject({ added: 1 });
    expect(
      (await api('PATCH', '/master-inbox/change-read-status', { email_lead_map_id: 2_000_000_000, read_status: true }))
        .status,
    ).toBe(404);
    expect(await api('PATCH', '/master-inbox/change-read-status', { read_status: true })).toMatchObject({
      status: 400,
      json: { validation: { keys: ['email_lead_map_id'] } },
    });
  });

  test('an answer by stats id leaves in the thread, is scheduled, and goes without one by the lead', async () => {
    const row = await leadOf('interested.person1@prospects.test');
    const { history } = await get<History>(`/campaigns/${campaignId}/leads/${row.lead.id}/message-history`);
    const [sent, received] = history as [History['history'][0], History['history'][0]];
    const files = createServer((_, response) => {
      response.end('the offer of today');
    });
    await new Promise<void>((resolve) => {
      files.listen(0, '127.0.0.1', resolve);
    });
    const answer = await post<{ ok: boolean; data: string; message_id: string }>(
      `/campaigns/${campaignId}/reply-email-thread`,
      {
        email_stats_id: sent.stats_id,
        email_body: '<p>Gladly.</p>',
        reply_message_id: received.message_id,
        reply_email_time: received.time,
        reply_email_body: received.email_body,
        cc: 'boss@northlight-hq.test, two@northlight-hq.test',
        bcc: ['log@northlight-hq.test'],
        add_signature: false,
        attachments: [
          {
            file_name: 'Offer.txt',
            file_url: `http://127.0.0.1:${(files.address() as AddressInfo).port}/offer`,
            file_type: 'text/plain',
            file_size: 18,
          },
        ],
      },
    );
    files.close();
    expect(answer).toMatchObject({ ok: true, data: 'success' });
    await world.runUntil(world.main.clock.now() + hour);
    const [mail] = world.mail.record.find({ messageId: answer.message_id });
    expect(
      await world.main.test.query('select attachments from intent where message_id = $1', [answer.message_id]),
    ).toEqual([
      { attachments: [expect.objectContaining({ name: 'Offer.txt', content_type: 'text/plain', size: 18 })] },
    ]);
    expect(addressesOf(mail)).toEqual(
      expect.arrayContaining([
        row.lead.email,
        'boss@northlight-hq.test',
        'two@northlight-hq.test',
        'log@northlight-hq.test',
      ]),
    );
    expect(
      (await get<History>(`/campaigns/${campaignId}/leads/${row.lead.id}/message-history`)).history.find(
        (message) => message.message_id === answer.message_id,
      ),
    ).toMatchObject({
      type: 'SENT',
      email_seq_number: null,
      cc: ['boss@northlight-hq.test', 'two@northlight-hq.test'],
    });
    expect(await get(`/master-inbox/reply-status?message_id=${encodeURIComponent(answer.message_id)}`)).toMatchObject({
      ok: true,
      data: {
        message_id: answer.message_id,
        status: 'COMPLETED',
        event_time: expect.any(String),
        email_stats_id: expect.any(String),
      },
    });
    const scheduled_time = new Date(world.main.clock.now() + 5 * day).toISOString();
    await post(`/campaigns/${campaignId}/reply-email-thread`, {
      email_stats_id: sent.stats_id,
      email_body: 'Later',
      scheduled_time,
    });
    for (const view of ['scheduled', 'scheduled-messages']) expect(await emails(view)).toEqual([row.lead.email]);
    expect(
      await post(`/campaigns/${campaignId}/reply-email-thread`, {
        email_stats_id: 12345,
        lead_id: row.lead.id,
        reply_message_id: received.message_id,
        email_body: 'By the lead',
      }),
    ).toMatchObject({ ok: true });
    expect(
      await post(`/campaigns/${campaignId}/leads/${row.lead.id}/reply`, { message: 'Short', subject: 'Own subject' }),
    ).toMatchObject({ ok: true });
    expect(
      await api('POST', `/campaigns/${campaignId}/reply-email-thread`, { email_stats_id: 'nonsense', email_body: 'x' }),
    ).toMatchObject({ status: 400 });
    expect(
      (
        await api('POST', `/campaigns/${campaignId}/reply-email-thread`, {
          email_stats_id: '00000000-0000-4000-8000-000000000000',
          email_body: 'x',
        })
      ).status,
    ).toBe(404);
    expect(
      (await api('POST', `/campaigns/${campaignId}/reply-email-thread`, { email_stats_id: sent.stats_id })).status,
    ).toBe(400);
    expect(
      (
        await api('POST', `/campaigns/${campaignId}/reply-email-thread`, {
          email_stats_id: sent.stats_id,
          email_body: 'x',
          cc: 'nobody',
        })
      ).status,
    ).toBe(400);
  });

  test('a mail is forwarded in all three forms, and a lead that replied goes on when it is resumed', async () => {
    const row = await leadOf('notinterested.person1@prospects.test');
    const {
      history: [sent, received],
    } = await get<History>(`/campaigns/${campaignId}/leads/${row.lead.id}/message-history`);
    const ids = [
      await post<{ ok: boolean; messageId: string; status: string }>(`/campaigns/${campaignId}/forward-email`, {
        message_id: received?.message_id,
        stats_id: sent?.stats_id,
        to_emails: 'one@northlight-hq.test,two@northlight-hq.test',
        forward_email_body: 'See below',
        forward_email_subject: 'Forwarded',
      }),
      await post<{ messageId: string }>('/email-campaigns/forward-reply-email', {
        campaign_id: campaignId,
        lead_id: row.lead.id,
        to: ['one@northlight-hq.test'],
        email_stats_id: 99,
        note: 'See',
      }),
      await post<{ messageId: string }>(`/campaigns/${campaignId}/leads/${row.lead.id}/forward`, {
        forward_to_email: 'one@northlight-hq.test',
        message: 'See',
        include_original: true,
      }),
    ].map((answer) => answer.messageId);
    const before = accepted().filter((mail) => addressesOf(mail).includes(row.lead.email)).length;
    expect(
      (
        await api('PATCH', '/master-inbox/resume-lead', {
          email_lead_map_id: row.campaign_lead_map_id,
          resume_delay_days: 1,
        })
      ).json,
    ).toMatchObject({ ok: true });
    expect((await leadOf(row.lead.email)).status).toBe('INPROGRESS');
    await world.runUntil(world.main.clock.now() + 4 * day);
    for (const messageId of ids) expect(world.mail.record.find({ messageId })).toHaveLength(1);
    expect(accepted().filter((mail) => addressesOf(mail).includes(row.lead.email)).length).toBeGreaterThan(before);
  });
});
