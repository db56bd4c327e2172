import { leadListsContract } from '@skein/contracts/main/lead-lists.contract';
import { type ColumnTarget, type UploadView } from '@skein/contracts/main/uploads.contract';
import * as fc from 'fast-check';
import iconv from 'iconv-lite';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { whoIs } from '#campaigns/setup/testing';
import { createCampaign } from '#campaigns/setup/create-campaign';
import { addBlockEntries } from '../block-list/block-list';
import { addLeads } from '../people/add-leads';
import { detectProviders } from '../people/detect-providers';
import { updateLead } from '../people/lead';
import { erasureHash } from '../lead-rows/erasure-hash';
import { createUpload } from './create-upload';
import { uploadsIn } from './testing';
import { findUploads } from './uploads.store';
import { Readable } from 'node:stream';

let main: TestMain;
let me: SignedIn;

beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
});
afterAll(() => main.close());

const { uploads, upload, run, sum, countsOf, email } = uploadsIn(() => ({ main, me }));

it('takes a file over HTTP, imports it, and gives every row its one outcome', async () => {
  const who = whoIs(me);
  const { id: campaignId } = await createCampaign(main.deps, who, { name: 'Import' });
  await addLeads(main.deps, who, { campaignId, input: { leads: [{ email: 'already@in.test' }] } });
  await addLeads(main.deps, who, {
    campaignId: null,
    input: {
      leads: [{ email: 'known@lead.test', first_name: 'Old', custom_fields: { city: 'Rockford' } }],
    },
  });
  await addBlockEntries(main.deps, who, { entries: ['grainland.test'] });
  const csv =
    'Email Address;First;City\r\njosé@x.test;Bad;A\r\nnew@one.test;José;Berlin\r\nKNOWN@lead.test;;Köln\r\nnew@one.test;Twice;B\r\nalready@in.test;C;C\r\nops@grainland.test;D;D\r\nt.ruiz@blueyard;E;E\r\n;F;F\r\n"=cmd|x@y";G;G\r\n';
  const response = await main.app.request(`/api/uploads?file_name=Yard%20Managers.csv&campaign_id=${campaignId}`, {
    method: 'POST',
    headers: { ...me.headers, 'content-type': 'text/csv' },
    body: new Uint8Array(iconv.encode(csv, 'windows-1252')),
  });
  expect(response.status).toBe(201);
  const { data } = (await response.json()) as { data: UploadView };
  expect(data).toMatchObject({
    encoding: 'windows-1252',
    delimiter: ';',
    has_header: true,
    rows_total: 9,
    status: 'UPLOADED',
    file_name: 'Yard Managers.csv',
  });
  expect(data.columns.map((column) => column.target)).toEqual([
    email,
    { kind: 'field', field: 'first_name' },
    { kind: 'custom', name: 'city' },
  ]);
  const params = { uploadId: data.id };
  await expect(
    uploads().startUpload({ params, body: { mapping: [{ kind: 'ignore' }, { kind: 'ignore' }, { kind: 'ignore' }] } }),
  ).rejects.toThrow('needs one column that is the email');
  await uploads().startUpload({ params, body: { mapping: data.mapping, remember_mapping: true } });
  expect(
    await main.test.query(`select key from graphile_worker.jobs where queue_name = $1`, [
      `LEAD_UPLOAD-${me.workspaceId}`,
    ]),
  ).toHaveLength(1);
  await run(data.id);
  const done = await uploads().getUpload({ params });
  expect(done).toMatchObject({ status: 'COMPLETED', rows_done: 9, rows_waiting: 0, percent: 100, rejected: 7 });
  expect(countsOf(done)).toEqual({
    IMPORTED_NEW: 1,
    UPDATED_EXISTING: 1,
    DUPLICATE_IN_FILE: 1,
    ALREADY_IN_CAMPAIGN: 1,
    SUPPRESSED: 1,
    INVALID_ADDRESS: 3,
    MISSING_REQUIRED: 1,
  });
  expect(
    await main.test.query(
      `
        select email, first_name, custom_fields
        from lead
        where workspace_id = $1 and email in ('new@one.test', 'known@lead.test')
        order by email
      `,
      [me.workspaceId],
    ),
  ).toEqual([
    { email: 'known@lead.test', first_name: 'Old', custom_fields: { city: 'Köln' } },
    { email: 'new@one.test', first_name: 'José', custom_fields: { city: 'Berlin' } },
  ]);
  const rows = await uploads().listUploadRows({ params, query: { limit: 3 } });
  expect(rows).toMatchObject({
    total: 7,
    rows: [
      { row_number: 1, outcome: 'INVALID_ADDRESS', reason: 'Letters that addresses cannot have' },
      { row_number: 4, outcome: 'DUPLICATE_IN_FILE' },
      { row_number: 5, outcome: 'ALREADY_IN_CAMPAIGN' },
    ],
  });
  const rejected = await (
    await main.app.request(`/api/uploads/${data.id}/rejected.csv`, { headers: me.headers })
  ).text();
  expect(rejected.split('\r\n')[0]).toBe('Email Address,First,City,row number,outcome,reason');
  expect(rejected).toContain("'=cmd|x@y,G,G,10,Address is not valid");
  const again = await upload('Email Address;First;City\r\nq@q.test;Q;Q\r\n');
  expect(again.columns.map((column) => column.match)).toEqual(['REMEMBERED', 'REMEMBERED', 'REMEMBERED']);
});

