import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { IANAZone } from 'luxon';
import { parse } from 'yaml';
import { z } from 'zod';
import { itemTypes, type Block } from '@skein/contracts/university/library';
import { parseMarkdown } from './parse-markdown';
import { readPictures, resolvePictures, type Picture } from './read-pictures';
import { readVideos, type Video } from './read-videos';

const list = z.array(z.string()).default([]);
const itemFront = z.object({
  title: z.string().min(1),
  type: z.enum(itemTypes),
  duration: z.string().min(1),
  summary: z.string().default(''),
  categories: list,
  authors: list,
  course: z.string().nullable().default(null),
  contentUrl: z.url().nullable().default(null),
  helps: z.string().startsWith('/app/').nullable().default(null),
  /** Addresses of the screens that offer the item in their help, as route patterns. */
  screens: z.array(z.string().startsWith('/app/')).default([]),
  outerUrl: z.url().nullable().default(null),
  pageCount: z.number().int().positive().nullable().default(null),
});
const dayAndTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, 'must be a date and time such as 2026-01-07T11:00');
const eventFront = z.strictObject({
  title: z.string().min(1),
  host: z.string().min(1),
  time_zone: z.string().refine((zone) => IANAZone.isValidZone(zone), 'must be a time zone such as Europe/Berlin'),
  first: dayAndTime,
  every_weeks: z.number().int().min(1).max(52).nullable().default(null),
  minutes: z.number().int().min(5).max(600),
  join_url: z.url().nullable().default(null),
  /** Dates that are not as the others, by the day they had: called off, or on another day or time. */
  changed: z
    .record(
      z.iso.date('must be a day such as 2026-01-07'),
      z.union([z.literal('canceled'), dayAndTime], 'must be canceled, or a date and time as 2026-01-08T11:00'),
    )
    .default({}),
  /** Of an event that is not repeated. */
  recording_url: z.url().nullable().default(null),
  /** Of a repeated event: the day of each recorded date with the address of its recording. */
  recordings: z.record(z.iso.date('must be a day such as 2026-01-07'), z.url()).default({}),
  /** Of files from before operators could add events on a page. */
  only_in_sandbox: z.boolean().optional(),
});
const menu = z.array(z.object({ slug: z.string(), title: z.string(), iconName: z.string() }));
const courseMenu = z.array(
  menu.element.extend({ description: z.string(), backgroundColor: z.string(), items: z.array(z.string()) }),
);

export interface Item extends z.output<typeof itemFront> {
  slug: string;
  text: string;
  blocks: Block[];
}
export interface EventSeries extends Omit<z.output<typeof eventFront>, 'only_in_sandbox'> {
  slug: string;
  text: string;
}
export interface Content {
  items: Map<string, Item>;
  /** Recordings that are served from here, by the name of their item. */
  videos: Map<string, Video>;
  /** Pictures in texts, by their names. */
  pictures: Map<string, Picture>;
  events: Map<string, EventSeries>;
  courses: z.output<typeof courseMenu>;
  categories: z.output<typeof menu>;
  /** Files that could not be used, each with the reason; the rest is served. */
  problems: string[];
}

/**
 * Reads the library from folders of content files; a file of a later folder replaces the one of the same name. A
 * recording that is absent makes its item a guide, because nothing is shown as a video that cannot be played.
 * @param folders absolute; absent ones are passed over
 */
export async function readContent(folders: readonly string[], { isSandbox = false } = {}): Promise<Content> {
  const content: Content = {
    items: new Map(),
    videos: new Map(),
    pictures: new Map(),
    events: new Map(),
    courses: [],
    categories: [],
    problems: [],
  };
  for (const folder of folders) {
    for (const [slug, video] of await readVideos(join(folder, 'videos'), content.problems))
      content.videos.set(slug, video);
    for (const [name, picture] of await readPictures(join(folder, 'pictures'))) content.pictures.set(name, picture);
    for (const { slug, front, text } of await readFolder(join(folder, 'items'), itemFront, content.problems))
      content.items.set(slug, { ...front, slug, text: withoutPictures(text), blocks: parseMarkdown(text) });
    await readEventFiles(join(folder, 'events'), content, isSandbox);
    content.courses = (await readMenu(join(folder, 'courses.yml'), courseMenu, content.problems)) ?? content.courses;
    content.categories = (await readMenu(join(folder, 'categories.yml'), menu, content.problems)) ?? content.categories;
  }
  for (const item of content.items.values()) {
    item.blocks = resolvePictures(item.blocks, content.pictures, (src) =>
      content.problems.push(`${item.slug}.md: there is no picture ${src}`),
    );
    const isFilm = item.type === 'Video' || item.type === 'Vimeo';
    if (isFilm && item.contentUrl === null && !content.videos.has(item.slug)) item.type = 'Guide';
  }
  return content;
}

/** What is searched: the words of a text. */
const withoutPictures = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !line.startsWith('!['))
    .join('\n');

async function readEventFiles(folder: string, { events, problems }: Content, isSandbox: boolean): Promise<void> {
  for (const { slug, front, text } of await readFolder(folder, eventFront, problems)) {
    const { only_in_sandbox: only, ...event } = front;
    const isHidden = only === true && !isSandbox;
    if (isHidden) events.delete(slug);
    else events.set(slug, { ...event, slug, text: text.trim() });
    if (only !== undefined)
      problems.push(
        `${join(folder, `${slug}.md`)}: only_in_sandbox is no key any more, remove it. ${isHidden ? 'The event is not shown.' : 'The event is shown.'}`,
      );
  }
}

async function readFolder<Front extends z.ZodType>(folder: string, schema: Front, problems: string[]) {
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^[a-z0-9-]+\.md$/.test(name)).sort();
  const found: { slug: string; front: z.output<Front>; text: string }[] = [];
  for (const name of names) {
    const file = await readFile(join(folder, name), 'utf8');
    const [, head, text] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(file) ?? [];
    const front = schema.safeParse(head === undefined ? undefined : readYaml(head));
    if (front.success) found.push({ slug: name.slice(0, -3), front: front.data, text: text ?? '' });
    else problems.push(`${join(folder, name)}: ${z.prettifyError(front.error)}`);
  }
  return found;
}

async function readMenu<Menu extends z.ZodType>(
  file: string,
  schema: Menu,
  problems: string[],
): Promise<z.output<Menu> | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return null;
  const read = schema.safeParse(readYaml(text));
  if (read.success) return read.data;
  problems.push(`${file}: ${z.prettifyError(read.error)}`);
  return null;
}

function readYaml(text: string): unknown {
  try {
    return parse(text, { maxAliasCount: 0 });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
