import { useDeferredValue, useMemo, useState } from 'react';
import type { ItemSummary } from '@skein/contracts/university/library';
import { useUniversityLibraryQuery, useUniversitySearchQuery } from '../api';
import { progressOf } from './course-progress';

/** Letters from which the search asks. */
const shortest = 2;

/** The library as the menu shows it: courses with progress, categories, and what a search finds. */
export function useLibrary() {
  const { data, error, refetch } = useUniversityLibraryQuery({});
  const [search, setSearch] = useState('');
  const asked = useDeferredValue(search.trim());
  const isSearching = asked.length >= shortest;
  const found = useUniversitySearchQuery({ query: { q: asked } }, { skip: !isSearching });
  const bySlug = useMemo(() => new Map(data?.items.map((item) => [item.slug, item])), [data]);
  const courses = useMemo(
    () => (data?.courses ?? []).map((course) => ({ ...course, progress: progressOf(course, bySlug) })),
    [data, bySlug],
  );
  const results = found.data?.found.flatMap(({ slug, excerpt }) => {
    const item = bySlug.get(slug);
    return item ? [{ item, excerpt }] : [];
  });
  return {
    isLoading: !data && !error,
    problem: error ? { message: error.message, onRetry: () => void refetch() } : null,
    items: data?.items ?? ([] as ItemSummary[]),
    bySlug,
    courses,
    categories: data?.categories ?? [],
    search,
    setSearch,
    results: isSearching ? (results ?? null) : null,
    isSearching,
  };
}

export type Library = ReturnType<typeof useLibrary>;
