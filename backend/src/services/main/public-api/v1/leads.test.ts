import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { wireApi, type Api, type Lead, type LeadPage as Page, type LeadRow as Row } from './testing';
import { given } from '#lifecycle/lead-state/testing';

let main: TestMain;
let me: SignedIn;
let api: Api;
let campaignId: number;

beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
  api = await wireApi(main, me);
});
beforeEach(async () => {
  campaignId = ((await api('POST', '/campaigns/create', { name: 'Leads' })).json as { id: number }).id;
  await api('POST', `/campaigns/${campaignId}/sequences`, {
    sequences: [
      { seq_number: 1, subject: 'S', email_body: 'B' },
      { seq_number: 2, email_body: 'B', delay_in_days: 1 },
    ],
  });
});
afterAll(() => main.close());

let number = 0;
const address = (name = 'person') => `${name}${(number += 1)}@prospects.test`;
const add = async (body: unknown, path = 'leads') =>
  (await api('POST', `/campaigns/${campaignId}/${path}`, body)).json as Record<string, unknown>;
const list = async (query = '') => (await api('GET', `/campaigns/${campaignId}/leads${query}`)).json as Page;
/** A lead of the campaign. */
async function one(fields: Record<string, unknown> = {}): Promise<Row> {
  const email = address();
  await add({ lead_list: [{ email, first_name: 'Ada', ...fields }] });
  return (await list()).data.find((row) => row.lead.email === email) as Row;
}
const statusOf = async (row: Row) =>
  (
    await main.test.query<{
      status: string;
      reason: string | null;
      category_id: number | null;
      next_due_at: Date | null;
      is_unsubscribed: boolean;
    }>('select * from enrolment where id = $1', [row.campaign_lead_map_id])
  )[0];

