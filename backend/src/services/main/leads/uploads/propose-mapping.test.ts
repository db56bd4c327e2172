import iconv from 'iconv-lite';
import { EncodingEvidence, encodingOf } from '#files/tables/detect-encoding';
import { proposeMapping } from './propose-mapping';
import { detectHeader } from '#files/tables/detect-header';
import { detectDelimiter } from '#files/tables/detect-delimiter';
import { readSample } from '#files/tables/read-rows';

const detect = (bytes: Buffer) => {
  const evidence = new EncodingEvidence();
  for (let at = 0; at < bytes.length; at += 1000) evidence.add(bytes.subarray(at, at + 1000));
  return encodingOf(evidence.finish()).encoding;
};

it.each(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const)('recognises %s', (encoding) => {
  const text =
    'Email;First;Last\r\n' +
    Array.from({ length: 50 }, (_, index) => `p${index}@corridor.test;José;Peña Müller\r\n`).join('');
  expect(detect(iconv.encode(text, encoding))).toBe(encoding);
  if (encoding !== 'windows-1252') expect(detect(iconv.encode(text, encoding, { addBOM: true }))).toBe(encoding);
});

it('takes a letter outside of ASCII at the very end of a long file into account', () => {
  const ascii = Buffer.from('email,name\n' + 'a@b.test,Ann\n'.repeat(50_000));
  expect(
    detect(
      Buffer.concat([ascii, Buffer.from([0x63, 0x40, 0x64, 0x2e, 0x65, 0x75, 0x2c, 0x4a, 0x6f, 0x73, 0xe9, 0x0a])]),
    ),
  ).toBe('windows-1252');
  expect(detect(Buffer.concat([ascii, Buffer.from('c@d.eu,José\n')]))).toBe('utf-8');
});

it.each([
  [',', 'a,b,c\n1,"x, y; z",3\n'],
  [';', 'a;b;c\n1;"x, y; z, q";3\n'],
  ['\t', 'a\tb\n1,5\t2\n'],
  ['|', 'a|b|c\n1|2|3\n'],
])('recognises the delimiter %j', (delimiter, text) => {
  expect(detectDelimiter(text)).toBe(delimiter);
});

it('leaves out a row that the end of the sample cuts off', () => {
  expect(readSample('a,b\n1,2\n3,"4', ',', 50).map((row) => row.cells)).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
});

it('gives headers that are longer than a name may be names of their own', () => {
  const long = 'Which of these would help your team most over the coming year, and why? '.repeat(2);
  const targets = proposeMapping(
    ['Email', `${long}one`, `${long}other`],
    [['a@b.test', 'Fewer sheets', 'Fewer calls']],
    null,
  ).map(({ target }) => (target.kind === 'custom' ? target.name : ''));
  expect(targets[1]).toHaveLength(120);
  expect(targets[2]).toHaveLength(120);
  expect(targets[2]).toBe(`${targets[1]?.slice(0, 118)}_2`);
});

it('maps the columns of the mockup by name and content', () => {
  const names = ['Email Address', 'First', 'Last', 'Account', 'Title', 'City', 'LinkedIn URL', 'Internal ID'];
  const rows = [
    [
      'jose.pena@corridorcold.com',
      'José',
      'Peña',
      'Corridor Cold Storage',
      'Yard Manager II',
      'Rockford',
      'linkedin.com/in/josepena-yard',
      '0031U00001kQz',
    ],
    ['a@b.com', 'A', 'B', 'C', 'D', 'E', 'https://linkedin.com/in/ab', '0031U00001kQy'],
  ];
  const columns = proposeMapping(names, rows, null);
  expect(columns.map((column) => [column.target, column.match])).toEqual([
    [{ kind: 'field', field: 'email' }, 'CERTAIN'],
    [{ kind: 'field', field: 'first_name' }, 'CERTAIN'],
    [{ kind: 'field', field: 'last_name' }, 'CERTAIN'],
    [{ kind: 'field', field: 'company_name' }, 'CERTAIN'],
    [{ kind: 'custom', name: 'title' }, 'LIKELY'],
    [{ kind: 'custom', name: 'city' }, 'LIKELY'],
    [{ kind: 'field', field: 'linkedin_profile' }, 'CERTAIN'],
    [{ kind: 'ignore' }, 'NONE'],
  ]);
});

