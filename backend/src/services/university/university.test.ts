import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { universityContract } from '@skein/contracts/university/university.contract';
import { findRepositoryRoot } from '../../platform/env/repository-root';
import { createTestServices, type TestServices } from '../../server/testing/test-services';
import { createLibrary } from './library/library';
import { readContent } from './library/read-content';

let services: TestServices;

beforeAll(async () => {
  services = await createTestServices();
});

afterAll(() => services.close());

const asPerson = async () => services.asClient(universityContract, await services.main.signIn());

it('ships three courses and thirty items whose names all resolve', async () => {
  const library = await (await asPerson()).library({});
  expect(library.courses).toHaveLength(3);
  expect(library.items.length).toBeGreaterThanOrEqual(24);
  const slugs = new Set(library.items.map(({ slug }) => slug));
  const categories = new Set(library.categories.map(({ slug }) => slug));
  for (const course of library.courses) for (const slug of course.items) expect(slugs).toContain(slug);
  for (const item of library.items) {
    expect(item.helps).not.toBeNull();
    for (const category of item.categories) expect(categories).toContain(category);
  }
});

it('reads every file that ships with the product', async () => {
  const content = await readContent([join(findRepositoryRoot(), 'content', 'university')]);
  expect(content.problems).toEqual([]);
});

it('keeps progress and saved items with the person', async () => {
  const ada = await asPerson();
  const bob = await asPerson();
  const params = { slug: 'spf-and-dkim' };
  await ada.keepProgress({ params, body: { state: 'STARTED' } });
  await ada.keepProgress({ params, body: { is_saved: true } });
  expect(await ada.item({ params })).toMatchObject({ state: 'STARTED', is_saved: true });
  await ada.keepProgress({ params, body: { state: 'NONE' } });
  expect(await ada.item({ params })).toMatchObject({ state: 'NONE', is_saved: true });
  expect(await bob.item({ params })).toMatchObject({ state: 'NONE', is_saved: false });
});

it('finds items by all words, titles first, with the place of the hit', async () => {
  const { found } = await (await asPerson()).search({ query: { q: 'dmarc reject' } });
  expect(found[0]?.slug).toBe('dmarc-without-fear');
  expect(found[0]?.excerpt.toLowerCase()).toContain('dmarc');
  expect(await (await asPerson()).search({ query: { q: 'zzzz' } })).toEqual({ found: [] });
});

it('registers for a date once, counts the workspace, and gives a calendar file', async () => {
  const person = await asPerson();
  const [event] = (await person.events({})).upcoming;
  const params = { eventId: event?.id ?? '' };
  expect(await person.register({ params })).toMatchObject({ is_registered: true, registered: 1 });
  expect(await person.register({ params })).toMatchObject({ is_registered: true, registered: 1 });
  await person.unregister({ params });
  expect((await person.events({})).upcoming[0]).toMatchObject({ is_registered: false, registered: 0 });
});

describe('files of an operator', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'skein-university-'));
    mkdirSync(join(folder, 'items'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('appear without a restart, and a broken one is named and left out', async () => {
    const problems: string[] = [];
    const shipped = join(findRepositoryRoot(), 'content', 'university');
    const library = createLibrary({ shipped, own: folder }, (problem) => problems.push(problem));
    const before = (await library.read()).items.size;
    writeFileSync(join(folder, 'items', 'ours.md'), '---\ntitle: Ours\ntype: Guide\nduration: 1 min\n---\n\nText.\n');
    writeFileSync(join(folder, 'items', 'broken.md'), '---\ntitle: Broken\n---\n');
    const content = await library.read();
    expect(content.items.size).toBe(before + 1);
    expect(content.items.get('ours')?.blocks).toEqual([
      { kind: 'paragraph', content: [{ text: 'Text.', mark: null, href: null }] },
    ]);
    expect(problems.join()).toContain('broken.md');
  });
});