describe('adding', () => {
  test('every row is counted once, and ids come when they are wished', async () => {
    const [known, fresh, blocked] = [address(), address(), address()];
    await add({ lead_list: [{ email: known }] });
    await api('POST', '/leads/add-domain-block-list', { domain_block_list: [blocked] });
    const answer = await add({
      lead_list: [
        { email: fresh, first_name: 'Ada', phone_number: 123, custom_fields: { team: 'A', size: 5, is_new: true } },
        { email: fresh.toUpperCase() },
        { email: known },
        { email: blocked },
        { email: 'nonsense' },
      ],
      settings: { return_lead_ids: true, ignore_global_block_list: false },
    });
    expect(answer).toMatchObject({
      ok: true,
      upload_count: 5,
      total_leads: 1,
      duplicate_count: 1,
      already_added_to_campaign: 1,
      block_count: 1,
      invalid_email_count: 1,
      invalid_emails: ['nonsense'],
      unsubscribed_leads: 0,
      bounce_count: 0,
      is_lead_limit_exhausted: false,
      lead_import_stopped_count: 0,
      error: null,
      added_count: 1,
      skipped_count: 4,
    });
    expect(answer['emailToLeadIdMap']).toEqual({
      newlyAddedLeads: { [fresh]: expect.stringMatching(/^\d+$/) },
      existingLeads: { [known]: expect.stringMatching(/^\d+$/) },
      existingLeadsInOtherCampaigns: {},
    });
    expect((await list()).data.at(-1)?.lead).toMatchObject({
      email: fresh,
      first_name: 'Ada',
      phone_number: '123',
      custom_fields: { team: 'A', size: 5, is_new: true },
      is_unsubscribed: false,
    });
    expect(await add({ lead_list: [{ email: address() }] })).not.toHaveProperty('emailToLeadIdMap');
  });

  test('the leads of lists come too, each row counted once, and a list that is not there is named', async () => {
    const makeList = async (name: string, emails: string[]) => {
      const { id } = ((await api('POST', '/lead-list', { listName: name })).json as { data: { id: number } }).data;
      await api('POST', `/lead-list/${id}/import`, {
        leadList: emails.map((email) => ({ email, first_name: 'Listed' })),
        fileName: 'x',
      });
      return id;
    };
    const [one, two, both, there] = [address(), address(), address(), address()];
    const lists = [await makeList(`First ${one}`, [one, both, there]), await makeList(`Second ${one}`, [two, both])];
    await add({ lead_list: [{ email: there }] });
    expect(
      await add({
        lead_list: [{ email: one, first_name: 'Given' }],
        lead_list_ids: lists,
        settings: { return_lead_ids: true },
      }),
    ).toMatchObject({
      ok: true,
      upload_count: 5,
      total_leads: 3,
      duplicate_count: 1,
      already_added_to_campaign: 1,
      emailToLeadIdMap: {
        newlyAddedLeads: { [one]: expect.any(String), [two]: expect.any(String), [both]: expect.any(String) },
      },
    });
    const rows = (await list()).data.map(({ lead }) => [lead.email, lead.first_name]);
    expect(rows).toEqual(
      expect.arrayContaining([
        [one, 'Given'],
        [two, 'Listed'],
        [both, 'Listed'],
      ]),
    );
    expect(await add({ lead_list_ids: String(lists[1]) })).toMatchObject({
      upload_count: 2,
      already_added_to_campaign: 2,
    });
    expect(await api('POST', `/campaigns/${campaignId}/leads`, { lead_list_ids: [2_000_000_000] })).toMatchObject({
      status: 400,
      json: { validation: { keys: ['lead_list_ids'] } },
    });
    expect(await api('POST', `/campaigns/${campaignId}/leads`, { lead_list_ids: ['x'] })).toMatchObject({
      status: 400,
    });
  });

  test('{leads}, a single lead, the bulk address and flags beside the list are read', async () => {
    await add({ leads: [{ email: address('lm'), company: 'Acme', phone: '555', title: 'CEO' }] });
    expect((await list()).data.at(-1)?.lead).toMatchObject({
      company_name: 'Acme',
      phone_number: '555',
      custom_fields: { title: 'CEO' },
    });
    await add({ email: address('single'), first_name: 'Solo', campaign_id: campaignId });
    expect((await list()).data.at(-1)?.lead).toMatchObject({ first_name: 'Solo', custom_fields: {} });
    expect(await add({ leads: [{ email: address('bulk') }] }, 'leads/bulk')).toMatchObject({ total_leads: 1 });
    const email = address();
    await add({ lead_list: [{ email }] });
    const other = ((await api('POST', '/campaigns/create', { name: 'Other' })).json as { id: number }).id;
    expect(
      (await api('POST', `/campaigns/${other}/leads`, { lead_list: [{ email }], allow_duplicate: false })).json,
    ).toMatchObject({ total_leads: 0, duplicate_count: 1 });
    expect(
      (
        await api('POST', `/campaigns/${other}/leads`, {
          lead_list: [{ email }],
          settings: { ignore_duplicate_leads_in_other_campaign: true, return_lead_ids: true },
        })
      ).json,
    ).toMatchObject({
      duplicate_count: 1,
      emailToLeadIdMap: { existingLeadsInOtherCampaigns: { [email]: expect.any(String) } },
    });
    expect(
      (
        await api('POST', `/campaigns/${other}/leads`, {
          lead_list: [{ email, first_name: 'Now known' }],
          ignore_global_block_list: true,
          allow_duplicate: true,
        })
      ).json,
    ).toMatchObject({ total_leads: 1 });
    expect(((await api('GET', `/leads?email=${email}`)).json as Lead).first_name).toBe('Now known');
  });

  test('401 leads, no lead and a lead without address are refused, naming the field', async () => {
    expect(
      await api('POST', `/campaigns/${campaignId}/leads`, {
        lead_list: Array.from({ length: 401 }, () => ({ email: address() })),
      }),
    ).toMatchObject({ status: 400, json: { validation: { keys: ['lead_list'] } } });
    expect(await api('POST', `/campaigns/${campaignId}/leads`, {})).toMatchObject({
      status: 400,
      json: { validation: { keys: ['lead_list'] } },
    });
    expect(await api('POST', `/campaigns/${campaignId}/leads`, { lead_list: [{ first_name: 'x' }] })).toMatchObject({
      status: 400,
      json: { validation: { keys: ['lead_list.0.email'] } },
    });
  });

  test("the plan's limit answers ok false with the leads that were left out", async () => {
    await main.test.query('update workspace set lead_credits_used = 29999 where id = $1', [me.workspaceId]);
    expect(await add({ lead_list: [{ email: address() }, { email: address() }] })).toMatchObject({
      ok: false,
      is_lead_limit_exhausted: true,
      lead_import_stopped_count: 1,
      total_leads: 1,
      error: expect.any(String),
    });
    await main.test.query('update workspace set lead_credits_used = 0 where id = $1', [me.workspaceId]);
  });
});

