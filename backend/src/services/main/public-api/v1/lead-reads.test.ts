import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { createRouteIds } from '#services/testing/every-route-fixtures';
import { wireApi, type Api } from './testing';
import { given } from '#lifecycle/lead-state/testing';

let main: TestMain;
let me: SignedIn;
let api: Api;
let stranger: Api;
let campaignId: number;
let places: { campaign_lead_map_id: string; lead: { id: number; email: string } }[];
const sentAt = '2026-11-16T10:00:00.000Z';

beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
  api = await wireApi(main, me);
  stranger = await wireApi(main, await main.signIn());
  campaignId = ((await api('POST', '/campaigns/create', { name: 'Reads' })).json as { id: number }).id;
  await api('POST', `/campaigns/${campaignId}/sequences`, {
    sequences: [
      { seq_number: 1, seq_type: 'MANUAL', subject: 'Call', email_body: 'Call them' },
      { seq_number: 2, subject: 'S', email_body: 'B', seq_delay_details: { delay_in_days: 2 } },
    ],
  });
  await api('POST', `/campaigns/${campaignId}/leads`, {
    lead_list: ['ada', 'ben', 'cleo'].map((name) => ({ email: `${name}@prospects.test`, first_name: name })),
  });
  places = ((await api('GET', `/campaigns/${campaignId}/leads`)).json as { data: typeof places }).data;
});
afterAll(() => main.close());

const place = (index: number) => ({
  map: Number(places[index]?.campaign_lead_map_id),
  lead: places[index]?.lead.id as number,
  email: places[index]?.lead.email as string,
});

test('all leads come with their campaigns, by page, by place and by filter', async () => {
  const first = (await api('GET', '/leads/global-leads?limit=2')).json as {
    data: { id: string; email: string; campaigns: unknown[] }[];
    hasMore: boolean;
  };
  expect(first).toMatchObject({ skip: 0, limit: 2, hasMore: true });
  expect(first.data[0]).toMatchObject({
    id: String(place(2).lead),
    email: place(2).email,
    campaigns: [
      {
        campaign_id: campaignId,
        campaign_name: 'Reads',
        lead_status: 'STARTED',
        email_lead_map_id: place(2).map,
        lead_last_seq_number: 0,
      },
    ],
  });
  expect((await api('GET', `/leads/global-leads?offset=2&limit=2`)).json).toMatchObject({
    data: [{ email: place(0).email }],
    hasMore: false,
  });
  expect((await api('GET', `/leads/global-leads?email=${place(1).email}`)).json).toMatchObject({
    data: [{ id: String(place(1).lead) }],
  });
  const page = (await api('GET', '/leads/all?limit=2')).json as {
    data: { leads: { id: number }[]; lastSeenLeadId: number; hasMore: boolean };
  };
  expect(page.data).toMatchObject({
    leads: [{ id: place(0).lead }, { id: place(1).lead }],
    lastSeenLeadId: place(1).lead,
    hasMore: true,
  });
  expect(
    (await api('GET', `/leads/all?lastSeenLeadId=${page.data.lastSeenLeadId}&status=started&leadType=ACTIVE`)).json,
  ).toMatchObject({ ok: true, data: { leads: [{ id: place(2).lead }], hasMore: false } });
  expect((await api('GET', '/leads/all?emailStatus=is_accepted,not_replied')).json).toMatchObject({
    data: { leads: [] },
  });
  expect((await api('GET', '/leads/all?emailStatus=spam')).json).toMatchObject({ data: { leads: [] } });
  expect((await api('GET', '/leads/all?leadType=archived')).json).toMatchObject({ data: { leads: [] } });
  expect((await stranger('GET', '/leads/global-leads')).json).toMatchObject({ data: [] });
});

