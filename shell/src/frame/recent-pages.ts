import type { Crumb } from '@skein/mfe/page';
import { createSignal } from '@skein/mfe/signal';

const key = 'skein-recent-pages';
const most = 6;

/** A page that was open lately. */
export interface RecentPage {
  label: string;
  /** The area it is in: "Email campaigns". */
  within: string;
  to: string;
  /** Who opened it: another person in the same tab does not see it. */
  personId: string;
}

const isPage = (value: unknown): value is RecentPage =>
  typeof value === 'object' &&
  value !== null &&
  (['label', 'within', 'to', 'personId'] as const).every(
    (name) => typeof (value as Record<string, unknown>)[name] === 'string',
  );

function kept(): RecentPage[] {
  try {
    const value: unknown = JSON.parse(window.sessionStorage.getItem(key) ?? '[]');
    return Array.isArray(value) ? value.filter(isPage).slice(0, most) : [];
  } catch {
    return [];
  }
}

/** Pages of single things, newest first, kept for the browser tab. */
export const recentPages = createSignal<RecentPage[]>(kept());

/** Remembers a page of a single thing for this person: one whose address holds a number. */
export function rememberPage(
  personId: string,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  crumbs: readonly Crumb[],
): void {
  const last = crumbs.at(-1);
  const first = crumbs[0];
  const isOne = /\/\d+(?:\/|$)/.test(pathname) || /[?&]id=\d+/.test(search);
  if (!last || !first || crumbs.length < 2 || !isOne) return;
  const to = pathname + (/[?&]id=\d+/.test(search) ? search : '');
  const place = pathname.replace(/\/[a-z-]+$/, '');
  const next = [
    { label: last.label, within: first.label, to, personId },
    ...recentPages
      .get()
      .filter(
        (page) =>
          page.personId === personId && page.to !== to && !(page.label === last.label && page.to.startsWith(place)),
      ),
  ].slice(0, most);
  recentPages.set(next);
  try {
    window.sessionStorage.setItem(key, JSON.stringify(next));
  } catch {
    // Without storage they are remembered until the page is loaded again.
  }
}
