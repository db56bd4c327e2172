import type { Course, ItemSummary } from '@skein/contracts/university/library';

export interface CourseProgress {
  done: number;
  total: number;
  minutesLeft: number;
  /** The item to go on with; null when the course is finished. */
  next: ItemSummary | null;
}

/** How far somebody is with a course. Items that do not exist are not counted. Pure. */
export function progressOf(course: Course, items: ReadonlyMap<string, ItemSummary>): CourseProgress {
  const own = course.items.flatMap((slug) => items.get(slug) ?? []);
  const open = own.filter((item) => item.state !== 'DONE');
  return {
    done: own.length - open.length,
    total: own.length,
    minutesLeft: open.reduce((sum, item) => sum + minutesOf(item.duration), 0),
    next: open.find((item) => item.state === 'STARTED') ?? open[0] ?? null,
  };
}

/** Minutes of a display text such as "1 h 5 min"; 0 when there are none. */
export function minutesOf(duration: string): number {
  const hours = /(?<!\d)(\d+) h/.exec(duration)?.[1] ?? '0';
  const minutes = /(?<!\d)(\d+) min/.exec(duration)?.[1] ?? '0';
  return Number(hours) * 60 + Number(minutes);
}

/** "48 min left", "1 h 34 min left". */
export function minutesLeftText(minutes: number): string {
  if (minutes < 60) return `${minutes} min left`;
  return `${Math.floor(minutes / 60)} h${minutes % 60 ? ` ${minutes % 60} min` : ''} left`;
}

/** Where an item is read: lessons of a course keep the course beside them. */
export const addressOf = (item: Pick<ItemSummary, 'slug' | 'course'>): string =>
  `/app/university/${item.course ? 'course-item' : 'category-item'}/${item.slug}`;