test('one lead is read in depth, by the map id or by its own', async () => {
  expect((await api('GET', `/leads/${place(0).lead}/campaign-overview`)).json).toMatchObject({
    ok: true,
    data: {
      lead: { id: place(0).lead, email: place(0).email },
      campaigns: [
        { campaign_id: campaignId, lead_status: 'STARTED', email_lead_map_id: place(0).map, email_account: null },
      ],
    },
  });
  const details = {
    ok: true,
    data: {
      email_lead_map_id: place(0).map,
      lead_id: place(0).lead,
      campaign_id: campaignId,
      sequences: [
        { seq_number: 1, seq_type: 'MANUAL' },
        { seq_number: 2, seq_type: 'EMAIL', sent_at: null },
      ],
    },
  };
  expect((await api('GET', `/leads/${place(0).map}/sequence-details`)).json).toMatchObject(details);
  expect((await api('GET', `/leads/${place(0).lead}/sequence-details?campaignId=${campaignId}`)).json).toMatchObject(
    details,
  );
  for (const path of [
    `/leads/${place(0).lead}/campaign-overview`,
    `/leads/${place(0).map}/sequence-details`,
    `/leads/${place(0).lead}/sequence-details?campaignId=${campaignId}`,
  ])
    expect((await stranger('GET', path)).status).toBe(404);
});

test('a manual step is marked as done, and the answer says what comes next', async () => {
  const [step] = await main.test.query<{ id: number }>(
    'select id from sequence_step where campaign_id = $1 and seq_number = 1',
    [campaignId],
  );
  await given(main)
    .lead(place(0).map)
    .waitsManually(step?.id as number);
  const answer = await api('POST', `/campaigns/${campaignId}/leads/${place(0).map}/manual-complete`);
  expect(answer.json).toMatchObject({
    ok: true,
    status: { isLastSequence: false, nextSequence: { id: expect.any(Number), delayInDays: 2 } },
  });
  expect((await api('POST', `/campaigns/${campaignId}/leads/${place(0).map}/manual-complete`)).json).toMatchObject({
    error: 'This lead does not wait for a manual step.',
  });
  expect((await stranger('POST', `/campaigns/${campaignId}/leads/${place(0).map}/manual-complete`)).status).toBe(404);
});

test('a map id wins where it is another lead’s id as well', async () => {
  const [first, second] = [place(0), place(1)];
  const unused = Math.max(first.map, second.map, first.lead, second.lead) + 1_000;
  await main.test.query('update enrolment set id = $2 where id = $1', [second.map, unused]);
  await main.test.query('update enrolment set id = $2 where id = $1', [first.map, second.lead]);
  try {
    expect((await api('GET', `/leads/${second.lead}/sequence-details`)).json).toMatchObject({
      data: { email_lead_map_id: second.lead, lead_id: first.lead },
    });
    const waits = await api('POST', `/campaigns/${campaignId}/leads/${second.lead}/manual-complete`);
    expect(waits.json).toMatchObject({ error: 'This lead does not wait for a manual step.' });
  } finally {
    await main.test.query('update enrolment set id = $2 where id = $1', [second.lead, first.map]);
    await main.test.query('update enrolment set id = $2 where id = $1', [unused, second.map]);
  }
});

test('leads without an address are a page of all, and tags without a lead are all tags', async () => {
  expect((await api('GET', '/leads?limit=2')).json).toEqual((await api('GET', '/leads/global-leads?limit=2')).json);
  expect((await api('GET', '/leads?email=nobody@prospects.test')).json).toEqual({});
  const { data: tag } = (await api('POST', '/email-accounts/tag-manager', { name: 'Spring', color: '#101010' }))
    .json as { data: { id: number } };
  expect((await api('GET', '/crm/leads/tags')).json).toEqual({
    ok: true,
    data: [{ id: tag.id, name: 'Spring', color: '#101010', tag_mapping_id: null }],
  });
  await api('POST', '/crm/leads/tags', { leadId: place(0).lead, tagIds: [tag.id] });
  expect((await api('GET', `/crm/leads/tags?lead_id=${place(0).lead}`)).json).toMatchObject({
    data: [{ id: tag.id, tag_mapping_id: expect.any(Number) }],
  });
  const list = ((await api('POST', '/lead-list', { name: 'By id' })).json as { data: { id: number } }).data.id;
  expect((await api('POST', '/lead-list/assign-tags', { id: list, tag_id: tag.id })).json).toEqual({ ok: true });
  expect((await api('GET', `/lead-list/${list}`)).json).toMatchObject({ data: { tags: [{ id: tag.id }] } });
  expect((await api('POST', '/leads/campaign/push-to-list', { campaign_id: campaignId, id: list })).json).toMatchObject(
    {
      data: { total_leads: 3, list_id: list },
    },
  );
  expect((await api('POST', '/leads/push-to-campaign', { id: list, campaign_id: campaignId })).json).toMatchObject({
    data: { campaign_id: campaignId },
  });
  await main.test.query('delete from tag where id = $1', [tag.id]);
});