describe('reading', () => {
  test('the list is paged by number and filtered', async () => {
    const rows = [await one(), await one(), await one()];
    const [first, second] = rows as [Row, Row];
    expect(await list('?offset=1&limit=1')).toMatchObject({
      total_leads: '3',
      offset: 1,
      limit: 1,
      data: [
        {
          campaign_lead_map_id: second.campaign_lead_map_id,
          lead_category_id: null,
          status: 'STARTED',
          lead: { id: second.lead.id },
        },
      ],
    });
    const id = Number(first.campaign_lead_map_id);
    await given(main).lead(id).emailed(new Date('2030-01-01'));
    await main.test.query('update enrolment set open_count = 1, category_id = 3 where id = $1', [id]);
    const ids = async (query: string) => (await list(query)).data.map((row) => row.lead.id);
    for (const query of [
      '?status=INPROGRESS',
      '?status=inprogress',
      '?emailStatus=is_opened',
      '?emailStatus=Opened',
      '?lead_category_id=3',
      '?last_sent_time_gt=2029-12-31',
      '?event_time_gt=2029-12-31T00:00:00Z',
      `?search=${first.lead.email}`,
      '?emailStatus=is_accepted,not_replied',
    ])
      expect([query, await ids(query)]).toEqual([query, [first.lead.id]]);
    for (const query of [
      '?emailStatus=is_spam',
      '?emailStatus=is_replied',
      '?emailStatus=is_bounced',
      '?emailStatus=is_clicked',
      '?emailStatus=is_unsubscribed',
      '?emailStatus=is_sender_bounced',
      '?created_at_gt=2200-01-01',
    ])
      expect(await ids(query)).toEqual([]);
    for (const query of ['?limit=101', '?status=OTHER', '?lead_category_id=0', '?emailStatus=other'])
      expect((await api('GET', `/campaigns/${campaignId}/leads${query}`)).status).toBe(400);
  });

  test('a lead is found by address at three addresses, and an unknown one is {}', async () => {
    const row = await one({ custom_fields: { a: 'b' } });
    for (const path of ['/leads/?email=', '/leads?email=', '/leads/email?email=', '/leads/by-email?email=']) {
      expect((await api('GET', path + row.lead.email.toUpperCase())).json).toMatchObject({
        id: String(row.lead.id),
        email: row.lead.email,
        custom_fields: { a: 'b' },
        created_at: expect.any(String),
        lead_campaign_data: [
          {
            campaign_id: campaignId,
            campaign_name: 'Leads',
            campaign_lead_map_id: row.campaign_lead_map_id,
            lead_category_id: null,
            last_sent_at: null,
          },
        ],
      });
    }
    expect(await api('GET', '/leads/?email=nobody@nowhere.test')).toMatchObject({ status: 200, json: {} });
    expect((await api('GET', '/leads/?email=nobody@nowhere.test')).text).toBe('{}');
    const all = await api('GET', '/leads');
    expect([all.status, JSON.stringify(all.json)]).toEqual([200, expect.stringContaining(row.lead.email)]);
    expect((await api('GET', `/leads/${row.lead.id}`)).json).toMatchObject({
      ok: true,
      data: [{ id: row.lead.id, email: row.lead.email }],
    });
    expect(await api('GET', '/leads/2000000000')).toMatchObject({
      status: 404,
      json: { error: expect.stringContaining('Lead not found') },
    });
    expect((await api('GET', `/leads/${row.lead.id}/campaigns`)).json).toMatchObject([
      { id: campaignId, status: 'DRAFTED', name: 'Leads' },
    ]);
    expect((await api('GET', `/campaigns/by-lead?lead_id=${row.lead.id}`)).json).toMatchObject([{ id: campaignId }]);
  });

  test('the export is CSV with the columns of the wire, at both addresses, and disarms formulas', async () => {
    const row = await one({ first_name: '=HYPERLINK("x")', company_name: 'A, "B"' });
    for (const path of ['leads-export', 'export']) {
      const answer = await api('GET', `/campaigns/${campaignId}/${path}`);
      const [header, line] = answer.text.split('\r\n');
      expect(answer.headers.get('content-type')).toContain('text/csv');
      expect(header).toBe(
        'id,campaign_lead_map_id,status,category,is_interested,created_at,first_name,last_name,email,phone_number,company_name,website,location,custom_fields,linkedin_profile,company_url,is_unsubscribed,unsubscribed_client_id_map,last_email_sequence_sent,open_count,click_count,reply_count',
      );
      expect(line).toContain(`${row.lead.id},${row.campaign_lead_map_id},STARTED`);
      expect(line).toContain(`"'=HYPERLINK(""x"")"`);
      expect(line).toContain('"A, ""B"""');
    }
  });

  test('categories are listed with the sentiment of the wire', async () => {
    await main.test.query(`insert into lead_category (workspace_id, name, sentiment) values ($1, 'Hot', 'positive')`, [
      me.workspaceId,
    ]);
    for (const path of ['/leads/fetch-categories', '/leads/categories']) {
      const categories = (await api('GET', path)).json as { id: number; name: string; sentiment_type: string | null }[];
      expect(categories.slice(0, 3)).toMatchObject([
        { id: 1, name: 'Interested', sentiment_type: 'positive' },
        { id: 2, name: 'Meeting Request' },
        { id: 3, sentiment_type: 'negative' },
      ]);
      expect(categories.find(({ id }) => id === 6)).toMatchObject({ name: 'Out Of Office', sentiment_type: null });
      expect(categories.at(-1)).toMatchObject({ name: 'Hot', id: expect.any(Number) });
    }
  });
});

