import type { ColumnTarget, UploadView } from '@skein/contracts/main/uploads.contract';
import { uploadsContract } from '@skein/contracts/main/uploads.contract';
import iconv from 'iconv-lite';
import { Readable } from 'node:stream';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { whoIs } from '#campaigns/setup/testing';
import { createUpload, detectUpload } from './create-upload';
import { importNow } from './testing';
import { workbookOf } from '#files/tables/spreadsheet/testing';

let main: TestMain;
let me: SignedIn;

beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
});
afterAll(() => main.close());

const uploads = () => main.asClient(uploadsContract, me);
const upload = (content: Buffer | string | Readable): Promise<UploadView> =>
  createUpload(main.deps, whoIs(me), {
    fileName: 'leads.csv',
    content: content instanceof Readable ? content : Readable.from([Buffer.from(content as string)]),
  });
async function imported(view: UploadView): Promise<{ view: UploadView; rejected: string }> {
  const params = { uploadId: view.id };
  await uploads().startUpload({ params, body: { mapping: view.mapping } });
  await importNow(main, view.id);
  return {
    view: await uploads().getUpload({ params }),
    rejected: await (await main.app.request(`/api/uploads/${view.id}/rejected.csv`, { headers: me.headers })).text(),
  };
}
const countsOf = (view: UploadView) =>
  Object.fromEntries(view.counts.filter((count) => count.count > 0).map((count) => [count.outcome, count.count]));

it.each([
  [',', '\n'],
  ['\t', '\r\n'],
  [';', '\r'],
])('leaves out what stands above the header, divided by %j, and says what it was', async (mark, end) => {
  const lines = [
    'Leads 2026',
    '',
    ['Exported on', '2026-11-20'].join(mark),
    '',
    ['Name', 'E-mail', 'Company', 'City'].join(mark),
    ['Ada', `ada@title${mark.charCodeAt(0)}.test`, 'Acme', 'Rome'].join(mark),
    ['Bob', `bob@title${mark.charCodeAt(0)}.test`, 'Acme', 'Oslo'].join(mark),
    '',
  ];
  const view = await upload(lines.join(end));
  expect(view).toMatchObject({
    delimiter: mark,
    has_header: true,
    title_rows: [['Leads 2026'], ['Exported on', '2026-11-20']],
    rows_total: 2,
  });
  expect(view.columns.map((column) => column.name)).toEqual(['Name', 'E-mail', 'Company', 'City']);
  const done = await imported(view);
  expect([done.view.rows_done, countsOf(done.view)]).toEqual([2, { IMPORTED_NEW: 2 }]);
});

it('takes of two header rows the one that names more columns, in an old encoding with semicolons', async () => {
  const lines = [
    'Kundenliste Messe Herbst;;;',
    'Name;Firma;Kontakt;Notiz',
    'Vorname;Unternehmen;E-Mail;Bemerkung',
    'Jörg;Müller & Söhne;jorg@two-headers.test;ruft zurück',
    'Zoë;Größe KG;zoe@two-headers.test;',
    '',
  ];
  const view = await upload(iconv.encode(lines.join('\r\n'), 'windows-1252'));
  expect(view).toMatchObject({ encoding: 'windows-1252', delimiter: ';', has_header: true, rows_total: 2 });
  expect(view.title_rows.map((row) => row[0])).toEqual(['Kundenliste Messe Herbst', 'Name']);
  expect(view.mapping).toEqual([
    { kind: 'field', field: 'first_name' },
    { kind: 'field', field: 'company_name' },
    { kind: 'field', field: 'email' },
    { kind: 'custom', name: 'bemerkung' },
  ]);
  expect(countsOf((await imported(view)).view)).toEqual({ IMPORTED_NEW: 2 });
});

it('takes the rows above the header as a person says, and leaves out nothing of a file that begins with its header or its leads', async () => {
  const text = 'Note,for you\nName,Email,City\nAda,ada@choose.test,Rome\nBob,bob@choose.test,Oslo\n';
  const view = await upload(text);
  expect(view.title_rows).toEqual([]);
  const other = await detectUpload(main.deps, whoIs(me), view.id, { title_rows: 1 });
  expect([other.title_rows, other.columns.map((column) => column.name), other.rows_total]).toEqual([
    [['Note', 'for you']],
    ['Name', 'Email', 'City'],
    2,
  ]);
  const again = await detectUpload(main.deps, whoIs(me), view.id, { title_rows: 2, has_header: false });
  expect([again.rows_total, again.columns.length]).toEqual([2, 3]);
  expect(countsOf((await imported(again)).view)).toEqual({ IMPORTED_NEW: 2 });
  for (const plain of [
    'Email\na@x.test\nb@x.test\n',
    'a@x.test,A\nb@x.test,B\n',
    'Name,Email\nBob,\nAda,ada@x.test\n',
    'Only words\nmore,words\n',
  ])
    expect((await upload(plain)).title_rows).toEqual([]);
});