it('shows on a list only the uploads of that list, and to a member those that the member brought', async () => {
  const person = await main.signIn();
  const { id: listId } = await main.asClient(leadListsContract, person).createLeadList({ body: { name: 'Fair' } });
  const file = () => Readable.from([Buffer.from('email\na@b.test\n')]);
  const [loose, ofList] = [
    await upload('email\na@b.test\n', person),
    await createUpload(main.deps, whoIs(person), { fileName: 'fair.csv', listId, content: file() }),
  ];
  const idsOf = ({ rows }: { rows: { id: number }[] }) => rows.map((row) => row.id);
  expect(idsOf(await uploads(person).listUploads({ query: { list_id: listId } }))).toEqual([ofList.id]);
  expect(idsOf(await uploads(person).listUploads({ query: {} }))).toEqual([ofList.id, loose.id]);
  const byLink = (identifier: string) =>
    uploads(person).listUploads({ query: { delete_identifier: identifier, limit: 1 } });
  expect(idsOf(await byLink(loose.delete_identifier))).toEqual([loose.id]);
  expect(idsOf(await byLink('00000000-0000-4000-8000-000000000000'))).toEqual([]);
  const seenBy = (memberId: number) =>
    main.deps.db.tenantSql(person.workspaceId, (sql) =>
      findUploads(person.workspaceId, sql, {
        campaignId: null,
        listId: null,
        clientId: null,
        memberId,
        before: null,
        limit: 10,
      }),
    );
  expect(await seenBy(whoIs(person).userId)).toHaveLength(2);
  expect(await seenBy(2_000_000_000)).toEqual([]);
});

it('gives each row exactly one outcome and sums to the rows, whatever is in the file', async () => {
  const person = await main.signIn();
  const cell = fc.oneof(
    fc.constantFrom(
      'a@b.test',
      'c@d.test',
      'e@f.test',
      'A@B.test',
      'bad',
      '',
      '"',
      '""',
      ',',
      'x"y',
      'O\'Neil, "Q"',
      'é@ü.test',
      '\u0000',
    ),
    fc.string({ maxLength: 12 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell, fc.boolean()), { minLength: 1, maxLength: 40 }), async (rows) => {
      // Quoted cells are well-formed, raw ones are whatever they are.
      const line = ([one, other, quoted]: [string, string, boolean]) =>
        [one, other].map((text) => (quoted ? `"${text.replaceAll('"', '""')}"` : text)).join(',');
      const text = `email,first_name\n${rows.map(line).join('\n')}\nlast@row.test,L\n`;
      const view = await upload(text.replaceAll('\u0000', ''), person).catch((error: Error) => error);
      if (view instanceof Error) throw view;
      const mapping = view.columns.map((_, index): ColumnTarget => (index === 0 ? email : { kind: 'ignore' }));
      await uploads(person).startUpload({ params: { uploadId: view.id }, body: { mapping } });
      await run(view.id);
      const done = await uploads(person).getUpload({ params: { uploadId: view.id } });
      expect(done.status).toBe('COMPLETED');
      expect(sum(done)).toBe(done.rows_done);
      expect(done.rows_done).toBe(view.rows_total);
      const [stored] = await main.test.query<{ rows: number; numbers: number; highest: number }>(
        `
          select count(*)::int as rows, count(distinct row_number)::int as numbers, max(row_number) as highest
          from (
            select row_number
            from upload_row
            where upload_id = $1
            union all
            select unnest(row_numbers)
            from upload_chunk
            where upload_id = $1
          ) r
        `,
        [view.id],
      );
      expect(stored).toMatchObject({ rows: done.rows_done, numbers: done.rows_done });
      // A rest whose quote is never closed is a row, the last one, and none of the sample.
      const isWhole = view.sample_row_numbers.length === done.rows_done;
      const last = (view.sample_row_numbers.at(-1) ?? view.rows_above) - view.rows_above;
      if (isWhole) expect(stored?.highest).toBe(last);
      else expect(stored?.highest).toBeGreaterThan(last);
    }),
    { numRuns: 25 },
  );
});

