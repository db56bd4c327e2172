import { Readable } from 'node:stream';
import { blockListContract } from '@skein/contracts/main/block-list.contract';
import { blockUploadsContract, type BlockUploadView } from '@skein/contracts/main/block-uploads.contract';
import iconv from 'iconv-lite';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { readyCampaign, reserve, whoIs } from '#campaigns/setup/testing';
import { createBlockUpload } from './create-block-upload';
import { workbookOf } from '#files/tables/spreadsheet/testing';
import { blockNow } from './testing';

let main: TestMain;
let me: SignedIn;

beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
});
afterAll(() => main.close());

const uploads = (person = me) => main.asClient(blockUploadsContract, person);
const list = (person = me) => main.asClient(blockListContract, person);
const upload = (content: Buffer | string, person = me, fileName = 'blocked.csv'): Promise<BlockUploadView> =>
  createBlockUpload(main.deps, whoIs(person), { fileName, content: Readable.from([Buffer.from(content as string)]) });
const run = (id: number) => blockNow(main, id);
const undo = async (id: number, person = me) => {
  await uploads(person).undoBlockUpload({ params: { blockUploadId: id }, body: {} });
  await run(id);
  return get(id, person);
};
const get = (id: number, person = me) => uploads(person).getBlockUpload({ params: { blockUploadId: id } });
const countsOf = (view: Pick<BlockUploadView, 'counts'>) =>
  Object.fromEntries(view.counts.filter(({ count }) => count > 0).map(({ outcome, count }) => [outcome, count]));
const blocked = async (person: SignedIn) =>
  (
    await main.test.query<{ value: string }>('select value from suppression where workspace_id = $1 order by value', [
      person.workspaceId,
    ])
  ).map((row) => row.value);
async function block(
  content: string,
  person = me,
  more: { client_id?: number; reason?: string } = {},
): Promise<BlockUploadView> {
  const view = await upload(content, person);
  await uploads(person).startBlockUpload({
    params: { blockUploadId: view.id },
    body: { column: view.column ?? 0, ...more },
  });
  await run(view.id);
  return get(view.id, person);
}