describe('changing', () => {
  test('fields change everywhere, nulls are accepted, custom fields merge', async () => {
    const row = await one({ company_name: 'Old', custom_fields: { keep: 1, change: 'a' } });
    const read = async () => ((await api('GET', `/leads/${row.lead.id}`)).json as { data: [Lead] }).data[0];
    expect(
      (
        await api('POST', `/campaigns/${campaignId}/leads/${row.lead.id}/`, {
          email: row.lead.email,
          first_name: 'Grace',
          custom_fields: { change: 'b', more: true },
        })
      ).json,
    ).toEqual({ ok: true });
    expect(await read()).toMatchObject({
      first_name: 'Grace',
      company_name: 'Old',
      custom_fields: { keep: 1, change: 'b', more: true },
    });
    expect(
      (
        await api('POST', `/campaigns/${campaignId}/leads/${row.lead.id}`, {
          email: null,
          first_name: null,
          last_name: null,
          phone_number: null,
          company_name: null,
          website: null,
          location: null,
          custom_fields: null,
          linkedin_profile: null,
          company_url: null,
        })
      ).json,
    ).toEqual({ ok: true });
    expect(await read()).toMatchObject({
      email: row.lead.email,
      first_name: null,
      company_name: null,
      custom_fields: { keep: 1 },
    });
    expect((await api('POST', `/leads/${row.lead.id}`, { company: 'By the lead' })).json).toEqual({ ok: true });
    expect((await api('PUT', `/leads/${row.lead.id}`, { phone: 99 })).json).toEqual({ ok: true });
    expect(await read()).toMatchObject({ company_name: 'By the lead', phone_number: '99' });
    const elsewhere = ((await api('POST', '/campaigns/create')).json as { id: number }).id;
    expect((await api('POST', `/campaigns/${elsewhere}/leads/${row.lead.id}`, { first_name: 'x' })).status).toBe(404);
  });

  test('a lead is paused and resumed with empty bodies, zero-length bodies and a delay', async () => {
    const row = await one();
    const path = `/campaigns/${campaignId}/leads/${row.lead.id}`;
    expect((await api('POST', `${path}/pause`)).json).toEqual({ ok: true, data: 'success' });
    expect(await statusOf(row)).toMatchObject({ status: 'PAUSED' });
    expect((await api('POST', `${path}/pause`, '')).json).toEqual({ ok: true, data: 'success' });
    expect((await api('POST', `${path}/resume`, '', { 'content-type': 'application/json' })).json).toEqual({
      ok: true,
      data: 'success',
    });
    expect(await statusOf(row)).toMatchObject({ status: 'STARTED' });
    await api('POST', `${path}/pause`);
    expect((await api('POST', `${path}/resume`, { resume_lead_with_delay_days: '3' })).json).toEqual({
      ok: true,
      data: 'success',
    });
    expect((await statusOf(row))?.next_due_at?.getTime()).toBe(main.clock.now() + 3 * 86_400_000);
    expect((await api('POST', `${path}/resume`, { resume_lead_with_delay_days: -1 })).status).toBe(400);
    expect((await api('POST', `/campaigns/${campaignId}/leads/2000000000/pause`)).status).toBe(404);
  });

  test('a category is set by id and by name, and taken away by null', async () => {
    const row = await one();
    const path = `/campaigns/${campaignId}/leads/${row.lead.id}/category`;
    expect((await api('POST', path, { category_id: 1, pause_lead: false })).json).toEqual({ ok: true });
    expect(await statusOf(row)).toMatchObject({ category_id: 1, status: 'STARTED' });
    expect((await api('POST', path, { category: 'not interested', pause_lead: true })).json).toEqual({ ok: true });
    expect(await statusOf(row)).toMatchObject({ category_id: 3, status: 'PAUSED' });
    expect((await api('POST', path, { category_id: null })).json).toEqual({ ok: true });
    expect(await statusOf(row)).toMatchObject({ category_id: null });
    expect((await api('POST', path, { category: 'No such' })).status).toBe(400);
    expect((await api('POST', path, {})).status).toBe(400);
    expect((await api('POST', path, { category_id: 4 })).json).toEqual({ ok: true });
    expect(await statusOf(row)).toMatchObject({ category_id: 4, status: 'STOPPED', reason: 'DO_NOT_CONTACT' });
  });

  test('unsubscribing here stops this campaign, and everywhere all of them', async () => {
    const [here, everywhere, alias] = [await one(), await one(), await one()] as [Row, Row, Row];
    expect((await api('POST', `/campaigns/${campaignId}/leads/${here.lead.id}/unsubscribe`, '')).json).toEqual({
      ok: true,
    });
    expect(await statusOf(here)).toMatchObject({ status: 'STOPPED', reason: 'UNSUBSCRIBED', is_unsubscribed: true });
    expect(((await api('GET', `/leads?email=${here.lead.email}`)).json as Lead).is_unsubscribed).toBe(false);
    expect((await api('POST', `/leads/${everywhere.lead.id}/unsubscribe`)).json).toEqual({ ok: true });
    expect((await api('POST', `/leads/${alias.lead.id}/unsubscribe-all`)).json).toEqual({ ok: true });
    for (const row of [everywhere, alias])
      expect(((await api('GET', `/leads?email=${row.lead.email}`)).json as Lead).is_unsubscribed).toBe(true);
    expect((await api('POST', `/campaigns/${campaignId}/leads/${everywhere.lead.id}/resume`)).status).toBe(409);
  });

  test('deleting answers JSON and takes a lead out, or away', async () => {
    const [row, other] = [await one(), await one()] as [Row, Row];
    expect((await api('DELETE', `/campaigns/${campaignId}/leads/${row.lead.id}`)).json).toEqual({
      ok: true,
      message: 'success',
    });
    expect((await api('GET', `/leads/${row.lead.id}`)).status).toBe(200);
    expect((await api('DELETE', `/campaigns/${campaignId}/leads/${row.lead.id}`)).status).toBe(404);
    expect((await api('DELETE', `/leads/${other.lead.id}`)).json).toEqual({ ok: true });
    expect((await api('GET', `/leads/${other.lead.id}`)).status).toBe(404);
  });
});

