import { prepareRow } from './prepare-row';

const prepare = (email: string) => prepareRow({ rowNumber: 1, email, fields: {}, custom: {}, raw: null });

it.each([['  Ada@Company.TEST ', 'ada@company.test'], ['mailto:ada@company.test', 'ada@company.test'], ['Ada Lovelace <ada@company.test>', 'ada@company.test'], ['\u200bada@company.test\u00a0', 'ada@company.test'], ['"ada@company.test",', 'ada@company.test']])('reads %j as an address', (given, address) => {
  expect(prepare(given)).toMatchObject({ email: address, domain: 'company.test' });
});

it.each([['', 'MISSING_REQUIRED', 'Email is empty'], ['t.ruiz@blueyard', 'INVALID_ADDRESS', 'No top-level domain'], ['nobody', 'INVALID_ADDRESS', 'No @ sign'], ['kaputt@@prospects', 'INVALID_ADDRESS', 'Address has two @'], ['a@@@b.test', 'INVALID_ADDRESS', 'Address has more than one @'], ['a@b.test@c.test', 'INVALID_ADDRESS', 'More than one address, or a space or comma in it'], ['a@b.test; c@d.test', 'INVALID_ADDRESS', 'More than one address, or a space or comma in it']])('refuses %j with its reason', (given, outcome, reason) => {
  expect(prepare(given)).toMatchObject({ outcome, reason });
});

it('keeps at most 200 custom fields, drops blank ones and what the database cannot hold', () => {
  const custom = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`field${index}`, `va\u0000lue ${index}`]));
  const row = prepareRow({ rowNumber: 1, email: 'a@b.test', fields: { first_name: ' Ada\u0000 ', last_name: ' ' }, custom: { ...custom, blank: '  ' }, raw: null });
  expect(row).toMatchObject({ fields: { first_name: 'Ada', last_name: null } });
  expect(Object.keys('custom' in row ? row.custom : {})).toHaveLength(200);
  expect('custom' in row && row.custom['field0']).toBe('value 0');
});