it('takes a file over HTTP, blocks what stands in its column, gives every row one outcome, and stops the leads it matches', async () => {
  const { id, mailboxId, enrolmentIds } = await readyCampaign(main, me, [
    'rosa@rival.test',
    'eva@free.test',
    'dan@müll.test'.replace('ü', 'u'),
  ]);
  await reserve(main, me.workspaceId, { campaignId: id, enrolmentId: enrolmentIds[0] as number, mailboxId });
  await list().addBlockEntries({ body: { entries: ['known.test'] } });
  const csv =
    'Company;Contact\r\nRivale Köln;https://www.rival.test/about\r\nMull;Dan <dan@mull.test>\r\nKnown;known.test\r\nAgain;RIVAL.TEST\r\nNobody;\r\nBroken;no entry\r\nTwice;known.test\r\nFormula;=cmd|x\r\n';
  const response = await main.app.request('/api/block-list/uploads?file_name=C%3A%5CRivals.csv', {
    method: 'POST',
    headers: { ...me.headers, 'content-type': 'text/csv' },
    body: new Uint8Array(iconv.encode(csv, 'windows-1252')),
  });
  expect(response.status).toBe(201);
  const { data } = (await response.json()) as { data: BlockUploadView };
  expect(data).toMatchObject({
    file_name: 'Rivals.csv',
    encoding: 'windows-1252',
    delimiter: ';',
    has_header: true,
    rows_total: 8,
    column: 1,
    status: 'UPLOADED',
  });
  expect(data.columns[1]).toMatchObject({
    name: 'Contact',
    match: 'CHECK',
    reason: '71% of its values are addresses or domains',
    samples: [
      { text: 'https://www.rival.test/about', reads_as: 'rival.test' },
      { text: 'Dan <dan@mull.test>', reads_as: 'dan@mull.test' },
      {},
      {},
      {},
    ],
  });
  const params = { blockUploadId: data.id };
  await expect(uploads().startBlockUpload({ params, body: { column: 2 } })).rejects.toThrow(
    'must be one of the 2 columns',
  );
  await uploads().startBlockUpload({ params, body: { column: 1, reason: 'Rivals' } });
  expect(
    await main.test.query(`select key from graphile_worker.jobs where queue_name = $1`, [
      `BLOCK_UPLOAD-${me.workspaceId}`,
    ]),
  ).toHaveLength(1);
  await run(data.id);
  const done = await get(data.id);
  expect(done).toMatchObject({
    status: 'COMPLETED',
    rows_done: 8,
    percent: 100,
    left_out: 6,
    leads_blocked: 2,
    emails_cancelled: 1,
    can_undo: true,
  });
  expect(countsOf(done)).toEqual({ ADDED: 2, ALREADY_THERE: 1, DUPLICATE_IN_FILE: 2, EMPTY: 1, INVALID: 2 });
  expect(
    await main.test.query('select status, reason from enrolment where campaign_id = $1 order by id', [id]),
  ).toEqual([
    { status: 'BLOCKED', reason: 'SUPPRESSED' },
    { status: 'STARTED', reason: null },
    { status: 'BLOCKED', reason: 'SUPPRESSED' },
  ]);
  expect(
    (await list().listBlockEntries({ query: { upload_id: data.id } })).rows.map((row) => [
      row.value,
      row.source,
      row.reason,
      row.upload_name,
    ]),
  ).toEqual([
    ['rival.test', 'upload', 'Rivals', 'Rivals.csv'],
    ['dan@mull.test', 'upload', 'Rivals', 'Rivals.csv'],
  ]);
  const leftOut = await (
    await main.app.request(`/api/block-list/uploads/${data.id}/left-out.csv`, { headers: me.headers })
  ).text();
  expect(leftOut.split('\r\n').slice(0, 4)).toEqual([
    'address or domain,row number,outcome,reason',
    'known.test,4,On the list already,',
    'rival.test,5,Duplicate inside the file,',
    ',6,Empty,',
  ]);
  expect(leftOut).toContain("'=cmd|x,9,Neither an address nor a domain,Neither an address nor a domain");
  await expect(
    main.deps.files.get(
      (
        await main.test.query<{ storage_key: string }>('select storage_key from block_upload where id = $1', [data.id])
      )[0]?.storage_key as string,
    ),
  ).rejects.toThrow();
});

it('shows the title above the header and takes another row as the header; an entry is never taken for a title', async () => {
  const rows = [
    ['Do not mail'],
    ['Exported on', '2026-11-20'],
    ['Name', 'Email'],
    ['Rosa', 'rosa@titled.test'],
    ['Eva', 'eva@titled.test'],
  ];
  for (const content of [
    workbookOf(rows),
    rows
      .map((row) => row.join(','))
      .join('\n')
      .replace('\nName', '\n\nName'),
  ]) {
    const view = await upload(content);
    expect(view).toMatchObject({ has_header: true, rows_total: 3, title_rows: [['Do not mail']] });
    const right = await uploads().detectBlockUpload({ params: { blockUploadId: view.id }, body: { title_rows: 2 } });
    expect(right).toMatchObject({
      rows_total: 2,
      column: 1,
      title_rows: [['Do not mail'], ['Exported on', '2026-11-20']],
    });
    await uploads().startBlockUpload({ params: { blockUploadId: view.id }, body: { column: 1 } });
    await run(view.id);
    expect(await get(view.id)).toMatchObject({
      status: 'COMPLETED',
      rows_done: 2,
      left_out: content instanceof Buffer ? 0 : 2,
    });
    if (content instanceof Buffer) continue;
    const leftOut = await main.app.request(`/api/block-list/uploads/${view.id}/left-out.csv`, { headers: me.headers });
    // The number of a spreadsheet: what stands above the entry and an empty line count.
    expect(await leftOut.text()).toContain('rosa@titled.test,5,On the list already,');
  }
  expect(await upload('rival.test\nother.test,note\nrosa@third.test,note\n')).toMatchObject({
    title_rows: [],
    rows_total: 3,
  });
});

