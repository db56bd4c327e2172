import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { universityContract } from '@skein/contracts/university/university.contract';
import { findRepositoryRoot } from '#platform/env/repository-root';
import { createTestServices, type TestServices } from '#server/testing/test-services';
import { createLibrary } from './library/library';
import { readContent } from './library/read-content';
import { servePicture } from './library/serve-picture';
import { serveVideo } from './library/serve-video';

const fail = (problem: string) => {
  throw new Error(problem);
};

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
  const areas = [
    ...readdirSync(findRepositoryRoot())
      .filter((name) => name.startsWith('mfe-'))
      .flatMap((name) => {
        const file = readFileSync(join(findRepositoryRoot(), name, 'manifest.json'), 'utf8');
        return (JSON.parse(file) as { basePaths: string[] }).basePaths;
      }),
    '/app/get-started',
  ];
  for (const item of library.items) {
    expect(item.screens).not.toEqual([]);
    for (const address of [item.helps ?? '', ...item.screens])
      expect(areas.filter((area) => address === area || address.startsWith(`${area}/`))).toHaveLength(1);
    for (const category of item.categories) expect(categories).toContain(category);
  }
});

it('reads every file that ships with the product', async () => {
  const content = await readContent([join(findRepositoryRoot(), 'content', 'university')]);
  expect(content.problems).toEqual([]);
});

it('plays every lesson of type Video, with captions, chapters and a picture, all together below 40 MB', async () => {
  const folder = join(findRepositoryRoot(), 'content', 'university');
  const { items, videos } = await readContent([folder]);
  const films = readdirSync(join(folder, 'items')).filter((name) =>
    /^type: Video$/m.test(readFileSync(join(folder, 'items', name), 'utf8')),
  );
  expect(films.length).toBeGreaterThanOrEqual(12);
  for (const slug of films.map((name) => name.slice(0, -3))) {
    expect(items.get(slug)?.type).toBe('Video');
    const { seconds = 0, chapters = [], transcript = [], poster = null } = videos.get(slug) ?? {};
    expect({ slug, poster, isShort: seconds >= 45 && seconds <= 110 }).toEqual({
      slug,
      poster: `${slug}.jpg`,
      isShort: true,
    });
    expect(items.get(slug)?.duration).toBe(`${Math.ceil(seconds / 60)} min`);
    expect(chapters.length).toBeGreaterThanOrEqual(2);
    expect(chapters.map(({ at }) => at)).toEqual(chapters.map(({ at }) => at).sort((one, other) => one - other));
    expect(transcript.at(-1)?.at).toBeLessThan(seconds);
  }
  const sizes = readdirSync(join(folder, 'videos')).map((name) => statSync(join(folder, 'videos', name)).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(40 * 1024 * 1024);
});

it('has a recording or a picture for every text', async () => {
  const { items, videos } = await readContent([join(findRepositoryRoot(), 'content', 'university')]);
  const bare = [...items.values()].filter(
    ({ slug, blocks }) => !videos.has(slug) && !blocks.some(({ kind }) => kind === 'picture'),
  );
  expect(bare.map(({ slug }) => slug)).toEqual([]);
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

describe('files of an operator', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'skein-university-'));
    mkdirSync(join(folder, 'items'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('serves a recording whole and in parts, with its captions, and nothing else', async () => {
    mkdirSync(join(folder, 'videos'));
    writeFileSync(join(folder, 'items', 'tour.md'), '---\ntitle: Tour\ntype: Video\nduration: 1 min\n---\n\nText.\n');
    writeFileSync(join(folder, 'videos', 'tour.webm'), '0123456789');
    writeFileSync(join(folder, 'videos', 'tour.vtt'), 'WEBVTT\n\n00:02.000 --> 00:04.000\nOpen a campaign.\n');
    writeFileSync(join(folder, 'videos', 'tour.json'), '{"seconds": 30, "chapters": [{"at": 0, "title": "Start"}]}');
    const library = createLibrary({ shipped: join(folder, 'none'), own: folder }, fail);
    expect((await library.read()).items.get('tour')?.type).toBe('Video');
    expect((await library.read()).videos.get('tour')?.transcript).toEqual([{ at: 2, text: 'Open a campaign.' }]);
    const ask = (name: string, range: string | null = null) => serveVideo({ library }, name, range);
    expect(await (await ask('tour.webm')).text()).toBe('0123456789');
    const part = await ask('tour.webm', 'bytes=2-4');
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/10', '234']);
    expect((await ask('tour.webm', 'bytes=20-')).status).toBe(416);
    expect((await ask('tour.webm', 'lines=1-2')).status).toBe(200);
    expect((await ask('tour.vtt')).headers.get('content-type')).toMatch('text/vtt');
    for (const name of ['tour.json', 'tour.jpg', 'other.webm', '../items/tour.md'])
      await expect(ask(name)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('has pictures in its texts, served by their names, and names one that is missing', async () => {
    mkdirSync(join(folder, 'pictures'));
    const picture = (name: string) => `![The fleet](pictures/${name} "1040x616")`;
    const text = `Look:\n\n${picture('fleet.webp')}\n\n${picture('none.webp')}\n`;
    writeFileSync(join(folder, 'items', 'tour.md'), `---\ntitle: Tour\ntype: Guide\nduration: 1 min\n---\n\n${text}`);
    writeFileSync(join(folder, 'pictures', 'fleet.webp'), 'RIFF');
    const problems: string[] = [];
    const library = createLibrary({ shipped: join(folder, 'none'), own: folder }, (problem) => problems.push(problem));
    const item = (await library.read()).items.get('tour');
    expect(item?.blocks.slice(1)).toEqual([
      {
        kind: 'picture',
        src: expect.stringMatching(/^\/api\/university\/pictures\/fleet\.webp\?v=/),
        alt: 'The fleet',
        width: 1040,
        height: 616,
      },
    ]);
    expect(item?.text.trim()).toBe('Look:');
    expect(problems).toEqual(['tour.md: there is no picture pictures/none.webp']);
    const served = await servePicture({ library }, 'fleet.webp');
    expect([served.headers.get('content-type'), await served.text()]).toEqual(['image/webp', 'RIFF']);
    await expect(servePicture({ library }, 'none.webp')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('shows a video without a recording as the guide it also is', async () => {
    writeFileSync(join(folder, 'items', 'tour.md'), '---\ntitle: Tour\ntype: Video\nduration: 1 min\n---\n\nText.\n');
    expect((await readContent([folder])).items.get('tour')?.type).toBe('Guide');
  });

  it('may be events that still say only_in_sandbox, which is named', async () => {
    mkdirSync(join(folder, 'events'));
    const head = 'title: Clinic\nhost: Ada\ntime_zone: Europe/Berlin\nfirst: "2026-01-07T11:00"\nminutes: 45';
    for (const value of ['true', 'false'])
      writeFileSync(join(folder, 'events', `${value}.md`), `---\n${head}\nonly_in_sandbox: ${value}\n---\n\nText.\n`);
    const { events, problems } = await readContent([folder]);
    expect([...events.keys()]).toEqual(['false']);
    expect(events.get('false')).not.toHaveProperty('only_in_sandbox');
    expect(problems).toEqual([
      expect.stringMatching(/false\.md: only_in_sandbox is no key any more, .* The event is shown\./),
      expect.stringMatching(/true\.md: .* The event is not shown\./),
    ]);
    expect([...(await readContent([folder], { isSandbox: true })).events.keys()]).toEqual(['false', 'true']);
  });

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
