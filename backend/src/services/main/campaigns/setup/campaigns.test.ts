import { blockListContract } from '@skein/contracts/main/block-list.contract';
import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { campaignMailboxesContract } from '@skein/contracts/main/campaign-mailboxes.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { foldersContract } from '@skein/contracts/main/folders.contract';
import { leadsContract } from '@skein/contracts/main/leads.contract';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { fireDueTrigger } from '#sending/delivery/trigger.store';
import { addMailbox, readyCampaign, reserve } from './testing';

let main: TestMain;
let me: SignedIn;

beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
});
afterAll(() => main.close());

const campaigns = (person = me) => main.asClient(campaignsContract, person);
const leads = (person = me) => main.asClient(campaignLeadsContract, person);

it('begins in the time zone that the person chose, else in that of their device', async () => {
  const zoneOf = async (body: { device_time_zone?: string }) => (await campaigns().createCampaign({ body })).schedule;
  expect(await zoneOf({})).toMatchObject({ timezone: 'Etc/GMT', is_saved: false });
  expect(await zoneOf({ device_time_zone: 'Europe/Berlin' })).toMatchObject({
    timezone: 'Europe/Berlin',
    is_saved: false,
  });
  await expect(zoneOf({ device_time_zone: 'Europe/Nowhere' })).rejects.toMatchObject({ code: 'VALIDATION' });
  await main.test.query('update app_user set time_zone = $2 where id = $1', [me.userId, 'America/Chicago']);
  expect(await zoneOf({ device_time_zone: 'Europe/Berlin' })).toMatchObject({ timezone: 'America/Chicago' });
  await main.test.query('update app_user set time_zone = null where id = $1', [me.userId]);
});

it('begins with the only mailbox there is, when asked, and with none where there is a choice', async () => {
  const lone = await main.signIn();
  const countOf = async (body: { with_only_mailbox?: boolean }) =>
    (await campaigns(lone).createCampaign({ body })).mailbox_count;
  expect(await countOf({ with_only_mailbox: true })).toBe(0);
  const only = await addMailbox(main, lone.workspaceId);
  expect(await countOf({})).toBe(0);
  const made = await campaigns(lone).createCampaign({ body: { with_only_mailbox: true } });
  expect([made.mailbox_count, made.missing.setup]).toEqual([1, ['Check the schedule, then continue.']]);
  expect(await main.test.query('select mailbox_id from campaign_mailbox where campaign_id = $1', [made.id])).toEqual([
    { mailbox_id: only },
  ]);
  await addMailbox(main, lone.workspaceId);
  expect(await countOf({ with_only_mailbox: true })).toBe(0);
});

it('makes a draft, changes its settings, and says what is missing on each tab', async () => {
  const made = await campaigns().createCampaign({ body: { name: 'Yard managers' } });
  expect(made).toMatchObject({
    status: 'DRAFTED',
    next: { kind: 'DRAFT', text: 'Still needs leads, a sequence, a mailbox' },
    settings: { follow_up_percentage: 80, esp_match_mode: 'PREFER', add_unsubscribe_tag: true, track_settings: [] },
    schedule: { min_time_btwn_emails: 10, max_leads_per_day: 100 },
  });
  expect(made.missing).toEqual({
    lead_condition: [],
    import_leads: ['Import at least one lead.'],
    sequences: ['Write at least one step.'],
    setup: ['Choose at least one mailbox.', 'Check the schedule, then continue.'],
  });
  const changed = await campaigns().updateCampaign({
    params: { campaignId: made.id },
    body: {
      track_settings: ['DONT_EMAIL_OPEN'],
      follow_up_percentage: 60,
      unsubscribe_text: 'No more emails',
      out_of_office_detection_settings: { autoCategorizeOOO: true },
    },
  });
  expect(changed.settings).toMatchObject({
    track_settings: ['DONT_EMAIL_OPEN'],
    follow_up_percentage: 60,
    unsubscribe_text: 'No more emails',
    out_of_office_detection_settings: { autoCategorizeOOO: true, autoReactivateOOO: false },
  });
  const scheduled = await campaigns().saveSchedule({
    params: { campaignId: made.id },
    body: { timezone: 'Europe/Berlin', days: [1, 2], start_hour: '08:00', end_hour: '12:00' },
  });
  expect(scheduled.schedule).toMatchObject({
    timezone: 'Europe/Berlin',
    days: [1, 2],
    open_hours_per_week: 8,
    is_saved: true,
  });
  await expect(
    campaigns().saveSchedule({ params: { campaignId: made.id }, body: { end_hour: '08:00' } }),
  ).rejects.toThrow('the window would be empty');
  const edits = await campaigns().listEdits({ params: { campaignId: made.id } });
  expect(edits.rows.map((edit) => edit.area)).toEqual(['schedule', 'settings', 'created']);
});

