import { ownerOf, parseRegistry } from './manifest';

const entry = (id: string) => ({ id, label: id, to: `/app/${id}`, icon: 'book', group: 'learn', order: 1 });
const remote = (name: string, change: Record<string, unknown> = {}) => ({
  name,
  title: name,
  version: '1',
  entry: `/remotes/${name}/1/remoteEntry.js`,
  integrity: { 'remoteEntry.js': 'sha384-a' },
  basePaths: [`/app/${name}`],
  nav: [entry(name)],
  permissions: [],
  parts: [],
  signature: 'signed',
  ...change,
});
const parse = (...remotes: unknown[]) => parseRegistry({ version: '1', remotes }).remotes;

it('takes what is as it should be as it is', () => {
  const given = remote('inbox');
  expect(parse(given)[0]).toBe(given);
});

it.each<[string, Record<string, unknown>, string]>([
  ['no navigation', { nav: undefined }, 'nav is not a list'],
  ['an entry without a label', { nav: [{ ...entry('inbox'), label: 1 }] }, 'entry 1 of nav has no label'],
  ['no addresses', { basePaths: '/app/inbox' }, 'basePaths is not a list of addresses'],
  ['no version', { version: 2 }, 'it has no version'],
  ['no hashes', { integrity: null }, 'integrity does not list'],
  ['no permissions', { permissions: {} }, 'permissions is not a list of names'],
])('refuses a remote with %s alone, with the reason', (_, change, reason) => {
  const [bad, good] = parse(remote('inbox', change), remote('leads'));
  expect(bad?.refused).toContain(`What remotes.json says of this area is malformed: ${reason}`);
  expect(bad).toMatchObject({ name: 'inbox', entry: '', signature: 'signed' });
  expect(good?.refused).toBeUndefined();
});

it('keeps of a refused remote the addresses and entries that are as they should be, so that its area can say why', () => {
  const remotes = parse(remote('inbox', { nav: [entry('inbox'), null], basePaths: ['/app/inbox', 7] }));
  expect(remotes[0]?.nav.map(({ id }) => id)).toEqual(['inbox']);
  expect(ownerOf(remotes, '/app/inbox/all')?.name).toBe('inbox');
});

it('gives a remote without a name of its own neither addresses nor entries', () => {
  const remotes = parse(remote('leads'), remote('leads'), remote('Not A Name'), null, 'text');
  expect(remotes.map(({ name }) => name)).toEqual(['leads', 'unnamed_2', 'unnamed_3', 'unnamed_4', 'unnamed_5']);
  expect(remotes.slice(1).every(({ refused, nav, basePaths }) => refused && !nav.length && !basePaths.length)).toBe(
    true,
  );
  expect(ownerOf(remotes, '/app/leads')?.refused).toBeUndefined();
});

it('throws for what is no list at all', () => {
  expect(() => parseRegistry({ version: '1' })).toThrow('no list of remotes');
  expect(() => parseRegistry(null)).toThrow('no list of remotes');
});