it('finds the column and the header by content, and takes a bare list without one', async () => {
  const domains = await upload('rival.test\nother.test\nthird.example\n', me, 'list.txt');
  expect(domains).toMatchObject({
    has_header: false,
    rows_total: 3,
    column: 0,
    columns: [{ name: 'Column 1', reason: '100% of its values are domains' }],
  });
  const exported = await upload(
    'Account.Domain\tContact.Email\tLinkedIn\nacme.test\trosa@acme.test\thttps://www.linkedin.com/in/rosa\nzeta.test\teva@zeta.test\thttps://www.linkedin.com/in/eva\n',
  );
  expect([exported.delimiter, exported.has_header, exported.column]).toEqual(['\t', true, 1]);
  expect(exported.columns.map((column) => [column.confidence, column.match])).toEqual([
    [0.92, 'LIKELY'],
    [0.98, 'CERTAIN'],
    [0, 'NONE'],
  ]);
  const nothing = await upload('name,age\nRosa,41\nEva,35\n');
  expect(nothing.column).toBeNull();
  expect(
    await uploads().detectBlockUpload({
      params: { blockUploadId: nothing.id },
      body: { has_header: false, delimiter: ';' },
    }),
  ).toMatchObject({ has_header: false, rows_total: 3, columns: [{ name: 'Column 1' }] });
  const cancelled = await uploads().cancelBlockUpload({ params: { blockUploadId: nothing.id }, body: {} });
  expect(cancelled).toMatchObject({ status: 'CANCELLED', can_undo: false });
  await expect(get(nothing.id)).rejects.toThrow('does not exist');
});

it('goes on at the exact row after it broke off between the list and the leads, and never counts a row twice', async () => {
  const person = await main.signIn();
  const { id } = await readyCampaign(main, person, ['a@bulk7.test', 'b@bulk71.test', 'c@free.test']);
  const text = `domain\n${Array.from({ length: 120 }, (_, index) => `bulk${index % 110}.test`).join('\n')}\n`;
  const view = await upload(text, person);
  await uploads(person).startBlockUpload({ params: { blockUploadId: view.id }, body: { column: 0 } });
  // The process stops after the second batch is on the list and before its leads are stopped.
  let published = 0;
  const broken = {
    ...main.deps,
    live: {
      ...main.deps.live,
      publish: async (...given: Parameters<typeof main.deps.live.publish>) => {
        if (++published === 5) throw new Error('killed');
        return main.deps.live.publish(...given);
      },
    },
  };
  await expect(blockNow(main, view.id, { ...broken, batchRows: 50 })).rejects.toThrow('killed');
  expect(
    await main.test.query('select rows_applied, leads_blocked from block_upload where id = $1', [view.id]),
  ).toEqual([{ rows_applied: 50, leads_blocked: 1 }]);
  expect(await get(view.id, person)).toMatchObject({ status: 'IMPORTING', rows_done: 100 });
  await run(view.id);
  const done = await get(view.id, person);
  expect(countsOf(done)).toEqual({ ADDED: 110, DUPLICATE_IN_FILE: 10 });
  expect(done).toMatchObject({ status: 'COMPLETED', rows_done: 120, leads_blocked: 2 });
  expect(
    await main.test.query(
      `select count(*)::int as blocked from enrolment where campaign_id = $1 and status = 'BLOCKED'`,
      [id],
    ),
  ).toEqual([{ blocked: 2 }]);
  const effects = await uploads(person).blockUndoEffects({ params: { blockUploadId: view.id } });
  expect(effects).toEqual({
    entries_removed: 110,
    handed_over: 0,
    no_longer_its_own: 0,
    already_there: 0,
    leads_blocked: 2,
  });
  expect(await undo(view.id, person)).toMatchObject({ status: 'UNDONE', entries_removed: 110, can_undo: false });
  expect(await blocked(person)).toEqual([]);
  expect(
    await main.test.query(
      `select count(*)::int as blocked from enrolment where campaign_id = $1 and status = 'BLOCKED'`,
      [id],
    ),
  ).toEqual([{ blocked: 2 }]);
  await expect(uploads(person).undoBlockUpload({ params: { blockUploadId: view.id }, body: {} })).rejects.toThrow(
    'undone already',
  );
});