describe('the block list', () => {
  test('takes domains and addresses in all forms, filters them, and lets them go by id or name', async () => {
    const row = await one();
    expect(
      (
        await api('POST', '/leads/add-domain-block-list', {
          domain_block_list: ['Blocked.test', row.lead.email, 'not a domain'],
          client_id: null,
        })
      ).json,
    ).toMatchObject({ ok: true, uploadCount: 3, totalDomainAdded: 2, invalid: ['not a domain'] });
    expect(await statusOf(row)).toMatchObject({ status: 'BLOCKED' });
    expect((await api('POST', '/leads/add-domain-block-list', { domain: 'single.test' })).json).toMatchObject({
      uploadCount: 1,
      totalDomainAdded: 1,
    });
    expect((await api('POST', '/leads/global-blocklist', { email: 'one@alias.test' })).json).toMatchObject({
      totalDomainAdded: 1,
    });
    interface Entry {
      id: number;
      email_or_domain: string;
      source: string;
    }
    const entries = async (query: string, path = 'get-domain-block-list') =>
      (await api('GET', `/leads/${path}${query}`)).json as Entry[];
    expect((await entries('?limit=2&offset=1')).map((entry) => entry.email_or_domain)).toEqual([
      'single.test',
      expect.any(String),
    ]);
    expect(await entries('?filter_email_or_domain=blocked')).toMatchObject([
      { email_or_domain: 'blocked.test', source: 'api', client_id: null },
    ]);
    expect(
      (await entries('?filter_email_with_domain=somebody@blocked.test')).map((entry) => entry.email_or_domain),
    ).toEqual(['blocked.test']);
    expect((await entries('', 'global-blocklist')).length).toBeGreaterThanOrEqual(4);
    expect(await entries(`?filter_client_id=${2_000_000_000}`)).toEqual([]);
    const [single] = await entries('?filter_email_or_domain=single.test');
    expect((await api('DELETE', `/leads/delete-domain-block-list?id=${single?.id}`)).json).toEqual({ ok: true });
    expect((await api('DELETE', `/leads/delete-domain-block-list?id=${single?.id}`)).status).toBe(404);
    expect(
      (await api('DELETE', '/leads/remove-domain-block-list', { domain: 'https://www.blocked.test' })).json,
    ).toEqual({ ok: true });
    expect((await api('DELETE', '/leads/remove-domain-block-list', { domain: 'blocked.test' })).status).toBe(404);
    expect((await api('GET', '/leads/get-domain-block-list?limit=1001')).status).toBe(400);
  });
});
