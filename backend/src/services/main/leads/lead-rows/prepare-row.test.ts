import * as fc from 'fast-check';
import { csvCell } from '@skein/contracts/csv-cell';
import { lineNames, readLine } from './lead-line';
import { prepareRow, rowPreparer, type PreparedRow, type RejectedRow } from './prepare-row';

const valuesOf = (row: PreparedRow | RejectedRow) =>
  Object.fromEntries(readLine((row as PreparedRow).line).map((value, index) => [lineNames[index], value]));
const prepare = (email: string) => prepareRow({ rowNumber: 1, email, fields: {}, custom: {}, raw: null });

it.each([
  ['  Ada@Company.TEST ', 'ada@company.test'],
  ['mailto:ada@company.test', 'ada@company.test'],
  ['Ada Lovelace <ada@company.test>', 'ada@company.test'],
  ['\u200bada@company.test\u00a0', 'ada@company.test'],
  ['"ada@company.test",', 'ada@company.test'],
])('reads %j as an address', (given, address) => {
  expect(prepare(given)).toMatchObject({ email: address, domain: 'company.test' });
});

it.each([
  ['', 'MISSING_REQUIRED', 'Email is empty'],
  ['t.ruiz@blueyard', 'INVALID_ADDRESS', 'No top-level domain'],
  ['nobody', 'INVALID_ADDRESS', 'No @ sign'],
  ['kaputt@@prospects', 'INVALID_ADDRESS', 'Address has two @'],
  ['a@@@b.test', 'INVALID_ADDRESS', 'Address has more than one @'],
  ['a@b.test@c.test', 'INVALID_ADDRESS', 'More than one address, or a space or comma in it'],
  ['a@b.test; c@d.test', 'INVALID_ADDRESS', 'More than one address, or a space or comma in it'],
])('refuses %j with its reason', (given, outcome, reason) => {
  expect(prepare(given)).toMatchObject({ outcome, reason });
});

it.each([
  'a@b.test\r\nBcc: <x@y.test>',
  'Ada\n<ada@company.test>',
  'ada@company.test\nx@y.test',
  'ada\u0000@company.test',
  'ada@comp\tany.test',
  '<ada@company\u007f.test>',
  'mailto:a@b.test\u000b<x@y.test>',
])('takes no address out of %j', (given) => {
  const row = prepare(given);
  expect(row).toMatchObject({
    outcome: 'INVALID_ADDRESS',
    reason: 'A line break or another control character in the address',
  });
  // It is kept with the row, and can be shown on one line and stored.
  expect(row.email).toMatch(/^[\P{Cc}]+$/u);
});

it('takes off blanks and control characters around an address', () => {
  for (const given of [
    'ada@company.test\r\n',
    '\tada@company.test\u0000',
    '\u0001 ada@company.test \u001f',
    '\ufeff\nAda <ada@company.test>\n',
  ])
    expect(prepare(given)).toMatchObject({ email: 'ada@company.test' });
});

it('keeps at most 200 custom fields, drops blank ones and what the database cannot hold', () => {
  const custom = Object.fromEntries(
    Array.from({ length: 250 }, (_, index) => [`field${index}`, `va\u0000lue ${index}`]),
  );
  const row = prepareRow({
    rowNumber: 1,
    email: 'a@b.test',
    fields: { first_name: ' Ada\u0000 ', last_name: ' ' },
    custom: { ...custom, blank: '  ' },
    raw: null,
  });
  const { first_name, last_name, custom: kept } = valuesOf(row);
  expect([first_name, last_name]).toEqual(['Ada', null]);
  expect(Object.keys(JSON.parse(kept as string) as object)).toHaveLength(200);
  expect(JSON.parse(kept as string)).toMatchObject({ field0: 'value 0' });
});

it('reads the cells of a file as it reads one lead, whatever stands in them', () => {
  const cell = fc.oneof(
    fc.constantFrom('Ada', ' Ada ', 'a\tb\nc\\N', '\\N', 'x\u0000', '\u200bé', '\ud800', '‮evil', '"', '{"a": 1}'),
    fc.string({ unit: 'binary', maxLength: 8 }),
  );
  fc.assert(
    fc.property(
      fc.constantFrom('ada@company.test', ' Ada@Company.TEST', 'nobody', ''),
      cell,
      cell,
      cell,
      (email, first, city, other) => {
        const cells = [first, email, city, other, 'left out'];
        const fromFile = rowPreparer([
          { field: 'first_name' },
          { field: 'email' },
          { custom: 'city' },
          { custom: 'na"me' },
          null,
        ])(7, cells, 'text');
        const given = prepareRow({
          rowNumber: 7,
          email,
          fields: { first_name: first },
          custom: { city, 'na"me': other },
          raw: 'text',
        });
        expect(fromFile).toEqual(given);
      },
    ),
  );
});

it('a cell as long as a file is judged by its beginning, in no time', () => {
  for (const cell of [
    `\u2039${'@'.repeat(900_000)}`,
    `${'.'.repeat(900_000)}x`,
    `a${' '.repeat(900_000)}b@c.test`,
    `<${'@'.repeat(900_000)}`,
  ])
    expect(prepare(cell)).toMatchObject({ outcome: expect.stringMatching(/^(INVALID_ADDRESS|MISSING_REQUIRED)$/) });
});

it('takes off the apostrophe with which an export disarmed a value, and no other', () => {
  const read = rowPreparer([{ field: 'email' }, { field: 'first_name' }, { custom: 'note' }]);
  for (const value of ['=1+1', '@SUM(A1)', '+cmd|x', '-2+3+cmd', "'=1", "'tis", "O'Neill"]) {
    const { first_name, custom } = valuesOf(read(1, ['a@b.test', csvCell(value), csvCell(value)], ''));
    expect([first_name, custom]).toEqual([value, JSON.stringify({ note: value })]);
  }
});
