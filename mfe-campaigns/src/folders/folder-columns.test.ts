import { findFolders } from './folder-columns';

const folder = (id: number, name: string, campaign_count: number) => ({
  id,
  name,
  campaign_count,
  active_count: 0,
  created_at: '2026-11-01T08:00:00.000Z',
});
const folders = [folder(1, 'Client 10', 2), folder(2, 'Client 9', 7), folder(3, 'Season', 4)];
const ids = (search: string, sort: string) => findFolders(folders, search, sort).map(({ id }) => id);

it('finds folders by a part of their name, whatever its case', () => {
  expect(ids('client', 'name')).toEqual([2, 1]);
});

it.each([
  ['name', [2, 1, 3]],
  ['-name', [3, 1, 2]],
  ['campaigns', [1, 3, 2]],
  ['-campaigns', [2, 3, 1]],
])('sorts them by %s, numbers in names by their value', (sort, expected) => {
  expect(ids('', sort)).toEqual(expected);
});

it('sorts by name where the address names a column that is not there', () => {
  expect(ids('', 'size')).toEqual([2, 1, 3]);
});
