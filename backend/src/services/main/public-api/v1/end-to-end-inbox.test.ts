import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { InboxRow } from '@skein/contracts/v1/inbox-wire';
import type { WireMessage } from '@skein/contracts/v1/messages.contract';

import type { SendingWorld } from '#sending/delivery/testing';

import type { Api } from './testing';
import {
  addressesOf,
  campaignOf,
  leads,
  runCampaignByApi,
  type History,
  type RunCampaign,
} from './testing/campaign-by-api';

/** The master inbox by API alone, behind a campaign that really ran. */
const hour = 3_600_000;
const day = 24 * hour;
let run: RunCampaign;
let world: SendingWorld;
let api: Api;
let campaignId: number;
const { post, get, leadOf, accepted } = campaignOf(() => run);
interface Inbox {
  ok: boolean;
  data: (InboxRow & { email_history?: WireMessage[] })[];
  offset: number;
  limit: number;
}

beforeAll(async () => {
  run = await runCampaignByApi();
  ({ world, api, campaignId } = run);
});
afterAll(async () => {
  await run.sync.close();
  await run.world.close();
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
