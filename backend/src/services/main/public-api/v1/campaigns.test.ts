import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { wireApi, type Api } from './testing';

let main: TestMain;
let me: SignedIn;
let api: Api;

interface Campaign {
  id: number;
  name: string;
  status: string;
  client_id: number | null;
  track_settings: string[];
  stop_lead_settings: string;
  scheduler_cron_value: { tz: string; days: number[]; startHour: string; endHour: string } | null;
  min_time_btwn_emails: number;
  max_leads_per_day: number;
  enable_ai_esp_matching: boolean;
  follow_up_percentage: number;
  schedule_start_time: string | null;
  tags?: unknown[];
  unsubscribe_text: string | null;
  created_at: string;
}

beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
  api = await wireApi(main, me);
});
afterAll(() => main.close());

const create = async (body: unknown = { name: 'One' }) =>
  ((await api('POST', '/campaigns/create', body)).json as { id: number }).id;
const get = async (id: number) => (await api('GET', `/campaigns/${id}`)).json as Campaign;

describe('campaigns', () => {
  test('are made by name, without a name, with campaign_name, and with or without a slash', async () => {
    expect((await api('POST', '/campaigns/create', { name: 'Named', client_id: null })).json).toEqual({
      ok: true,
      id: expect.any(Number),
      name: 'Named',
      created_at: expect.stringMatching(/\.\d{3}Z$/),
    });
    expect((await api('POST', '/campaigns/create')).json).toMatchObject({ ok: true, name: 'Untitled Campaign' });
    expect((await api('POST', '/campaigns', { campaign_name: 'Alias' })).json).toMatchObject({ name: 'Alias' });
    expect((await api('POST', '/campaigns/', { name: 'Slash' })).json).toMatchObject({ name: 'Slash' });
    expect(await get(await create())).toMatchObject({
      status: 'DRAFTED',
      scheduler_cron_value: null,
      track_settings: [],
      stop_lead_settings: 'REPLY_TO_AN_EMAIL',
      user_id: me.userId,
    });
  });

  test('are listed newest first as a bare list, with tags and for one client', async () => {
    const [clientId] = (
      await main.test.query<{ id: number }>(
        `
          insert into agency_client (workspace_id, name, email)
          values ($1, 'Client', 'client@agency.test')
          returning id
        `,
        [me.workspaceId],
      )
    ).map((row) => row.id);
    const mine = await create({ name: 'Of the client', client_id: String(clientId) });
    const all = (await api('GET', '/campaigns?include_tags=true')).json as Campaign[];
    expect(all.map((campaign) => campaign.id)).toEqual(
      all.map((campaign) => campaign.id).sort((one, other) => other - one),
    );
    expect(all[0]).toMatchObject({ id: mine, tags: [] });
    expect(
      ((await api('GET', `/campaigns/?client_id=${clientId}`)).json as Campaign[]).map((campaign) => campaign.id),
    ).toEqual([mine]);
    expect(((await api('GET', '/campaigns?limit=1&offset=1')).json as Campaign[])[0]?.id).toBe(all[1]?.id);
    expect(all[0]).toHaveProperty('client_id', clientId);
    expect((await get(mine)).tags).toBeUndefined();
  });

  test('missing ones, wrong keys and bad fields answer in the shapes of the wire', async () => {
    expect(await api('GET', '/campaigns/2000000000')).toMatchObject({
      status: 404,
      json: { error: 'Campaign not found - Invalid campaign_id.' },
    });
    expect((await main.app.request('/api/v1/campaigns')).status).toBe(401);
    expect(await (await main.app.request('/api/v1/campaigns')).json()).toMatchObject({
      message: 'API key is required.',
    });
    expect(await (await main.app.request('/api/v1/campaigns?api_key=wrong')).json()).toMatchObject({
      message: 'Invalid API Key',
    });
    expect(await (await main.app.request('/api/v1/campaigns/1/leads-export')).json()).toMatchObject({
      message: 'API key is required.',
      error: 'API key is required.',
    });
    expect(await api('POST', `/campaigns/${await create()}/schedule`, { min_time_btw_emails: 2 })).toMatchObject({
      status: 400,
      json: {
        statusCode: 400,
        error: 'Bad Request',
        message: expect.stringContaining('"min_time_btw_emails" must be at least 3'),
        validation: { source: 'body', keys: ['min_time_btw_emails'] },
      },
    });
    const key = await main.apiKey(me);
    expect((await main.app.request('/api/v1/campaigns', { headers: { authorization: `Bearer ${key}` } })).status).toBe(
      200,
    );
    expect((await main.app.request('/api/v1/campaigns', { headers: { 'x-api-key': key } })).status).toBe(200);
  });

  test('a status has its names, its verbs, and an error that lists what is allowed', async () => {
    const id = await create();
    expect(await api('POST', `/campaigns/${id}/status`, { status: 'NONSENSE' })).toMatchObject({
      status: 400,
      json: { error: expect.stringMatching(/START, PAUSED, STOPPED/) },
    });
    expect(await api('POST', `/campaigns/${id}/status`, {})).toMatchObject({
      status: 400,
      json: { validation: { keys: ['status'] } },
    });
    expect(await api('POST', `/campaigns/${id}/status`, { status: 'START' })).toMatchObject({
      status: 409,
      json: { error: expect.any(String), details: expect.any(Array) },
    });
    for (const [given, to] of [
      ['PAUSED', 'PAUSED'],
      ['pause', 'PAUSED'],
      ['STOPPED', 'STOPPED'],
      ['STOP', 'STOPPED'],
      ['ARCHIVED', 'ARCHIVED'],
    ] as const) {
      await main.test.query(`update campaign set status = $2, status_reason = null where id = $1`, [
        id,
        given === 'ARCHIVED' ? 'PAUSED' : 'ACTIVE',
      ]);
      expect(
        (await api(given === 'STOP' ? 'PATCH' : 'POST', `/campaigns/${id}/status`, { status: given })).json,
      ).toEqual({ ok: true });
      expect((await get(id)).status).toBe(to);
    }
  });

  test('a schedule is taken flat, nested, at both addresses, and in parts; days begin with Sunday 0', async () => {
    const id = await create();
    const flat = {
      timezone: 'America/Los_Angeles',
      days_of_the_week: [0, 1, 6],
      start_hour: '01:11',
      end_hour: '02:22',
      min_time_btw_emails: 12,
      max_new_leads_per_day: 20,
      schedule_start_time: '2030-01-05T10:00:00.000Z',
    };
    expect((await api('POST', `/campaigns/${id}/schedule`, flat)).json).toEqual({ ok: true });
    expect(await get(id)).toMatchObject({
      scheduler_cron_value: { tz: 'America/Los_Angeles', days: [0, 1, 6], startHour: '01:11', endHour: '02:22' },
      min_time_btwn_emails: 12,
      max_leads_per_day: 20,
      schedule_start_time: '2030-01-05T10:00:00.000Z',
    });
    expect(
      (await main.test.query<{ sending_days: number[] }>('select sending_days from campaign where id = $1', [id]))[0]
        ?.sending_days,
    ).toEqual([1, 6, 7]);
    expect(
      (
        await api('POST', `/campaigns/${id}/schedule`, {
          schedule: {
            timezone: 'Europe/Berlin',
            days: [1, 7],
            start_hour: '9:00',
            end_hour: '17:00',
            min_time_btw_emails: 5,
          },
        })
      ).json,
    ).toEqual({ ok: true });
    expect(await get(id)).toMatchObject({
      scheduler_cron_value: { tz: 'Europe/Berlin', days: [0, 1], startHour: '09:00', endHour: '17:00' },
      min_time_btwn_emails: 5,
      max_leads_per_day: 20,
    });
    expect(
      (
        await api('POST', `/campaigns/${id}`, {
          campaign_id: id,
          days_of_the_week: [2],
          min_time_btwn_emails: '15',
          max_leads_per_day: '7',
        })
      ).json,
    ).toEqual({ ok: true });
    expect(await get(id)).toMatchObject({
      scheduler_cron_value: { tz: 'Europe/Berlin', days: [2] },
      min_time_btwn_emails: 15,
      max_leads_per_day: 7,
    });
    await api('POST', `/campaigns/${id}/schedule`, { min_time_between_emails: 21 });
    expect(await get(id)).toMatchObject({ min_time_btwn_emails: 21 });
    expect((await api('POST', `/campaigns/${id}/schedule`, { timezone: 'Nowhere/Place' })).status).toBe(400);
  });

  test('settings are taken in all their spellings and read back in one', async () => {
    const id = await create();
    const save = async (body: unknown, method = 'POST', path = `/campaigns/${id}/settings`) => {
      expect((await api(method, path, body)).json).toEqual({ ok: true });
      return get(id);
    };
    expect(
      await save({
        name: 'Renamed',
        track_settings: ['DONT_TRACK_EMAIL_OPEN', 'DONT_TRACK_LINK_CLICK'],
        stop_lead_settings: 'CLICK_ON_A_LINK',
        follow_up_percentage: 40,
        unsubscribe_text: 'Stop',
        send_as_plain_text: true,
        enable_ai_esp_matching: false,
        bounce_autopause_threshold: '7',
        client_id: null,
      }),
    ).toMatchObject({
      name: 'Renamed',
      track_settings: ['DONT_EMAIL_OPEN', 'DONT_LINK_CLICK'],
      stop_lead_settings: 'CLICK_ON_A_LINK',
      follow_up_percentage: 40,
      unsubscribe_text: 'Stop',
      send_as_plain_text: true,
      enable_ai_esp_matching: false,
    });
    expect(
      (
        await main.test.query<{ bounce_guard_percent: number }>(
          'select bounce_guard_percent from campaign where id = $1',
          [id],
        )
      )[0]?.bounce_guard_percent,
    ).toBe(7);
    expect(
      await save(
        {
          track_settings: ['DONT_REPLY_TO_AN_EMAIL'],
          stop_lead_settings: 'OPENED_EMAIL',
          ai_esp_matching: true,
          bounce_autopause_threshold: 5,
        },
        'PATCH',
      ),
    ).toMatchObject({
      track_settings: ['DONT_REPLY_TO_AN_EMAIL'],
      stop_lead_settings: 'OPEN_AN_EMAIL',
      enable_ai_esp_matching: true,
    });
    expect(
      await save({ track_settings: { track_open: false, track_click: true }, stop_lead_settings: 'CLICKED_LINK' }),
    ).toMatchObject({ track_settings: ['DONT_EMAIL_OPEN'], stop_lead_settings: 'CLICK_ON_A_LINK' });
    expect(await save({ track_settings: [], stop_lead_settings: 'NEVER' })).toMatchObject({
      track_settings: [],
      stop_lead_settings: 'NEVER',
    });
    expect(
      await save(
        {
          name: 'Nested',
          settings: { stop_lead_settings: 'REPLY_TO_AN_EMAIL', max_leads_per_day: 33, min_time_btwn_emails: 9 },
        },
        'PUT',
        `/campaigns/${id}`,
      ),
    ).toMatchObject({
      name: 'Nested',
      stop_lead_settings: 'REPLY_TO_AN_EMAIL',
      max_leads_per_day: 33,
      min_time_btwn_emails: 9,
    });
    await save({
      out_of_office_detection_settings: {
        ignoreOOOasReply: false,
        autoReactivateOOO: true,
        reactivateOOOwithDelay: '4',
        autoCategorizeOOO: false,
      },
      ai_categorisation_options: [1, 'Wrong Person'],
      auto_pause_domain_leads_on_reply: true,
      domain_level_rate_limit: true,
      add_unsubscribe_tag: false,
      ignore_ss_mailbox_sending_limit: true,
      force_plain_text: 'true',
    });
    const [row] = await main.test.query<Record<string, unknown>>(
      `
        select out_of_office, settings, pause_company_on_reply, company_daily_limit, add_unsubscribe_header,
          force_plain_text
        from campaign
        where id = $1
      `,
      [id],
    );
    expect(row).toMatchObject({
      out_of_office: { ignoreOOOasReply: false, reactivateOOOwithDelay: 4 },
      settings: { ai_categorisation_options: [1, 7], ignore_ss_mailbox_sending_limit: true },
      pause_company_on_reply: true,
      company_daily_limit: 1,
      add_unsubscribe_header: false,
      force_plain_text: true,
    });
    const both = await api('POST', `/campaigns/${id}/settings`, {
      out_of_office_detection_settings: { autoReactivateOOO: true, autoCategorizeOOO: true },
    });
    expect(both.json).toMatchObject({ ok: true, message: expect.stringContaining('autoCategorizeOOO is applied') });
    const [office] = await main.test.query('select out_of_office from campaign where id = $1', [id]);
    expect(office).toMatchObject({ out_of_office: { autoReactivateOOO: false, autoCategorizeOOO: true } });
    expect(await api('POST', `/campaigns/${id}/settings`, { ai_categorisation_options: ['No such'] })).toMatchObject({
      status: 400,
    });
    expect(await api('POST', `/campaigns/${id}/settings`, { stop_lead_settings: 'OTHER' })).toMatchObject({
      status: 400,
      json: { validation: { keys: ['stop_lead_settings'] } },
    });
    expect((await api('POST', `/campaigns/${id}/settings`, { nonsense: 1 })).json).toEqual({ ok: true });
  });

  test('a copy has settings, sequence and schedule, and an active campaign is stopped and deleted', async () => {
    const id = await create();
    await api('POST', `/campaigns/${id}/schedule`, {
      timezone: 'Europe/Rome',
      days_of_the_week: [3],
      start_hour: '08:00',
      end_hour: '10:00',
    });
    await api('POST', `/campaigns/${id}/sequences`, {
      sequences: [{ seq_number: 1, seq_delay_details: { delay_in_days: 0 }, subject: 'A', email_body: '<p>B</p>' }],
    });
    const copy = (
      (
        await api('POST', `/campaigns/${id}/duplicate`, {
          duplicate_sub_sequence: false,
          duplicate_client_label: false,
        })
      ).json as { ok: boolean; newCampaignId: number }
    ).newCampaignId;
    expect(await get(copy)).toMatchObject({
      status: 'DRAFTED',
      scheduler_cron_value: { tz: 'Europe/Rome', days: [3] },
    });
    expect((await api('GET', `/campaigns/${copy}/sequences`)).json).toMatchObject([
      { subject: 'A', email_campaign_id: copy },
    ]);
    expect(
      ((await api('POST', `/campaigns/${id}/duplicate`)).json as { newCampaignId: number }).newCampaignId,
    ).toBeGreaterThan(copy);
    await main.test.query(`update campaign set status = 'ACTIVE' where id = $1`, [copy]);
    expect((await api('DELETE', `/campaigns/${copy}`, {})).json).toEqual({ ok: true });
    expect((await api('GET', `/campaigns/${copy}`)).status).toBe(404);
    expect((await api('DELETE', `/campaigns/${copy}`)).status).toBe(404);
  });
});