it('shows what stands above the header of a workbook, and takes another row as the header, so that every row of it has one outcome', async () => {
  const leads = [
    ['Ada', 'ada@sheet.test', 'Acme', 'Rome'],
    ['Bob', 'bob@sheet.test', 'Acme', 'Oslo'],
  ];
  const view = await upload(
    workbookOf([
      ['Leads 2026', '', '', ''],
      [],
      ['Exported on', '2026-11-20'],
      ['Name', 'E-mail', 'Company', 'City'],
      ...leads,
    ]),
  );
  expect(view).toMatchObject({
    sheet: 'Leads',
    has_header: true,
    title_rows: [['Leads 2026'], ['Exported on', '2026-11-20']],
    rows_total: 2,
  });
  expect(view.columns.map((column) => column.name)).toEqual(['Name', 'E-mail', 'Company', 'City']);
  const all = await detectUpload(main.deps, whoIs(me), view.id, { title_rows: 0, has_header: false });
  expect([all.title_rows, all.rows_total, all.sheet]).toEqual([[], 5, 'Leads']);
  const done = await imported({
    ...all,
    mapping: all.mapping.map((target, index) => (index === 1 ? { kind: 'field', field: 'email' } : { kind: 'ignore' })),
  });
  expect([done.view.rows_done, countsOf(done.view)]).toEqual([
    5,
    { IMPORTED_NEW: 2, INVALID_ADDRESS: 2, MISSING_REQUIRED: 1 },
  ]);
  expect(done.rejected).toContain('Leads 2026');
  for (const plain of [[['Email'], ['a@x.test']], leads, [['Only words'], ['more', 'words']]])
    expect((await upload(workbookOf(plain))).title_rows).toEqual([]);
});

it('gives NULs, halves of characters and letters that turn the reading direction a clear outcome each', async () => {
  // NUL far behind the sample, where nobody looks before the import.
  const filler = Array.from(
    { length: 6_000 },
    (_, row) => `filler-${row}-of-the-sample-that-is-looked-at@hostile.test,Name\n`,
  ).join('');
  const nul = await imported(
    await upload(`email,first_name\n${filler}a\u0000da@hostile.test,A\u0000da\nno\u0000body,N\u0000\n`),
  );
  expect(countsOf(nul.view)).toEqual({ IMPORTED_NEW: 6_001, INVALID_ADDRESS: 1 });
  expect(nul.rejected).toContain('nobody,N,6003,');
  const halves = await imported(
    await upload(
      iconv.encode('email,first_name\nnobody,\ud800x\u202etxt.exe\nbidi@hostile.test,\u202eadA\n', 'utf-16le', {
        addBOM: true,
      }),
    ),
  );
  expect(countsOf(halves.view)).toEqual({ IMPORTED_NEW: 1, INVALID_ADDRESS: 1 });
  expect(
    await main.test.query(
      `
        select first_name
        from lead
        where workspace_id = $1 and email in ('ada@hostile.test', 'bidi@hostile.test')
        order by email
      `,
      [me.workspaceId],
    ),
  ).toEqual([{ first_name: 'Ada' }, { first_name: 'adA' }]);
});

it('ends at a line without end, keeps what came before it, and refuses a file that is one', async () => {
  const done = await imported(
    await upload(
      Readable.from(
        (function* () {
          yield 'email,first_name\nada@endless.test,Ada\nbob@endless.test,"';
          for (let piece = 0; piece < 40; piece += 1) yield 'x'.repeat(65_536);
        })(),
      ),
    ),
  );
  expect([countsOf(done.view), done.view.status]).toEqual([{ IMPORTED_NEW: 1, MALFORMED: 1 }, 'COMPLETED']);
  await expect(upload('x,'.repeat(300_000))).rejects.toMatchObject({ code: 'UNSUPPORTED_MEDIA' });
  const email: ColumnTarget = { kind: 'field', field: 'email' };
  const long = await upload('x'.repeat(3_000_000));
  await uploads().startUpload({ params: { uploadId: long.id }, body: { mapping: [email] } });
  await importNow(main, long.id);
  const view = await uploads().getUpload({ params: { uploadId: long.id } });
  expect([view.status, view.rejected, view.rows_done]).toEqual(['COMPLETED', view.rows_done, view.rows_done]);
});