it('of workers that take an upload at the same time, each row is done by one, and who started and undid it is in the history', async () => {
  const person = await main.signIn();
  const view = await upload(`${Array.from({ length: 120 }, (_, row) => `one${row % 100}.test\n`).join('')}`, person);
  await uploads(person).startBlockUpload({ params: { blockUploadId: view.id }, body: { column: 0 } });
  await Promise.all([1, 2, 3].map(() => blockNow(main, view.id, { batchRows: 25 })));
  await run(view.id);
  const done = await get(view.id, person);
  expect(countsOf(done)).toEqual({ ADDED: 100, DUPLICATE_IN_FILE: 20 });
  expect(done).toMatchObject({ status: 'COMPLETED', rows_done: 120, total: 120, done: 120, can_cancel: false });
  await undo(view.id, person);
  expect(
    await main.test.query(
      `
        select changes -> 'status' as status, user_id as by
        from audit_entry
        where workspace_id = $1 and target_kind = 'block-upload' and changes ? 'status'
        order by id
      `,
      [person.workspaceId],
    ),
  ).toEqual([
    { status: ['UPLOADED', 'IMPORTING'], by: person.userId },
    { status: ['COMPLETED', 'UNDOING'], by: person.userId },
  ]);
});

it('stops when it is cancelled: what is on the list stays with its leads stopped, after a crash too, and can be undone', async () => {
  const person = await main.signIn();
  const { id } = await readyCampaign(main, person, ['a@many1.test', 'a@other1.test']);
  const begin = async (name: string) => {
    const view = await upload(`${Array.from({ length: 60 }, (_, index) => `${name}${index}.test\n`).join('')}`, person);
    await uploads(person).startBlockUpload({ params: { blockUploadId: view.id }, body: { column: 0 } });
    return view.id;
  };
  const cancel = (blockUploadId: number) => uploads(person).cancelBlockUpload({ params: { blockUploadId }, body: {} });
  const first = await begin('many');
  // Somebody cancels while the rows behind the first batch are read, and its leads are stopped.
  const files = {
    ...main.deps.files,
    delete: (key: string) => main.deps.files.delete(key),
    get: async (key: string) => {
      const file = await main.deps.files.get(key);
      const text = await new Response(Readable.toWeb(file.stream) as unknown as BodyInit).text();
      return {
        ...file,
        stream: Readable.from(
          (async function* () {
            yield Buffer.from(text.slice(0, text.indexOf('many55')));
            while ((await get(first, person)).leads_blocked === 0);
            await cancel(first);
            yield Buffer.from(text.slice(text.indexOf('many55')));
          })(),
        ),
      };
    },
  };
  await blockNow(main, first, { files, batchRows: 50 });
  expect(await get(first, person)).toMatchObject({
    status: 'CANCELLED',
    rows_done: 50,
    leads_blocked: 1,
    can_undo: true,
    columns: [{ samples: [] }],
  });
  // The process stops before the leads of the first batch are stopped, and then somebody cancels.
  const second = await begin('other');
  let published = 0;
  const broken = {
    ...main.deps,
    live: {
      ...main.deps.live,
      publish: async (...given: Parameters<typeof main.deps.live.publish>) => {
        if (++published === 2) throw new Error('killed');
        return main.deps.live.publish(...given);
      },
    },
  };
  await expect(blockNow(main, second, { ...broken, batchRows: 50 })).rejects.toThrow('killed');
  await cancel(second);
  await run(second);
  expect(await get(second, person)).toMatchObject({ status: 'CANCELLED', rows_done: 50, leads_blocked: 1 });
  expect(
    await main.test.query(
      `select count(*)::int as blocked from enrolment where campaign_id = $1 and status = 'BLOCKED'`,
      [id],
    ),
  ).toEqual([{ blocked: 2 }]);
  await undo(first, person);
  expect((await blocked(person)).filter((value) => value.startsWith('many'))).toEqual([]);
});