it('says of a row with text behind the last column that it has too many cells, and takes it not; empty cells at the end are nothing', async () => {
  const person = await main.signIn();
  const view = await upload('email,company\nada@wide.test,Acme, Inc\nbob@wide.test,Plain,,\n', person);
  await uploads(person).startUpload({
    params: { uploadId: view.id },
    body: { mapping: [email, ...view.columns.slice(1).map((): ColumnTarget => ({ kind: 'ignore' }))] },
  });
  await run(view.id);
  const leads = await main.test.query<{ email: string }>('select email from lead where workspace_id = $1', [
    person.workspaceId,
  ]);
  const rows = await main.test.query<{ email: string; outcome: string; reason: string }>(
    `select email, outcome, reason from upload_row where upload_id = $1 and outcome = 'MALFORMED'`,
    [view.id],
  );
  expect([view.columns.length, leads, rows]).toEqual([
    2,
    [{ email: 'bob@wide.test' }],
    [
      {
        email: 'ada@wide.test',
        outcome: 'MALFORMED',
        reason: '3 cells where the file has 2 columns: a quotation mark around a cell may be missing',
      },
    ],
  ]);
});

it('settles new leads among those that need a closer look: repeated, known, listed by address, domain or as erased', async () => {
  const person = await main.signIn();
  const { id: campaignId } = await createCampaign(main.deps, whoIs(person), { name: 'Mixed' });
  await addLeads(main.deps, whoIs(person), { campaignId: null, input: { leads: [{ email: 'known@mixed.test' }] } });
  await addBlockEntries(main.deps, whoIs(person), { entries: ['listed@mixed.test', 'blocked.test'] });
  await main.test.query(
    `insert into suppression (workspace_id, kind, value, source) values ($1, 'hash', $2, 'manual')`,
    [person.workspaceId, erasureHash(main.deps.masterKey, person.workspaceId)('erased@mixed.test')],
  );
  const view = await upload(
    'email,first_name\none@mixed.test,Zoë\nknown@mixed.test,K\nONE@mixed.test,again\nwho@blocked.test,W\nlisted@mixed.test,L\nerased@mixed.test,E\nbad,B\ntwo@mixed.test,"a\tb\\"\n',
    person,
    campaignId,
  );
  await uploads(person).startUpload({ params: { uploadId: view.id }, body: { mapping: view.mapping } });
  await run(view.id);
  const others = await main.test.query<{
    row_number: number;
    outcome: string;
    reason: string | null;
    values: string[] | null;
  }>('select row_number, outcome, reason, "values" from upload_row where upload_id = $1 order by row_number', [
    view.id,
  ]);
  expect(others.map((row) => [row.row_number, row.outcome, row.values?.[1] ?? null])).toEqual([
    [2, 'UPDATED_EXISTING', null],
    [3, 'DUPLICATE_IN_FILE', 'again'],
    [4, 'SUPPRESSED', 'W'],
    [5, 'SUPPRESSED', 'L'],
    [6, 'SUPPRESSED', 'E'],
    [7, 'INVALID_ADDRESS', 'B'],
  ]);
  expect(others[1]?.reason).toBe('The same address as row 2');
  // One piece of the journal for the batch, in the order of the file, and each new lead in its place of the campaign.
  expect(
    await main.test.query(
      `
        select r.row_number, l.email, l.first_name, e.row_number as enrolled, e.spin_index
        from upload_chunk k,
          unnest(k.row_numbers, k.lead_ids, k.enrolment_ids) as r(row_number, lead_id, enrolment_id)
        join lead l on l.id = r.lead_id
        join enrolment e on e.id = r.enrolment_id and e.lead_id = l.id and e.campaign_id = $2
        where k.upload_id = $1
      `,
      [view.id, campaignId],
    ),
  ).toEqual([
    { row_number: 1, email: 'one@mixed.test', first_name: 'Zoë', enrolled: 1, spin_index: 0 },
    { row_number: 8, email: 'two@mixed.test', first_name: 'a\tb\\', enrolled: 8, spin_index: 1 },
  ]);
  expect(
    await main.test.query('select email from lead where workspace_id = $1 order by email', [person.workspaceId]),
  ).toEqual(['known@mixed.test', 'one@mixed.test', 'two@mixed.test'].map((address) => ({ email: address })));
});

