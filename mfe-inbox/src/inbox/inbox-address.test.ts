import { emptyAddress, isFiltered, readAddress, toQuery, writeAddress } from './inbox-address';

const read = (address: string) => {
  const url = new URL(address, 'https://skein.test');
  return readAddress(url.pathname.replace(/^\/app\/master-inbox\/?/, ''), url.searchParams);
};

it('gives the same view back from its own text', () => {
  const address = {
    ...emptyAddress,
    folder: 'assigned_to_me' as const,
    conversation: 812,
    search: 'yard time',
    categories: [2, -1],
    campaigns: [7],
    mailboxes: [3, 4],
    statuses: ['opened' as const],
    from: '2026-11-02',
    to: '2026-11-09',
    sort: 'sent_time_desc' as const,
  };
  expect(writeAddress(address)).toBe(
    '/app/master-inbox/assigned-to-me/812?q=yard+time&category=2,-1&campaign=7&mailbox=3,4&status=opened&from=2026-11-02&to=2026-11-09&sort=sent_time_desc',
  );
  expect(read(writeAddress(address))).toEqual(address);
});

it('leaves no trace of what is usual, and nothing of what is not understood', () => {
  expect(writeAddress(emptyAddress)).toBe('/app/master-inbox');
  expect(read('/app/master-inbox/nonsense/12x?category=a,1e9&status=loved&from=2026-13-40&sort=up')).toEqual(
    emptyAddress,
  );
});

it('asks the server for whole days of the zone, and not for a single letter', () => {
  const asked = toQuery(
    { ...emptyAddress, search: 'y', from: '2026-11-02', to: '2026-11-03' },
    (day, offset) => `${day}+${offset}`,
  );
  expect(asked).toEqual({ folder: 'replies', replied_after: '2026-11-02+0', replied_before: '2026-11-03+1' });
});

it('tells an empty folder from a filter that hides everything', () => {
  expect(isFiltered({ ...emptyAddress, folder: 'unread', conversation: 5 })).toBe(false);
  expect(isFiltered({ ...emptyAddress, categories: [1] })).toBe(true);
});