it('undoes only what nobody else asked for: entries of before, of another file, manual ones and those of an unsubscribe stay', async () => {
  const person = await main.signIn();
  await list(person).addBlockEntries({ body: { entries: ['before.test'] } });
  const first = await block('before.test\nboth.test\nchosen.test\nleft@out.test\nonly.test\n', person);
  const second = await block('both.test\nsecond.test\n', person);
  expect(countsOf(second)).toEqual({ ADDED: 1, ALREADY_THERE: 1 });
  expect(
    await list(person).addBlockEntries({ body: { entries: ['chosen.test'], reason: 'Asked by phone' } }),
  ).toMatchObject({ added: 0, already_there: 1 });
  await main.test.query(
    `
      insert into suppression (workspace_id, kind, value, source, reason)
      values ($1, 'email', 'left@out.test', 'unsubscribe', 'Asked not to be mailed')
      on conflict
      do nothing
    `,
    [person.workspaceId],
  );
  expect(await uploads(person).blockUndoEffects({ params: { blockUploadId: first.id } })).toEqual({
    entries_removed: 1,
    handed_over: 1,
    no_longer_its_own: 2,
    already_there: 1,
    leads_blocked: 0,
  });
  expect(await undo(first.id, person)).toMatchObject({ status: 'UNDONE', entries_removed: 1, entries_handed_over: 1 });
  expect(
    (await list(person).listBlockEntries({ query: {} })).rows
      .map((row) => [row.value, row.source, row.upload_id])
      .sort(),
  ).toEqual([
    ['before.test', 'manual', null],
    ['both.test', 'upload', second.id],
    ['chosen.test', 'manual', null],
    ['left@out.test', 'unsubscribe', null],
    ['second.test', 'upload', second.id],
  ]);
  await undo(second.id, person);
  expect(await blocked(person)).toEqual(['before.test', 'chosen.test', 'left@out.test']);
});

