import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import type { ItemSummary } from '@skein/contracts/university/library';
import { problemOf } from '@skein/mfe/problem';
import { universityChoiceChanged } from '@skein/mfe/slices/university';
import { useAppDispatch } from '@skein/mfe/store';
import { showProblem } from '@skein/mfe/toasts';
import { useUniversityItemQuery, useUniversityKeepProgressMutation } from '../api';
import { useListen } from './listen.hooks';
import { useLibrary } from '../library/library.hooks';

/** One item with its course, and what a person does with it. Opening an item starts it. */
export function useItem() {
  const { slug = '' } = useParams();
  const library = useLibrary();
  const { currentData: item, error, refetch } = useUniversityItemQuery({ params: { slug } });
  const problem = error && problemOf(error);
  const [keep, kept] = useUniversityKeepProgressMutation();
  const isNew = item?.state === 'NONE';
  useEffect(() => {
    // A failure here is not worth a message: the item counts as started the next time.
    if (isNew) void keep({ params: { slug }, body: { state: 'STARTED' } });
  }, [isNew, keep, slug]);
  const dispatch = useAppDispatch();
  const known = item?.slug;
  useEffect(() => {
    if (known !== undefined) dispatch(universityChoiceChanged({ lastItem: known }));
  }, [known, dispatch]);
  const change = (body: { state?: ItemSummary['state']; is_saved?: boolean }) =>
    keep({ params: { slug }, body })
      .unwrap()
      .catch((failure: unknown) => showProblem('Your progress was not saved', failure));
  const listen = useListen(item?.blocks ?? null);
  const course = library.courses.find((one) => one.items.includes(slug)) ?? null;
  const following = course ? course.items[course.items.indexOf(slug) + 1] : undefined;
  return {
    library,
    item: item ?? null,
    isMissing: problem?.status === 404,
    problem: problem && problem.status !== 404 ? { message: problem.message, onRetry: () => void refetch() } : null,
    course,
    next: (following && library.bySlug.get(following)) || null,
    listen,
    isSaving: kept.isLoading,
    toggleSaved: () => void change({ is_saved: !item?.is_saved }),
    toggleDone: () => void change({ state: item?.state === 'DONE' ? 'STARTED' : 'DONE' }),
  };
}

export type OpenItem = ReturnType<typeof useItem>;
