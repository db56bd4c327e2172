import type { ItemDetail, ItemSummary } from '@skein/contracts/university/library';
import type { RequestActor } from '#platform/http/request-actor';
import { notFound } from '#platform/http/skein-error';
import type { UniversityDeps } from '../deps';
import { findProgress, putProgress, type Progress } from './progress.store';
import type { Content, Item } from './read-content';
import type { Video } from './read-videos';
import { searchItems } from './search-items';

type Person = Pick<RequestActor, 'workspaceId' | 'userId'>;

/** Courses, categories with their counts, and items in the order of courses, then by title. */
export async function readLibrary(deps: UniversityDeps, person: Person) {
  const content = await deps.library.read();
  const progress = await progressOf(deps, person);
  const items = inOrder(content).map((item) => toSummary(item, progress.get(item.slug)));
  return {
    courses: content.courses.map((course) => ({
      slug: course.slug,
      title: course.title,
      description: course.description,
      icon_name: course.iconName,
      background_color: course.backgroundColor,
      items: course.items.filter((slug) => content.items.has(slug)),
    })),
    categories: content.categories.map((category) => ({
      slug: category.slug,
      title: category.title,
      icon_name: category.iconName,
      items: items.filter((item) => item.categories.includes(category.slug)).length,
    })),
    items,
  };
}

/** One item with its text. @throws SkeinError NOT_FOUND */
export async function readItem(deps: UniversityDeps, person: Person, slug: string): Promise<ItemDetail> {
  const item = await findItem(deps, slug);
  const progress = await progressOf(deps, person);
  return {
    ...toSummary(item, progress.get(slug)),
    content_url: item.contentUrl,
    video: toVideo((await deps.library.read()).videos.get(slug)),
    outer_url: item.outerUrl,
    blocks: item.blocks,
  };
}

/** Items that contain every word of a text. */
export async function searchLibrary(deps: UniversityDeps, query: string) {
  return { found: searchItems((await deps.library.read()).items.values(), query) };
}

/** Keeps what a person says about an item. @throws SkeinError NOT_FOUND */
export async function keepProgress(
  deps: UniversityDeps,
  person: Person,
  slug: string,
  given: { state?: ItemSummary['state'] | undefined; is_saved?: boolean | undefined },
): Promise<ItemSummary> {
  const item = await findItem(deps, slug);
  const state = given.state === 'NONE' ? null : given.state;
  const kept = await deps.db.tenantSql(person.workspaceId, (sql) =>
    putProgress(person.workspaceId, sql, person.userId, {
      item: slug,
      state,
      isSaved: given.is_saved,
      at: new Date(deps.realClock.now()),
    }),
  );
  return toSummary(item, kept);
}

async function findItem(deps: UniversityDeps, slug: string): Promise<Item> {
  const item = (await deps.library.read()).items.get(slug);
  if (!item) throw notFound('This item');
  return item;
}

async function progressOf(deps: UniversityDeps, person: Person): Promise<Map<string, Progress>> {
  const rows = await deps.db.tenantSql(person.workspaceId, (sql) =>
    findProgress(person.workspaceId, sql, person.userId),
  );
  return new Map(rows.map((row) => [row.item, row]));
}

function inOrder(content: Content): Item[] {
  const inCourses = content.courses.flatMap((course) => course.items);
  const place = new Map(inCourses.map((slug, index) => [slug, index]));
  return [...content.items.values()].sort(
    (one, other) =>
      (place.get(one.slug) ?? inCourses.length) - (place.get(other.slug) ?? inCourses.length) ||
      one.title.localeCompare(other.title),
  );
}

function toVideo(video: Video | undefined): ItemDetail['video'] {
  if (!video) return null;
  const address = (name: string | null) => name && `/api/university/videos/${name}?v=${video.version}`;
  return {
    url: address(video.film) as string,
    captions_url: address(video.captions),
    poster_url: address(video.poster),
    seconds: video.seconds ?? null,
    chapters: video.chapters ?? [],
    transcript: video.transcript,
  };
}

function toSummary(item: Item, progress: Progress | undefined): ItemSummary {
  return {
    slug: item.slug,
    title: item.title,
    type: item.type,
    duration: item.duration,
    page_count: item.pageCount,
    summary: item.summary,
    authors: item.authors,
    categories: item.categories,
    course: item.course,
    helps: item.helps,
    screens: item.screens,
    state: progress?.state ?? 'NONE',
    is_saved: progress?.is_saved ?? false,
  };
}