describe('other workspaces and clients', () => {
  test("a key of a client sees the client's campaigns only", async () => {
    const client = await main.signIn({ workspaceId: me.workspaceId, client: { permissions: ['full_access'] } });
    const own = await wireApi(main, client);
    const foreign = await create();
    const id = ((await own('POST', '/campaigns/create', { name: 'Own' })).json as { id: number }).id;
    expect(((await own('GET', '/campaigns')).json as Campaign[]).map((campaign) => campaign.id)).toEqual([id]);
    expect((await own('GET', `/campaigns/${foreign}`)).status).toBe(404);
    expect((await own('GET', `/campaigns/${foreign}/leads`)).status).toBe(404);
    expect((await own('POST', `/campaigns/${foreign}/status`, { status: 'PAUSED' })).status).toBe(404);
    expect((await get(id)).client_id).toBe(client.clientId);
  });
});

describe('Idempotency-Key', () => {
  const headers = { 'idempotency-key': 'first-try' };
  const count = async () => ((await api('GET', '/campaigns')).json as Campaign[]).length;

  test('gives the first answer again, refuses another request, and keeps nothing of a failure', async () => {
    const before = await count();
    const first = await api('POST', '/campaigns/create', { name: 'Once' }, headers);
    const again = await api('POST', '/campaigns/create/', { name: 'Once' }, headers);
    expect(again.json).toEqual(first.json);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await count()).toBe(before + 1);
    expect(await api('POST', '/campaigns/create', { name: 'Another' }, headers)).toMatchObject({
      status: 409,
      json: { error: expect.stringContaining('Idempotency-Key') },
    });
    const other = await wireApi(main, await main.signIn());
    expect((await other('POST', '/campaigns/create', { name: 'Another' }, headers)).status).toBe(200);
    const id = await create();
    expect(
      (await api('POST', `/campaigns/${id}/status`, { status: 'START' }, { 'idempotency-key': 'failing' })).status,
    ).toBe(409);
    expect(
      (await api('POST', `/campaigns/${id}/status`, { status: 'START' }, { 'idempotency-key': 'failing' })).json,
    ).toMatchObject({ code: 'LAUNCH_BLOCKED' });
    const both = await Promise.all(
      [1, 2, 3, 4].map(() => api('POST', '/campaigns/create', { name: 'At once' }, { 'idempotency-key': 'at-once' })),
    );
    expect(new Set(both.filter((answer) => answer.status === 200).map((answer) => answer.text)).size).toBe(1);
    expect(await count()).toBe(before + 3);
  });

  test('is forgotten after a day', async () => {
    const first = await api('POST', '/campaigns/create', { name: 'Daily' }, { 'idempotency-key': 'daily' });
    await main.test.query(
      `update idempotency_key set created_at = now() - interval '25 hours' where workspace_id = $1`,
      [me.workspaceId],
    );
    expect((await api('POST', '/campaigns/create', { name: 'Daily' }, { 'idempotency-key': 'daily' })).text).not.toBe(
      first.text,
    );
  });
});