it('starts at the next slot, cancels everything reserved when it is paused, and stops for good', async () => {
  const { id, mailboxId, enrolmentIds } = await readyCampaign(main, me, ['one@start.test']);
  const started = await campaigns().setStatus({ params: { campaignId: id }, body: { action: 'START' } });
  expect(started).toMatchObject({ status: 'ACTIVE', next: { kind: 'NEXT_SEND', text: 'Next send round' } });
  expect(started.next.at).toBe('2026-01-05T09:00:00.000Z');
  await reserve(main, me.workspaceId, { campaignId: id, enrolmentId: enrolmentIds[0] as number, mailboxId });
  const paused = await campaigns().setStatus({ params: { campaignId: id }, body: { action: 'PAUSE' } });
  expect(paused).toMatchObject({ status: 'PAUSED', next: { text: 'Paused by Test Person' } });
  expect(await main.test.query('select state, cancel_reason from intent where campaign_id = $1', [id])).toEqual([
    { state: 'CANCELLED', cancel_reason: 'CAMPAIGN_PAUSED' },
  ]);
  expect(await main.test.query('select open_intent_id from enrolment where campaign_id = $1', [id])).toEqual([
    { open_intent_id: null },
  ]);
  expect((await campaigns().setStatus({ params: { campaignId: id }, body: { action: 'RESUME' } })).status).toBe(
    'ACTIVE',
  );
  await expect(campaigns().deleteCampaign({ params: { campaignId: id } })).rejects.toThrow(
    'Pause or stop it before it is deleted',
  );
  expect((await campaigns().setStatus({ params: { campaignId: id }, body: { action: 'STOP' } })).status).toBe(
    'STOPPED',
  );
  await expect(campaigns().setStatus({ params: { campaignId: id }, body: { action: 'START' } })).rejects.toMatchObject({
    code: 'ILLEGAL_TRANSITION',
  });
  const copy = await campaigns().duplicateCampaign({
    params: { campaignId: id },
    body: { with_unfinished_leads: true },
  });
  expect(copy).toMatchObject({
    status: 'DRAFTED',
    name: 'Ready (copy)',
    step_count: 2,
    mailbox_count: 1,
    progress: { total: 1 },
  });
  expect(await campaigns().deletionEffects({ params: { campaignId: id } })).toMatchObject({
    is_allowed: true,
    leads: 1,
    steps: 2,
  });
  await campaigns().deleteCampaign({ params: { campaignId: id } });
  await expect(campaigns().getCampaign({ params: { campaignId: id } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('is planned by the engine as imported, and what is paused, blocked or edited gives its reservation back', async () => {
  const person = await main.signIn();
  const { id, enrolmentIds } = await readyCampaign(main, person, ['p1@plan.test', 'p2@plan.test']);
  const setStatus = (action: 'START' | 'PAUSE' | 'RESUME') =>
    campaigns(person).setStatus({ params: { campaignId: id }, body: { action } });
  const fire = () =>
    fireDueTrigger(
      {
        db: main.deps.db,
        live: main.deps.live,
        identityKey: Buffer.alloc(32, 1),
        realNow: () => main.realClock.now(),
        isSendingHeld: () => false,
      },
      main.clock.now(),
    );
  const states = () =>
    main.test.query<{ enrolment_id: number; state: string }>(
      'select enrolment_id, state from intent where campaign_id = $1 order by id',
      [id],
    );
  await setStatus('START');
  main.clock.advance(15 * 60_000);
  while (await fire());
  expect(await states()).toEqual([{ enrolment_id: enrolmentIds[0], state: 'RESERVED' }]);
  await setStatus('PAUSE');
  expect(await states()).toEqual([{ enrolment_id: enrolmentIds[0], state: 'CANCELLED' }]);
  expect(await fire()).toBeNull();
  await setStatus('RESUME');
  main.clock.advance(15 * 60_000);
  while (await fire());
  expect(await states()).toEqual([{ enrolment_id: enrolmentIds[0], state: 'RESERVED' }]);
  const { next } = await campaigns(person).getCampaign({ params: { campaignId: id } });
  expect(next).toMatchObject({
    kind: 'NEXT_SEND',
    text: 'Next email',
    detail: expect.stringContaining('@sender.test'),
  });
  await main.asClient(blockListContract, person).addBlockEntries({ body: { entries: ['p1@plan.test'] } });
  main.clock.advance(15 * 60_000);
  while (await fire());
  expect(await states()).toEqual([
    { enrolment_id: enrolmentIds[0], state: 'CANCELLED' },
    { enrolment_id: enrolmentIds[1], state: 'RESERVED' },
  ]);
});

it('walks a list by cursor without losing or repeating a campaign, in every order', async () => {
  const other = await main.signIn();
  const mine = campaigns(other);
  for (let count = 0; count < 7; count += 1) {
    main.clock.advance(1000);
    await mine.createCampaign({ body: { name: `Campaign ${count % 3}` } });
  }
  for (const sort of ['updated_at', 'created_at', 'name', 'status', 'leads', 'sent'] as const) {
    for (const direction of ['asc', 'desc'] as const) {
      const seen: number[] = [];
      for (let cursor: string | undefined; ;) {
        const page = await mine.listCampaigns({ query: { sort, direction, limit: 3, cursor } });
        seen.push(...page.rows.map((row) => row.id));
        expect(page.total).toBe(7);
        if (!page.next_cursor) break;
        cursor = page.next_cursor;
      }
      expect(new Set(seen).size).toBe(7);
      expect(seen).toHaveLength(7);
    }
  }
  expect((await mine.listCampaigns({ query: { search: 'campaign 2' } })).total).toBe(2);
  const forged = Buffer.from('["abc",1]').toString('base64url');
  for (const query of [
    { cursor: 'nonsense' },
    { cursor: forged },
    { cursor: forged, sort: 'leads' as const },
    { search: 'a\u0000b' },
  ])
    await expect(mine.listCampaigns({ query })).rejects.toMatchObject({ code: 'VALIDATION' });
});

it('keeps folders and tags with counts, and shows nothing of it to another workspace', async () => {
  const { id } = await campaigns().createCampaign({ body: { name: 'Filed' } });
  const folder = await main.asClient(foldersContract, me).createFolder({ body: { name: 'Alderway' } });
  await expect(main.asClient(foldersContract, me).createFolder({ body: { name: 'Alderway' } })).rejects.toThrow(
    'is taken',
  );
  await campaigns().moveCampaigns({ body: { campaign_ids: [id], folder_id: folder.id } });
  const tag = await campaigns().saveTag({ body: { name: 'Logistics', color: '#112233' } });
  await campaigns().tagCampaigns({ body: { campaign_ids: [id], add_tag_ids: [tag.id], remove_tag_ids: [] } });
  expect((await main.asClient(foldersContract, me).listFolders({})).folders).toMatchObject([
    { name: 'Alderway', campaign_count: 1 },
  ]);
  expect(
    (await campaigns().listCampaigns({ query: { tag_id: String(tag.id), folder_id: folder.id } })).rows,
  ).toMatchObject([{ id, tags: [{ name: 'Logistics' }] }]);
  const stranger = await main.signIn();
  await expect(campaigns(stranger).getCampaign({ params: { campaignId: id } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect((await campaigns(stranger).moveCampaigns({ body: { campaign_ids: [id], folder_id: null } })).moved).toBe(0);
  await expect(
    campaigns(stranger).tagCampaigns({ body: { campaign_ids: [id], add_tag_ids: [tag.id] } }),
  ).rejects.toMatchObject({ code: 'VALIDATION' });
  await main.asClient(foldersContract, me).deleteFolder({ params: { folderId: folder.id } });
  expect((await campaigns().getCampaign({ params: { campaignId: id } })).folder_id).toBeNull();
});

it('shows a client its own campaigns only', async () => {
  const agency = await main.signIn();
  const client = await main.signIn({ workspaceId: agency.workspaceId, client: { permissions: ['full_access'] } });
  const hidden = await campaigns(agency).createCampaign({ body: { name: 'Agency' } });
  const own = await campaigns(client).createCampaign({ body: { name: 'Client' } });
  expect(own.client?.id).toBe(client.clientId);
  expect((await campaigns(client).listCampaigns({})).rows.map((row) => row.name)).toEqual(['Client']);
  await expect(campaigns(client).getCampaign({ params: { campaignId: hidden.id } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(leads(client).listCampaignLeads({ params: { campaignId: hidden.id } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(
    campaigns(client).updateCampaign({ params: { campaignId: own.id }, body: { client_id: null } }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

it('pauses, resumes, categorises, moves and removes leads, and cancels what was reserved', async () => {
  const { id, mailboxId, enrolmentIds } = await readyCampaign(main, me, [
    'a@lead.test',
    'b@lead.test',
    'c@lead.test',
    'd@lead.test',
  ]);
  const params = { campaignId: id };
  const [a, b, c, d] = enrolmentIds as [number, number, number, number];
  await reserve(main, me.workspaceId, { campaignId: id, enrolmentId: a, mailboxId });
  expect(await leads().pauseLeads({ params, body: { selection: { enrolment_ids: [a, b] } } })).toEqual({
    changed: 2,
    unchanged: 0,
    reasons: [],
    cancelled_emails: 1,
  });
  expect((await leads().countCampaignLeads({ params })).tabs).toMatchObject({ all: 4, scheduled: 2, paused: 2 });
  expect(
    await leads().resumeLeads({ params, body: { selection: { filter: { tab: 'paused' } }, delay_days: 2 } }),
  ).toMatchObject({ changed: 2 });
  const resumed = await leads().getCampaignLead({ params: { ...params, enrolmentId: a } });
  expect(resumed).toMatchObject({
    status: 'STARTED',
    next_eligible_at: new Date(main.clock.now() + 2 * 86_400_000).toISOString(),
  });
  expect(
    await leads().categoriseLeads({ params, body: { selection: { enrolment_ids: [c] }, category_id: 4 } }),
  ).toMatchObject({ changed: 1 });
  expect(await leads().getCampaignLead({ params: { ...params, enrolmentId: c } })).toMatchObject({
    status: 'STOPPED',
    reason: 'DO_NOT_CONTACT',
    category_id: 4,
  });
  expect(await leads().resumeLeads({ params, body: { selection: { enrolment_ids: [c] } } })).toMatchObject({
    changed: 0,
    reasons: [{ reason: 'Unsubscribed, bounced or on the block list', count: 1 }],
  });
  expect(
    await leads().unsubscribeLeads({ params, body: { selection: { enrolment_ids: [d] }, everywhere: true } }),
  ).toMatchObject({ changed: 1 });
  expect(
    await main.test.query(
      `
        select kind, value, source
        from suppression
        where workspace_id = $1 and value like '%@lead.test'
        order by value
      `,
      [me.workspaceId],
    ),
  ).toEqual([
    { kind: 'email', value: 'c@lead.test', source: 'category' },
    { kind: 'email', value: 'd@lead.test', source: 'unsubscribe' },
  ]);
  const second = await addMailbox(main, me.workspaceId);
  await expect(
    leads().changeLeadMailbox({ params, body: { selection: { enrolment_ids: [a] }, mailbox_id: second } }),
  ).rejects.toThrow('not a mailbox of this campaign');
  await main.asClient(campaignMailboxesContract, me).addCampaignMailboxes({ params, body: { mailbox_ids: [second] } });
  expect(
    await leads().changeLeadMailbox({ params, body: { selection: { enrolment_ids: [a] }, mailbox_id: second } }),
  ).toMatchObject({ changed: 1 });
  expect(await leads().removeLeads({ params, body: { selection: { enrolment_ids: [b, 999_999] } } })).toMatchObject({
    changed: 1,
    unchanged: 1,
    reasons: [{ reason: 'Not in this campaign', count: 1 }],
  });
  const counts = await leads().countCampaignLeads({ params });
  expect(counts.total).toBe(3);
  expect(Object.values(counts.by_status).reduce((sum, count) => sum + count, 0)).toBe(3);
});

it('searches leads by any part of address, name and company, inside the workspace only', async () => {
  const { id } = await readyCampaign(main, me, ['needle.one@haystack.test', 'other@haystack.test']);
  expect(
    (await leads().listCampaignLeads({ params: { campaignId: id }, query: { search: 'EEDLE.o' } })).rows.map(
      (row) => row.lead.email,
    ),
  ).toEqual(['needle.one@haystack.test']);
  expect((await leads().listCampaignLeads({ params: { campaignId: id }, query: { search: 'ne' } })).total).toBe(1);
  expect((await leads().listCampaignLeads({ params: { campaignId: id }, query: { search: '%_%' } })).total).toBe(0);
  expect(await main.asClient(leadsContract, me).listLeads({ query: { search: 'haystack', limit: 1 } })).toMatchObject({
    total: 2,
    rows: [{ email: 'other@haystack.test' }],
  });
  await leads().addLeads({
    params: { campaignId: id },
    body: {
      leads: [
        { email: 'third@haystack.test', first_name: 'Zoë', last_name: 'Ångström', company_name: 'Haystack & Söhne' },
      ],
    },
  });
  const found = async (search: string) =>
    (await leads().listCampaignLeads({ params: { campaignId: id }, query: { search } })).rows.map(
      (row) => row.lead.email.split('@')[0],
    );
  const searches = async () => ({
    name: await found('ångSTR'),
    twoFields: await found('ë Ångs'),
    fieldsOfAddress: await found('test zo'),
    company: await found('k & söhne'),
    domain: await found('haystack.te'),
    none: await found('qqxyz'),
    sign: await found('th_rd'),
  });
  const expected = {
    name: ['third'],
    twoFields: ['third'],
    fieldsOfAddress: ['third'],
    company: ['third'],
    domain: ['third', 'other', 'needle.one'],
    none: [],
    sign: [],
  };
  expect(await searches()).toEqual(expected);
  // In a campaign that is known to be large it is looked at what costs less: leads from the newest on, or trigrams
  // where so many are asked for that all leads would be walked.
  await main.test.query(
    `insert into lead_count (workspace_id, campaign_id, status, leads) values ($1, $2, 'STARTED', 20000)`,
    [me.workspaceId, id],
  );
  expect(await searches()).toEqual(expected);
  const byTrigrams = (search: string) =>
    main.test.query(
      `
        select l.email
        from search_enrolments($1, $2, $3, null, 1000000) as s(id)
        join enrolment e on e.id = s.id
        join lead l on l.id = e.lead_id
      `,
      [me.workspaceId, id, search],
    );
  expect(await byTrigrams('haystack.te')).toEqual([
    { email: 'third@haystack.test' },
    { email: 'other@haystack.test' },
    { email: 'needle.one@haystack.test' },
  ]);
  expect(await byTrigrams('ë Ångs')).toEqual([{ email: 'third@haystack.test' }]);
  await main.test.query('delete from lead_count where campaign_id = $1 and leads = 20000', [id]);
  const stranger = await main.signIn();
  const outside = 'outside of the workspace';
  for (const call of [
    'search_received($1, $2, 10)',
    'search_conversations($1, $2, 10)',
    'search_enrolments($1, 1, $2, NULL, 10)',
    'search_leads($1, $2, null, 10)',
    'leads_covered_by($1, ARRAY[$2])',
    'count_members($1, ARRAY[length($2)])',
  ]) {
    const asked: [string, unknown[]] = [`select ${call}`, [me.workspaceId, 'haystack.test']];
    const { tenantSql, systemSql, pools } = main.test.database;
    await expect(tenantSql(stranger.workspaceId, (sql) => sql.query(...asked))).rejects.toThrow(outside);
    // Bound to no workspace, a session of people's requests gets nothing, and one of the product itself any.
    await expect(pools.app.query(...asked)).rejects.toThrow(outside);
    await systemSql((sql) => sql.query(...asked));
  }
  expect((await main.asClient(leadsContract, stranger).listLeads({ query: { search: 'haystack' } })).total).toBe(0);
});

it('stops matching leads in every campaign the moment an entry is added to the block list', async () => {
  const { id, mailboxId, enrolmentIds } = await readyCampaign(main, me, ['x@blocked.test', 'y@free.test']);
  await reserve(main, me.workspaceId, { campaignId: id, enrolmentId: enrolmentIds[0] as number, mailboxId });
  const list = main.asClient(blockListContract, me);
  expect(
    await list.addBlockEntries({ body: { entries: ['https://www.blocked.test/path', 'nonsense', 'blocked.test'] } }),
  ).toMatchObject({ added: 1, already_there: 0, invalid: ['nonsense'], leads_blocked: 1, cancelled_emails: 1 });
  expect(
    (await leads().listCampaignLeads({ params: { campaignId: id }, query: { tab: 'blocked' } })).rows,
  ).toMatchObject([
    { status: 'BLOCKED', reason: 'SUPPRESSED', reason_text: 'On the block list', lead: { email: 'x@blocked.test' } },
  ]);
  expect(
    (await leads().addLeads({ params: { campaignId: id }, body: { leads: [{ email: 'z@blocked.test' }] } })).outcomes,
  ).toMatchObject([{ outcome: 'SUPPRESSED', reason: expect.stringContaining('Domain blocked by Test Person') }]);
  const { rows } = await list.listBlockEntries({ query: { search: 'blocked' } });
  await list.removeBlockEntry({ params: { entryId: rows[0]?.id as number } });
  expect(
    (await leads().addLeads({ params: { campaignId: id }, body: { leads: [{ email: 'z@blocked.test' }] } })).counts,
  ).toEqual({ IMPORTED_NEW: 1 });
});

it('keeps the fixed categories and counts custom ones from 10', async () => {
  const categories = main.asClient(categoriesContract, me);
  const made = await categories.createCategory({ body: { name: 'Later this year', sentiment: 'positive' } });
  expect(made.id).toBeGreaterThanOrEqual(10);
  expect((await categories.listCategories({})).categories.map((category) => category.id)).toEqual([
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    8,
    9,
    made.id,
  ]);
  await expect(categories.deleteCategory({ params: { categoryId: 9 } })).rejects.toMatchObject({
    code: 'ILLEGAL_TRANSITION',
  });
  await expect(categories.createCategory({ body: { name: 'interested' } })).rejects.toThrow('fixed category');
  await categories.deleteCategory({ params: { categoryId: made.id } });
});

it('leads that a copy takes over have places of their own in texts that vary in turn', async () => {
  const person = await main.signIn();
  const { id } = await readyCampaign(main, person, ['s1@spin.test', 's2@spin.test', 's3@spin.test']);
  const copy = await campaigns(person).duplicateCampaign({
    params: { campaignId: id },
    body: { with_unfinished_leads: true },
  });
  expect(
    await main.test.query('select spin_index from enrolment where campaign_id = $1 order by id', [copy.id]),
  ).toEqual([0, 1, 2].map((place) => ({ spin_index: place })));
});