it('refuses more than a file may have while it arrives, and keeps nothing of it', async () => {
  let sent = 0;
  const endless = Readable.from(
    (function* () {
      const piece = Buffer.alloc(4 * 1024 * 1024, 'x');
      for (; sent < 1024; sent += 4) yield piece;
    })(),
  );
  await expect(upload(endless)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  expect(sent).toBeLessThan(300);
});

const leadsOf = (domain: string) =>
  main.test.query(
    'select email, first_name, phone_number, company_name, custom_fields from lead where email like $1 order by email',
    [`%@${domain}`],
  );

it('numbers columns of one name, and keeps the values of each', async () => {
  const view = await upload(
    'Email,First Name,First Name,Company,Company,Notes,,Email\njane@twice.test,Jane,Janey,Orbit,Orbit Works Ltd,hot,x,j.roe@home.test\n',
  );
  expect(view.columns.map(({ name, samples }) => [name, samples[0]])).toEqual([
    ['Email', 'jane@twice.test'],
    ['First Name', 'Jane'],
    ['First Name (2)', 'Janey'],
    ['Company', 'Orbit'],
    ['Company (2)', 'Orbit Works Ltd'],
    ['Notes', 'hot'],
    ['Column 7', 'x'],
    ['Email (2)', 'j.roe@home.test'],
  ]);
  await imported(view);
  expect(await leadsOf('twice.test')).toEqual([
    {
      email: 'jane@twice.test',
      first_name: 'Jane',
      phone_number: null,
      company_name: 'Orbit',
      custom_fields: {
        first_name_2: 'Janey',
        company: 'Orbit Works Ltd',
        notes: 'hot',
        email_2: 'j.roe@home.test',
      },
    },
  ]);
});

it('refuses a custom field that a standard one would hide', async () => {
  const view = await upload('Email,Nick\na@hidden.test,Al\n');
  const mapping: ColumnTarget[] = [
    { kind: 'field', field: 'email' },
    { kind: 'custom', name: 'first_name' },
  ];
  await expect(uploads().startUpload({ params: { uploadId: view.id }, body: { mapping } })).rejects.toMatchObject({
    code: 'VALIDATION',
  });
});

it.each([',', ';', '\t'])('reads cells that are written as formulas of texts, divided by %j', async (mark) => {
  const domain = `equals${mark.charCodeAt(0)}.test`;
  const rows = [
    ['Email', 'Phone', 'First Name', 'Zip'],
    [`="jane@${domain}"`, '="0612345678"', '="Jane"', '"=""02134"""'],
    [`bo@${domain}`, '="0698765432"', 'Bo', '=" "'],
  ];
  const done = await imported(await upload(rows.map((row) => row.join(mark)).join('\n')));
  expect(countsOf(done.view)).toEqual({ IMPORTED_NEW: 2 });
  expect(await leadsOf(domain)).toEqual([
    { email: `bo@${domain}`, first_name: 'Bo', phone_number: '0698765432', company_name: null, custom_fields: {} },
    {
      email: `jane@${domain}`,
      first_name: 'Jane',
      phone_number: '0612345678',
      company_name: null,
      custom_fields: { zip: '02134' },
    },
  ]);
});

it('reads a table of UTF-16 with semicolons and lines inside of cells, and says what is no table', async () => {
  const text = 'sep=;\r\nEmail;First Name;Note\r\n"a@wide.test";"Zoë";"two\r\nlines; one cell"\r\n';
  const view = await upload(iconv.encode(text, 'utf-16le', { addBOM: true }));
  expect(view).toMatchObject({ encoding: 'utf-16le', delimiter: ';', title_rows: [['sep=', '']], rows_total: 1 });
  await imported(view);
  expect(await leadsOf('wide.test')).toMatchObject([
    { first_name: 'Zoë', custom_fields: { note: 'two\r\nlines; one cell' } },
  ]);
  await expect(upload('<html><table><tr><td>Email</td></tr></table></html>')).rejects.toThrow(
    /web page.*Save the sheet/,
  );
});

it('numbers rows as a spreadsheet does: empty lines count, above the header, below it and between leads', async () => {
  const lines = [
    '',
    'Leads 2026',
    '',
    'Name,Email',
    '',
    'Ada,ada@numbered.test',
    'Bob,nobody',
    '',
    '',
    'Cy,ada@numbered.test',
    '"Dan\n\nTwo",',
    'Eve,eve@numbered.test',
  ];
  const view = await upload(`${lines.join('\r\n')}\r\n`);
  expect([view.rows_above, view.sample_row_numbers, view.rows_total]).toEqual([4, [6, 7, 10, 11, 12], 5]);
  const done = await imported(view);
  expect(countsOf(done.view)).toEqual({
    IMPORTED_NEW: 2,
    DUPLICATE_IN_FILE: 1,
    INVALID_ADDRESS: 1,
    MISSING_REQUIRED: 1,
  });
  const rows = await uploads().listUploadRows({ params: { uploadId: view.id }, query: {} });
  expect(rows.rows.map((row) => [row.row_number + done.view.rows_above, row.reason])).toEqual([
    [7, 'No @ sign'],
    [10, 'The same address as row 6'],
    [11, 'Email is empty'],
  ]);
  expect(done.rejected).toContain('Cy,ada@numbered.test,10,Duplicate inside the file,The same address as row 6');
  const book = await upload(workbookOf([['Name', 'Email'], [], ['Ada', 'ada@sheet-numbers.test'], [], ['Bob', 'bad']]));
  expect([book.rows_above, book.sample_row_numbers]).toEqual([1, [3, 5]]);
});

it.each([
  [',', '\n'],
  [';', '\r\n'],
])('takes rows of nothing but delimiters (%j) for empty ones wherever rows are counted', async (mark, end) => {
  const nothing = mark.repeat(2);
  const row = (...cells: string[]) => cells.join(mark);
  const name = `only${mark.charCodeAt(0)}`;
  const lines = [
    nothing,
    row('Name', 'Email', 'City'),
    nothing,
    row('Ada', `ada@${name}.test`, 'Rome'),
    row(' ', '""', ' '),
    row('Bob', '', 'Oslo'),
    ...Array.from({ length: 60 }, () => nothing),
    row('Cy', `ada@${name}.test`, ''),
    nothing,
    mark.repeat(16_383),
  ];
  const view = await upload(lines.join(end));
  expect([view.has_header, view.rows_above, view.sample_row_numbers, view.rows_total]).toEqual([
    true,
    2,
    [4, 6, 67],
    3,
  ]);
  expect(view.title_rows).toEqual([]);
  const done = await imported(view);
  expect([done.view.rows_done, countsOf(done.view)]).toEqual([
    3,
    { IMPORTED_NEW: 1, MISSING_REQUIRED: 1, DUPLICATE_IN_FILE: 1 },
  ]);
  const { rows } = await uploads().listUploadRows({ params: { uploadId: view.id }, query: {} });
  expect(rows.map((found) => [found.row_number + done.view.rows_above, found.reason])).toEqual([
    [6, 'Email is empty'],
    [67, 'The same address as row 4'],
  ]);
  const book = await upload(
    workbookOf([
      ['Name', 'Email'],
      ['', ' '],
      ['Ada', 'ada@sheet-blank.test'],
      ['', ''],
      ['Bob', 'bad'],
    ]),
  );
  expect([book.sample_row_numbers, book.rows_total]).toEqual([[3, 5], 2]);
});

it('counts repaired and role addresses before an import with examples, and after it', async () => {
  const lines = [
    'Name,Email,Also',
    'Ada, mailto:Ada@Repaired.test ,x',
    '',
    'Bob,"Bob <bob@repaired.test>",sales@other.test',
    'Cy,CY@REPAIRED.TEST,',
    'Info,info@repaired.test,',
    'Sales,sales@repaired.test.,',
    'Nobody,nobody,',
  ];
  const view = await upload(lines.join('\n'));
  expect(view.columns.map((column) => column.addresses)).toEqual([
    undefined,
    {
      rows: 6,
      repaired: 3,
      role: 2,
      examples: [
        { row: 2, from: ' mailto:Ada@Repaired.test ', to: 'ada@repaired.test' },
        { row: 4, from: 'Bob <bob@repaired.test>', to: 'bob@repaired.test' },
        { row: 7, from: 'sales@repaired.test.', to: 'sales@repaired.test' },
      ],
    },
    { rows: 6, repaired: 0, role: 1, examples: [] },
  ]);
  expect([view.repaired_addresses, view.role_addresses]).toEqual([0, 0]);
  const { view: done } = await imported(view);
  expect([done.repaired_addresses, done.role_addresses]).toEqual([3, 2]);
});