test('mails of several leads come by lead, and what happened in a range by place', async () => {
  await main.test.query(`update enrolment set last_sent_at = $2 where id = $1`, [place(1).map, sentAt]);
  await main.test.query(
    `
      insert into event (workspace_id, kind, at, campaign_id, enrolment_id, lead_id, is_first, evidence)
      values ($1, 'SENT', $2, $3, $4, $5, true, '{}')
    `,
    [me.workspaceId, sentAt, campaignId, place(1).map, place(1).lead],
  );
  expect(
    (
      await api('POST', `/campaigns/${campaignId}/message-history-for-leads/any-token`, {
        lead_ids: [place(1).lead, 999_999],
      })
    ).json,
  ).toEqual({ data: { [String(place(1).lead)]: [] } });
  expect(
    Object.keys(
      ((await api('POST', `/campaigns/${campaignId}/message-history-for-leads/x`, {})).json as { data: object }).data,
    ),
  ).toHaveLength(3);
  const row = {
    lead_id: place(1).lead,
    email_lead_map_id: place(1).map,
    campaign_id: campaignId,
    campaign_name: 'Reads',
    current_seq_num: 0,
    activities: [],
  };
  expect((await api('GET', '/campaigns/all-leads-activities')).json).toMatchObject({
    ok: true,
    data: [row],
    hasMore: false,
    pagination: { has_more: false, offset: 0, limit: 100 },
  });
  expect(
    (await api('GET', '/campaigns/all-leads-activities?event_time_from=2026-11-16&event_time_to=2026-11-17')).json,
  ).toMatchObject({ data: [row] });
  expect(
    (await api('GET', '/campaigns/all-leads-activities?event_time_from=2026-11-17&event_time_to=2026-11-18')).json,
  ).toMatchObject({ data: [] });
  expect((await api('GET', '/campaigns/all-leads-activities?event_time_from=2026-11-17')).json).toMatchObject({
    statusCode: 400,
    validation: { keys: ['event_time_to'] },
  });
  expect((await stranger('GET', '/campaigns/all-leads-activities')).json).toMatchObject({ data: [] });
});

test('a campaign is given to a member of the team, and to nobody outside', async () => {
  const colleague = await main.signIn({ workspaceId: me.workspaceId, role: 'FULL_MEMBER_ACCESS' });
  const outsider = await main.signIn();
  expect((await api('POST', `/campaigns/${campaignId}/team-member`, { teamMemberId: colleague.userId })).json).toEqual({
    ok: true,
  });
  expect((await api('GET', `/campaigns/${campaignId}/analytics`)).json).toMatchObject({
    team_member_id: colleague.userId,
  });
  expect((await api('POST', `/campaigns/${campaignId}/team-member`, { teamMemberId: outsider.userId })).status).toBe(
    400,
  );
  expect((await api('POST', `/campaigns/${campaignId}/team-member`, { teamMemberId: null })).json).toEqual({
    ok: true,
  });
});

