import { explainEntry, readBlockEntry } from './block-entry';

it('reads addresses and domains as people write them', () => {
  for (const text of ['Ada@Company.TEST', 'Ada <ada@company.test>\r\n', '\u200bmailto:ada@company.test'])
    expect(readBlockEntry(text)).toEqual({ kind: 'email', value: 'ada@company.test' });
  for (const text of ['company.test', '\thttps://www.Company.test/path', '@company.test'])
    expect(readBlockEntry(text)).toEqual({ kind: 'domain', value: 'company.test' });
});

it.each([
  'a@b.test\r\n<x@y.test>',
  'a@b.test\nx@y.test',
  'ada\u0000@company.test',
  'comp\nany.test',
  'comp\u007fany.test',
])('takes nothing out of %j', (text) => {
  expect(readBlockEntry(text)).toBeNull();
  expect(explainEntry(text)).toMatch(/^A line break or another control character in (it|the address)$/);
});