it('holds for one client where that was chosen; a client sees and undoes only its own, a stranger nothing', async () => {
  const person = await main.signIn();
  const asClient = await main.signIn({ workspaceId: person.workspaceId, client: { permissions: ['full_access'] } });
  const clientId = asClient.clientId as number;
  const theirs = await readyCampaign(main, person, ['x@theirs.test']);
  const others = await readyCampaign(main, person, ['x@theirs.test']);
  await main.test.query('update campaign set client_id = $2 where id = $1', [theirs.id, clientId]);
  const global = await block('everybody.test\n', person);
  const own = await block('theirs.test\neverybody.test\n', person, { client_id: clientId });
  expect(own).toMatchObject({ client_id: clientId, client_name: 'Test client', leads_blocked: 1 });
  expect(countsOf(own)).toEqual({ ADDED: 2 });
  expect(
    await main.test.query(
      'select campaign_id, status from enrolment where campaign_id = any($1) order by campaign_id',
      [[theirs.id, others.id]],
    ),
  ).toEqual([
    { campaign_id: theirs.id, status: 'BLOCKED' },
    { campaign_id: others.id, status: 'STARTED' },
  ]);
  expect((await uploads(asClient).listBlockUploads({ query: {} })).rows.map((row) => row.id)).toEqual([own.id]);
  expect(
    (await list(asClient).listBlockEntries({ query: {} })).rows.map((row) => [row.value, row.client_name]),
  ).toEqual([
    ['theirs.test', 'Test client'],
    ['everybody.test', 'Test client'],
  ]);
  await expect(get(global.id, asClient)).rejects.toThrow('does not exist');
  const stranger = await main.signIn();
  await expect(
    uploads(stranger).findBlockUpload({ params: { deleteIdentifier: own.delete_identifier } }),
  ).rejects.toThrow('does not exist');
  expect((await uploads(asClient).findBlockUpload({ params: { deleteIdentifier: own.delete_identifier } })).id).toBe(
    own.id,
  );
  const limited = await main.signIn({ workspaceId: person.workspaceId, role: 'LIMITED_FULL_MEMBER_ACCESS' });
  expect((await list(limited).listBlockEntries({ query: {} })).rows.map((row) => [row.value, row.client_id])).toEqual([
    ['everybody.test', null],
  ]);
  expect((await list(person).listBlockEntries({ query: { is_global: false } })).total).toBe(2);
  const text = await (
    await main.app.request('/api/block-list/export.csv?is_global=true', { headers: person.headers })
  ).text();
  expect(text.split('\r\n').slice(0, 2)).toEqual([
    'address or domain,kind,applies to,source,reason,file,by,since',
    expect.stringMatching(/^everybody\.test,domain,whole workspace,upload,,blocked\.csv,Test Person,20/),
  ]);
});

it('lives through hostile files', async () => {
  const person = await main.signIn();
  await expect(upload('', person)).rejects.toThrow('empty');
  await expect(upload('a\u0000b\n\u0000\u0000\n', person)).rejects.toThrow('not a text file');
  await expect(upload(`${'x,'.repeat(5_000)}\n`, person)).rejects.toThrow('more than 1,000 columns');
  await expect(upload(';;\n;;\n', person)).rejects.toThrow('The file is empty');
  await expect(upload('x', person, 'list.pdf')).rejects.toThrow('neither a text file');
  const huge = await block(`first.test\n${'x'.repeat(1_100_000)}\n`, person);
  expect(countsOf(huge)).toEqual({ ADDED: 1, INVALID: 1 });
  const open = await block('domain\nopen.test\n"never closed\nlost.test\n', person);
  expect(open).toMatchObject({ status: 'FAILED', error: expect.stringContaining('never closed') });
  expect(countsOf(open)).toMatchObject({ ADDED: 1, INVALID: 1 });
  const late = await block(
    `domain\n${Array.from({ length: 60 }, (_, index) => `late${index}.test`).join('\n')}\nnul\u0000led.test\n\ud83d\n@@@\n${'a'.repeat(400)}@x.test\n`,
    person,
  );
  expect(late.rows_done).toBe(late.counts.reduce((sum, { count }) => sum + count, 0));
  expect(await blocked(person)).toEqual(expect.arrayContaining(['first.test', 'open.test', 'nulled.test']));
});

it('an entry that a list asked for stays when verification finds the address invalid too and later valid; what verification asked for is taken over', async () => {
  const person = await main.signIn();
  await block('email\nlisted@stays.test\n', person);
  const verify = (email: string) =>
    main.test.query(
      `
        insert into suppression (workspace_id, kind, value, source)
        values ($1, 'email', $2, 'verification')
        on conflict (workspace_id, kind, value, client_scope)
        do nothing
      `,
      [person.workspaceId, email],
    );
  await verify('listed@stays.test');
  await verify('checked@taken.test');
  await list(person).addBlockEntries({ body: { entries: ['checked@taken.test'] } });
  expect(
    await main.test.query('select value, source from suppression where workspace_id = $1 order by value', [
      person.workspaceId,
    ]),
  ).toEqual([
    { value: 'checked@taken.test', source: 'manual' },
    { value: 'listed@stays.test', source: 'upload' },
  ]);
});