it('takes no seed of placement tests, whichever way it comes and whether its rows are mostly new or known', async () => {
  await main.test.query(
    `
      insert into placement_seed (email, provider, region, imap, sealed_password, is_active, deleted_at)
      values ('one@seeds.test', 'Gmail', 'Europe', '{}', '', true, null),
        ('others@seeds.test', 'Gmail', 'Europe', '{}', '', true, null), ('others-too@seeds.test', 'Gmail', 'Europe', '{}', '', true, null),
        ('off@seeds.test', 'Gmail', 'Europe', '{}', '', false, null),
        ('gone@seeds.test', 'Gmail', 'Europe', '{}', '', false, now())
    `,
  );
  const person = await main.signIn();
  // What another workspace keeps for itself is a person to everybody else.
  const others = (await main.signIn()).workspaceId;
  await main.test.query(
    `update placement_seed set owner_workspace_id = $1, is_active = false where email ~ '^others'`,
    [others],
  );
  const who = whoIs(person);
  const { id: campaignId } = await createCampaign(main.deps, who, { name: 'Seeds' });
  const reason = 'A placement test seed can’t be a lead';
  const lines = [
    'Email',
    'fresh@lead.test',
    'ONE@seeds.test',
    'off@seeds.test',
    'gone@seeds.test',
    'others@seeds.test',
  ];
  for (const round of ['new', 'known']) {
    const { id } = await upload(lines.join('\n'), person, campaignId);
    await uploads(person).startUpload({ params: { uploadId: id }, body: { mapping: [email] } });
    await run(id);
    const done = await uploads(person).getUpload({ params: { uploadId: id } });
    expect(countsOf(done)).toEqual({ [round === 'new' ? 'IMPORTED_NEW' : 'ALREADY_IN_CAMPAIGN']: 3, SUPPRESSED: 2 });
  }
  const added = await addLeads(main.deps, who, {
    campaignId: null,
    input: { leads: [{ email: 'one@seeds.test' }], settings: { ignore_global_block_list: true } },
  });
  expect(added.outcomes).toMatchObject([{ outcome: 'SUPPRESSED', reason, lead_id: null }]);
  const another = await addLeads(main.deps, who, {
    campaignId: null,
    input: { leads: [{ email: 'others-too@seeds.test' }] },
  });
  expect(another.outcomes).toMatchObject([{ outcome: 'IMPORTED_NEW' }]);
  const [lead] = await main.test.query<{ id: number }>(`select id from lead where email = 'fresh@lead.test'`);
  await expect(updateLead(main.deps, who, lead?.id as number, { email: 'off@seeds.test' })).rejects.toMatchObject({
    code: 'VALIDATION',
    details: [{ field: 'email' }],
  });
});

it('a client sees uploads that the agency brought into one of its lists', async () => {
  const client = await main.signIn({ workspaceId: me.workspaceId, client: { permissions: ['full_access'] } });
  const { id: listId } = await main
    .asClient(leadListsContract, client)
    .createLeadList({ body: { name: 'Of the client' } });
  const { id } = await createUpload(main.deps, whoIs(me), {
    fileName: 'brought.csv',
    listId,
    content: Readable.from([Buffer.from('email\na@b.test\n')]),
  });
  expect((await uploads(client).listUploads({ query: {} })).rows.map((row) => row.id)).toEqual([id]);
  expect((await uploads(client).getUpload({ params: { uploadId: id } })).file_name).toBe('brought.csv');
});

it("stops at the plan's leads and says so on each row", async () => {
  const person = await main.signIn({ plan: 'trial' });
  await main.test.query('update workspace set lead_credits_used = 1248 where id = $1', [person.workspaceId]);
  const { id: campaignId } = await createCampaign(main.deps, whoIs(person), {});
  const answer = await addLeads(main.deps, whoIs(person), {
    campaignId,
    input: {
      leads: ['a', 'b', 'c', 'd'].map((name) => ({ email: `${name}@limit.test` })),
    },
  });
  expect(answer).toMatchObject({
    rows: 4,
    counts: { IMPORTED_NEW: 2, LIMIT_REACHED: 2 },
    is_lead_limit_exhausted: true,
  });
});