describe('mailboxes', () => {
  let mailboxes: { id: number; email: string }[];
  beforeAll(async () => {
    const rows = await main.test.query<{ id: number; from_email: string }>(
      `
        insert into mailbox (
          workspace_id, from_email, from_name, smtp_host, smtp_port, smtp_username, imap_host, imap_port,
            imap_username, created_by
        )
        select $1, n || '@senders.test', n, '127.0.0.1', 25, n, '127.0.0.1', 143, n, $2
        from unnest(array['rosa', 'tom']) n
        returning id, from_email
      `,
      [me.workspaceId, me.userId],
    );
    mailboxes = rows.map((row) => ({ id: row.id, email: row.from_email }));
    await api('POST', `/campaigns/${campaignId}/email-accounts`, { email_account_ids: mailboxes.map(({ id }) => id) });
  });

  test('a test mail leaves from the named mailbox, to an address or to oneself', async () => {
    const path = `/campaigns/${campaignId}/send-test-email`;
    expect(
      (
        await api('POST', path, {
          leadId: place(1).lead,
          sequenceNumber: 2,
          selectedEmailAccountId: mailboxes[1]?.id,
          customEmailAddress: 'look@inbox.test',
        })
      ).json,
    ).toMatchObject({ ok: true, to: 'look@inbox.test', from: 'tom@senders.test', test_mail_id: expect.any(String) });
    expect((await api('POST', path, { seq_number: 2, lead_id: place(1).lead })).json).toMatchObject({
      ok: true,
      to: me.email,
    });
    expect((await api('POST', path, { leadId: place(1).lead })).json).toMatchObject({
      validation: { keys: ['sequenceNumber'] },
    });
    expect((await stranger('POST', path, { sequenceNumber: 2 })).status).toBe(404);
  });

  test('a lead moves to another mailbox of its campaign', async () => {
    const move = (email_account_id: unknown, more = {}) =>
      api('POST', '/campaigns/update-lead-email-account', {
        email_account_id,
        campaign_id: campaignId,
        lead_id: place(1).lead,
        ...more,
      });
    expect((await move(mailboxes[0]?.id, { override_lead_email_account: false })).json).toEqual({
      ok: true,
      changed: true,
    });
    expect((await move(mailboxes[1]?.id, { override_lead_email_account: false })).json).toEqual({
      ok: true,
      changed: false,
    });
    expect((await move(mailboxes[1]?.id)).json).toEqual({ ok: true, changed: true });
    expect((await move(mailboxes[1]?.id)).json).toEqual({ ok: true, changed: false });
    expect((await move(999_999)).status).toBe(400);
  });

  test('tags are made, given by id and by address, listed and taken away', async () => {
    const made = (await api('POST', '/tags', { name: 'Warm', color: '#112233' })).json as {
      ok: true;
      data: { id: number };
    };
    expect(made).toEqual({ ok: true, data: { id: expect.any(Number), name: 'Warm', color: '#112233' } });
    expect(
      (await api('POST', '/email-accounts/tag-manager', { id: made.data.id, name: 'Hot', color: '#445566' })).json,
    ).toMatchObject({ data: { id: made.data.id, name: 'Hot' } });
    expect((await api('GET', '/email-accounts/tags')).json).toEqual([
      { id: made.data.id, name: 'Hot', color: '#445566' },
    ]);
    expect(
      (
        await api('POST', '/email-accounts/tag-mapping', {
          email_account_ids: [mailboxes[0]?.id],
          tag_ids: [made.data.id],
        })
      ).json,
    ).toMatchObject({ ok: true });
    expect(
      (await api('POST', '/email-accounts/tag-mapping', { emails: [mailboxes[1]?.email], tag_ids: [made.data.id] }))
        .json,
    ).toMatchObject({ ok: true });
    const listed = async () =>
      (await api('POST', '/email-accounts/tag-list', { email_ids: mailboxes.map(({ email }) => email) })).json;
    expect(await listed()).toMatchObject({
      ok: true,
      data: mailboxes.map(({ id, email }) => ({ email_account_id: id, from_email: email, tags: [{ name: 'Hot' }] })),
    });
    expect(
      (await api('DELETE', `/email-accounts/tag-mapping?emails=${mailboxes[0]?.email}&tag_ids=${made.data.id}`)).json,
    ).toMatchObject({ ok: true });
    expect((await api('POST', `/email-accounts/${mailboxes[0]?.id}/tag`, { tag: 'New one' })).json).toMatchObject({
      ok: true,
    });
    expect(await listed()).toMatchObject({ data: [{ tags: [{ name: 'New one' }] }, { tags: [{ name: 'Hot' }] }] });
    expect(
      (await api('POST', '/email-accounts/tag-mapping', { emails: ['who@nowhere.test'], tag_ids: [made.data.id] }))
        .json,
    ).toMatchObject({ validation: { keys: ['emails'] } });
    expect(
      (await api('POST', '/email-accounts/tag-mapping', { email_account_ids: [mailboxes[0]?.id] })).json,
    ).toMatchObject({ validation: { keys: ['tag_ids'] } });
    expect(
      (
        await stranger('POST', '/email-accounts/tag-mapping', {
          email_account_ids: [mailboxes[0]?.id],
          tag_ids: [made.data.id],
        })
      ).status,
    ).toBe(400);
    expect((await stranger('GET', '/email-accounts/tags')).json).toEqual([]);
  });

  test('figures by variant name each variant', async () => {
    expect((await api('GET', `/campaigns/${campaignId}/variant-statistics`)).json).toMatchObject({
      ok: true,
      data: [
        { seq_number: 1, variant_label: 'A' },
        { seq_number: 2, variant_label: 'A', sent_count: 0, reply_count: 0, is_paused: false },
      ],
    });
    expect((await stranger('GET', `/campaigns/${campaignId}/variant-statistics`)).status).toBe(404);
  });
});

