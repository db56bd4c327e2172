import {
  defaultAddress,
  isFiltered,
  readAddress,
  sortOf,
  tabAddress,
  tableSort,
  toFilter,
  writeAddress,
} from './list-address';

const full = {
  search: 'rosa',
  ids: [4, 9],
  state: 'failing' as const,
  type: 'GMAIL' as const,
  inUse: 'no' as const,
  tagIds: [3, 8],
  client: 7,
  domain: 'northlight.test',
  warmup: 'off' as const,
  smtp: 'ok' as const,
  imap: 'failing' as const,
  age: '7_to_30' as const,
  sort: 'email' as const,
  cursor: 'abc',
  offset: 20,
};

test('an address survives being written and read', () => {
  expect(readAddress(writeAddress(full))).toEqual(full);
  expect(writeAddress(defaultAddress).toString()).toBe('');
});

test('nonsense in the address is left at the default', () => {
  expect(
    readAddress(
      new URLSearchParams(
        'state=sleeping&provider=AOL&used=maybe&tags=x,-1,2&sort=upwards&from=7&client=x&warmup=hot&age=old&smtp=1',
      ),
    ),
  ).toEqual({ ...defaultAddress, tagIds: [2] });
});

test('a tab keeps search and filters and begins at the first page', () => {
  expect(tabAddress(full, 'suspended')).toBe(
    '/app/email-accounts?q=rosa&ids=4%2C9&state=suspended&provider=gmail&used=no&tags=3%2C8&client=7&domain=northlight.test&warmup=off&smtp=ok&imap=failing&age=7_to_30&sort=email',
  );
  expect(tabAddress(defaultAddress, null)).toBe('/app/email-accounts');
});

test('only what was asked for reaches the server', () => {
  expect(toFilter(defaultAddress)).toEqual({});
  expect(toFilter(full)).toEqual({
    search: 'rosa',
    ids: [4, 9],
    state: 'failing',
    type: 'GMAIL',
    in_use: 'false',
    tag_ids: [3, 8],
    client_id: 7,
    domain: 'northlight.test',
    warmup: 'off',
    smtp: 'ok',
    imap: 'failing',
    age: '7_to_30',
  });
  expect(toFilter({ ...defaultAddress, client: 'none' })).toEqual({ no_client: 'true' });
  expect(isFiltered({ ...defaultAddress, sort: 'email' })).toBe(false);
});

test('a column sorts the way the server can, and the other way brings back the usual order', () => {
  expect(sortOf({ column: 'mailbox', direction: 'asc' })).toBe('email');
  expect(sortOf({ column: 'mailbox', direction: 'desc' })).toBe('newest');
  expect(sortOf(tableSort('sent_today'))).toBe('sent_today');
  expect(sortOf(null)).toBe('newest');
});