it('finds the address by its content where no name tells, and gives each field once', () => {
  const columns = proposeMapping(
    ['Column 1', 'Email', 'email'],
    [
      ['x@y.com', 'none', 'a@b.com'],
      ['z@y.com', 'none', 'c@b.com'],
    ],
    null,
  );
  expect(columns.map((column) => column.target)).toEqual([
    { kind: 'ignore' },
    { kind: 'custom', name: 'email_2' },
    { kind: 'field', field: 'email' },
  ]);
  expect(proposeMapping(['Column 1'], [['x@y.com']], null)[0]).toMatchObject({
    target: { kind: 'field', field: 'email' },
    match: 'LIKELY',
  });
});

it('leaves a column without a name out beside named ones, and keeps it in a file without names', () => {
  const row = ['ada@a.test', 'x'];
  expect(proposeMapping(['Email', 'Column 2'], [row], null)[1]).toMatchObject({
    target: { kind: 'ignore' },
    reason: 'The column has no name',
  });
  expect(proposeMapping(['Column 1', 'Column 2'], [row], null)[1]?.target).toEqual({
    kind: 'custom',
    name: 'column_2',
  });
});

it('keeps columns of one name apart, the second one under a name that templates can reach', () => {
  const header = ['Email', 'First Name', 'First Name (2)', 'Company', 'Company (2)', 'Notes', 'Column 7', 'Email (2)'];
  const row = ['jane@orbit-works.test', 'Jane', 'Janey', 'Orbit', 'Orbit Works Ltd', 'hot', 'x', 'j.roe@home.test'];
  const columns = proposeMapping(header, [row], null);
  expect(columns.map(({ name, samples }) => [name, samples[0]])).toEqual(header.map((name, at) => [name, row[at]]));
  expect(columns.map(({ target }) => (target.kind === 'field' ? target.field : JSON.stringify(target)))).toEqual([
    'email',
    'first_name',
    '{"kind":"custom","name":"first_name_2"}',
    'company_name',
    '{"kind":"custom","name":"company"}',
    '{"kind":"custom","name":"notes"}',
    '{"kind":"ignore"}',
    '{"kind":"custom","name":"email_2"}',
  ]);
  // Where the first of two columns is empty, the second one is the field.
  expect(proposeMapping(['Email', 'Email (2)'], [['', 'a@b.test']], null).map(({ target }) => target)).toEqual([
    { kind: 'ignore' },
    { kind: 'field', field: 'email' },
  ]);
});

it('tells a header with a name twice from data', () => {
  expect(
    detectHeader([
      ['Kontakt', 'Kontakt', 'Stadt'],
      ['a@b.test', 'Ann', 'Bonn'],
    ]),
  ).toBe(true);
});

it('tells a header from data', () => {
  expect(
    detectHeader([
      ['a@b.com', 'Ann'],
      ['c@d.com', 'Bob'],
    ]),
  ).toBe(false);
  expect(
    detectHeader([
      ['E-Mail', 'Vorname'],
      ['c@d.com', 'Bob'],
    ]),
  ).toBe(true);
  expect(
    detectHeader([
      ['1', '2'],
      ['3', '4'],
    ]),
  ).toBe(false);
});

it('leaves out what a file of rejected rows says about them', () => {
  const columns = proposeMapping(
    ['Email', 'City', 'row number', 'outcome', 'reason'],
    [['a@b.test', 'Rome', '3', 'Address is not valid', 'No top-level domain']],
    null,
  );
  expect(columns.map((column) => column.target.kind)).toEqual(['field', 'custom', 'ignore', 'ignore', 'ignore']);
});