test('a lead is paused and resumed wherever it is, or in one campaign', async () => {
  const other = ((await api('POST', '/campaigns/create', { name: 'Second' })).json as { id: number }).id;
  await api('POST', `/campaigns/${other}/leads`, { lead_list: [{ email: place(2).email }] });
  const statuses = async () =>
    (
      await main.test.query<{ status: string }>(
        'select status from enrolment where lead_id = $1 order by campaign_id',
        [place(2).lead],
      )
    ).map((row) => row.status);
  expect((await api('PUT', `/leads/${place(2).lead}/status`, { status: 'paused' })).json).toEqual({
    ok: true,
    changed: 2,
  });
  expect(await statuses()).toEqual(['PAUSED', 'PAUSED']);
  expect((await api('PUT', `/leads/${place(2).lead}/status`, { status: 'RESUME', campaign_id: other })).json).toEqual({
    ok: true,
    changed: 1,
  });
  expect(await statuses()).toEqual(['PAUSED', 'STARTED']);
  expect((await api('PUT', `/leads/${place(2).lead}/status`, { status: 'BLOCKED' })).status).toBe(400);
  expect((await stranger('PUT', `/leads/${place(2).lead}/status`, { status: 'PAUSED' })).status).toBe(404);
});

test('replies that belong to nobody are read with and without what they say', async () => {
  const { mailboxId } = await createRouteIds(main, me);
  await main.test.query(
    `
      update message
      set untracked_state = 'OPEN', subject = 'Who are you?', text_body = 'Just asking',
        to_emails = '["rosa@company.test"]'
      where workspace_id = $1 and from_email = 'stranger@company.test'
    `,
    [me.workspaceId],
  );
  const replies = async (by: Api, query: string) =>
    ((await by('GET', `/master-inbox/untracked-replies${query}`)).json as { data: { data: { replies: object[] } } })
      .data.data.replies;
  expect(await replies(api, '?limit=5&subject_line=who')).toMatchObject([
    {
      from_email: 'stranger@company.test',
      to_email: 'rosa@company.test',
      email_account_id: mailboxId,
      subject: 'Who are you?',
      email_body: null,
      attachments: null,
    },
  ]);
  expect(await replies(api, '?fetchBody=true&fetchAttachments=true')).toMatchObject([
    { text_body: 'Just asking', email_body: expect.stringContaining('Just asking'), attachments: [] },
  ]);
  expect(await replies(api, '?offset=1')).toEqual([]);
  expect(await replies(stranger, '')).toEqual([]);
});