it('leaves out leads of other campaigns when asked, and follows unsubscribes and bounces', async () => {
  const person = await main.signIn();
  const who = whoIs(person);
  const first = await createCampaign(main.deps, who, { name: 'First' });
  const second = await createCampaign(main.deps, who, { name: 'Second' });
  await addLeads(main.deps, who, {
    campaignId: first.id,
    input: {
      leads: [{ email: 'both@x.test' }, { email: 'gone@x.test' }, { email: 'dead@x.test' }],
    },
  });
  await main.test.query(
    `
      update lead
      set is_unsubscribed = email = 'gone@x.test', is_bounced = email = 'dead@x.test'
      where workspace_id = $1
    `,
    [person.workspaceId],
  );
  const leads = ['both@x.test', 'gone@x.test', 'dead@x.test', 'fresh@x.test'].map((address) => ({ email: address }));
  expect(
    (
      await addLeads(main.deps, who, {
        campaignId: second.id,
        input: { leads, settings: { ignore_duplicate_leads_in_other_campaign: true } },
      })
    ).outcomes.map((row) => [row.outcome, row.reason]),
  ).toEqual([
    ['IN_OTHER_CAMPAIGN', 'In First'],
    ['UNSUBSCRIBED', 'Unsubscribed before'],
    ['BOUNCED', 'Bounced before'],
    ['IMPORTED_NEW', null],
  ]);
  expect((await addLeads(main.deps, who, { campaignId: second.id, input: { leads } })).counts).toEqual({
    UPDATED_EXISTING: 1,
    UNSUBSCRIBED: 1,
    BOUNCED: 1,
    ALREADY_IN_CAMPAIGN: 1,
  });
});

it('finds out who receives the mail of a domain, and corrects the leads', async () => {
  const person = await main.signIn();
  const { id: campaignId } = await createCampaign(main.deps, whoIs(person), {});
  await addLeads(main.deps, whoIs(person), {
    campaignId,
    input: {
      leads: [{ email: 'a@on-google.test' }, { email: 'b@on-outlook.test' }, { email: 'c@elsewhere.test' }],
    },
  });
  const exchanges: Record<string, string> = {
    'on-google.test': 'aspmx.l.google.com',
    'on-outlook.test': 'on-outlook-test.mail.protection.outlook.com',
    'elsewhere.test': 'mx.elsewhere.test',
  };
  const resolver = {
    resolveTxt: async () => [],
    resolveMx: async (name: string) => [{ exchange: exchanges[name] as string, priority: 10 }],
  };
  await detectProviders(
    { ...main.deps, resolver },
    { workspaceId: person.workspaceId, domains: Object.keys(exchanges) },
  );
  expect(
    await main.test.query('select e.provider from enrolment e where campaign_id = $1 order by id', [campaignId]),
  ).toEqual([{ provider: 'GMAIL' }, { provider: 'OUTLOOK' }, { provider: 'OTHER' }]);
  await addLeads(main.deps, whoIs(person), { campaignId, input: { leads: [{ email: 'd@on-google.test' }] } });
  expect(
    await main.test.query(`select provider from lead where workspace_id = $1 and email = 'd@on-google.test'`, [
      person.workspaceId,
    ]),
  ).toEqual([{ provider: 'GMAIL' }]);
});

it("refuses what is no text file, an empty one, and another workspace's uploads", async () => {
  for (const nothing of ['', '\n\n', ';;\r\n;;', ',,,\n" ",,\n', ','.repeat(300_000)])
    await expect(upload(nothing)).rejects.toThrow('The file is empty');
  await expect(
    createUpload(main.deps, whoIs(me), {
      fileName: 'sheet.xlsx',
      content: Readable.from([Buffer.from('PK\u0003\u0004 and nothing of a zip')]),
    }),
  ).rejects.toMatchObject({ code: 'UNSUPPORTED_MEDIA' });
  await expect(
    createUpload(main.deps, whoIs(me), {
      fileName: 'old.xls',
      content: Readable.from([Buffer.from('d0cf11e0a1b11ae1', 'hex')]),
    }),
  ).rejects.toThrow('old Excel');
  const view = await upload('email\na@b.test\n');
  const stranger = await main.signIn();
  await expect(uploads(stranger).getUpload({ params: { uploadId: view.id } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect((await main.app.request(`/api/uploads/${view.id}/rejected.csv`, { headers: stranger.headers })).status).toBe(
    404,
  );
});
