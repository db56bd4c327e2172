import { defaultAddress, isFiltered, readAddress, toFilter, writeAddress } from './list-address';

test('an address survives the way into the URL and back', () => {
  const address = {
    ...defaultAddress,
    search: 'yard',
    statuses: ['ACTIVE' as const, 'PAUSED' as const],
    tagIds: [3, 9],
    folderId: 0,
    updatedDays: 90,
    sort: 'sent' as const,
    direction: 'asc' as const,
    cursor: 'abc',
    offset: 25,
  };
  expect(readAddress(writeAddress(address))).toEqual(address);
  expect(writeAddress(address).get('status')).toBe('active,paused');
});

test('the usual view leaves no trace in the URL and counts as unfiltered', () => {
  expect(writeAddress(defaultAddress).toString()).toBe('');
  expect(isFiltered(defaultAddress)).toBe(false);
  expect(isFiltered({ ...defaultAddress, statuses: ['DRAFTED'] })).toBe(true);
});

test('every status at once shows archived campaigns and is no filter that could hide something', () => {
  const all = readAddress(new URLSearchParams('status=any'));
  expect(all.statuses).toHaveLength(6);
  expect(isFiltered(all)).toBe(false);
  expect(writeAddress(all).toString()).toBe('status=any');
});

test('nonsense in the URL falls back to the defaults', () => {
  const address = readAddress(new URLSearchParams('status=gone&tags=x,-1,4&folder=zz&updated=12&sort=;drop&from=40'));
  expect(address).toEqual({ ...defaultAddress, statuses: [], tagIds: [4] });
  expect(toFilter(address, new Date('2026-11-20T10:41:00Z'))).toEqual({ tag_id: [4] });
});

test('the last 30 days are counted from the hour, so that the same question is asked twice', () => {
  const filter = toFilter({ ...defaultAddress, updatedDays: 30 }, new Date('2026-11-20T10:41:12Z'));
  expect(filter.updated_after).toBe('2026-10-21T10:00:00.000Z');
});
